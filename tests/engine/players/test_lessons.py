"""Players for lessons and tests: one follows a script, one asks others."""

from games.engine.budget import Limits
from games.engine.players import blind, rules
from games.engine.players.lessons import choose_by_script, choose_by_vote
from tests.engine.positions import after


def player_of(cell):
    return lambda position, limits: cell


def test_a_script_is_followed_cell_by_cell():
    script = [4, 0, 8]
    assert choose_by_script(after(), Limits(), cells=script) == 4
    assert choose_by_script(after(4, 1), Limits(), cells=script) == 0
    assert choose_by_script(after(4, 1, 0, 2), Limits(), cells=script) == 8


def test_a_script_goes_on_after_a_taken_cell():
    assert choose_by_script(after(4), Limits(), cells=[4, 0, 8]) == 0


def test_after_its_script_chance_decides():
    chosen = {choose_by_script(after(4), Limits(seed=seed), cells=[4]) for seed in range(60)}
    assert chosen == set(range(9)) - {4}


def test_an_ensemble_marks_what_most_of_it_would():
    players = [player_of(0), player_of(8), player_of(8)]
    assert choose_by_vote(after(4), Limits(), players=players) == 8


def test_of_equal_votes_the_earliest_counts():
    players = [player_of(8), player_of(0), player_of(0), player_of(8)]
    assert choose_by_vote(after(4), Limits(), players=players) == 8


def test_an_ensemble_shares_its_limits():
    given = []

    def player(position, limits):
        given.append((limits.seconds, limits.nodes))
        return 0

    choose_by_vote(after(4), Limits(seconds=0.9, nodes=30), players=[player] * 3)
    assert given == [(0.3, 10)] * 3


def test_real_players_can_be_asked():
    players = [blind.choose_at_random, rules.choose, rules.choose]
    assert choose_by_vote(after(0, 4, 1), Limits(seed=1), players=players) == 2
