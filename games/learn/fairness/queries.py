"""What is read for the fairness page: the store's proofs, and how people fared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.cache import caches

from accounts.models import User
from games.core.rules import Position, Ruleset
from games.engine.openings.first_cells import (
    FirstCell,
    boards,
    distinct_cells,
    first_cells,
    kinds,
    landscape,
    nodes_in_vain,
    note_proof,
    values_of,
)
from games.learn.proofs import store
from games.models import FirstCellProof, Game

GAMES_LOOKED_AT = 1000  # the newest on a board that is wide, and as many where it is high
SECONDS_KEPT = 300
FINDS_SHOWN = 10
MAX_CELLS = 64  # of a board for the exact search
PEOPLE = (User.Kind.PERSON, User.Kind.GUEST)


@dataclass(frozen=True, slots=True)
class FirstMoveScore:
    """The points of the players who began, in so many *games*; a draw is half a point."""

    points: float = 0.0
    games: int = 0

    def plus(self, points: float) -> FirstMoveScore:
        return FirstMoveScore(self.points + points, self.games + 1)


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores in games between people from the empty board, without and with the swap rule."""

    plain: FirstMoveScore = FirstMoveScore()
    swap: FirstMoveScore = FirstMoveScore()


def learn_from_store(rulesets: Iterable[Ruleset]) -> None:
    """Note for this process what the store knows of the first cells of *rulesets*."""
    asked = {}
    for board in {landscape(ruleset) for ruleset in rulesets}:
        known = first_cells(board)
        for cell in distinct_cells(board):
            if not known[cell].is_exact:
                asked[Position(board).play(cell)] = (board, cell)
    for position, proven in store.values_of(asked).items():
        board, cell = asked[position]
        note_proof(board, cell, FirstCell(proven.before_move()))


def unsettled_boards() -> list[Ruleset]:
    """Return the boards that were looked at, with some first cell that is not proven."""
    return [board for board in boards() if len(values_of(board)) < kinds(board)]


def scores_of(ruleset: Ruleset) -> Scores:
    """Return how whoever begins has fared in the newest games; some minutes old at most."""
    board = landscape(ruleset)
    key = f"first-share:{board.m}x{board.n}x{board.k}"
    found: Scores | None = caches["here"].get_or_set(key, lambda: _scores(board), SECONDS_KEPT)
    assert found is not None  # it is made if it is not kept
    return found


def _scores(board: Ruleset) -> Scores:
    plain = swap = FirstMoveScore()
    for m, n in {(board.m, board.n), (board.n, board.m)}:
        # Sorted out after reading, so that it costs the same however many games there are.
        newest = Game.objects.filter(m=m, n=n, k=board.k).order_by("-id")[:GAMES_LOOKED_AT]
        rows = newest.values_list(
            "opponent",
            "workshop_game",
            "setup",
            "x_player__kind",
            "o_player__kind",
            "outcome",
            "first",
            "swap",
            "swapped",
        )
        for opponent, workshop, setup, x, o, outcome, first, has_swap, swapped in rows:
            if opponent not in Game.BETWEEN_PEOPLE or setup or not outcome:
                continue
            # In workshops programs play under the names of people.
            if workshop or x not in PEOPLE or o not in PEOPLE:
                continue
            points = _points_of_beginner(outcome, first, is_taken_over=swapped)
            if has_swap:
                swap = swap.plus(points)
            else:
                plain = plain.plus(points)
    return Scores(plain, swap)


def _points_of_beginner(outcome: str, first: str, *, is_taken_over: bool) -> float:
    """Return the points of whoever made the first mark, also if the second player took it over."""
    if outcome == Game.Outcome.DRAW:
        return 0.5
    return float((outcome == first) is not is_taken_over)


@dataclass(frozen=True, slots=True)
class UnsettledBoard:
    """A board with first cells that nobody has settled, and the positions looked at in vain."""

    ruleset: Ruleset
    left: int
    kinds: int
    nodes: int


def challenges() -> list[UnsettledBoard]:
    """Return the boards that are open, the smallest first."""
    rows = FirstCellProof.objects.filter(value=None).values_list("m", "n", "k", "nodes")
    tried: Counter[Ruleset] = Counter()
    for m, n, k, nodes in rows:
        tried[Ruleset(m, n, k)] += nodes
    found = [
        UnsettledBoard(
            board,
            kinds(board) - len(values_of(board)),
            kinds(board),
            nodes_in_vain(board) + tried[board],
        )
        for board in unsettled_boards()
    ]
    return sorted(found, key=lambda each: (each.ruleset.cells, each.ruleset))


def latest_finds() -> list[FirstCellProof]:
    """Return what was proven last in idle time, the newest first."""
    found = FirstCellProof.objects.exclude(value=None)
    return list(found.order_by("-found_at", "-pk")[:FINDS_SHOWN])
