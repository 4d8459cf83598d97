"""The boards that have proofs to walk, and where the pages about them are."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from games.core.rules import Cell, Ruleset
from games.core.symmetry import symmetries
from games.engine.proving.stored import StoredTurn
from games.learn.positions.addresses import board_name, cells_name

BOARDS = (Ruleset(15, 15, 5), Ruleset(13, 13, 5), Ruleset(11, 11, 5))


def path_of_turn(ruleset: Ruleset, turn: StoredTurn) -> str:
    """Return the path of the page about a turn of a proof.

    A walk turns the proof to fit O's first move, in the first way that fits. Where that is not how
    the position lies, the path has the moves as the proof has them.
    """
    if len(turn.moves) == 1:  # no answer to the first move yet
        return path_of_walk(ruleset)
    middle, answer, *_ = turn.moves
    there = turn.to_position
    to_walk = next(
        way for way in symmetries(ruleset) if way[middle] == middle and way[there[answer]] == answer
    )
    fits = all(to_walk[there[cell]] == cell for cell in turn.moves)
    return path_of_walk(ruleset, [there[cell] if fits else cell for cell in turn.moves[1::2]])


def path_of_walk(ruleset: Ruleset, replies: Sequence[Cell] = ()) -> str:
    """Return the path of the page about the turn after O's *replies*."""
    board = board_name(ruleset)
    if not replies:
        return reverse("games:walk", args=[board])
    return reverse("games:walk_on", args=[board, cells_name(ruleset, replies)])
