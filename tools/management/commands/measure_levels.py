"""Measures the computer's levels in rated rounds against each other."""

from __future__ import annotations

import sys
from itertools import pairwise
from random import Random
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from games.compete.ratings.levels import LADDER
from games.compete.ratings.pools import USUAL
from games.core.notation import ruleset_text
from games.core.rules import Cell
from games.engine import LEVELS
from games.engine.arena.tournament import ArenaEntrant, TournamentTerms, play_round
from games.engine.openings.balanced import book
from games.management.arguments import CountArgument
from games.management.terminal import BriefCommand, ProgressLine
from games.management.whole_files import write_whole
from games.models import Pool
from tools import ladder
from tools.ladder import Ladder, LevelPairing

# Of a pool that was never measured:
NODES = 400_000  # as many as Perfect looks at in the 0.6 s of a move, on a core of its own
ROUNDS = 50
NAMES = tuple(LEVELS)  # from the weakest


class Command(BriefCommand):
    help = (
        "Play rounds between levels that are next to each other, or next but one, on the usual "
        "board of a pool, and keep their ratings. A measurement that was interrupted is continued."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        # The empty list is what argparse checks where no pool is named.
        parser.add_argument(
            "pools", metavar="POOL", nargs="*", choices=[*Pool.values, []],
            help=_("The pools (default: all)."),
        )  # fmt: skip
        parser.add_argument(
            "--rounds", type=CountArgument(1, 10_000),
            help=_("Rounds of two games between each two levels (default: as many as before)."),
        )  # fmt: skip
        parser.add_argument(
            "--levels", metavar="LEVEL", nargs="+", choices=NAMES, default=NAMES,
            help=_("Only rounds between these levels."),
        )  # fmt: skip
        parser.add_argument(
            "--nodes", type=CountArgument(1, 10**9),
            help=_("Positions for each move (default: as many as before)."),
        )  # fmt: skip
        parser.add_argument(
            "--anew", action="store_true", help=_("Start again, without earlier measurements.")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for pool in options["pools"] or Pool.values:
            self._measure(pool, **options)

    def _measure(
        self,
        pool: str,
        *,
        rounds: int | None,
        levels: list[str],
        nodes: int | None,
        anew: bool,
        **options: Any,
    ) -> None:
        board, today = USUAL[Pool(pool)].ruleset, timezone.now().date()
        found = _load_ladders().get(pool, Ladder(board, today, NODES))
        rounds = rounds or min((one.rounds for one in found.meetings), default=ROUNDS)
        nodes = nodes or found.nodes
        if anew or (found.board, found.nodes) != (board, nodes):
            found = Ladder(board, today, nodes)
        meetings = [pair for pair in _pairs() if set(pair) <= set(levels)]
        with ProgressLine(sys.stderr, pool, rounds * len(meetings)) as progress:
            for done, pair in enumerate(meetings):
                while (meeting := found.meeting(*pair)).rounds < rounds:
                    found = found.updated(_with_another_round(found, meeting), today)
                    _keep(pool, found)
                    progress.show(done * rounds + meeting.rounds)
        self._tell(pool, found)

    def _tell(self, pool: str, found: Ladder) -> None:
        head = _("%(pool)s, %(board)s, %(day)s, %(nodes)d positions a move")
        values = {"pool": pool, "board": ruleset_text(found.board), "nodes": found.nodes}
        self.stdout.write(head % {**values, "day": found.measured_on})
        marks = found.marks or {}
        for name in NAMES:
            if name in marks:
                self.stdout.write(f"{name:10} {marks[name].rating:6} ± {marks[name].margin}")
        for one in found.meetings:
            self.stdout.write(
                f"{one.weaker:10} {one.stronger:10} {one.won:4} {one.drawn:4} {one.lost:4}"
            )


def _pairs() -> list[tuple[str, str]]:
    """Return the pairs of levels that are next to each other or next but one, the weaker first."""
    return [*pairwise(NAMES), *zip(NAMES, NAMES[2:], strict=False)]


def _with_another_round(found: Ladder, meeting: LevelPairing) -> LevelPairing:
    """Return *meeting* with its next round, which is the same whenever it is played."""
    weaker, stronger = (ArenaEntrant(name, LEVELS[name].player) for name in _names(meeting))
    terms = TournamentTerms(found.board, seconds=float("inf"), nodes=found.nodes)
    opening = _opening(found, meeting)
    games = play_round(weaker, stronger, terms, opening, seed=2 * meeting.rounds)
    return meeting.and_also([game.points(weaker.name) for game in games])


def _opening(found: Ladder, meeting: LevelPairing) -> tuple[Cell, ...]:
    """Return the opening of the next round; each pair takes the book's in an order of its own."""
    openings = book(found.board)
    order = Random(" ".join(_names(meeting))).sample(openings, len(openings))
    return order[meeting.rounds % len(order)]


def _names(meeting: LevelPairing) -> tuple[str, str]:
    return meeting.weaker, meeting.stronger


def _load_ladders() -> dict[str, Ladder]:
    return ladder.parse_ladders(LADDER.read_text("utf-8"))


def _keep(pool: str, found: Ladder) -> None:
    write_whole(LADDER, ladder.ladders_text(_load_ladders() | {pool: found}))
