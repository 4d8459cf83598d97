"""The pages and the socket of a duel."""

import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from django.utils.translation import override

from games.learn.puzzles.duel import race, services
from games.learn.puzzles.duel.showing import seconds_text
from games.live.sockets.consumer import (
    LOST_AFTER,
    SECONDS_BETWEEN_LOOKS,
    SiteConsumer,
)
from games.models import Duel
from tests.play.game.test_consumer import Client as Socket

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/puzzles/duel/"
CLOCK = re.compile(r'role="timer" aria-live="off" data-running-ms="(\d+)">\d+:\d\d<')


@pytest.fixture
def duel(alice, bob) -> Duel:
    """One that began a second ago."""
    begun = timezone.now() - services.COUNTDOWN - timedelta(seconds=1)
    made = services.make(user=alice, now=begun)
    return services.join(uid=made.uid, user=bob, now=begun)


def right(duel: Duel, number: int) -> int:
    return race.right_cells(duel.position(number))[0]


def wrong(duel: Duel, number: int) -> int:
    free = duel.position(number).legal_moves()
    return next(cell for cell in free if cell not in race.right_cells(duel.position(number)))


def test_a_guest_invites_and_another_joins(client, as_user, bob):
    page = client.post(URL, {"with": "friend"}, follow=True)
    duel = Duel.objects.get()
    assert f'{URL}{duel.uid}/">' in page.text
    assert duel.both[0].user.is_guest
    assert "Join the duel" in as_user(bob).get(f"{URL}{duel.uid}/").text
    page = as_user(bob).post(f"{URL}{duel.uid}/join/", follow=True)
    assert "Get ready" in page.text
    assert duel.uid in as_user(bob).get(URL).text


def test_answers_by_the_form(as_user, alice, duel):
    path = f"{URL}{duel.uid}/"
    page = as_user(alice).get(path).text
    assert re.search(r"1 of 20: [XO] to move", page)
    page = as_user(alice).post(f"{path}answer/", {"number": 0, "cell": wrong(duel, 0)}, follow=True)
    assert "Wrong here:" in page.text
    page = as_user(alice).post(f"{path}answer/", {"number": 0, "cell": right(duel, 0)}, follow=True)
    assert re.search(r"2 of 20: [XO] to move", page.text)


@pytest.mark.parametrize("form", [{}, {"number": "0", "cell": "9"}, {"number": "²", "cell": "0"}])
def test_nonsense_is_refused(as_user, alice, duel, form):
    assert as_user(alice).post(f"{URL}{duel.uid}/answer/", form).status_code == 409


def test_a_clock_has_what_wrong_answers_add(client, as_user, alice, duel):
    path = f"{URL}{duel.uid}/"
    (before,) = CLOCK.findall(client.get(path).text)
    page = as_user(alice).post(f"{path}answer/", {"number": 0, "cell": wrong(duel, 0)}, follow=True)
    (after,) = CLOCK.findall(page.text)
    assert int(after) >= int(before) + race.PENALTY


def test_nobody_else_answers_or_sees_a_board(client, as_user, charlie, duel):
    path = f"{URL}{duel.uid}/"
    form = {"number": "0", "cell": right(duel, 0)}
    assert client.post(f"{path}answer/", form).status_code == 409
    assert as_user(charlie).post(f"{path}answer/", form).status_code == 409
    assert 'name="cell"' not in as_user(charlie).get(path).text
    assert as_user(charlie).get(f"{URL}0000000000/").status_code == 404


def test_the_result_and_a_rematch(as_user, alice, bob, duel):
    path = f"{URL}{duel.uid}/"
    page = as_user(alice).get(path).text
    assert "You won" not in page
    assert "What was right" not in page
    as_user(bob).post(f"{path}leave/")
    assert "alice won" in as_user(bob).get(path).text
    page = as_user(alice).get(path).text
    assert "You won" in page
    assert "Rematch" in page
    assert page.count('href="/p/3x3x3/') == race.POSITIONS
    page = as_user(alice).post(f"{path}rematch/", follow=True)
    assert "Link to this duel" in page.text
    assert "Join the rematch" in as_user(bob).get(path).text


def test_nobody_is_asked_to_join_a_rematch_that_was_called_off(as_user, alice, bob, duel):
    path = f"{URL}{duel.uid}/"
    as_user(bob).post(f"{path}leave/")
    as_user(alice).post(f"{path}rematch/")
    duel.refresh_from_db()
    services.leave(uid=duel.next_uid, user=alice)
    page = as_user(bob).get(path).text
    assert "Join the rematch" not in page
    assert "Rematch" in page


def test_a_draw_in_the_same_time_says_so(as_user, alice, duel):
    duel.seats.update(solved=race.POSITIONS, finished_ms=900)
    page = as_user(alice).get(f"{URL}{duel.uid}/").text
    assert "A draw" in page
    assert "Both were equally fast." in page


