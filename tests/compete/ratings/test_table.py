"""Whatever happens, the tables are what the rounds that count come to.

The expected table is computed here from what was done, in a few lines of its own: the rounds in
their order, each with the ratings before it.
"""

import random
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from games.compete.ratings import refunds, services
from games.compete.ratings.verification import differences, repair
from games.core.rating import RatedResult, Strength, decayed, expected_score, updated
from games.models import HALVES, Rating, RatingChange, Round
from tests.compete.ratings.rounds import GIVEN_UP, over_round, rated_round
from tests.conftest import make_person

START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
STEPS = 40


@dataclass
class Counted:
    """A round or a refund as the test knows it."""

    at: datetime
    round: Round | None = None
    halves: int = 0
    stands: bool = True
    user: int = 0
    given: float = 0.0
    is_given: bool = False


def computed(history):
    """The table from scratch: rating, deviation, rounds and opponents by user."""
    table = {}
    for one in sorted((one for one in history if one.stands), key=lambda one: one.at):
        if one.round is None:
            if one.user in table:
                strength, at, *rest = table[one.user]
                raised = Strength(
                    strength.rating + one.given, strength.deviation, strength.volatility
                )
                table[one.user] = (raised, at, *rest)
            continue
        pair = one.round.first_id, one.round.second_id
        before = {}
        for key in pair:
            strength, at, *_ = table.get(key, (Strength(), None))
            before[key] = decayed(strength, (one.at - at) / DAY) if at else strength
        scores = one.halves / HALVES, 1 - one.halves / HALVES
        for key, other, score in zip(pair, pair[::-1], scores, strict=True):
            after = updated(before[key], [RatedResult(before[other], score)])
            if one.is_given and score > expected_score(before[key], before[other]):
                after = before[key]
            _, _, rounds, met = table.get(key, (None, None, 0, frozenset()))
            table[key] = (after, one.at, rounds + 1, met | {other})
    return {
        key: (strength, at, rounds, len(met)) for key, (strength, at, rounds, met) in table.items()
    }


def stored():
    rows = Rating.objects.all()
    return {row.user_id: (row.strength, row.at, row.rounds, row.opponents) for row in rows}


class Play:
    """What can be done to rounds and ratings, with a record of it for `computed`."""

    def __init__(self, people, chance):
        self.people, self.chance, self.history, self.now = people, chance, [], START

    def rounds(self):
        return [one for one in self.history if one.round]

    def do_round(self):
        self.now += self.chance.choice([DAY / 4, DAY])
        first, second = self.chance.sample(self.people, 2)
        halves = self.chance.choice([0, 2, 4])
        is_given = len(self.history) % 5 == 4
        moves = GIVEN_UP if is_given else (None, None)
        round = rated_round(first, second, halves, at=self.now, moves=moves)
        if round.rated_at:
            self.history.append(Counted(round.rated_at, round, halves, is_given=is_given))

    def do_annul(self):
        if rounds := self.rounds():
            one = self.chance.choice(rounds)
            services.annul(uid=one.round.uid, by=self.people[0], reason="Arranged.")
            one.stands = False

    def do_restore(self):
        if away := [one for one in self.rounds() if not one.stands]:
            one = self.chance.choice(away)
            services.restore(uid=one.round.uid, by=self.people[0], reason="Not arranged.")
            one.stands = True

    def do_correct(self):
        # Of a round that was given up its games tell, too.
        if rounds := [one for one in self.rounds() if not one.is_given]:
            one = self.chance.choice(rounds)
            one.halves = self.chance.choice([0, 2, 4])
            one.round.refresh_from_db()
            one.round.halves = one.halves
            one.round.save(update_fields=["halves"])
            services.rerate(round=one.round)

    def do_ban(self):
        user = self.chance.choice(self.people)
        user.banned_at = None if user.banned_at else timezone.now()
        user.save()
        if user.banned_at:
            rows = refunds.refund(banned=user, staff=None, reason="Cheated.", now=self.now)
            refunded = [Counted(row.at, user=row.user_id, given=row.given) for row in rows]
            for one in refunded:
                one.banned = user
            self.history += refunded
        else:
            refunds.take_back(banned=user, staff=None, reason="A mistake.")
            for one in self.history:
                one.stands = one.stands and getattr(one, "banned", None) != user


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_the_table_is_what_a_simple_computation_gives(alice, bob, charlie, seed, monkeypatch):
    monkeypatch.setattr("games.core.rating.PROVISIONAL_FROM", 400.0)  # so that many are refunded
    play = Play([alice, bob, charlie, make_person("dora")], random.Random(seed))
    steps = ["round"] * 5 + ["annul", "restore", "correct", "ban", "ban"]
    for _ in range(STEPS):
        getattr(play, f"do_{play.chance.choice(steps)}")()
        assert stored() == computed(play.history)
    assert RatingChange.objects.filter(cause="refund").exists()
    assert list(differences("fours")) == []
    call_command("verify_ratings")


@pytest.mark.django_db
def test_what_was_changed_by_hand_is_found_and_repaired(alice, bob, charlie, capsys):
    for number, pair in enumerate([(alice, bob), (bob, charlie), (alice, charlie)]):
        rated_round(*pair, 4, at=START + number * DAY)
    before = stored()
    Rating.objects.filter(user=alice).update(rating=2000)
    RatingChange.objects.filter(user=bob).first().delete()
    RatingChange.objects.filter(user=charlie).update(opponent_rating=1000)
    Rating.objects.filter(user=charlie).delete()
    dora = make_person("dora")
    Rating.objects.create(user=dora, pool="fours", rating=1800)
    others = RatingChange.objects.filter(user=charlie).latest("at")
    others.pk, others.user = None, dora  # who has not played that round
    others.save()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_ratings")
    assert ended.value.code == 1
    assert "2000.0" in capsys.readouterr().out
    assert repair(pool="fours", staff=alice, reason="Changed by hand.") == 7
    assert stored() == before
    assert repair(pool="fours", staff=alice, reason="Again.") == 0
    call_command("verify_ratings")


@pytest.mark.django_db(transaction=True)
def test_rounds_that_are_rated_at_once_lose_nothing(alice, bob, charlie):
    """Several processes settle rounds of the same players while staff annul one."""
    pairs = [(alice, bob), (bob, charlie), (charlie, alice)] * 2
    annulled = rated_round(alice, bob, 4, at=START)
    rounds = [over_round(*pair, 4) for pair in pairs]
    for round in rounds:
        round.over_at = START
        round.save()
    together = threading.Barrier(len(rounds) + 1)

    def work(act):
        together.wait()
        try:
            act()
        finally:
            connection.close()

    @transaction.atomic
    def rate(round):
        services.rate(round=round)
        round.save()

    acts = [lambda round=round: rate(round) for round in rounds]
    acts.append(lambda: services.annul(uid=annulled.uid, by=alice, reason="Arranged."))
    threads = [threading.Thread(target=work, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(round.rated_at for round in rounds)
    assert sorted(row.rounds for row in Rating.objects.all()) == [4, 4, 4]
    assert list(differences("fours")) == []
