"""Follows O's moves through a stored proof, which is turned to fit them. Loads the compiler."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import Symmetry, inverse, symmetries
from games.engine.proving.first_moves import first_answers, first_move
from games.engine.proving.proof_files import ProofFile
from games.engine.proving.reading import BrokenProof
from games.engine.proving.stored import proofs_of
from games.engine.proving.walk import OpenReply, ProofTurn, QuietTurn, ThirdMoveTurn, begin
from games.learn.walks.turns import FirstAnswer, WalkedTurn

logger = logging.getLogger(__name__)


def walk(ruleset: Ruleset, replies: Sequence[Cell], *, with_marks: bool = True) -> WalkedTurn:
    """Return the turn after O's *replies*, or the last turn before a reply that is not proven.

    *with_marks* also counts the marks that X needs after a quiet move, which takes a search. Raises
    IllegalMove: cell_taken, game_over.
    """
    if not replies:
        return _start(ruleset)
    if replies[0] == first_move(ruleset):
        raise IllegalMove("cell_taken")
    found = _file_of(ruleset, replies[0])
    if found is None:
        return replace(_start(ruleset), refused=replies[0])
    file, way = found
    turn: ProofTurn = begin(file)
    refused = None
    for reply in replies[1:]:
        cell = way[reply]
        if turn.is_over or cell in turn.moves:
            raise IllegalMove("game_over" if turn.is_over else "cell_taken")
        try:
            turn = turn.after(cell)
        except OpenReply:
            refused = reply
            break
        except BrokenProof as error:
            _log(turn, error)
            refused = reply
            break
    return _as_it_lies(_walked_turn(ruleset, turn, with_marks=with_marks), way, refused)


def _start(ruleset: Ruleset) -> WalkedTurn:
    first = first_move(ruleset)
    answers = tuple(_first_answers(ruleset))
    begun = {cell: answer.most for answer in answers if answer.required for cell in answer.cells}
    free = frozenset(Position(ruleset).play(first).legal_moves())
    return WalkedTurn((first,), marks=begun, open=free - begun.keys(), answers=answers)


def _first_answers(ruleset: Ruleset) -> Iterator[FirstAnswer]:
    ways, proofs = _ways(ruleset), proofs_of(ruleset)
    for answer in first_answers(ruleset):
        images = tuple(dict.fromkeys(way[answer] for way in ways))
        turn = begin(proofs[answer]) if answer in proofs else None
        if turn is None:
            yield FirstAnswer(images, answered=0, required=0)
            continue
        most = None if turn.most_marks is None else 1 + turn.most_marks
        yield FirstAnswer(images, len(turn.answered), len(turn.required), most)


def _ways(ruleset: Ruleset) -> list[Symmetry]:
    """Return the symmetries of the board that leave the first move where it is."""
    first = first_move(ruleset)
    return [way for way in symmetries(ruleset) if way[first] == first]


def _file_of(ruleset: Ruleset, answer: Cell) -> tuple[ProofFile, Symmetry] | None:
    """Return the proof for an answer to the first move, and the way to the file's board."""
    proofs = proofs_of(ruleset)
    return next(
        ((proofs[way[answer]], way) for way in _ways(ruleset) if way[answer] in proofs), None
    )


def _walked_turn(ruleset: Ruleset, turn: ProofTurn, *, with_marks: bool) -> WalkedTurn:
    """Return what is known of a turn, with its cells on the file's board."""
    if turn.is_over:
        return WalkedTurn(turn.moves, is_over=True, most=0)
    if isinstance(turn, ThirdMoveTurn):
        return WalkedTurn(
            turn.moves,
            most=turn.most_marks,
            marks=dict(turn.marks()[0]),
            open=turn.required - turn.answered,
            positions=turn.lengths.positions if turn.lengths else None,
        )
    if isinstance(turn, QuietTurn) and not with_marks:
        return WalkedTurn(turn.moves, marks=dict.fromkeys(turn.defence.answers))
    free = frozenset(Position.after(ruleset, turn.moves).legal_moves())
    try:
        known, elsewhere = turn.marks()
    except BrokenProof as error:
        _log(turn, error)
        return WalkedTurn(turn.moves, open=free)
    marks = dict(known)
    others = frozenset() if elsewhere is not None else free - marks.keys()
    counts = [*marks.values(), *([elsewhere] if free - marks.keys() else [])]
    most = turn.most_marks
    if most is None and None not in counts:
        most = max(count for count in counts if count is not None)
    return WalkedTurn(turn.moves, most=most, marks=marks, elsewhere=elsewhere, open=others)


def _as_it_lies(turn: WalkedTurn, way: Symmetry, refused: Cell | None) -> WalkedTurn:
    """Return the turn on the visitor's board; *way* leads from there to the file's board."""
    back = inverse(way)
    return replace(
        turn,
        moves=tuple(back[cell] for cell in turn.moves),
        marks={back[cell]: count for cell, count in turn.marks.items()},
        open=frozenset(back[cell] for cell in turn.open),
        refused=refused,
    )


def _log(turn: ProofTurn, error: BrokenProof) -> None:
    logger.error("a stored proof is broken", extra={"moves": turn.moves, "error": str(error)})
