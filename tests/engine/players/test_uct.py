"""UCT and random playouts; what chance decides is compared with exact probabilities."""

import threading
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import Limits
from games.engine.kernels import uct
from games.engine.kernels.strips import free_cells, random_state, strips_of, words_of
from games.engine.players.uct import Tally, choose, play_at_random, search
from tests.engine.clocks import FakeClock
from tests.engine.positions import board, random_position, spot


def limits(seed=1, **others):
    return Limits(seed=seed, clock=FakeClock(), **others)


@cache
def chances(position):
    """How likely random play ends in a win, a draw, a loss of the side to move."""
    if position.is_over:
        return (Fraction(0), Fraction(not position.is_won), Fraction(position.is_won))
    moves = position.legal_moves()
    after = [chances(position.play(cell)) for cell in moves]
    won, drawn, lost = (sum(part, Fraction(0)) / len(moves) for part in zip(*after, strict=True))
    return lost, drawn, won


@pytest.mark.parametrize(
    "position",
    [
        Position(TIC_TAC_TOE),
        Position.after(TIC_TAC_TOE, [4, 0, 1]),
        Position.after(Ruleset(4, 3, 3), [0, 5, 6]),
        Position.after(Ruleset(5, 3, 4), [0, 1, 2, 3, 4, 14]),
    ],
)
def test_random_games_end_as_often_as_they_should(position):
    playouts = 100_000
    tally = play_at_random(position, limits(), playouts)
    assert tally.playouts == playouts
    for counted, chance in zip(
        (tally.won, tally.drawn, tally.lost), chances(position), strict=True
    ):
        deviation = float(playouts * chance * (1 - chance)) ** 0.5
        assert abs(counted - playouts * chance) <= 5 * deviation


def test_a_finished_game_needs_no_playing():
    lost = Position.after(TIC_TAC_TOE, [0, 3, 1, 4, 2])
    drawn = Position.after(TIC_TAC_TOE, [4, 0, 1, 7, 6, 2, 5, 3, 8])
    assert play_at_random(lost, limits(), 10) == Tally(lost=10)
    assert play_at_random(drawn, limits(), 10) == Tally(drawn=10)


def test_every_playout_is_counted_at_one_move():
    tried = search(Position(TIC_TAC_TOE), limits(), 500)
    assert [move.cell for move in tried] == list(range(9))
    assert sum(move.playouts for move in tried) == 500
    assert all(0 <= move.average <= 1 for move in tried)


def test_the_same_seed_gives_the_same_search():
    position = Position(Ruleset(5, 5, 4))
    assert search(position, limits(seed=3)) == search(position, limits(seed=3))
    assert search(position, limits(seed=3)) != search(position, limits(seed=4))


def test_nodes_bound_the_playouts():
    tried = search(Position(TIC_TAC_TOE), limits(nodes=40), 500)
    assert sum(move.playouts for move in tried) == 40


@pytest.mark.parametrize("given", [{"seconds": 0.0}, {"nodes": 0}])
def test_without_any_playout_a_free_cell_is_marked(given):
    position = Position.after(TIC_TAC_TOE, [4, 0])
    assert choose(position, limits(**given)) in position.legal_moves()


def test_a_stopped_search_ends():
    stop = threading.Event()
    threading.Timer(0.05, stop.set).start()
    position = Position(Ruleset(15, 15, 5))
    tried = search(position, Limits(seconds=3600, seed=1, stop=stop), 1 << 30)
    assert sum(move.playouts for move in tried) < 1 << 30


def test_it_completes_a_line_and_blocks_one():
    win = board("xx.", "oo.", "...", k=3)
    block = board("oo.", "x..", "..x", k=3)
    assert choose(win, limits()) == spot(win, 0, 2)
    assert choose(block, limits()) == spot(block, 0, 2)


def test_many_playouts_find_the_only_moves_at_the_start():
    for corner in (0, 2, 6, 8):
        assert choose(Position.after(TIC_TAC_TOE, [corner]), limits(), 20_000) == 4


def grown(position, playouts, nodes, seed=1, exploration=1.4):
    strips = strips_of(position.ruleset)
    tree = uct.new_tree(nodes)
    words, free = words_of(position, strips), free_cells(position)
    uct.grow(
        tree,
        words,
        free,
        strips,
        exploration,
        playouts,
        random_state(seed),
        np.zeros(1, np.uint8),
        np.zeros_like(words),
        np.zeros(len(free) + 1, np.int64),
    )
    return tree


def check(tree, node, position):
    """That everything the tree says of *node* and below agrees with the rules."""
    first, tried = int(tree.child[node]), int(tree.tried[node])
    children = range(first, first + tried)
    assert 0 <= tree.points[node] <= 2 * tree.visits[node]
    if node:
        expected = uct.WON if position.is_won else uct.DRAWN if position.is_over else uct.GOES_ON
        assert tree.ending[node] == expected
    if not first:
        return
    cells = tree.cell[first : first + int(tree.children[node])].tolist()
    assert sorted(cells) == list(position.legal_moves())
    visits = sum(int(tree.visits[child]) for child in children)
    assert visits == tree.visits[node] - (1 if node else 0)  # one playout began at the node itself
    for child in children:
        assert tree.visits[child] > 0
        check(tree, child, position.play(int(tree.cell[child])))
    for child in range(first + tried, first + int(tree.children[node])):
        assert tree.visits[child] == tree.child[child] == 0


@pytest.mark.parametrize("numbers", [(3, 3, 3), (4, 4, 3), (7, 3, 5), (15, 15, 5), (19, 19, 19)])
def test_the_tree_agrees_with_the_rules(numbers):
    random = Random(7)
    for seed in range(5):
        position = random_position(random, Ruleset(*numbers))
        check(grown(position, 1000, 300_000, seed), 0, position)


def test_a_full_tree_goes_on_counting():
    position = Position(Ruleset(4, 4, 4))
    tree = grown(position, 5000, 400)
    assert tree.visits[0] == 5000
    assert sum(tree.visits[1:17].tolist()) == 5000
