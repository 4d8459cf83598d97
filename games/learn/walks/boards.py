"""The boards that have proofs to walk, and where the pages about them are."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from games.core.rules import Cell, Ruleset
from games.learn.positions.addresses import board_name, cells_name

BOARDS = (Ruleset(15, 15, 5),)


def path_of_walk(ruleset: Ruleset, replies: Sequence[Cell] = ()) -> str:
    """Return the path of the page about the turn after O's *replies*."""
    board = board_name(ruleset)
    if not replies:
        return reverse("games:walk", args=[board])
    return reverse("games:walk_on", args=[board, cells_name(ruleset, replies)])
