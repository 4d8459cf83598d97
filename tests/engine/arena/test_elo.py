from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.arena.elo import difference, ratings, score


def games(first, second, won, lost, drawn=0):
    return (
        [(first, second, 1.0)] * won
        + [(first, second, 0.0)] * lost
        + [(first, second, 0.5)] * drawn
    )


def test_three_of_four_points_are_191_elo():
    assert difference(0.75) == pytest.approx(190.85, abs=0.01)
    assert difference(0.5) == 0
    assert (difference(0), difference(1)) == (-inf, inf)


def test_two_players_differ_by_what_their_score_says():
    found = ratings(games("a", "b", won=7500, lost=2500))
    assert found["a"].elo - found["b"].elo == pytest.approx(190.8, abs=0.2)
    assert found["a"].elo == pytest.approx(-found["b"].elo)


def test_a_draw_is_half_a_win():
    mixed = ratings(games("a", "b", won=6, lost=2, drawn=2))
    plain = ratings(games("a", "b", won=7, lost=3))
    assert mixed["a"].elo == pytest.approx(plain["a"].elo)


def test_one_who_always_wins_has_a_rating_that_grows_with_the_games():
    few, many = ratings(games("a", "b", 4, 0)), ratings(games("a", "b", 400, 0))
    assert 0 < few["a"].elo < many["a"].elo < 2000


def test_errors_shrink_with_the_square_root_of_the_games():
    few = ratings(games("a", "b", 50, 49))["a"].error
    many = ratings(games("a", "b", 200, 199))["a"].error
    assert few / many == pytest.approx(2, rel=0.02)


def test_players_that_never_met_are_compared_by_others():
    found = ratings(games("a", "b", 75, 25) + games("b", "c", 75, 25))
    assert found["a"].elo > found["b"].elo > found["c"].elo
    assert found["a"].elo - found["c"].elo == pytest.approx(378, abs=3)


def test_ratings_beside_some_are_relative_to_their_mean():
    played = games("a", "b", 60, 40) + games("b", "c", 70, 30) + games("c", "d", 100, 0)
    plain, beside = ratings(played), ratings(played, ["a", "b"])
    assert beside["a"].elo == pytest.approx(-beside["b"].elo)
    assert beside["a"].elo - beside["d"].elo == pytest.approx(plain["a"].elo - plain["d"].elo)
    # What is not known of d makes the others no less certain, but d.
    assert beside["a"].error < plain["a"].error
    assert beside["d"].error > plain["d"].error


def test_who_has_no_games_is_no_part_of_the_mean():
    played = games("a", "b", 60, 40) + games("b", "c", 70, 30)
    assert ratings(played, ["a", "b", "nobody"]) == ratings(played, ["a", "b"])
    assert ratings(played, ["nobody"]) == ratings(played)


def test_without_games_there_are_no_ratings():
    assert ratings([]) == {}


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from("def"), st.sampled_from([0, 0.5, 1])),
        min_size=1,
        max_size=60,
    )
)
def test_any_results_give_finite_ratings(results):
    found = ratings(results)
    assert all(abs(one.elo) < 3000 and 0 < one.error < 5000 for one in found.values())
    assert sum(one.elo for one in found.values()) == pytest.approx(0, abs=1e-3)


def test_a_score_has_wilsons_interval():
    half = score(50, 100)
    assert (half.share, half.least, half.most) == pytest.approx((0.5, 0.4038, 0.5962), abs=1e-4)
    assert score(40, 40).least == pytest.approx(0.9124, abs=1e-4)
    assert score(0, 40).most == pytest.approx(0.0876, abs=1e-4)
