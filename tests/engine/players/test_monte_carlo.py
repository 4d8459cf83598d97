from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import Position
from games.engine.budget import Limits
from games.engine.players.monte_carlo import choose, playout
from tests.core.strategies import games
from tests.engine.clocks import FakeClock
from tests.engine.positions import after, large


@given(games(), st.integers(0, 99))
def test_a_playout_ends_with_a_result_the_game_can_have(game, seed):
    position = Position.after(*game)
    if not position.is_over:
        assert playout(position, Random(seed)) in (-1, 0, 1)


def test_playouts_of_tic_tac_toe_are_won_as_often_as_they_should():
    # Of the random games of tic-tac-toe the first side wins 58.5%, 12.7% are drawn.
    random = Random(1)
    results = [playout(after(), random) for _ in range(4000)]
    assert 0.56 < results.count(1) / 4000 < 0.61
    assert 0.11 < results.count(0) / 4000 < 0.145


def test_with_many_playouts_it_wins_and_blocks():
    assert choose(after(0, 3, 1, 4, 8), Limits(seed=1, seconds=60), playouts=50) == 5
    assert choose(after(0, 4, 1), Limits(seed=1, seconds=60), playouts=50) == 2


def test_every_cell_gets_as_many_playouts():
    clock = FakeClock()
    choose(after(), Limits(seed=1, clock=clock), playouts=5)
    assert clock.looks == 1 + 9 * 5


def test_it_stops_in_time():
    clock = FakeClock(tick=0.001)
    position = large()
    cell = choose(position, Limits(seconds=0.5, clock=clock), playouts=1000)
    assert cell in position.legal_moves()
    assert clock.looks <= 502
