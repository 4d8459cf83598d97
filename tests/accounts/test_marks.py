# ruff: noqa: RUF001 (look-alikes are refused here)
"""Symbols and colours of the marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import marks
from accounts.errors import MarkRefused


@pytest.mark.parametrize(
    "symbol", ["", "A", "ж", "7", "★", "é", "e\u0301", "❤\ufe0f", "木", "क\u093f", "#", "😀"]
)
def test_one_character_as_people_see_it_is_a_symbol(symbol: str) -> None:
    assert len(marks.clean_symbol(symbol)) <= marks.MAX_SYMBOL_LENGTH


@pytest.mark.parametrize(
    "text",
    [
        "ab",
        "XX",
        "\u0301",
        "\x00",
        "a\u0301\u0302\u0303\u0304",
        "\u200b",
        "🇩🇪",
        "👨\u200d👩",
        "a b",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(MarkRefused, match="symbol_not_one_character"):
        marks.clean_symbol(text)


def test_space_around_a_symbol_does_not_count() -> None:
    assert marks.clean_symbol(" A ") == "A"


@pytest.mark.parametrize(("text", "colour"), [("", ""), (" #C0561A ", "#c0561a")])
def test_a_colour_is_stored_in_small_letters(text: str, colour: str) -> None:
    assert marks.clean_colour(text) == colour


@pytest.mark.parametrize("text", ["red", "#fff", "#12345g", "173bb4", "#173bb4;", "url(#a)"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(MarkRefused, match="colour_unreadable"):
        marks.clean_colour(text)


@pytest.mark.parametrize("text", ["#ffffff", "#000000", "#ffe14d", "#173bb4"])
def test_a_colour_must_be_seen_on_every_paper(text: str) -> None:
    with pytest.raises(MarkRefused, match="colour_too_faint"):
        marks.clean_colour(text)
    assert marks.clean_colour(marks.nearest_that_stands_out(text))


@given(st.integers(0, 0xFFFFFF))
def test_near_every_colour_there_is_one_that_stands_out(number: int) -> None:
    colour = f"#{number:06x}"
    near = marks.nearest_that_stands_out(colour)
    assert marks.clean_colour(near) == near
    assert marks.nearest_that_stands_out(near) == near


# Figures of the design: ink and pens on their paper.
@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#173bb4", "#fbfcfa", 8.8),
        ("#ff8259", "#151a20", 7.2),
        ("#777777", "#777777", 1.0),
    ],
)
def test_contrast_is_computed_as_the_guidelines_say(first: str, second: str, ratio: float) -> None:
    assert marks.contrast(first, second) == pytest.approx(ratio, abs=0.06)


@pytest.mark.parametrize(
    ("x_symbol", "o_symbol"), [("O", ""), ("", "x"), ("A", "a"), ("0", ""), ("", "×"), ("А", "A")]
)
def test_symbols_that_look_alike_are_refused(x_symbol: str, o_symbol: str) -> None:
    with pytest.raises(MarkRefused, match="symbols_alike"):
        marks.check_pair(x_symbol, o_symbol, "", "")


def test_equal_colours_are_refused() -> None:
    with pytest.raises(MarkRefused, match="colours_equal"):
        marks.check_pair("", "", "#808080", "#808080")


@pytest.mark.parametrize(
    "pair", [("", "", "", ""), ("A", "B", "#808080", ""), ("O", "X", "#808080", "#a06000")]
)
def test_marks_that_can_be_told_apart_are_accepted(pair: tuple[str, str, str, str]) -> None:
    marks.check_pair(*pair)


@given(st.text(max_size=12))
def test_no_text_makes_the_cleaning_fail_otherwise(text: str) -> None:
    for clean in (marks.clean_symbol, marks.clean_colour):
        try:
            cleaned = clean(text)
        except MarkRefused:
            continue
        assert clean(cleaned) == cleaned
