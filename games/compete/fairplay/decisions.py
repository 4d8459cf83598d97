"""The decisions in games of rated rounds, from the reviews that are stored.

A decision counts as hard if the only move that kept the value of the position was found
(Label.ONLY), or a value was given away. It is not hard to complete or block a line at once. Forced
moves, and those about which nothing is proven, are left out. So are games without a review, which
exists only where somebody asked for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.rules import Mark
from games.engine.analysis.grades import VERSION
from games.engine.analysis.labels import Code, Label
from games.learn.review.grade_codec import parse_grades
from games.models import Game, Move, Review, Round

FOUND = {Label.ONLY}
GIVEN_AWAY = {Label.SLIP, Label.MISTAKE, Label.BLUNDER}
EVIDENT = {
    Code.COMPLETES_LINE,
    Code.BLOCKS_LINE,
    Code.LAST_CELL,
    Code.MISSES_LINE,
    Code.LEAVES_LINE,
}
EASY = {Label.BEST, Label.GOOD, Label.SLOWER}


@dataclass(frozen=True, slots=True)
class MoveDecision:
    """One move of *user_id* in a game of a round."""

    user_id: int
    round_id: int
    is_hard: bool
    is_found: bool
    seconds: float


def decisions(rounds: Sequence[Round]) -> Iterator[MoveDecision]:
    """Yield the decisions in the reviewed games of *rounds*. Two queries, whatever their number."""
    of_round = {game_id: round for round in rounds for game_id in _games(round)}
    reviews = Review.objects.filter(game__in=of_round, grader__gte=VERSION)
    reviewed = {review.game_id: review for review in reviews.select_related("game")}
    spent: dict[int, list[int]] = {}
    rows = Move.objects.filter(game__in=reviewed).order_by("game_id", "ply")
    for game_id, spent_ms in rows.values_list("game_id", "spent_ms"):
        spent.setdefault(game_id, []).append(spent_ms)
    for game_id, review in reviewed.items():
        yield from _of_game(of_round[game_id], review.game, review.grades, spent.get(game_id, []))


def _games(round: Round) -> Iterable[int]:
    return (key for key in (round.first_game_id, round.second_game_id) if key)


def _of_game(
    round: Round, game: Game, stored: dict[str, Any], spent: list[int]
) -> Iterator[MoveDecision]:
    moves = parse_grades(stored).moves
    if len(moves) != len(spent):
        return  # moves were taken back since the review
    for ply, (move, spent_ms) in enumerate(zip(moves, spent, strict=True)):
        is_evident = move.reason.code in EVIDENT
        is_hard = move.label in FOUND | GIVEN_AWAY and not is_evident
        mark = Mark(game.first).at(ply)
        player = game.x_player_id if mark is Mark.X else game.o_player_id
        # The time of a game's first two moves is also that in which its players came.
        if player and ply >= game.setup + 2 and (is_hard or is_evident or move.label in EASY):
            yield MoveDecision(
                player, round.pk, is_hard, is_hard and move.label in FOUND, spent_ms / 1000
            )
