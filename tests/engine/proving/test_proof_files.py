"""A proof is written as text and read again."""

from dataclasses import astuple

import pytest

from games.core.errors import BadNotation
from games.core.rules import Ruleset
from games.engine.kernels.threat_proofs import MAX_WAITING
from games.engine.proving.proof_files import (
    MAX_TERMS,
    QuietMove,
    SearchTerms,
    header_text,
    parse_proof,
    reply_text,
)

BOARD = Ruleset(15, 15, 5)
MOVES = (112, 0, 98)
HEADER = header_text(BOARD, MOVES, SearchTerms(1, 2, 3))


def test_what_is_written_is_read_again():
    replies = {5: (None,), 7: (QuietMove(30, 2), None, QuietMove(31, 0)), 224: (QuietMove(4, 0),)}
    text = HEADER + "".join(reply_text(BOARD, *one) for one in replies.items())
    file = parse_proof(text)
    assert (file.ruleset, file.moves, file.terms) == (BOARD, MOVES, SearchTerms(1, 2, 3))
    assert file.replies == replies
    assert file.position.ply == 3


def test_a_reply_whose_writing_was_broken_off_is_not_answered():
    """As by a loss of power; what is left of the line may look like a whole one."""
    tokens = [QuietMove(30, 13), *[None] * 12, QuietMove(31, 1), None]
    text = HEADER + reply_text(BOARD, 5, [None]) + reply_text(BOARD, 7, tokens)
    assert parse_proof(text).replies.keys() == {5, 7}
    for end in range(text.index("h15:"), len(text)):
        assert parse_proof(text[:end]).replies.keys() == {5}


def test_wins_after_one_another_are_counted():
    tokens = [QuietMove(98, 4), None, None, None, QuietMove(112, 1), None]
    assert reply_text(BOARD, 0, tokens) == "a15: i9/4 3 h8/1 1\n"


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
        HEADER + "b3: a1\n",
        HEADER + "b3: a1/\n",
        HEADER + "b3: a1/-1\n",
        HEADER + "b3: a1/1/1 1\n",
        HEADER + f"b3: a1/226 {226}\n",
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


def test_whoever_walks_a_reply_finds_neither_too_little_nor_too_much():
    whole = "a1/2 1 b1/3 2 c1/1 1"
    assert len(parse_proof(f"{HEADER}b3: {whole}\n").replies[181]) == 7
    for words in ("", "1 1", "2", "0", "a1/1", "a1/0 1", f"{whole} 1", f"{whole} a1/0", whole[:-2],
                  "a1/2 1", "a1/2 3", "99999999999", "a1/9 99999999999"):  # fmt: skip
        with pytest.raises(BadNotation, match="bad_proof"):
            parse_proof(f"{HEADER}b3: {words}\n")
