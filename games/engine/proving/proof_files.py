"""Proofs that whoever begins wins, as text: one file for each first answer of the other side.

Lines that begin with # are notes. Then come

    board 15,15,5
    moves h8 a15 i9
    terms 1500 3000 400

the marks of the first player, the other and the first again, and the numbers of positions that the
searches for wins by threats may look at (`SearchTerms`). Every other line answers one reply:

    b3: j7/4 2 k8/2 3

The words speak of the positions in which the first player is to move. `j7/4` says that j7 is the
quiet move in the next position, and that four replies to it have to be answered; a number alone
says that so many positions in a row are won by threats. After a quiet move come these replies, in
the order of the cells, each followed by all that comes after it. The zone of the win that the quiet
move threatens says which replies these are; if the quiet move makes a four, it is the forced reply.
So whoever walks the proof finds the way with one search a move, and need not read what others led
to: in the longest stored line that took 18,344 searches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import NamedTuple

from games.core.errors import BadNotation
from games.core.notation import cell_name, parse_cell, parse_ruleset, ruleset_text
from games.core.rules import Cell, Position, Ruleset

MOVES_BEFORE = 3
LICENCE = "# CC0 1.0: to the extent possible under law, all rights to this file are waived."


class QuietMove(NamedTuple):
    """A quiet move of the attacker's, and how many replies to it have to be answered."""

    cell: Cell
    replies: int


Token = QuietMove | None  # None where threats win


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """How many positions the searches for wins by threats may look at: part of a proof.

    With the same terms they find the same wins again.
    """

    leaf: int = 1_500  # for a win with the attacker to move
    null: int = 3_000  # for a win if the defender passes
    replay: int = 400  # for a win by the moves of an earlier one


# A longer replay could keep more replies than `threat_proofs` has room for. What a quiet move
# threatens may take long to find: f11, after h8 h9 i9 i8 f10 g10, more than 5,000 positions.
MAX_TERMS = SearchTerms(leaf=5_000, null=20_000, replay=5_000)


@dataclass(frozen=True, slots=True, eq=False)
class ProofFile:
    """What a file says; not yet verified. It equals itself alone, so that a cache can go by it."""

    ruleset: Ruleset
    moves: tuple[Cell, ...]
    terms: SearchTerms
    replies: Mapping[Cell, tuple[Token, ...]]

    @property
    def position(self) -> Position:
        """The position in which the replies are made."""
        return Position.after(self.ruleset, self.moves)


def header_text(ruleset: Ruleset, moves: Iterable[Cell], terms: SearchTerms) -> str:
    """Return the beginning of a file."""
    names = " ".join(cell_name(ruleset, cell) for cell in moves)
    return (
        f"{LICENCE}\n# The format is explained in games/engine/proving/proof_files.py.\n"
        f"board {ruleset_text(ruleset)}\nmoves {names}\n"
        f"terms {terms.leaf} {terms.null} {terms.replay}\n"
    )


def reply_text(ruleset: Ruleset, reply: Cell, tokens: Iterable[Token]) -> str:
    """Return the line that answers a reply."""
    words: list[str] = []
    won = 0
    for token in tokens:
        if token is None:
            won += 1
            continue
        words += [str(won)] if won else []
        words.append(f"{cell_name(ruleset, token.cell)}/{token.replies}")
        won = 0
    words += [str(won)] if won else []
    return f"{cell_name(ruleset, reply)}: {' '.join(words)}\n"


def parse_proof(text: str) -> ProofFile:
    """Read what `header_text` and `reply_text` write, except a last line that was cut short.

    Raises BadNotation (bad_proof, bad_cell, bad_ruleset) or BadRuleset.
    """
    whole = whole_lines(text).splitlines()
    lines = [line for line in whole if line and not line.startswith("#")]
    try:
        head = dict(line.split(" ", 1) for line in lines[:3])
        ruleset = parse_ruleset(head["board"])
        moves = tuple(parse_cell(ruleset, name) for name in head["moves"].split())
        leaf, null, replay = map(int, head["terms"].split())
        replies = dict(_parse_reply(ruleset, line) for line in lines[3:])
    except (KeyError, TypeError, ValueError) as error:
        raise BadNotation("bad_proof", f"this is no proof: {error}") from error
    if len(moves) != MOVES_BEFORE:
        raise BadNotation("bad_proof", f"a proof begins after {MOVES_BEFORE} moves")
    return ProofFile(ruleset, moves, _checked(SearchTerms(leaf, null, replay)), replies)


def _checked(terms: SearchTerms) -> SearchTerms:
    most = astuple(MAX_TERMS)
    if not all(0 <= term <= limit for term, limit in zip(astuple(terms), most, strict=True)):
        raise BadNotation("bad_proof", f"terms are from 0 to {most}")
    return terms


def whole_lines(text: str) -> str:
    """Return *text* without a last line that was cut short."""
    return text[: text.rfind("\n") + 1]


def _parse_reply(ruleset: Ruleset, line: str) -> tuple[Cell, tuple[Token, ...]]:
    name, words = line.split(":")
    tokens: list[Token] = []
    unsaid = 1  # positions that nothing was said of yet
    for word in words.split():
        won = int(word) if word.isdecimal() else 0
        if won > unsaid or not unsaid:
            raise ValueError("more is said than there is")
        if won:
            tokens += [None] * won
            unsaid -= won
        else:
            move = _parse_move(ruleset, word)
            tokens.append(move)
            unsaid += move.replies - 1
    if unsaid:
        raise ValueError("less is said than there is")
    return parse_cell(ruleset, name), tuple(tokens)


@lru_cache(4096)  # files repeat themselves: most moves are made of few cells and numbers
def _parse_move(ruleset: Ruleset, word: str) -> QuietMove:
    name, replies = word.split("/")
    if not replies.isdecimal() or int(replies) > ruleset.cells:
        raise ValueError("no number of replies")
    return QuietMove(parse_cell(ruleset, name), int(replies))
