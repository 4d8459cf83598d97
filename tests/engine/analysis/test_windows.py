"""What windows say, against looking through a board's lines one by one."""

from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import Ruleset
from games.engine.analysis.windows import windows_of

BOARDS = [Ruleset(9, 7, 5), Ruleset(5, 6, 4), Ruleset(4, 3, 3), Ruleset(7, 7, 7)]


@st.composite
def two_sides(draw):
    """A board and two sets of marks on it, which share no cell."""
    ruleset = draw(st.sampled_from(BOARDS))
    marks = draw(st.lists(st.sampled_from(["own", "other", "free"]), min_size=ruleset.cells))
    own = sum(1 << cell for cell in range(ruleset.cells) if marks[cell] == "own")
    other = sum(1 << cell for cell in range(ruleset.cells) if marks[cell] == "other")
    return ruleset, own, other


def free_cells(ruleset, marks, others, least):
    """The cells without marks of the lines with so many of them and none of the others."""
    found = 0
    for line in ruleset.lines:
        if not line & others and (line & marks).bit_count() >= least:
            found |= line & ~marks
    return found


@given(two_sides())
def test_a_line_is_found_where_there_is_one(sides):
    ruleset, own, _ = sides
    filled = any(own & line == line for line in ruleset.lines)
    assert windows_of(ruleset).has_line(own) == filled


@given(st.sampled_from(BOARDS).flatmap(lambda board: st.sampled_from(board.lines).map(
    lambda line: (board, line))))  # fmt: skip
def test_every_line_is_known(board_and_line):
    ruleset, line = board_and_line
    windows = windows_of(ruleset)
    assert windows.has_line(line)
    lowest = line & -line
    assert windows.completing(line ^ lowest, 0) & lowest
    assert not windows.completing(line ^ lowest, lowest) & line


@given(two_sides())
def test_cells_that_complete_or_make_a_four(sides):
    ruleset, own, other = sides
    windows = windows_of(ruleset)
    assert windows.completing(own, other) == free_cells(ruleset, own, other, ruleset.k - 1)
    assert windows.fours(own, other) == free_cells(ruleset, other, own, ruleset.k - 2)


@given(two_sides())
def test_zones_grow_by_what_a_free_reply_can_make_a_four_with(sides):
    ruleset, own, other = sides
    first, second, third = windows_of(ruleset).with_free((1, 2, 4), own, other)
    assert first == 1 | free_cells(ruleset, other, own, ruleset.k - 3)
    assert second == 2 | free_cells(ruleset, other, own, ruleset.k - 4)
    assert third == 4
