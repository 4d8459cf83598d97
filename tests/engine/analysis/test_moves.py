"""Every move's worth, against the readable table and as published."""

import pytest

from games.core.errors import GameError, IllegalMove
from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import Limits
from games.engine.analysis.analyser import analyse
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.search.prover import Prover
from games.engine.search.table import best_cells
from games.engine.search.value import Value
from tests.engine.positions import random_positions, reachable

AMPLE = Limits(seconds=1000)


def distances(analysis):
    """By cell: d to win in d plies, -d to lose, 0 to draw."""
    return {
        move.cell: 0 if move.value is Value.DRAW else move.value * move.plies
        for move in analysis.moves
    }


def test_the_best_moves_of_tic_tac_toe_are_those_of_the_table():
    prover = Prover(TIC_TAC_TOE, 14)
    for position in reachable(TIC_TAC_TOE):
        if not position.is_over and position.ply > 3:
            analysis = analyse(position, AMPLE, prover)
            assert analysis.is_certain
            assert list(analysis.best) == best_cells(position)


def test_first_moves_on_4x3_are_as_published():
    analysis = analyse(Position(Ruleset(4, 3, 3)), AMPLE)
    assert distances(analysis) == {
        **dict.fromkeys([0, 3, 8, 11], 9),
        **dict.fromkeys([4, 7], -10),
        **dict.fromkeys([1, 2, 5, 6, 9, 10], 7),
    }
    assert analysis.best == (1, 2, 5, 6, 9, 10)
    assert (analysis.value, analysis.plies) == (Value.WIN, 7)
    assert analysis.only is analysis.forced is None


def test_a_threat_leaves_one_move():
    analysis = analyse(Position.after(TIC_TAC_TOE, [4, 1, 0]), AMPLE)
    assert analysis.forced == 8
    assert analysis.best == (8,)


def test_the_only_move_is_the_one_that_keeps_the_value():
    analysis = analyse(Position.after(TIC_TAC_TOE, [0]), AMPLE)
    assert analysis.only == 4
    assert analysis.forced is None
    assert (analysis.value, analysis.plies) == (Value.DRAW, None)


def test_a_line_at_hand_is_certain_without_looking_further():
    position = Position.after(Ruleset(19, 19, 5), [0, 19, 1, 20, 2, 21, 3, 22])
    analysis = analyse(position, Limits(seconds=0))
    assert analysis.best == (4,)
    assert analysis.is_certain
    assert (analysis.value, analysis.plies) == (Value.WIN, 1)


def test_what_is_not_proven_is_said_to_be_open_and_estimated():
    analysis = analyse(Position(Ruleset(9, 9, 5)), AMPLE)
    assert analysis.value is analysis.plies is None
    assert not analysis.is_certain
    assert not any(move.is_proven for move in analysis.moves)
    assert max(analysis.moves, key=lambda move: move.estimate).cell == 40
    assert all(0 <= move.estimate <= 1 for move in analysis.moves)


def test_a_move_that_is_not_legal_has_no_worth():
    analysis = analyse(Position(TIC_TAC_TOE).play(4), AMPLE)
    for cell, code in ((4, "cell_taken"), (9, "no_such_cell"), (-1, "no_such_cell")):
        with pytest.raises(IllegalMove, match=code):
            analysis.of(cell)


def test_of_lost_moves_the_longest_resistance_comes_first_however_it_is_known():
    known, bounded = (
        MoveWorth(cell, Value.LOSS, plies, 0.5, within)
        for cell, plies, within in ((0, 2, None), (1, None, 9))
    )
    assert bounded.rank > known.rank
    assert Analysis(Position(TIC_TAC_TOE), (known, bounded), 0).best == (1,)


@pytest.mark.parametrize(
    "position",
    [
        Position.after(TIC_TAC_TOE, [0, 3, 1, 4, 2]),
        Position(TIC_TAC_TOE, own=0b11, opposing=0b100),
        Position(TIC_TAC_TOE, own=0b1, opposing=0b1),
    ],
)
def test_a_position_without_a_move_is_refused(position):
    with pytest.raises(GameError):
        analyse(position, AMPLE)


def test_few_nodes_give_only_what_is_proven():
    truth = Prover(Ruleset(4, 4, 3), 16)
    for position in random_positions(Ruleset(4, 4, 3), 20, seed=2):
        exact = distances(analyse(position, AMPLE, truth))
        for nodes in (0, 5, 50, 500):
            analysis = analyse(position, Limits(seconds=1000, nodes=nodes))
            assert analysis.nodes <= nodes
            for move in analysis.moves:
                if move.is_proven:
                    assert move.value * (move.plies or 0) == exact[move.cell]
            if analysis.is_certain:
                assert max(exact[cell] for cell in analysis.best) == exact[analysis.best[0]]
