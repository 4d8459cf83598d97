"""The names that players of five in a row have for what a move makes, stops or lets through."""

from __future__ import annotations

from enum import StrEnum

NAMED_K = 5  # only five in a row has these names


class Shape(StrEnum):
    """Something that a side makes with one mark, or a way to win from there on."""

    OPEN_THREE = "open_three"  # becomes an open four unless it is stopped
    FOUR = "four"  # one reply is forced
    OPEN_FOUR = "open_four"  # two cells complete a line, one at each end
    TWO_FOURS = "two_fours"
    FOUR_AND_THREE = "four_and_three"
    TWO_THREES = "two_threes"
    FOURS = "fours"  # a win by nothing but fours
    THREES = "threes"  # a win by threes and fours


DECISIVE = frozenset({Shape.OPEN_FOUR, Shape.TWO_FOURS, Shape.FOUR_AND_THREE, Shape.TWO_THREES})
"""What wins unless the other side is faster."""
