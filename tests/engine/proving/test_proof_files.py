"""A proof is written as text and read again."""

import pytest

from games.core.errors import BadNotation
from games.core.rules import Ruleset
from games.engine.proving.proof_files import SearchTerms, header_text, parse_proof, reply_text

BOARD = Ruleset(15, 15, 5)
MOVES = (112, 0, 98)
HEADER = header_text(BOARD, MOVES, SearchTerms(1, 2, 3))


def test_what_is_written_is_read_again():
    replies = {5: (None,), 7: (None, 30, None, None, 31), 224: (4,)}
    text = HEADER + "".join(reply_text(BOARD, *one) for one in replies.items())
    file = parse_proof(text)
    assert (file.ruleset, file.moves, file.terms) == (BOARD, MOVES, SearchTerms(1, 2, 3))
    assert file.replies == replies
    assert file.position.ply == 3


def test_wins_after_one_another_are_counted():
    assert reply_text(BOARD, 0, [98, None, None, None, 112, None]) == "a15: i9 3 h8 1\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "board 15,15,5\n",
        HEADER.replace("15,15,5", "15,15"),
        HEADER.replace("h8 a15 i9", "h8 a15"),
        HEADER.replace("terms 1 2 3", "terms 1 2"),
        HEADER + "a15 1\n",
        HEADER + "z99: 1\n",
        HEADER + "b3: x\n",
        HEADER + "b3: 99999999999\n",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(BadNotation, match="bad_"):
        parse_proof(text)
