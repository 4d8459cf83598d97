"""What becomes of text that people write."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import GameError
from games.core.plain_text import plain_text, safe_cell

LONGEST = 40
# Enough of what is odd that it meets itself often.
ODD = "ab \t\n\u0000\u0301\u0323\u200b\u200c\u200d\u2028\u202e\u2067\u3164\u0958\u093c\ufe0f👩🚀"
texts = st.text(max_size=60) | st.text(alphabet=ODD, max_size=30)


def plain(text: str) -> str:
    return plain_text(text, longest=LONGEST)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello", "Hello"),
        ("  good \n\t game  ", "good game"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("cafe\u0301", "café"),
        ("evil\u202etxt\u2066.\u0007", "eviltxt."),
        ("a\u200b\ufeffb", "ab"),
        ("z\u0335\u0321\u0322\u0327\u0328", "z\u0335\u0321"),
        ("\u0301\u0301a", "a"),
        ("a \u0301b", "a b"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("a\u200d\u200d\u200db", "a\u200db"),
        ("a\u200d", "a"),
        ("a\u200d b", "a b"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_it_is_one_line_that_disturbs_nothing(text, expected):
    assert plain(text) == expected


@pytest.mark.parametrize("text", ["", "  \n", "\u200b\u200d", "\u3164\u2800", "\u0301", "\u202e"])
def test_what_nobody_sees_is_empty(text):
    with pytest.raises(GameError, match="empty"):
        plain(text)


def test_length_is_counted_in_characters_as_they_are_kept():
    assert plain("e\u0301" * LONGEST) == "é" * LONGEST
    with pytest.raises(GameError, match="too_long"):
        plain("x" * (LONGEST + 1))


def plain_or_nothing(text: str) -> str | None:
    try:
        return plain(text)
    except GameError:
        return None


@given(texts)
def test_plain_text_is_never_longer_and_stays_as_it_is(text):
    line = plain_or_nothing(text)
    if line is not None:
        assert plain(line) == line
        assert 0 < len(line) <= min(LONGEST, len(unicodedata.normalize("NFC", text)))


@given(texts)
def test_nothing_in_it_controls_anything(text):
    line = plain_or_nothing(text) or ""
    others = line.replace("\u200c", "").replace("\u200d", "")
    assert not any(unicodedata.category(character)[0] == "C" for character in others)
    assert line == " ".join(line.split())


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1", "=cmd|'/c'!A1"]
)
def test_a_formula_becomes_text(text):
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "alice", "180+2", "1. a3 a2", "a=b", "2023-11-14"])
def test_other_text_stays_as_it_is(text):
    assert safe_cell(text) == text
