"""mnk bridge: let a program play on the site

It takes the challenges that fit and plays several games at once; or it asks for its games itself:
  --challenge NAME        asks a player
  --level guard           plays a level of the computer, casually
  --level guard --rated   plays a rated round against it: two games on the pool's usual board
  --seek                  looks for rated rounds with other bots, again and again
  --tournament UID        joins the tournament with this address and plays in it to its end
The program runs on this machine. Ctrl-C lets the games that go on end first, twice resigns them.

Exit status: 0 after --games; 1 if the program failed in a game; 2 if it cannot be started;
3 if the site refuses the token or the challenge; 130 after Ctrl-C.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from mnk.bridge.bridge import MAX_AT_ONCE, Plan
from mnk.bridge.sources import CasualLevel, GameSource, RatedLevel, Search
from mnk.commands.arguments import (
    add_invitation,
    invitation_of,
    run_bridge,
    terms_of,
    whole_number,
)
from mnk.errors import Unusable
from mnk.login import add_site
from mnk.programs.choice import add_program, program_of

POOLS = ("fours", "fives")
RATED_BOARD, RATED_CLOCK = (6, 6, 4), "120+2"
GAMES_OF_ROUND = 2


def add_arguments(parser: ArgumentParser) -> None:
    add_program(parser)
    add_site(parser)
    _add_opponents(parser)
    games = parser.add_argument_group("games")
    games.add_argument(
        "--games", type=whole_number(1, 10**6), metavar="N", help="end after so many"
    )
    games.add_argument(
        "--concurrency",
        type=whole_number(1, MAX_AT_ONCE),
        default=4,
        metavar="N",
        help="games at once (default: 4)",
    )
    games.add_argument(
        "--move-time",
        type=whole_number(1, 86_400),
        default=30,
        metavar="SECONDS",
        help="resign if a move takes longer and there is no clock (default: 30)",
    )
    games.add_argument("--resign", action="store_true", help="resign on the first Ctrl-C already")
    add_invitation(parser, asks_whom=True)


def _add_opponents(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("whom it plays, but for challenges")
    group.add_argument("--level", metavar="NAME", help="a level, such as guard; once, or --games")
    group.add_argument("--rated", action="store_true", help="with --level: rated rounds")
    group.add_argument(
        "--pool", choices=POOLS, default=POOLS[0], help="with --rated: in which (default: fours)"
    )
    group.add_argument("--seek", action="store_true", help="rated rounds with other bots")
    group.add_argument("--tournament", metavar="UID", default="", help="a tournament's games")


def run(options: Namespace) -> int:
    source = source_of(options)
    plan = Plan(
        program=program_of(options),
        games=options.games or _usual_games(options),
        at_once=1 if source else options.concurrency,
        turn_seconds=float(options.move_time),
        source=source,
        tournament=options.tournament.rstrip("/").rpartition("/")[2],
        resigns=options.resign,
    )
    return run_bridge(options, plan)


def source_of(options: Namespace) -> GameSource | None:
    """Return where the games come from; None if the bridge waits. Raise Unusable."""
    chosen = [options.challenge, options.level, options.seek, options.tournament]
    if sum(map(bool, chosen)) > 1:
        raise Unusable("Choose one of --challenge, --level, --seek and --tournament.")
    if options.rated and not options.level:
        raise Unusable("--rated is for --level; --seek and --tournament are rated anyway.")
    if (options.rated or options.seek) and (options.games or 0) % GAMES_OF_ROUND:
        raise Unusable("Rated games come in rounds of two: give --games an even number.")
    if options.level and options.rated:
        return RatedLevel(options.level.lower(), options.pool)
    if options.level:
        return CasualLevel(options.level.lower(), *terms_of(options))
    if options.seek:
        m, n, k = options.board or RATED_BOARD
        return Search(m, n, k, options.clock or RATED_CLOCK)
    return invitation_of(options.challenge, options)


def _usual_games(options: Namespace) -> int | None:
    """Return how many games are meant where nobody has said so; None for as many as come."""
    if options.level and options.rated:
        return GAMES_OF_ROUND
    return 1 if options.level or options.challenge else None
