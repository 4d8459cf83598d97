"""Verdicts on moves: those of brute force, whatever the puzzle."""

from random import Random

import pytest

from games.core.errors import IllegalMove
from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.analysis.analyser import analyse
from games.engine.analysis.exhaustive import lone_moves
from games.engine.search.full_table import full_table, number_of
from games.engine.search.value import Value
from games.learn.puzzles.judging import MoveVerdict, judge, judge_by
from tests.learn.puzzles.boards import FORK, QUIET, TINY

BOARD = Ruleset(4, 4, 4)


@pytest.fixture(scope="module")
def sample():
    """1,000 of all positions of 4,4,4 with one good move."""
    found = lone_moves(BOARD)
    return [found[index] for index in Random(13).sample(range(len(found)), 1_000)]


def _by_force(position, cell):
    """The value of a move and its plies, by the table of all positions."""
    after = position.play(cell)
    if after.is_over:
        return (Value.WIN, 1) if after.is_won else (Value.DRAW, None)
    plies = int(full_table(position.ruleset)[number_of(after)])
    return Value((plies < 0) - (plies > 0)), abs(plies) + 1 if plies else None


@pytest.mark.slow
def test_every_move_of_a_thousand_puzzles_gets_the_verdict_of_the_table(sample):
    for puzzle in sample:
        analysis = analyse(puzzle.position, Limits(seconds=60))
        right = []
        for cell in puzzle.position.legal_moves():
            value, plies = _by_force(puzzle.position, cell)
            found = judge_by(analysis, cell, puzzle.value)
            assert (found.value, found.plies) == (value, plies)
            keeps = value >= puzzle.value
            assert found.verdict is (MoveVerdict.RIGHT if keeps else MoveVerdict.WRONG)
            assert found.is_fastest == (keeps and plies == (puzzle.plies or None))
            right += [cell] if keeps else []
        assert puzzle.cell in right


async def test_a_win_is_answered_move_by_move_to_its_end():
    position, cells = FORK, []
    while not position.is_over:
        analysis = analyse(position, Limits(seconds=20))
        found = await judge(position, analysis.best[0], Value.WIN)
        assert (found.verdict, found.is_fastest) == (MoveVerdict.RIGHT, True)
        cells += [analysis.best[0], *([] if found.reply is None else [found.reply])]
        position = Position.after(TINY, (*FORK_MOVES, *cells))
    assert position.is_won
    assert len(cells) == 3


FORK_MOVES = (0, 4, 8, 2)


async def test_the_best_reply_resists_as_long_as_it_can():
    board = Ruleset(4, 3, 3)
    found = lone_moves(board)
    longest = max(found, key=lambda each: each.plies)
    position, left = longest.position, longest.plies
    while not position.is_over:
        best = analyse(position, Limits(seconds=20)).best[0]
        answer = await judge(position, best, Value.WIN)
        assert answer.plies == left
        position = position.play(best)
        if answer.reply is not None:
            position = position.play(answer.reply)
        left -= 2
    assert left == -1


async def test_a_slower_win_is_right_but_not_the_fastest():
    position = Position.after(TINY, (0, 1, 4, 2))  # X wins at once at 8
    found = await judge(position, 8, Value.WIN)
    assert (found.verdict, found.is_fastest, found.reply) == (MoveVerdict.RIGHT, True, None)
    slower = await judge(position, 3, Value.WIN)
    assert (slower.verdict, slower.is_fastest) == (MoveVerdict.RIGHT, False)
    assert slower.reply is not None


async def test_a_wrong_move_is_refuted_to_the_line():
    wrong = await judge(QUIET, 1, Value.DRAW)  # O at the side
    assert (wrong.verdict, wrong.value) == (MoveVerdict.WRONG, Value.LOSS)
    end = Position.after(TINY, (0, 1, *wrong.refutation))
    assert end.is_won
    assert end.ply % 2 == 1  # by X
    assert 1 + len(wrong.refutation) == wrong.plies


async def test_a_win_given_away_is_answered_by_the_move_that_draws():
    wrong = await judge(FORK, 5, Value.WIN)
    assert wrong.verdict is MoveVerdict.WRONG
    if wrong.value is Value.DRAW:
        assert len(wrong.refutation) == 1


@pytest.mark.django_db(transaction=True)
async def test_what_is_not_proven_is_neither_right_nor_wrong():
    board = Ruleset(15, 15, 5)
    quiet = Position.after(board, (112, 0))
    found = await judge(quiet, 113, Value.WIN)
    assert (found.verdict, found.is_fastest, found.refutation) == (MoveVerdict.OPEN, False, ())


@pytest.mark.parametrize(("cell", "code"), [(0, "cell_taken"), (99, "no_such_cell")])
async def test_a_move_that_cannot_be_made_is_refused(cell, code):
    with pytest.raises(IllegalMove) as refused:
        await judge(QUIET, cell, Value.DRAW)
    assert refused.value.code == code
