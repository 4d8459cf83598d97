"""The proofs that come with the engine, by the first answer of the second player.

A file that cannot be read, or begins with other moves than its name says, is logged and left out,
as if there were none.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from games.core.errors import GameError
from games.core.notation import cell_name
from games.core.rules import Cell, Ruleset
from games.core.symmetry import Symmetry
from games.engine.proving.first_moves import first_answers, first_move
from games.engine.proving.lengths import ProofLengths, parse_lengths
from games.engine.proving.proof_files import ProofFile, parse_proof

FOLDER = files("games.engine") / "data" / "proofs"
LENGTHS = files("games.engine") / "data" / "proof_lengths"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn of a stored proof: its moves on the proof's board, and the way to a position's board.

    The last move is the first player's. It leads to the position, or is the one to make there.
    """

    moves: tuple[Cell, ...]
    to_position: Symmetry

    @property
    def cell(self) -> Cell:
        """The last move, on the position's board."""
        return self.to_position[self.moves[-1]]


@cache
def proofs_of(ruleset: Ruleset) -> Mapping[Cell, ProofFile]:
    """Return the proofs of a board by first answer; most boards have none."""
    board = f"{ruleset.m}x{ruleset.n}x{ruleset.k}-"
    if not any(each.name.startswith(board) for each in FOLDER.iterdir()):
        return {}
    found = {answer: _load_proof(ruleset, answer) for answer in first_answers(ruleset)}
    return {answer: file for answer, file in found.items() if file}


def text_of(ruleset: Ruleset, answer: Cell) -> str | None:
    """Return the text of a first answer's file, if there is one."""
    file = FOLDER / name_of(ruleset, answer)
    return file.read_text(encoding="utf-8") if file.is_file() else None


@cache
def lengths_of(ruleset: Ruleset) -> Mapping[Cell, ProofLengths]:
    """Return how long the wins after each first answer take; none where nobody has counted."""
    try:
        return parse_lengths(ruleset, _lengths_text(ruleset))
    except (GameError, UnicodeDecodeError) as error:
        file = {"file": lengths_name(ruleset), "error": str(error)}
        logger.error("lengths of proofs are left out: they cannot be read", extra=file)
        return {}


@cache
def stamp_of(ruleset: Ruleset) -> str:
    """Return a hash of the proofs of a board and their lengths, which changes with them."""
    texts = [text_of(ruleset, answer) or "" for answer in proofs_of(ruleset)]
    texts.append(_lengths_text(ruleset) if texts else "")
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:16]


def lengths_name(ruleset: Ruleset) -> str:
    """Return the name of the file of a board's lengths."""
    return f"{ruleset.m}x{ruleset.n}x{ruleset.k}.txt"


def _lengths_text(ruleset: Ruleset) -> str:
    file = LENGTHS / lengths_name(ruleset)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def name_of(ruleset: Ruleset, answer: Cell) -> str:
    """Return the name of the file of a first answer."""
    return f"{ruleset.m}x{ruleset.n}x{ruleset.k}-{cell_name(ruleset, answer)}.txt"


def _load_proof(ruleset: Ruleset, answer: Cell) -> ProofFile | None:
    try:
        text = text_of(ruleset, answer)
        return None if text is None else _checked(parse_proof(text), ruleset, answer)
    except (GameError, UnicodeDecodeError) as error:
        file = {"file": name_of(ruleset, answer), "error": str(error)}
        logger.error("a proof is left out: it cannot be read", extra=file)
        return None


def _checked(file: ProofFile, ruleset: Ruleset, answer: Cell) -> ProofFile:
    if (file.ruleset, file.moves[:2]) != (ruleset, (first_move(ruleset), answer)):
        raise GameError("bad_proof", "it is of another game")
    if not file.replies.keys() <= set(file.position.legal_moves()):
        raise GameError("bad_proof", "a reply is not on a free cell")
    return file
