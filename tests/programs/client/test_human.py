"""A person at the terminal: what they type."""

import builtins

import pytest

from mnk import Game
from mnk.errors import Broken
from mnk.programs.human import Human

SECONDS = 20.0


@pytest.fixture
def type_lines(monkeypatch):
    """Types these lines, and then nothing more."""

    def type_lines(*lines):
        left = iter(lines)

        def read(prompt):
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", read)

    return type_lines


@pytest.mark.parametrize("typed", ["h8", "H8", " H8 "])
def test_a_cell_may_be_typed_in_capitals(type_lines, typed):
    type_lines(typed)
    assert Human().choose(Game(15, 15, 5), SECONDS) == "h8"


def test_a_taken_cell_is_asked_for_again(type_lines, capsys):
    type_lines("H8", "a1")
    assert Human().choose(Game(15, 15, 5, ("h8",)), SECONDS) == "a1"
    assert "Type a free cell, such as a15." in capsys.readouterr().out


def test_who_types_nothing_more_has_left(type_lines):
    type_lines()
    with pytest.raises(Broken):
        Human().choose(Game(), SECONDS)
