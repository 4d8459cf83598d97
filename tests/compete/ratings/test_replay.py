"""Undoing a round leaves ratings as if it had never been played; nothing that was is forgotten."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from games.compete.ratings import services
from games.core.errors import GameError
from games.models import HALVES, AppendOnly, Rating, RatingChange, StaffDecision
from tests.compete.ratings.rounds import rated_round
from tests.conftest import make_person

pytestmark = pytest.mark.django_db
START = datetime(2026, 1, 1, tzinfo=UTC)
ROUNDS = 24


@pytest.fixture
def people(alice, bob, charlie):
    return [alice, bob, charlie, make_person("alice2"), make_person("bob2")]


@pytest.fixture
def drawn(people):
    """What is played: who, against whom, with how many half points, and on which day."""
    chance = random.Random(3)
    pairs = [chance.sample(people, 2) for _ in range(ROUNDS)]
    return [(*pair, chance.choice([0, 2, 4]), number) for number, pair in enumerate(pairs)]


def played(drawn):
    return [
        rated_round(first, second, halves, at=START + timedelta(days=day))
        for first, second, halves, day in drawn
    ]


def table():
    """Ratings as values, and the changes that stand."""
    ratings = {
        row.user.username: (row.strength, row.rounds, row.opponents, row.at)
        for row in Rating.objects.select_related("user")
    }
    changes = RatingChange.objects.filter(undone_at=None).order_by("at", "user")
    return ratings, [(one.at, one.user_id, one.before, one.after) for one in changes]


def forget_everything():
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()


@pytest.mark.parametrize("undone", [0, ROUNDS // 2, ROUNDS - 1])
def test_an_annulled_round_leaves_the_table_as_if_it_had_never_been_played(drawn, alice, undone):
    rounds = played(drawn)
    before = table()
    services.annul(uid=rounds[undone].uid, by=alice, reason="Arranged.")
    without = table()
    assert without != before
    services.restore(uid=rounds[undone].uid, by=alice, reason="Not arranged.")
    assert table() == before
    forget_everything()
    for round in rounds:
        round.delete()
    played(drawn[:undone] + drawn[undone + 1 :])
    assert table() == without


def test_a_corrected_result_leaves_the_table_as_if_it_had_been_so_from_the_start(drawn):
    first, second, halves, day = drawn[5]
    rounds = played(drawn)
    changed = rounds[5]
    changed.halves = HALVES - halves if halves != HALVES // 2 else 0
    changed.save()
    services.rerate(round=changed)
    corrected = table()
    forget_everything()
    for round in rounds:
        round.delete()
    played([*drawn[:5], (first, second, changed.halves, day), *drawn[6:]])
    assert table() == corrected


def test_of_two_rounds_that_end_at_one_moment_one_counts_before_the_other(alice, bob, charlie):
    first, second = (rated_round(alice, other, 4, at=START) for other in (bob, charlie))
    assert first.rated_at == START < second.rated_at
    # By a clock that is behind, too.
    third = rated_round(bob, charlie, 4, at=START - timedelta(hours=1))
    assert second.rated_at < third.rated_at


def test_who_has_no_round_left_has_no_rating(alice, bob):
    round = rated_round(alice, bob, 4, at=START)
    services.annul(uid=round.uid, by=alice, reason="Arranged.")
    services.annul(uid=round.uid, by=alice, reason="Arranged.")
    assert not Rating.objects.exists()
    assert RatingChange.objects.exclude(undone_at=None).count() == 2


def test_only_rounds_that_are_over_can_be_annulled(alice, bob):
    round = rated_round(alice, bob, 4, at=START, pool="")
    services.annul(uid=round.uid, by=alice, reason="Arranged.")  # its tournament counts it no more
    round.refresh_from_db()
    assert round.annulled_by == alice
    round.state, round.halves = "off", None
    round.save()
    with pytest.raises(GameError, match="round_not_over"):
        services.restore(uid=round.uid, by=alice, reason="Not arranged.")
    with pytest.raises(GameError, match="no_such_round"):
        services.annul(uid="x" * 10, by=alice, reason="Arranged.")


def test_who_annulled_a_round_when_and_why_is_logged(alice, bob, charlie):
    round = rated_round(bob, charlie, 4, at=START)
    services.annul(uid=round.uid, by=alice, reason="Arranged.")
    services.restore(uid=round.uid, by=alice, reason="Not arranged.")
    restored, annulled = StaffDecision.objects.all()
    rating = RatingChange.objects.get(user=bob, undone_at=None).rating_after
    assert (annulled.kind, annulled.staff, annulled.reason) == ("annulled", alice, "Arranged.")
    assert (annulled.uid, annulled.pool) == (round.uid, "fours")
    assert annulled.before[str(bob.pk)] == restored.after[str(bob.pk)] == rating
    assert annulled.after == restored.before == {}
    for change in (annulled.save, annulled.delete, StaffDecision.objects.all().delete):
        with pytest.raises(AppendOnly):
            change()
