"""Which rounds count for no rating, and why."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.compete.ratings.conditions import (
    GAMES_COMPARED,
    NEW_FOR,
    NEW_ROUNDS,
    ROUNDS_OF_LEVELS_A_DAY,
    ROUNDS_OF_PAIR_A_DAY,
    is_given,
    unplayed_scores,
    unrated_pairs,
    unrated_reason,
    why_unrated,
)
from games.core.rules import Ruleset
from games.core.symmetry import symmetries
from games.models import Rating
from games.play.game.creation import engine_account
from games.text.refusals import UNRATED, refusal, unrated_text
from tests.compete.ratings.rounds import GIVEN_UP, over_round, rated_round
from tests.plans import plans_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
ONE_GAME = (0, 6, 1, 7, 2, 8)
ANOTHER = (14, 20, 15, 21, 3, 9)
NETWORKS = ("one", "one")


@pytest.fixture
def make_bot():
    def make(name, owner):
        return User.objects.create_user(name, kind=User.Kind.BOT, owner=owner)

    return make


def test_a_round_of_two_people_counts(alice, bob):
    round = rated_round(alice, bob, 4, at=NOON)
    assert (round.unrated_because, round.rated_at) == ("", NOON)


def test_a_pair_has_so_many_rated_rounds_a_day(alice, bob, charlie):
    for number in range(ROUNDS_OF_PAIR_A_DAY):
        assert not unrated_reason(alice, bob, NOON + number * HOUR)
        pair = (alice, bob) if number % 2 else (bob, alice)
        assert not rated_round(*pair, 4, at=NOON + number * HOUR).unrated_because
    late = NOON + ROUNDS_OF_PAIR_A_DAY * HOUR
    assert unrated_reason(alice, bob, late) == unrated_reason(bob, alice, late) == "pair_limit"
    more = rated_round(alice, bob, 4, at=late, pool="fives")  # all pools together
    assert (more.unrated_because, more.rated_at, more.counts) == ("pair_limit", None, False)
    assert not unrated_reason(alice, charlie, late)
    assert unrated_pairs({bob: "", charlie: "", alice: ""}, late) == {(alice.pk, bob.pk)}
    assert not unrated_reason(alice, bob, NOON + DAY)
    assert not unrated_pairs({alice: "", bob: ""}, NOON + DAY)


def test_so_many_rounds_a_day_against_levels_count(alice, bob):
    levels = [engine_account("guard"), engine_account("searcher")]
    for number in range(ROUNDS_OF_LEVELS_A_DAY):
        round = rated_round(levels[number % 2], alice, 0, at=NOON + number * HOUR)
        assert not round.unrated_because
    late = NOON + ROUNDS_OF_LEVELS_A_DAY * HOUR
    assert unrated_reason(alice, levels[0], late) == "level_limit"
    assert unrated_reason(levels[1], alice, late) == "level_limit"
    assert not unrated_reason(alice, bob, late)
    assert not unrated_reason(bob, levels[0], late)


def test_guests_and_bots_of_one_owner_do_not_make_ratings(alice, bob, make_bot):
    guest = User.objects.create_user("guest-2345678", kind=User.Kind.GUEST)
    assert unrated_reason(alice, guest) == "guest"
    own, other, another = (make_bot(*made) for made in (("b1", alice), ("b2", alice), ("b3", bob)))
    for pair in ((own, alice), (alice, own), (own, other)):
        assert unrated_reason(*pair) == "same_owner"
    assert rated_round(own, alice, 4, at=NOON).unrated_because == "same_owner"
    assert not unrated_reason(own, another)
    assert not unrated_reason(own, bob)


def test_new_accounts_of_one_network_do_not_rate_each_other(alice, bob):
    User.objects.update(date_joined=NOON - NEW_FOR - HOUR)
    for user in (alice, bob):
        user.refresh_from_db()
        Rating.objects.create(user=user, pool="fives", rounds=NEW_ROUNDS)
    together = {"at": NOON, "networks": NETWORKS}
    assert not rated_round(alice, bob, 4, **together).unrated_because
    assert not rated_round(alice, bob, 4, at=NOON, networks=("", "")).unrated_because
    fives = Rating.objects.filter(user=bob, pool="fives")
    fives.update(rounds=NEW_ROUNDS - 3)  # there are two of fours
    assert rated_round(alice, bob, 4, **together).unrated_because == "same_network"
    assert not rated_round(alice, bob, 4, at=NOON, networks=("one", "two")).unrated_because
    fives.update(rounds=NEW_ROUNDS)
    assert not unrated_pairs({alice: "one", bob: "one"}, NOON)
    bob.date_joined = NOON - HOUR
    bob.save()
    assert unrated_pairs({bob: "one", alice: "one"}, NOON) == {(alice.pk, bob.pk)}
    assert not unrated_pairs({bob: "one", alice: "two"}, NOON)
    assert rated_round(bob, alice, 4, **together).unrated_because == "same_network"


@pytest.mark.parametrize("way", [0, 1, 5])
def test_a_game_that_went_as_an_earlier_one_of_the_pair_rates_nobody(alice, bob, charlie, way):
    turned = [symmetries(Ruleset(6, 6, 4))[way][cell] for cell in ANOTHER]
    first = rated_round(alice, bob, 4, at=NOON, moves=(ONE_GAME, ANOTHER))
    assert not first.unrated_because
    assert not rated_round(alice, charlie, 4, at=NOON, moves=(ONE_GAME, turned)).unrated_because
    again = rated_round(bob, alice, 4, at=NOON, moves=(ONE_GAME[::-1], turned))
    assert again.unrated_because == "repeated_game"


def test_only_the_last_games_of_a_pair_are_compared(alice, bob):
    rated_round(alice, bob, 4, at=NOON, moves=(ONE_GAME, ANOTHER))
    for number in range(GAMES_COMPARED // 2):
        rated_round(bob, alice, 4, at=NOON + number * DAY)
    late = NOON + GAMES_COMPARED * DAY
    assert not rated_round(alice, bob, 4, at=late, moves=(ONE_GAME, ANOTHER)).unrated_because


def test_both_games_of_a_round_may_be_the_same(alice, bob):
    round = rated_round(alice, bob, 2, at=NOON, moves=(ONE_GAME, ONE_GAME))
    assert not round.unrated_because


def test_giving_up_at_once_again_is_no_way_out_of_a_loss(alice, bob):
    for number in range(3):
        round = rated_round(alice, bob, 4, at=NOON + number * HOUR)
        assert not round.unrated_because


def changes_of(first, second, halves, moves):
    """What a round made of two who stand at 1500 ± 120: points, and the weight it had."""
    Rating.objects.filter(user__in=(first, second)).delete()
    for user in (first, second):
        Rating.objects.create(user=user, pool="fours", rating=1500, deviation=60, at=NOON)
    round = rated_round(first, second, halves, at=NOON, moves=moves)
    rows = {row.user_id: row for row in round.changes.all()}
    return [(rows[user.pk].points, rows[user.pk].weight) for user in (first, second)]


def test_games_that_were_given_up_at_once_raise_no_rating(alice, bob):
    (won, _), (lost, _) = changes_of(alice, bob, 4, (None, None))
    assert won == -lost > 0
    assert changes_of(alice, bob, 4, GIVEN_UP) == [(0, 0.0), (lost, 1.0)]
    (half, weight), whole = changes_of(bob, alice, 4, (None, ()))
    assert (0 < half < won, weight, whole) == (True, 0.5, (lost, 1.0))


def test_a_game_that_the_opponent_gave_up_makes_up_for_a_lost_one(alice, bob):
    # bob wins the first game on the board, and gives up the second one at once.
    assert changes_of(bob, alice, 2, (None, ())) == [(0, 1.0), (0, 1.0)]
    Rating.objects.all().delete()
    Rating.objects.create(user=alice, pool="fours", rating=1300, deviation=60, at=NOON)
    Rating.objects.create(user=bob, pool="fours", rating=1700, deviation=60, at=NOON)
    round = rated_round(bob, alice, 2, at=NOON + DAY, moves=(None, ()))
    rows = {row.user_id: row.points for row in round.changes.all()}
    assert rows[alice.pk] == 0  # neither less for the lost one nor more for the other
    assert rows[bob.pk] < 0


@pytest.mark.parametrize(
    ("plies", "winner", "termination", "is_enough"),
    [
        (0, "x", "resignation", False),
        (2, "x", "resignation", False),  # one move of each
        (4, "x", "resignation", False),  # nobody needs only one more of four in a row
        (5, "x", "resignation", True),
        (5, "o", "resignation", False),
        (6, "o", "resignation", True),
        (1, "x", "time", False),
        (1, "x", "abandoned", False),
        (0, "draw", "agreement", False),
        (6, "draw", "agreement", True),
        (3, "o", "adjudication", True),
        (0, "x", "line", True),
    ],
)
def test_a_game_is_played_once_it_could_have_been_lost_on_the_board(
    alice, bob, plies, winner, termination, is_enough
):
    round = over_round(alice, bob, 4)
    game = round.first_game
    game.ply, game.outcome, game.termination = plies, winner, termination
    given = {"x": 1.0, "o": 0.0, "draw": 0.5}[winner]
    assert unplayed_scores(round) == (() if is_enough else (given,))
    assert is_given(round) is not is_enough


def test_a_game_that_did_not_begin_was_not_played(alice, bob):
    round = over_round(alice, bob, 4)
    round.second_game, round.left_by = None, bob
    assert unplayed_scores(round) == (1.0,)
    round.left_by = alice
    assert unplayed_scores(round) == (0.0,)


@pytest.mark.embedded
def test_conditions_are_found_along_indexes(alice, bob):
    rated_round(alice, bob, 4, at=NOON, moves=(ONE_GAME, ANOTHER))
    round = over_round(alice, bob, 4, moves=(ONE_GAME[::-1], ANOTHER[::-1]))
    networks = {alice: "one", bob: "one"}
    plans = plans_of(lambda: (why_unrated(round, NOON), unrated_pairs(networks, NOON)))
    assert "rating_change_of_user" in plans
    assert "round_of_pair" in plans
    assert "SCAN" not in plans


def test_every_reason_has_its_sentence(alice, bob):
    assert all(str(sentence).endswith(".") for sentence in UNRATED.values())
    assert ROUNDS_OF_PAIR_A_DAY == 6
    assert "six" in unrated_text("pair_limit")
    assert ROUNDS_OF_LEVELS_A_DAY == 10
    assert "ten" in unrated_text("level_limit")
    assert unrated_text("unheard_of")
    assert refusal("pair_limit") == unrated_text("pair_limit")  # to those who ask for such a round
