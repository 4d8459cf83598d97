"""A proof is written as text and read again."""

from dataclasses import astuple

import pytest

from games.core.errors import BadNotation
from games.core.rules import Ruleset
from games.engine.kernels.threat_proofs import MAX_WAITING
from games.engine.proving.proof_files import (
    MAX_TERMS,
    MAX_TOKENS,
    SearchTerms,
    header_text,
    parse_proof,
    reply_text,
)

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


def test_a_reply_whose_writing_was_broken_off_is_not_answered():
    """As by a loss of power; what is left of the line may look like a whole one."""
    text = HEADER + reply_text(BOARD, 5, [None]) + reply_text(BOARD, 7, [30, None, None, 31, None])
    assert parse_proof(text).replies.keys() == {5, 7}
    for end in range(text.index("h15:"), len(text)):
        assert parse_proof(text[:end]).replies.keys() == {5}


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


def test_the_largest_terms_are_read():
    largest = f"terms {MAX_TERMS.leaf} {MAX_TERMS.null} {MAX_TERMS.replay}"
    assert parse_proof(HEADER.replace("terms 1 2 3", largest)).terms == MAX_TERMS
    assert MAX_TERMS.replay <= MAX_WAITING


@pytest.mark.parametrize("number", [-1, None, MAX_WAITING + 1, 99_999_999, 1 << 70])
@pytest.mark.parametrize("term", range(3))
def test_terms_that_the_searches_have_no_room_for_are_refused(term, number):
    terms = ["1", "2", "3"]
    terms[term] = str(astuple(MAX_TERMS)[term] + 1 if number is None else number)
    with pytest.raises(BadNotation, match="bad_proof"):
        parse_proof(HEADER.replace("terms 1 2 3", f"terms {' '.join(terms)}"))


def test_a_reply_that_says_more_than_fits_into_memory_is_refused():
    assert len(parse_proof(f"{HEADER}b3: {MAX_TOKENS}\n").replies[181]) == MAX_TOKENS
    for words in (f"{MAX_TOKENS + 1}", f"{MAX_TOKENS} a1 1"):
        with pytest.raises(BadNotation, match="bad_proof"):
            parse_proof(f"{HEADER}b3: {words}\n")
