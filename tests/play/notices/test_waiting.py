"""/me/waiting/, challenges, and the count on every page."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync
from django.utils import timezone

from games.compete.rounds import invitations, seeks
from games.core.clock import parse_time_control
from games.core.rules import Ruleset
from games.models import SEEKERS_STAY, Game, Seek, TurnMail
from games.play.game.terms import Terms
from games.play.lobby import challenges
from games.play.notices import queries
from games.play.notices.queries import uids_waiting_for
from tests import stored
from tests.plans import plans_of

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/me/waiting/"


def test_the_soonest_deadline_is_shown_however_many_games_have_none(alice, bob, monkeypatch):
    monkeypatch.setattr(queries, "MAX_SHOWN", 1)
    stored.new_game(alice, bob)
    clock = {"control": "3d", "x_ms": 1, "o_ms": 1, "turn_at": timezone.now()}
    soon = stored.new_game(alice, bob, **clock, deadline=timezone.now() + timedelta(days=3))
    assert queries.games_to_show(alice).turns == (soon,)


@pytest.fixture
def challenge(alice, bob):
    return async_to_sync(challenges.challenge)(
        creator=alice, invited=bob, terms=Terms(opponent="friend")
    )


def test_a_challenge_is_made_from_the_profile(as_user, alice, bob):
    page = as_user(alice).get("/@bob/challenge/")
    assert "Challenge bob" in page.text
    form = {"m": 3, "n": 3, "k": 3, "opponent": "friend", "side": "x", "first": "x"}
    response = as_user(alice).post("/@bob/challenge/", {**form, "control": "3d"})
    game = Game.objects.get()
    assert response["Location"] == f"/games/{game.uid}/"
    assert (game.invited, game.opponent, game.control) == (bob, "friend", "3d")


def test_what_cannot_be_challenged_is_said_in_the_form(as_user, alice):
    form = {"m": 3, "n": 3, "k": 3, "opponent": "friend", "side": "x", "first": "x"}
    response = as_user(alice).post("/@alice/challenge/", {**form, "control": "none"})
    assert response.status_code == 422
    assert "This device" in response.text
    assert as_user(alice).get("/@nobody/challenge/").status_code == 404


def test_the_one_who_is_asked_sees_it_everywhere(as_user, challenge, bob, charlie):
    assert f'data-waiting="{challenge.uid}"' in as_user(bob).get("/").text
    text = as_user(bob).get(URL).text
    assert "alice challenges you" in text
    assert f"/games/{challenge.uid}/decline/" in text
    assert 'data-waiting=""' in as_user(charlie).get("/").text


def test_a_game_does_not_wait_for_whoever_looks_at_it(as_user, challenge, bob):
    assert 'data-waiting=""' in as_user(bob).get(f"/games/{challenge.uid}/").text


def test_a_page_that_says_not_found_is_not_in_front_of_the_game(as_user, bob, challenge):
    answer = as_user(bob).get(f"/games/{challenge.uid}/game.txt")
    assert answer.status_code == 404
    assert f'data-waiting="{challenge.uid}"' in answer.text


def test_the_game_page_lets_only_the_one_who_is_asked_answer(
    as_user, challenge, alice, bob, charlie
):
    path = f"/games/{challenge.uid}/"
    assert "Accept challenge" in as_user(bob).get(path).text
    assert "Withdraw challenge" in as_user(alice).get(path).text
    assert "Waiting for bob" in as_user(alice).get(path).text
    assert as_user(alice).post(f"{path}join/").status_code == 409
    assert as_user(alice).post(f"{path}decline/").status_code == 409


def test_nobody_else_finds_out_that_there_is_a_challenge(as_user, challenge, charlie, bob):
    ways = [("get", way) for way in ("", "review/", "review/grades/", "explain/", "report/")]
    ways += [("get", way) for way in ("explain.json", "game.txt", "game.json")]
    ways += [("post", way) for way in ("join/", "decline/", "cancel/", "say/", "review/grades/")]

    def answers(uid: str) -> list[int]:
        client = as_user(charlie)
        return [
            getattr(client, method)(f"/games/{uid}/{way}", {"text": "hi"}).status_code
            for method, way in ways
        ]

    assert answers(challenge.uid) == answers("0000000000") == [404] * len(ways)
    as_user(bob).post(f"/games/{challenge.uid}/decline/")
    assert answers(challenge.uid) == [404] * len(ways)


def test_whoever_has_the_link_may_watch_an_accepted_challenge(as_user, challenge, charlie, bob):
    as_user(bob).post(f"/games/{challenge.uid}/join/")
    assert as_user(charlie).get(f"/games/{challenge.uid}/").status_code == 200


def test_declining_goes_back_to_what_else_waits(as_user, challenge, bob):
    response = as_user(bob).post(f"/games/{challenge.uid}/decline/", {"reason": "later"})
    assert response["Location"] == URL
    challenge.refresh_from_db()
    assert challenge.termination == "declined"


def test_reasons_nobody_wrote_are_refused(as_user, challenge, bob):
    response = as_user(bob).post(f"/games/{challenge.uid}/decline/", {"reason": "\0"})
    assert response.status_code == 409


def test_answers_are_posts(as_user, challenge, bob):
    assert as_user(bob).get(f"/games/{challenge.uid}/decline/").status_code == 405
    assert as_user(bob).get(f"{URL}mail/").status_code == 405


def test_whoever_is_not_signed_in_is_asked_to(client):
    assert client.get(URL)["Location"].startswith("/accounts/login/")
    assert 'data-waiting="' not in client.get("/").text


def test_mail_is_for_those_with_an_address(as_user, bob):
    as_user(bob).post(f"{URL}mail/", {"wanted": "on"})
    assert not TurnMail.objects.exists()
    EmailAddress.objects.create(user=bob, email="bob@example.com", verified=True, primary=True)
    assert "bob@example.com" in as_user(bob).get(URL).text
    as_user(bob).post(f"{URL}mail/", {"wanted": "on"})
    assert TurnMail.objects.filter(user=bob).exists()
    as_user(bob).post(f"{URL}mail/", {"wanted": "off"})
    assert not TurnMail.objects.exists()


def invite(inviter, invited) -> Seek:
    wish = seeks.Wish(Ruleset(6, 6, 4), parse_time_control("120+2"))
    return seeks.seek(user=inviter, wish=wish, invited=invited)


@pytest.fixture
def receivers(monkeypatch) -> list[int]:
    """Whom the site tells what waits for them."""
    users: list[int] = []

    async def tell(receiver: int) -> None:
        users.append(receiver)

    monkeypatch.setattr(invitations, "tell_what_waits", tell)
    return users


def test_an_invitation_to_a_rated_round_counts_until_it_is_gone(as_user, alice, bob, receivers):
    seek = invite(alice, bob)
    assert f'data-waiting="{seek.uid}"' in as_user(bob).get("/").text
    assert "alice invites you to a rated round" in as_user(bob).get(URL).text
    seeks.cancel(user=alice)
    assert 'data-waiting=""' in as_user(bob).get("/").text
    assert receivers == [bob.pk]
    seeks.decline(uid=invite(alice, bob).uid, user=bob)
    assert 'data-waiting=""' in as_user(bob).get("/").text
    assert receivers == [bob.pk] * 2


def test_an_invitation_of_somebody_who_has_gone_away_counts_no_more(as_user, alice, bob, receivers):
    seek, within = invite(alice, bob), timedelta(seconds=10)
    tell = async_to_sync(invitations.tell_lapsed)
    tell(now=seek.seen_at + within, within=within)
    assert receivers == []
    Seek.objects.update(seen_at=seek.seen_at - SEEKERS_STAY)
    assert 'data-waiting=""' in as_user(bob).get("/").text
    tell(now=seek.seen_at, within=within)
    assert receivers == [bob.pk]
    tell(now=seek.seen_at + within, within=within)
    assert receivers == [bob.pk]


def test_a_game_of_a_rated_round_says_so(as_user, alice, bob):
    seeks.accept(uid=invite(alice, bob).uid, user=bob)
    pages = [re.sub(r"[ \n]+", " ", as_user(user).get(URL).text) for user in (alice, bob)]
    # Both are expected, whoever moves first.
    assert all("four in a row, rated round, 2\xa0+\xa02 <" in page for page in pages)


@pytest.mark.embedded
def test_what_every_page_counts_is_found_along_indexes(alice):
    plans = plans_of(lambda: uids_waiting_for(alice.pk))
    assert "game_played_by_x" in plans
    assert "SCAN" not in plans
