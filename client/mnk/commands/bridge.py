"""mnk bridge: let a program play on the site

It takes the challenges that fit, or sends them with --challenge, and plays several games at once.
The program runs on this machine. Ctrl-C lets the games that go on end first, twice resigns them.

Exit status: 0 after --games; 1 if the program failed in a game; 2 if it cannot be started;
3 if the site refuses the token or the challenge; 130 after Ctrl-C.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from mnk.bridge.bridge import MOST_AT_ONCE, Plan
from mnk.commands.arguments import add_invitation, invitation_of, run_bridge, whole_number
from mnk.login import add_site
from mnk.programs.choice import add_program, program_of


def add_arguments(parser: ArgumentParser) -> None:
    add_program(parser)
    add_site(parser)
    games = parser.add_argument_group("games")
    games.add_argument(
        "--games", type=whole_number(1, 10**6), metavar="N", help="end after so many"
    )
    games.add_argument(
        "--concurrency",
        type=whole_number(1, MOST_AT_ONCE),
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


def run(options: Namespace) -> int:
    invitation = invitation_of(options.challenge, options)
    plan = Plan(
        program=program_of(options),
        games=options.games or (1 if invitation else None),
        at_once=1 if invitation else options.concurrency,
        turn_seconds=float(options.move_time),
        invitation=invitation,
        resigns=options.resign,
    )
    return run_bridge(options, plan)
