"""Proving that whoever begins wins: answers to every reply to the moves of `first_moves`.

The replies are answered one after another, those far from the marks first, in passes: in each pass
a search looks at three times as many positions as in the pass before (`answers`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.core.rules import Cell, Position
from games.engine.kernels.watchdog import Flag
from games.engine.proving.answering import AT_ONCE, GROWTH, Answerer, PlanOf, no_plan
from games.engine.proving.guided import Guide, GuidedAnswerer
from games.engine.proving.proof_files import SearchTerms, Token
from games.engine.search.strong import STRONG
from games.engine.search.threes import THREES


def answers(
    position: Position,
    known: Collection[Cell],
    terms: SearchTerms,
    positions: int,
    stop: Flag,
    guide: Guide | None = None,
    precedent: PlanOf = no_plan,
) -> Iterator[tuple[Cell, list[Token] | None, int]]:
    """Answer all replies but those *known*: yield each with its answer and the positions it took.

    The answer is None while a reply stays open. A search looks at AT_ONCE positions in the first
    pass, at *positions* in the last one. A *guide* is asked in the last one, which comes second;
    there *positions* are those of all searches for a reply. A *precedent* is tried before all else.
    """
    STRONG.ensure_ready()
    THREES.ensure_ready()
    answerer = (
        GuidedAnswerer(position, terms, stop, guide, precedent)
        if guide
        else Answerer(position, terms, stop, precedent)
    )
    left = [reply for reply in answerer.replies() if reply not in known]
    most = min(AT_ONCE, positions)
    while left and not stop[0]:
        still_open = []
        for reply in left:
            if stop[0]:
                return
            before = answerer.positions
            found = answerer.answer(reply, most)
            if found is None:
                still_open.append(reply)
            yield reply, found, answerer.positions - before
        if most == positions:
            return
        left, most = still_open, positions if guide else min(positions, GROWTH * most)
