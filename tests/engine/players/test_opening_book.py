"""The book's answers keep what the first mark gave, on boards however turned; nothing is lost."""

from random import Random

import pytest

from games.core.rules import Position, Ruleset
from games.engine import Limits, Value, choose
from games.engine.kernels.watchdog import watched
from games.engine.openings.first_cells import first_cells
from games.engine.players.perfect import ANSWERS, answer
from games.engine.search.inquiry import Inquiry
from games.engine.search.prover import Prover

BOARDS = [(6, 5, 4), (7, 5, 4)]


def value(position, prover):
    """Of a position that may be over, for its side to move."""
    inquiry = Inquiry(prover, position)
    with watched(Limits(seconds=1000.0)) as stop:
        inquiry.find_value(10**9, stop)
    return inquiry.value


@pytest.mark.parametrize("numbers", BOARDS)
def test_every_answer_keeps_what_it_can(numbers):
    ruleset = Ruleset(*numbers)
    prover, kept = Prover(ruleset, 22), first_cells(ruleset)
    for first, reply in ANSWERS[ruleset].items():
        after = Position.after(ruleset, [first, reply])
        assert value(after, prover) is kept[first].value


@pytest.mark.parametrize("numbers", BOARDS)
def test_every_first_mark_that_does_not_win_has_an_answer_however_the_board_is_turned(numbers):
    m, n, k = numbers
    kept = first_cells(Ruleset(m, n, k))
    for first in range(m * n):
        found = answer(Position(Ruleset(m, n, k)).play(first))
        assert (found is None) is (kept[first].value is Value.WIN)
        row, column = divmod(first, m)
        turned = answer(Position(Ruleset(n, m, k)).play(column * n + row))
        assert (turned is None) is (found is None)


def test_it_answers_first_marks_only():
    assert answer(Position(Ruleset(7, 5, 4))) is None
    assert answer(Position.after(Ruleset(7, 5, 4), [1, 17])) is None
    assert answer(Position(Ruleset(15, 15, 5)).play(0)) is None


@pytest.mark.parametrize("numbers", BOARDS)
def test_perfect_gives_nothing_away_in_play_outs_on_solved_boards(numbers):
    ruleset, random = Ruleset(*numbers), Random(1)
    prover = Prover(ruleset, 22)
    for game in range(2):
        position = Position(ruleset)
        while not position.is_over and position.ply < 7:
            if position.ply % 2 == game % 2:
                cell = choose("perfect", position, Limits(seconds=1000, nodes=40_000, seed=game))
                assert value(position.play(cell), prover) == -value(position, prover)
            else:
                cell = random.choice(position.legal_moves())
            position = position.play(cell)
