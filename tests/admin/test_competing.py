"""What staff see of rounds, ratings and tournaments, and what they decide."""

from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import async_to_sync
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.compete.ratings.verification import differences
from games.compete.rounds import services
from games.core.clock import parse_time_control
from games.core.rules import Ruleset
from games.models import Game, Rating, RatingChange, Round, StaffDecision, TournamentEntry
from games.play.game.services import resign
from tests.admin.conftest import make_staff, signed_in
from tests.compete.ratings.rounds import over_round, rated_round
from tests.compete.tournaments.making import new_arena
from tests.plans import plans_of

pytestmark = pytest.mark.django_db(transaction=True)
START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
MODELS = ("round", "seek", "tournament", "tournamententry", "rating", "ratingchange")
ALL = (*MODELS, "staffdecision")


def changelist(model):
    return reverse(f"admin:games_{model}_changelist")


@pytest.fixture
def staff(db):
    powers = [f"{power}_{model}" for model in ALL for power in ("view", "change")]
    return make_staff("stella", *powers, "view_game", "change_game")


def decide(client, model, action, *rows, reason="Arranged."):
    """Choose *action* for *rows*; with a reason, confirm it. The messages of the list after it."""
    data = {"action": action, ACTION_CHECKBOX_NAME: [row.pk for row in rows]}
    data |= {"confirmed": "1", "reason": reason} if reason else {}
    answer = client.post(changelist(model), data, follow=True)
    return [str(message) for message in answer.context.get("messages", ())] or answer.text


@pytest.fixture
def rounds(alice, bob, charlie):
    pairs = [(alice, bob), (bob, charlie), (charlie, alice)]
    return [rated_round(*pair, 4, at=START + n * DAY) for n, pair in enumerate(pairs)]


def test_lists_ask_no_more_for_more_rows(desk, rounds, alice, bob):
    def queries_of(model, search):
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(changelist(model), {"q": search} if search else {}).status_code == 200
        return len(asked)

    def queries():
        searches = ("", "alice", "x" * 10)
        return {(model, search): queries_of(model, search) for model in ALL for search in searches}

    queries()
    arena = new_arena(alice)
    TournamentEntry.objects.create(tournament=arena, user=alice)
    decide(desk, "round", "annul", rounds[0])
    before = queries()
    TournamentEntry.objects.create(tournament=arena, user=bob)
    new_arena(bob)
    rated_round(alice, bob, 4, at=START + 9 * DAY)
    decide(desk, "round", "annul", rounds[1])
    assert queries() == before


def test_a_round_is_annulled_and_restored_with_a_reason(desk, staff, rounds, alice):
    before = Rating.objects.get(user=alice).rating
    page = decide(desk, "round", "annul", rounds[0], reason="")
    assert "Reason" in page
    assert "whoever withdrew loses the round" in page
    assert Rating.objects.get(user=alice).rating == before
    assert decide(desk, "round", "annul", rounds[0]) == ["Done for 1 round."]
    assert Rating.objects.get(user=alice).rating != before
    assert decide(desk, "round", "restore", rounds[0]) == ["Done for 1 round."]
    assert Rating.objects.get(user=alice).rating == before
    kinds = [(one.kind, one.staff, one.reason) for one in StaffDecision.objects.all()]
    assert kinds == [("restored", staff, "Arranged."), ("annulled", staff, "Arranged.")]
    page = desk.get(reverse("admin:games_round_change", args=[rounds[0].pk])).text
    assert rounds[0].uid in page


def test_what_the_rules_refuse_is_said(desk, alice, bob):
    round = over_round(alice, bob, 4)
    round.state, round.halves = "off", None
    round.save()
    (message,) = decide(desk, "round", "annul", round)
    assert "not over yet" in message


def test_who_may_only_look_decides_nothing(rounds):
    clerk = signed_in(make_staff("clara", "view_round", "view_rating"))
    assert clerk.get(changelist("round")).status_code == 200
    decide(clerk, "round", "annul", rounds[0])
    assert not StaffDecision.objects.exists()
    assert clerk.get(changelist("ratingchange")).status_code == 403


def test_a_pool_is_compared_with_its_rounds_and_repaired(desk, rounds, alice):
    row = Rating.objects.get(user=alice)
    (message,) = decide(desk, "rating", "compare", row, reason="")
    assert "agree with their rounds" in message
    Rating.objects.filter(pk=row.pk).update(rating=2000)
    (message,) = decide(desk, "rating", "compare", row, reason="")
    assert "2000.0" in message
    decide(desk, "rating", "repair", row, reason="Changed by hand.")
    assert not list(differences("fours"))
    assert StaffDecision.objects.get().before["differences"]