def test_a_draw_at_the_time_limit_does_not_say_that_both_were_as_fast(as_user, alice, duel):
    begun = duel.starts_at - timedelta(milliseconds=race.MAX_RACE)
    Duel.objects.filter(pk=duel.pk).update(starts_at=begun)
    page = as_user(alice).get(f"{URL}{duel.uid}/").text
    assert "A draw" in page
    assert "Time was up, and neither was ahead." in page
    assert "equally fast" not in page


def test_an_account_that_is_gone_was_an_opponent_all_the_same(as_user, alice, bob, duel):
    services.leave(uid=duel.uid, user=bob)
    duel.seats.filter(user=bob).update(user=None)
    page = as_user(alice).get(URL).text
    assert "Deleted account" in page
    assert "Nobody yet" not in page


async def test_the_socket_tells_both_how_it_goes(alice, bob, duel):
    socket = Socket(f"/ws/duels/{duel.uid}/", alice)
    await socket.connect()
    told = await socket.hear("duel")
    assert told["state"] == "going"
    assert 0 < told["in_ms"] <= race.MAX_RACE
    await sync_to_async(services.answer)(uid=duel.uid, user=bob, number=0, cell=right(duel, 0))
    await services.changed(duel.uid)
    assert [seat["solved"] for seat in (await socket.hear("duel"))["seats"]] == [0, 1]
    await socket.say(type="play", ply=0, cell=0)
    assert (await socket.hear("refused"))["code"] == "bad_message"
    await socket.say(type="ping", version=0)
    await socket.hear("pong")
    await socket.disconnect()


async def test_whoever_holds_a_socket_is_there(alice, bob):
    early = timezone.now() - services.PRESENT_FOR
    made = await sync_to_async(services.make)(user=alice, now=early)
    await sync_to_async(services.join)(uid=made.uid, user=bob, now=early + timedelta(seconds=20))
    other = Socket(f"/ws/duels/{made.uid}/", bob)
    await other.connect()
    assert (await other.hear("duel"))["state"] == "ready"
    socket = Socket(f"/ws/duels/{made.uid}/", alice)
    await socket.connect()
    assert (await socket.hear("duel"))["state"] == "countdown"
    assert (await other.hear("duel"))["state"] == "countdown"
    await socket.disconnect()
    await other.disconnect()


async def test_whoever_waits_is_told_at_once_who_has_come(alice, as_user, bob):
    made = await sync_to_async(services.find_or_make)(user=alice)
    socket = Socket(f"/ws/duels/{made.uid}/", alice)
    await socket.connect()
    assert (await socket.hear("duel"))["state"] == "open"
    client = await sync_to_async(as_user)(bob)
    joined = await sync_to_async(client.post)(URL, {"with": "anyone"})
    assert joined["Location"] == f"{URL}{made.uid}/"
    assert (await socket.hear("duel"))["state"] == "countdown"
    await socket.disconnect()


async def test_whoever_closes_the_page_or_falls_silent_is_met_by_nobody(alice, bob, charlie):
    made = await sync_to_async(services.find_or_make)(user=alice)
    socket = Socket(f"/ws/duels/{made.uid}/", alice)
    await socket.connect()
    await socket.hear("duel")
    await socket.disconnect()
    assert (await sync_to_async(services.find_or_make)(user=bob)).pk != made.pk
    back = Socket(f"/ws/duels/{made.uid}/", alice)
    await back.connect()
    await back.hear("duel")
    for _ in range(int(LOST_AFTER / SECONDS_BETWEEN_LOOKS)):
        SiteConsumer.look_for_silence()
    assert not (await back.hear("duel"))["seats"][0]["here"]
    await services.changed(made.uid)  # which a page that is asleep hears, too
    assert not (await back.hear("duel"))["seats"][0]["here"]
    await back.say(type="ping", version=0)
    assert (await back.hear("duel"))["seats"][0]["here"]
    await back.disconnect()


async def test_there_is_no_socket_of_a_duel_that_is_not(alice):
    socket = Socket("/ws/duels/0000000000/", alice)
    await socket.connect()
    assert (await socket.receive_output())["code"] == 4404


async def test_the_socket_of_a_duel_that_was_removed_is_closed(alice):
    made = await sync_to_async(services.make)(user=alice)
    socket = Socket(f"/ws/duels/{made.uid}/", alice)
    await socket.connect()
    await socket.hear("duel")
    await sync_to_async(made.delete)()
    await socket.say(type="ping", version=0)
    assert (await socket.receive_output())["code"] == 4404


@pytest.mark.parametrize(("language", "text"), [("en", "48.3 s"), ("de", "48,3 s")])
def test_seconds_are_written_as_the_language_writes_numbers(language, text):
    with override(language):
        assert seconds_text(48_349) == text
