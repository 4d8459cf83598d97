"""Proving that who begins wins: a move after every first answer, then every reply to it.

Whoever begins marks the middle. `first_answers` are the other's cells, of those that are images of
each other one; `third_move` is what is tried against each. Then the replies are answered one after
another, those far from the marks first, in passes: each reply gets so many positions, and three
times as many in the next pass (`answers`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.core.rules import Cell, Position, Ruleset, cells_of
from games.core.symmetry import keys_after
from games.engine.kernels.watchdog import Flag
from games.engine.proving.quiet_wins import QuietSearch, SearchTerms, Token
from games.engine.search.glance import middle_of
from games.engine.search.threes import THREES

FIRST_POSITIONS, GROWTH = 600, 3  # for a reply, of the search above threats
DIAGONALS = ((-1, 1), (-1, -1), (1, 1), (1, -1))


def first_move(ruleset: Ruleset) -> Cell:
    """Return the cell that who begins marks: the middle, or the last of its cells."""
    return middle_of(ruleset)[-1]


def first_answers(ruleset: Ruleset) -> list[Cell]:
    """Return the answers to it, one of those that are images of each other."""
    found: dict[bytes, Cell] = {}
    for cell, key in keys_after(Position(ruleset).play(first_move(ruleset))).items():
        found.setdefault(key, cell)
    return list(found.values())


def third_move(ruleset: Ruleset, answer: Cell) -> Cell:
    """Return a cell diagonally beside the first, as nearly as can be across from *answer*."""
    row, column = divmod(first_move(ruleset), ruleset.m)
    down, right = answer // ruleset.m - row, answer % ruleset.m - column
    free = [way for way in DIAGONALS if way != (down, right)]
    way = min(free, key=lambda way: abs(way[0] * down + way[1] * right))
    return (row + way[0]) * ruleset.m + column + way[1]


def replies_to_answer(search: QuietSearch, position: Position) -> frozenset[Cell]:
    """Return the replies that have to be answered in a position with the other side to move.

    Where nothing threatens, all of them.
    """
    threat = search.threat()
    return frozenset(position.legal_moves() if threat is None else cells_of(threat))


def answers(
    position: Position, known: Collection[Cell], terms: SearchTerms, positions: int, stop: Flag
) -> Iterator[tuple[Cell, list[Token] | None, int]]:
    """Answer the replies but those *known*: yield each with how, and how many positions it took.

    None where it stays open in this pass. Each pass gives a reply at most *positions*, the first
    FIRST_POSITIONS.
    """
    THREES.ready()
    search = QuietSearch(position, terms, stop)
    left = sorted(replies_to_answer(search, position) - set(known), key=search.worth)
    most = min(FIRST_POSITIONS, positions)
    while left and not stop[0]:
        still_open = []
        for reply in left:
            if stop[0]:
                return
            before = search.positions
            found = search.answer(reply, most)
            if found is None:
                still_open.append(reply)
            yield reply, found, search.positions - before
        if most == positions:
            return
        left, most = still_open, min(positions, GROWTH * most)
