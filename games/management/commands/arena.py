"""`manage.py arena KIND PLAYER PLAYER …`: a tournament between levels or players.

Exit code 0: it was played; 2: it was refused.
"""

from __future__ import annotations

import csv
import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from io import StringIO
from typing import Any, TextIO

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.core.errors import GameError
from games.core.notation import cell_name, ruleset_text
from games.core.rules import Position, Ruleset
from games.engine import Limits, NamedPlayer
from games.engine.arena.elo import difference, score
from games.engine.arena.standings import EntrantResult, against, standings
from games.engine.arena.tournament import (
    ArenaEntrant,
    ArenaGame,
    TournamentTerms,
    elimination,
    measurement,
    round_robin,
)
from games.management.arguments import (
    CountArgument,
    player_argument,
    ruleset_of,
    seconds_argument,
)
from games.management.terminal import BriefCommand, ProgressLine

KINDS: dict[str, Callable[[list[ArenaEntrant], TournamentTerms], Iterator[ArenaGame]]] = {
    "round-robin": round_robin,
    "measurement": measurement,
    "elimination": elimination,
}
STANDARD_OUTPUT = "-"
GAME_COLUMNS = ("round", "first", "second", "winner", "forfeit", "opening", "moves")


class Command(BriefCommand):
    help = (
        "Play a tournament between levels or players, such as uct:playouts=500. KIND is "
        "round-robin, elimination, or measurement of the first against the others."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        side = CountArgument(3, 19)
        parser.add_argument("kind", choices=KINDS)
        parser.add_argument("players", metavar="PLAYER", nargs="+", type=player_argument)
        parser.add_argument(
            "--board", metavar=("M", "N", "K"), nargs=3, type=side, default=(3, 3, 3),
            help="Columns, rows and marks in a row (default: 3 3 3).",
        )  # fmt: skip
        parser.add_argument(
            "--games", type=CountArgument(1, 100_000), default=10,
            help="Games between each two players (default: %(default)s).",
        )  # fmt: skip
        parser.add_argument(
            "--seconds", type=seconds_argument, default=0.2,
            help="Seconds per move (default: %(default)s).",
        )  # fmt: skip
        parser.add_argument(
            "--opening", type=CountArgument(0, 361), default=2,
            help="Random moves before the players start (default: %(default)s).",
        )  # fmt: skip
        parser.add_argument(
            "--seed", type=CountArgument(0, 2**32), default=0,
            help="Random seed for openings and equal moves (default: %(default)s).",
        )  # fmt: skip
        parser.add_argument(
            "--csv", metavar="FILE", help="Write one row per game to FILE (- for standard output)."
        )
        parser.add_argument(
            "--json", metavar="FILE", help="Write all results to FILE (- for standard output)."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        ruleset = ruleset_of(*options["board"])
        terms = TournamentTerms(
            ruleset=ruleset,
            games=options["games"],
            seconds=options["seconds"],
            seed=options["seed"],
            opening=options["opening"],
        )
        entrants = _entrants(options["players"])
        with ExitStack() as stack:
            csv_file = self._open_output(options["csv"], stack)
            json_file = self._open_output(options["json"], stack)
            _warm_up(entrants, ruleset)
            games = self._play(options["kind"], entrants, terms)
            table = standings([entrant.name for entrant in entrants], games)
            if csv_file:
                csv_file.write(_csv(terms, games))
            if json_file:
                everything = _everything(options["kind"], terms, games, table)
                json_file.write(json.dumps(everything, indent=1) + "\n")
        if options["verbosity"] and STANDARD_OUTPUT not in (options["csv"], options["json"]):
            self._report(options["kind"], terms, games, table)

    def _play(
        self, kind: str, entrants: list[ArenaEntrant], terms: TournamentTerms
    ) -> list[ArenaGame]:
        number = len(entrants)
        meetings = number * (number - 1) // 2 if kind == "round-robin" else number - 1
        games: list[ArenaGame] = []
        with (
            ProgressLine(sys.stderr, _("Games"), meetings * terms.games) as progress,
            suppress(KeyboardInterrupt),  # the games played so far are reported
        ):
            for game in KINDS[kind](entrants, terms):
                games.append(game)
                progress.show(len(games))
        return games

    def _open_output(self, name: str | None, stack: ExitStack) -> TextIO | None:
        """Return the file to write to, opened before the first game so that none is lost."""
        if name is None or name == STANDARD_OUTPUT:
            return self.stdout if name else None  # type: ignore[return-value]
        try:
            return stack.enter_context(open(name, "w", encoding="utf-8", newline=""))
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            sentence = _("Can’t write “%(name)s”: %(why)s")
            raise CommandError(sentence % {"name": name, "why": why}, returncode=2) from error

    def _report(
        self, kind: str, terms: TournamentTerms, games: list[ArenaGame], table: list[EntrantResult]
    ) -> None:
        ruleset = terms.ruleset
        self.stdout.write(
            _("%(m)d×%(n)d, %(k)d in a row; %(games)d games, %(seconds)g s per move, ")
            % {"m": ruleset.m, "n": ruleset.n, "k": ruleset.k, "games": len(games),
               "seconds": terms.seconds}
            + _("%(opening)d random moves first, seed %(seed)d")
            % {"opening": terms.opening, "seed": terms.seed}
        )  # fmt: skip
        width = max(len(one.name) for one in table)
        self.stdout.write(
            f"{'':3} {_('player'):{width}} {_('won'):>5} {_('drawn'):>5} {_('lost'):>5} "
            f"{_('score'):>6} {'Elo':>6} {'±':>5} {_('ms a move'):>10} {_('longest'):>8}"
        )
        for place, one in enumerate(table, start=1):
            self.stdout.write(_row(place, one, width))
        if kind == "measurement" and games:
            self._report_measurement([one.name for one in table], games)

    def _report_measurement(self, names: list[str], games: list[ArenaGame]) -> None:
        measured = games[0].first
        for name in names:
            if name == measured:
                continue
            points, number = against(measured, name, games)
            if not number:
                continue
            found = score(points, number)
            self.stdout.write(
                _("%(name)s – %(other)s: %(points)g of %(games)d, %(share).1f %%")
                % {"name": measured, "other": name, "points": points, "games": number,
                   "share": 100 * found.share}
                + _(" (%(least).1f to %(most).1f), %(low)s to %(high)s Elo")
                % {"least": 100 * found.least, "most": 100 * found.most,
                   "low": _elo(difference(found.least)), "high": _elo(difference(found.most))}
            )  # fmt: skip


def _entrants(players: list[tuple[str, NamedPlayer]]) -> list[ArenaEntrant]:
    """Return the players as entrants, named as they were given; a second of a name is numbered."""
    if len(players) < 2:
        raise CommandError(_("A tournament needs at least two players."), returncode=2)
    seen: Counter[str] = Counter()
    entrants = []
    for text, player in players:
        seen[text] += 1
        entrants.append(ArenaEntrant(text if seen[text] == 1 else f"{text}#{seen[text]}", player))
    return entrants


def _warm_up(entrants: list[ArenaEntrant], ruleset: Ruleset) -> None:
    """Let every player make a move that does not count, so that compiling takes no game's time."""
    for entrant in entrants:
        with suppress(GameError):  # its games will report it
            entrant.player(Position(ruleset).play(0), Limits(seconds=0.05, nodes=100))


def _row(place: int, one: EntrantResult, width: int) -> str:
    share = 100 * one.points / one.games if one.games else 0.0
    mean = 1000 * one.used.seconds / max(1, one.used.moves)
    longest = 1000 * one.used.longest
    return (
        f"{place:2}. {one.name:{width}} {one.won:5} {one.drawn:5} {one.lost:5} {share:5.1f}% "
        f"{one.rating.elo:+6.0f} {one.rating.error:5.0f} {mean:10.1f} {longest:8.1f}"
    )


def _elo(elo: float) -> str:
    return f"{elo:+.0f}" if abs(elo) != float("inf") else "∞" if elo > 0 else "-∞"


def _csv(terms: TournamentTerms, games: list[ArenaGame]) -> str:
    text = StringIO()
    writer = csv.DictWriter(text, GAME_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for game in games:
        row = _game(terms, game)
        writer.writerow({**row, "moves": " ".join(row["moves"])})
    return text.getvalue()


def _game(terms: TournamentTerms, game: ArenaGame) -> dict[str, Any]:
    return {
        "round": game.round,
        "first": game.first,
        "second": game.second,
        "winner": game.winner or "",
        "forfeit": game.forfeit,
        "opening": game.opening,
        "moves": [cell_name(terms.ruleset, cell) for cell in game.cells],
    }


def _everything(
    kind: str, terms: TournamentTerms, games: list[ArenaGame], table: list[EntrantResult]
) -> dict[str, Any]:
    return {
        "kind": kind,
        "ruleset": ruleset_text(terms.ruleset),
        "games_a_pair": terms.games,
        "seconds": terms.seconds,
        "opening": terms.opening,
        "seed": terms.seed,
        "standings": [
            {
                "name": one.name,
                "won": one.won,
                "drawn": one.drawn,
                "lost": one.lost,
                "elo": round(one.rating.elo, 1),
                "error": round(one.rating.error, 1),
                "last_round": one.last_round,
                "moves": one.used.moves,
                "seconds": round(one.used.seconds, 4),
                "longest": round(one.used.longest, 4),
            }
            for one in table
        ],
        "games": [_game(terms, game) for game in games],
    }
