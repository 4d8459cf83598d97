"""The lab's findings in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mnk.lab.contract import ContractVerdict
from mnk.lab.trial import TrialLines
from mnk.programs.python import Cs50Board

SEATS = {True: "first", False: "second"}


def numbered(moves: Iterable[str]) -> str:
    """Return, for example, "1. b2 a1 2. c3"."""
    words: list[str] = []
    for ply, cell in enumerate(moves):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(cell)
    return " ".join(words)


def findings(name: str, is_first: bool, lines: TrialLines) -> Iterator[str]:
    """Yield what the lines show, where it can in the words of the site's own command for staff,
    `manage.py conformance`.
    """
    yield f"{name}, {SEATS[is_first]}: {_verdict(lines)}"
    if lines.lost and not lines.need_not_lose:
        yield "  This seat is lost against perfect play."
    if lines.mistake is not None:
        yield f"  The last of these moves is a mistake: {numbered(lines.mistake)}"
    if lines.changed is not None:
        after = numbered(lines.changed) or "no moves"
        yield f"  It plays by chance: it gave two answers after {after}"
    elif lines.has_differed:
        yield "  It plays by chance: with other seeds, other games"


def _verdict(lines: TrialLines) -> str:
    ends = f"{lines.won} won, {lines.drawn} drawn"
    if lines.loss is None:
        if lines.plays_by_chance:
            return f"lost none of {lines.number} lines ({ends})"
        if lines.is_certain:
            return f"never loses ({lines.number} lines: {ends})"
        twice = f"asked {lines.asked_twice} positions twice or more, always the same answer"
        return f"never lost ({lines.number} lines: {ends}); {twice}"
    return f"loses {lines.lost} of {lines.number} lines ({ends}): {numbered(lines.loss)}"


def contract_findings(verdict: ContractVerdict) -> Iterator[str]:
    """Yield how one function of a CS50 file did."""
    if verdict.first is None:
        yield f"{verdict.name}: right on all {verdict.tried:,} positions"
        return
    yield f"{verdict.name}: wrong on {verdict.wrong:,} of {verdict.tried:,} positions"
    yield f"  {verdict.first.problem}, on"
    yield from (f"  {line}" for line in _drawn(verdict.first.board))


def _drawn(board: Cs50Board) -> list[str]:
    return [" ".join(mark or "." for mark in row) for row in board]
