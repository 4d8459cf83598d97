"""What happens to rounds and ratings when accounts are closed, opened again, or claimed."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts import services as accounts
from accounts.guests import make_guest
from accounts.signals import guest_claimed
from games.compete.ratings.networks import KEPT_FOR, forget_networks
from games.compete.ratings.pools import USUAL
from games.compete.ratings.refunds import refund
from games.compete.ratings.verification import differences
from games.compete.rounds import seeks
from games.compete.rounds.seeks import Wish
from games.models import (
    Lock,
    Pool,
    Rating,
    RatingChange,
    Round,
    Seek,
    StaffDecision,
    TournamentEntry,
)
from tests.admin.conftest import make_staff
from tests.compete.ratings.rounds import over_round, rated_round
from tests.compete.tournaments.making import new_arena
from tests.plans import plans_of

pytestmark = pytest.mark.django_db(transaction=True)
A_SECOND = timedelta(seconds=1)
FOURS = USUAL[Pool.FOURS]
TERMS = {"m": 6, "n": 6, "k": 4, "control": "120+2"}
NETWORKS = ("one", "two")


@pytest.fixture
def now():
    return timezone.now()


def test_a_deleted_account_leaves_its_opponents_ratings_as_they_are(alice, bob, charlie, now):
    rated_round(alice, bob, 4, at=now - A_SECOND, networks=NETWORKS)
    Seek.objects.create(user=alice, uid="s" * 10, pool="fours", **TERMS)
    TournamentEntry.objects.create(tournament=new_arena(bob), user=alice, network="one")
    TournamentEntry.objects.create(
        tournament=new_arena(bob, state="over", over_at=now), user=alice, network="one"
    )
    before = Rating.objects.get(user=bob).rating
    accounts.delete_account(user=alice)
    round = Round.objects.get()
    assert (round.first_network, round.second_network) == ("", "two")
    assert not Seek.objects.exists()
    assert not TournamentEntry.objects.exclude(network="").exists()
    assert Rating.objects.get(user=bob).rating == before
    assert RatingChange.objects.filter(user=alice).exists()
    assert not Rating.objects.listed("fours", bots=False, now=now).filter(user=alice).exists()
    assert not list(differences("fours"))


def test_whoever_is_banned_while_somebody_accepts_leaves_that_round(alice, bob, monkeypatch):
    own = seeks.seek(user=alice, wish=Wish(FOURS.ruleset, FOURS.clock))
    hold = Lock.hold
    met = []

    def accept_before(name):
        assert connection.in_atomic_block
        monkeypatch.setattr(Lock, "hold", hold)
        # Whoever holds the lock has read before the ban who looks for somebody.
        with monkeypatch.context() as before:
            before.setattr(seeks, "require_welcome", lambda user: None)
            met.append(seeks.accept(uid=own.uid, user=bob))
        hold(name)

    monkeypatch.setattr(Lock, "hold", accept_before)
    accounts.ban(user=alice, staff=make_staff("stella"), reason="Used a program.")
    assert len(met) == 1
    assert Round.objects.get().state == "off"
    assert not Seek.objects.exists()


def test_an_invitation_of_whoever_is_banned_is_declined(alice, bob):
    seeks.seek(user=alice, wish=Wish(FOURS.ruleset, FOURS.clock), invited=bob)
    accounts.ban(user=bob, staff=make_staff("stella"), reason="Used a program.")
    assert seeks.look(user=alice).declined_at


def test_lifting_a_ban_takes_its_refunds_back(alice, bob, charlie, now, monkeypatch):
    monkeypatch.setattr("games.core.rating.PROVISIONAL_FROM", 501.0)
    staff = make_staff("stella")
    rated_round(charlie, bob, 4, at=now - 3 * A_SECOND)
    rated_round(bob, charlie, 4, at=now - 2 * A_SECOND)
    rated_round(alice, bob, 4, at=now - A_SECOND)
    before = Rating.objects.get(user=bob).rating
    accounts.ban(user=alice, staff=staff, reason="Used a program.")
    assert len(refund(banned=alice, staff=staff, reason="Used a program.")) == 1
    assert Rating.objects.get(user=bob).rating > before
    accounts.unban(user=alice, staff=staff, reason="A mistake.")
    assert Rating.objects.get(user=bob).rating == before
    assert StaffDecision.objects.latest("pk").kind == "unrefunded"


def test_networks_are_forgotten_in_time(alice, bob, now):
    old = rated_round(alice, bob, 4, at=now - KEPT_FOR - A_SECOND, networks=NETWORKS)
    new = rated_round(alice, bob, 4, at=now - KEPT_FOR + A_SECOND, networks=NETWORKS)
    entry = TournamentEntry.objects.create(
        tournament=new_arena(bob), user=alice, network="one", joined_at=now - KEPT_FOR - A_SECOND
    )
    assert forget_networks(now) == 2
    assert forget_networks(now) == 0
    for row in (old, new, entry):
        row.refresh_from_db()
    assert (old.first_network, old.second_network, entry.network) == ("", "", "")
    assert (new.first_network, new.second_network) == NETWORKS


@pytest.mark.embedded
def test_networks_are_found_by_an_index(alice, bob, now):
    plans = plans_of(lambda: forget_networks(now))
    assert "round_with_network" in plans
    assert "entry_with_network" in plans


def test_a_guests_rounds_go_to_the_account_that_claims_them(alice, bob):
    guest = make_guest()
    against_bob = over_round(guest, bob, 4, pool="")
    against_alice = over_round(alice, guest, 0, pool="")
    against_bob.left_by = guest
    for round in (against_bob, against_alice):
        round.over_at = timezone.now()
        round.save()
    guest_claimed.send(sender=None, guest=guest, user=alice)
    for round in (against_bob, against_alice):
        round.refresh_from_db()
    assert (against_bob.first, against_bob.left_by) == (alice, alice)
    assert against_alice.second == guest
    assert against_bob.halves_of_game(against_bob.first_game) == 2