def test_a_result_that_staff_correct_reaches_the_round_at_once(desk, alice, bob):
    round = services.begin(
        first=alice,
        second=bob,
        ruleset=Ruleset(6, 6, 4),
        control=parse_time_control("120+2"),
        pool="fours",
    )
    game_list = reverse("admin:games_game_changelist")

    def adjudicate(action, game):
        data = {"action": action, ACTION_CHECKBOX_NAME: [game.pk], "confirmed": "1"}
        desk.post(game_list, {**data, "reason": "Both agreed."})
        round.refresh_from_db()

    adjudicate("adjudicate_x", round.first_game)
    assert round.second_game is not None
    async_to_sync(resign)(uid=round.second_game.uid, player=bob)
    round.refresh_from_db()
    assert (round.state, round.halves) == ("over", 4)
    won = Rating.objects.get(user=alice).rating
    adjudicate("adjudicate_o", Game.objects.get(pk=round.first_game.pk))
    assert round.halves == 2
    assert Rating.objects.get(user=alice).rating < won
    adjudicate("annul", round.first_game)
    assert round.annulled_at
    assert not Rating.objects.exists()
    adjudicate("adjudicate_x", round.first_game)
    assert (round.annulled_at, round.halves) == (None, 4)
    assert Rating.objects.get(user=alice).rating == won
    assert RatingChange.objects.filter(undone_at=None).count() == 2


def test_a_round_whose_first_game_is_annulled_meanwhile_counts_for_nothing(desk, alice, bob):
    round = services.begin(
        first=alice,
        second=bob,
        ruleset=Ruleset(6, 6, 4),
        control=parse_time_control("120+2"),
        pool="fours",
    )
    async_to_sync(resign)(uid=round.first_game.uid, player=bob)
    round.refresh_from_db()
    data = {"action": "annul", ACTION_CHECKBOX_NAME: [round.first_game.pk], "confirmed": "1"}
    desk.post(reverse("admin:games_game_changelist"), {**data, "reason": "Arranged."})
    async_to_sync(resign)(uid=round.second_game.uid, player=bob)
    round.refresh_from_db()
    assert (round.state, round.rated_at) == ("off", None)


def test_tournaments_are_called_off_or_ended_and_entries_removed(desk, staff, alice, bob):
    planned = new_arena(alice)
    now = timezone.now()
    going = new_arena(alice, state="going", begun_at=now - timedelta(minutes=10.5), minutes=60)
    entry = TournamentEntry.objects.create(tournament=going, user=bob)
    assert decide(desk, "tournament", "call_off", planned) == ["Done for 1 tournament."]
    (message,) = decide(desk, "tournament", "call_off", going)
    assert "already started" in message
    asked = decide(desk, "tournamententry", "remove", entry, reason="")
    assert "can’t join the tournament again" in asked
    decide(desk, "tournamententry", "remove", entry)
    decide(desk, "tournament", "end", going)
    for row in (planned, going, entry):
        row.refresh_from_db()
    assert planned.state == "off"
    assert (going.state, going.minutes) == ("going", 11)
    assert entry.withdrawn_at
    logged = [(one.kind, one.uid, one.user) for one in StaffDecision.objects.order_by("pk")]
    assert logged == [
        ("called_off", planned.uid, None),
        ("removed", going.uid, bob),
        ("ended", going.uid, None),
    ]


def test_a_round_that_is_annulled_counts_no_more_in_its_tournament(desk, alice, bob):
    arena = new_arena(
        alice, state="going", begun_at=timezone.now() - timedelta(minutes=9), minutes=60
    )
    entry = TournamentEntry.objects.create(tournament=arena, user=alice)
    round = over_round(alice, bob, 4)
    round.tournament, round.over_at = arena, timezone.now()
    round.save()
    decide(desk, "round", "restore", round)
    entry.refresh_from_db()
    assert (entry.halves, entry.rounds) == (4, 1)
    decide(desk, "round", "annul", round)
    entry.refresh_from_db()
    assert (entry.halves, entry.rounds) == (0, 0)


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("model", "asked", "index"),
    [
        ("round", {"going": "1"}, "round_going"),
        ("round", {"q": "alice"}, "round_by_"),
        ("ratingchange", {"q": "alice"}, "rating_change_of_user"),
        ("staffdecision", {"kind__exact": "annulled"}, "decision_by_kind"),
        ("tournamententry", {"q": "alice"}, "user_id"),
    ],
)
def test_lists_are_searched_along_indexes(desk, rounds, model, asked, index):
    plans = plans_of(lambda: desk.get(changelist(model), asked))
    assert index in plans
    assert Round.objects.exists()
