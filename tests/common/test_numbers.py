"""Numbers that a client writes."""

import pytest

from tictactoe_site.common.numbers import parse_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("0042", 42), ("9999", 9999), ("10000", None), ("", None), ("-1", None)],
)
def test_digits_are_a_number_as_long_as_they_may_be(text, number):
    assert parse_number(text) == number


@pytest.mark.parametrize("text", ["²", "٣", "1 ", "1.0", "1e3", "one"])
def test_nothing_else_is(text):
    assert parse_number(text) is None
