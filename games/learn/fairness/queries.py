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
from games.learn.fairness.effects import Winner, without_rule
from games.learn.proofs import store
from games.models import FirstCellProof, Game

GAMES_LOOKED_AT = 1000  # the newest on the wide board, and on the high one
SECONDS_KEPT = 300
FINDS_SHOWN = 10
MAX_CELLS = 64  # of a board whose first cells are searched in idle time
PEOPLE = (User.Kind.PERSON, User.Kind.GUEST)


@dataclass(frozen=True, slots=True)
class FirstMoveScore:
    """The points of the first players in *games* games; a draw is half a point."""

    points: float = 0.0
    games: int = 0

    def plus(self, points: float) -> FirstMoveScore:
        return FirstMoveScore(self.points + points, self.games + 1)


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of games between people from the empty board, without and with the swap rule."""

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
    """Return the boards of which something is known or was tried, but not every first cell."""
    return [board for board in boards() if len(values_of(board)) < kinds(board)]


def scores_of(ruleset: Ruleset) -> Scores:
    """Return how first players have scored in the newest games; some minutes old at most."""
    board = landscape(ruleset)
    key = f"first-share:{board.m}x{board.n}x{board.k}"
    found: Scores | None = caches["here"].get_or_set(key, lambda: _scores(board), SECONDS_KEPT)
    assert found is not None  # it is made if it is not kept
    return found


def _scores(board: Ruleset) -> Scores:
    plain = swap = FirstMoveScore()
    for m, n in {(board.m, board.n), (board.n, board.m)}:
        # Filtered after reading, so that it costs the same however many games there are.
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
            points = _points_of_first_player(outcome, first, has_swapped=swapped)
            if has_swap:
                swap = swap.plus(points)
            else:
                plain = plain.plus(points)
    return Scores(plain, swap)


def _points_of_first_player(outcome: str, first: str, *, has_swapped: bool) -> float:
    """Return the points of the player who made the first mark, even if the other took it over."""
    if outcome == Game.Outcome.DRAW:
        return 0.5
    return float((outcome == first) is not has_swapped)


@dataclass(frozen=True, slots=True)
class UnsettledBoard:
    """A board: *left* of its *kinds* of first cells are not proven, with *nodes* tried in vain."""

    ruleset: Ruleset
    left: int
    kinds: int
    nodes: int


def challenges() -> list[UnsettledBoard]:
    """Return the boards on which first cells are not proven, the smallest first.

    Boards that are too large to search are left out once it is known who wins them: nothing more is
    tried there.
    """
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
        if board.cells <= MAX_CELLS or without_rule(board) is Winner.OPEN
    ]
    return sorted(found, key=lambda each: (each.ruleset.cells, each.ruleset))


def latest_finds() -> list[FirstCellProof]:
    """Return what was proven last in idle time, the newest first."""
    found = FirstCellProof.objects.exclude(value=None)
    return list(found.order_by("-found_at", "-pk")[:FINDS_SHOWN])
