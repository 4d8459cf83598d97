"""Proving that whoever begins wins: answers to every reply to the moves of `first_moves`.

The replies are answered one after another, those far from the marks first, in passes: in each pass
a reply gets three times as many positions as in the pass before (`answers`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.core.rules import Cell, Position, cells_of
from games.engine.kernels.watchdog import Flag
from games.engine.proving.proof_files import SearchTerms, Token
from games.engine.proving.quiet_wins import QuietSearch
from games.engine.search.strong import STRONG
from games.engine.search.threes import THREES

FIRST_POSITIONS, GROWTH = 600, 3  # for a reply, of the search above threats


def replies_to_answer(search: QuietSearch, position: Position) -> frozenset[Cell]:
    """Return the replies of the side to move that have to be answered: all if nothing threatens."""
    threat = search.threat()
    return frozenset(position.legal_moves() if threat is None else cells_of(threat))


def answers(
    position: Position,
    known: Collection[Cell],
    terms: SearchTerms,
    positions: int,
    stop: Flag,
) -> Iterator[tuple[Cell, list[Token] | None, int]]:
    """Answer all replies but those *known*: yield each with its answer and the positions it took.

    The answer is None while a reply stays open. The first pass gives a reply FIRST_POSITIONS, the
    last one *positions*.
    """
    STRONG.ensure_ready()
    THREES.ensure_ready()
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
