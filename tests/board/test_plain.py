"""The board as text."""

import re

import pytest

from games.board.plain import PlainBoard
from games.core.rules import TIC_TAC_TOE, Mark, Ruleset
from games.protocol.messages import MarkLook

USUAL = {"x": MarkLook("", ""), "o": MarkLook("", "")}


def board(moves=(), ruleset=TIC_TAC_TOE, first=Mark.X, looks=USUAL, **more):
    return PlainBoard(ruleset, first, moves, looks, **more)


def labels(text):
    return re.findall(r'aria-label="([^"]*)"', text)


def test_every_cell_has_its_place_and_its_name():
    text = board(ruleset=Ruleset(4, 3, 3)).table
    assert [row.count('role="cell"') for row in text.splitlines()] == [4, 4, 4]
    assert re.findall(r"(\w+), empty", text)[:5] == ["a3", "b3", "c3", "d3", "a2"]


def test_free_cells_are_buttons_for_whoever_may_play():
    assert "<button" not in board([4]).table
    text = board([4], is_playable=True).table
    assert re.findall(r'<button name="cell" value="(\d)"', text) == list("01235678")
    assert 'value="0" aria-label="a3, empty"' in text


@pytest.mark.parametrize(("first", "second"), [(Mark.X, "O"), (Mark.O, "X")])
def test_taken_cells_say_whose_they_are_and_what_matters_about_them(first, second):
    text = board([4, 0], first=first).table
    assert labels(text) == [f"a3, {second}, last move", f"b2, {first.upper()}"]
    assert text.count("board__taken--last") == 1


def test_the_line_that_won_is_said_before_the_last_move():
    text = board([0, 3, 1, 4, 2], line=(0, 1, 2)).table
    assert labels(text) == [
        *(f"{name}, X, winning line" for name in ("a3", "b3", "c3")),
        "a2, O",
        "b2, O",
    ]
    assert text.count("board__taken--won") == 3
    assert "board__taken--last" not in text


def test_chosen_marks_are_drawn_as_text_and_escaped():
    looks = {"x": MarkLook("<", "#aa2200"), "o": MarkLook("", "#0022aa")}
    text = board([4, 0], looks=looks).table
    assert labels(text) == ["a3, O, last move", "b2, &lt;"]
    assert 'color="#aa2200"><g class="mark"><text class="mark__symbol" x="50" y="53">&lt;' in text
    assert 'color="#0022aa"><g class="mark"><path' in text


def test_columns_and_rows_are_written_beside():
    shown = board(ruleset=Ruleset(3, 4, 3))
    assert shown.columns == ["a", "b", "c"]
    assert shown.rows == ["4", "3", "2", "1"]
