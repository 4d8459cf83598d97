"""Reading one game with all that a room needs."""

import pytest

from games.live.storage.loading import load
from tests.plans import plans_of
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db


@pytest.mark.embedded
def test_the_score_is_found_by_the_series_however_many_games_are_over(alice, bob):
    first = play(new_game(alice, bob), X_WINS)
    second = new_game(bob, alice, series=first.series)
    plans = plans_of(lambda: load(second.uid))
    assert "games_game_series" in plans
    assert "game_by_status" not in plans
    assert load(second.uid).score.o == 1
