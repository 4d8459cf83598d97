"""What devices are told, and that each thing is told once."""

from datetime import timedelta
from threading import Thread

import pytest
from django.db import connections
from django.utils import timezone
from django.utils.translation import override

from accounts import services as accounts
from accounts.models import Preferences
from games.models import (
    Game,
    Move,
    PushDevice,
    PushNotice,
    Round,
    Seek,
    Tournament,
    TournamentEntry,
)
from games.play.push import services, telling
from games.play.push.sending import PushOutcome, Sending
from games.play.push.telling import LEASE, tell_devices
from games.play.push.upkeep import WORK
from games.text.phrases import NOTICES
from tests import stored

pytestmark = pytest.mark.django_db

LATER = timedelta(seconds=30)
MINUTE = timedelta(minutes=1)


def game_of_days(x, o, **columns):
    """A game with three days a move, in which it has been X's turn for a moment."""
    now = timezone.now()
    deadline = now + timedelta(days=3)
    clock = {"control": "3d", "x_ms": 1, "o_ms": 1, "turn_at": now, "deadline": deadline}
    return stored.new_game(x, o, **clock, **columns)


def move(game):
    """The other player's turn begins."""
    Game.objects.filter(pk=game.pk).update(ply=game.ply + 1, turn_at=timezone.now())
    game.refresh_from_db()


def later(by=LATER):
    return timezone.now() + by


def test_a_turn_is_told_once(device_of, service, alice, bob):
    _, phone = device_of(alice)
    game = game_of_days(alice, bob)
    assert tell_devices() == 0  # whoever has the page open moves meanwhile
    assert [tell_devices(later()), tell_devices(later(MINUTE))] == [1, 0]
    (notice,) = service.notices_of(phone)
    assert notice["body"] == "It’s your turn against bob on 3×3."
    assert notice["path"] == f"/games/{game.uid}/"
    (received,) = service.received
    assert 2 * 86_400 < int(received.headers["TTL"]) <= 3 * 86_400
    assert PushDevice.objects.get().succeeded_at


def test_it_is_told_in_the_receivers_language(device_of, service, alice, bob):
    _, phone = device_of(alice)
    Preferences.objects.create(user=alice, language="de")
    game_of_days(alice, bob)
    tell_devices(later())
    (notice,) = service.notices_of(phone)
    assert "bob" in notice["body"]
    with override("de"):
        assert notice["body"] == NOTICES["notice_turn"].format(name="bob", size="3×3")
    assert "your turn" not in notice["body"]


def test_the_next_turn_is_told_again_in_the_place_of_the_last(device_of, service, alice, bob):
    _, phone = device_of(alice)
    game = game_of_days(alice, bob)
    tell_devices(later())
    for _ in range(2):
        move(game)
    assert tell_devices(later(MINUTE)) == 1
    first, second = service.notices_of(phone)
    assert first["tag"] == second["tag"]
    assert first["id"] != second["id"]
    assert len({one.headers["Topic"] for one in service.received}) == 1


def test_the_second_players_first_turn_begins_with_the_first_move(device_of, service, alice, bob):
    game = stored.new_game(bob, alice, control="3d", x_ms=1, o_ms=1)  # long ago
    device_of(alice)
    # No clock runs yet: that begins when both have moved.
    Move.objects.create(game=game, ply=0, cell=4, player=bob, played_at=timezone.now())
    Game.objects.filter(pk=game.pk).update(ply=1)
    assert [tell_devices(), tell_devices(later())] == [0, 1]


def test_a_turn_that_comes_again_after_a_takeback_is_told_again(device_of, service, alice, bob):
    device_of(alice)
    game = game_of_days(alice, bob)
    tell_devices(later())
    Game.objects.filter(pk=game.pk).update(o_taken_back=1)
    assert tell_devices(later(MINUTE)) == 1


def test_an_offer_or_a_clock_set_right_is_no_new_turn(device_of, service, alice, bob):
    device_of(alice)
    game = game_of_days(alice, bob)
    tell_devices(later())
    moved_on = {"version": 5, "turn_at": later(MINUTE), "deadline": later(4 * MINUTE)}
    Game.objects.filter(pk=game.pk).update(**moved_on)
    assert tell_devices(later(3 * MINUTE)) == 0


def test_nobody_is_told_of_a_turn_that_was_made(device_of, service, alice, bob):
    device_of(alice)
    game = game_of_days(alice, bob)
    tell_devices()
    move(game)
    assert tell_devices(later()) == 0
    assert service.received == []


def test_two_devices_are_each_told_once_and_none_that_has_signed_out(
    device_of, service, alice, bob
):
    _, phone = device_of(alice, "phone")
    laptop_client, laptop = device_of(alice, "laptop")
    game = game_of_days(alice, bob)
    assert tell_devices(later()) == 2
    laptop_client.post("/accounts/logout/")
    for _ in range(2):
        move(game)
    assert tell_devices(later(MINUTE)) == 1
    assert (len(service.sent_to(phone)), len(service.sent_to(laptop))) == (2, 1)


def test_what_had_waited_before_is_no_news_to_a_new_device(device_of, service, alice, bob):
    game_of_days(alice, bob)
    device_of(alice)
    assert tell_devices(later()) == 0


def test_a_kind_that_is_switched_off_is_not_told(device_of, service, alice, bob):
    device_of(alice)
    services.choose(user=alice, uid=PushDevice.objects.get().uid, kinds=["round", "no such"])
    game_of_days(alice, bob)
    assert tell_devices(later()) == 0
    assert PushDevice.objects.get().kinds == "round"


def test_whoever_has_the_page_before_them_is_told_once_they_have_left(
    device_of, service, alice, bob
):
    device_of(alice)
    game = game_of_days(alice, bob)
    here = {(game.uid, alice.pk)}
    for step in range(1, 6):
        assert tell_devices(later(step * LATER), watched=here) == 0
    assert tell_devices(later(5 * LATER + timedelta(seconds=1))) == 0
    assert tell_devices(later(6 * LATER)) == 1


def test_a_challenge_and_an_invitation_to_a_round_are_told(device_of, service, alice, bob):
    _, phone = device_of(alice)
    game = stored.new_game(bob, None, opponent="friend", invited=alice)
    now = later()
    seek = {"pool": "fives", "m": 15, "n": 15, "k": 5, "control": "300+0", "seen_at": now}
    Seek.objects.create(uid="s" * 10, user=bob, invited=alice, **seek)
    assert tell_devices(now) == 2
    told = {notice["body"]: notice["path"] for notice in service.notices_of(phone)}
    assert told == {
        "bob challenges you on 3×3.": f"/games/{game.uid}/",
        "bob invites you to a rated round, 15×15": "/me/waiting/",
    }


def test_a_round_that_has_begun_is_told_while_nobody_has_moved(device_of, service, alice, bob):
    _, phone = device_of(alice)
    now = timezone.now()
    game = stored.new_game(bob, alice, best_of=2, control="180+2", started_at=now)
    Round.objects.create(
        uid=game.uid, m=3, n=3, k=3, control="180+2", first=bob, second=alice, first_game=game
    )
    assert tell_devices(now + timedelta(seconds=10)) == 1
    (notice,) = service.notices_of(phone)
    assert notice["body"] == "Your round against bob on 3×3 has begun."
    (received,) = service.received
    assert received.headers["Urgency"] == "high"
    assert int(received.headers["TTL"]) <= 30
    game.ply = 1
    game.save(update_fields=["ply"])
    PushNotice.objects.all().delete()
    assert tell_devices(now + timedelta(seconds=15)) == 0


@pytest.mark.parametrize("first", [1, 5])
def test_no_process_tells_of_a_round_that_is_looked_at_through_another(
    device_of, service, alice, bob, first
):
    device_of(alice)
    now = timezone.now()
    game = stored.new_game(bob, alice, best_of=2, control="180+2", started_at=now)
    Round.objects.create(
        uid=game.uid, m=3, n=3, k=3, control="180+2", first=bob, second=alice, first_game=game
    )
    ((_, pause),) = WORK
    for number in range(4):
        here = now + timedelta(seconds=first + number * pause)
        assert tell_devices(here - timedelta(seconds=0.5)) == 0  # by another process
        assert tell_devices(here, watched={(game.uid, alice.pk)}) == 0
    assert tell_devices(here + timedelta(seconds=10)) == 1


def test_a_tournament_is_told_ten_minutes_before(device_of, service, alice):
    _, phone = device_of(alice)
    starts_at = timezone.now() + timedelta(hours=1)
    tournament = Tournament.objects.create(
        kind="arena",
        title="Evening",
        m=15,
        n=15,
        k=5,
        control="180+2",
        starts_at=starts_at,
        minutes=40,
    )
    TournamentEntry.objects.create(tournament=tournament, user=alice)
    assert tell_devices(starts_at - timedelta(minutes=11)) == 0
    assert tell_devices(starts_at - timedelta(minutes=9)) == 1
    (notice,) = service.notices_of(phone)
    assert notice["body"] == "Evening begins in less than 10 minutes."
    assert notice["path"] == tournament.get_absolute_url()
    TournamentEntry.objects.update(withdrawn_at=timezone.now())
    PushNotice.objects.all().delete()
    assert tell_devices(starts_at - timedelta(minutes=8)) == 0


def test_a_device_that_is_gone_is_forgotten(device_of, service, alice, bob):
    device_of(alice)
    game_of_days(alice, bob)
    service.status = 410
    assert tell_devices(later()) == 0
    assert not PushDevice.objects.exists()


def test_a_service_that_is_busy_is_left_alone_for_as_long_as_it_asks(
    device_of, service, alice, bob
):
    device_of(alice)
    game = game_of_days(alice, bob)
    service.status, service.headers = 429, {"Retry-After": "1800"}
    assert tell_devices(later()) == 0
    another = game_of_days(alice, bob)
    assert tell_devices(later(timedelta(minutes=25))) == 0
    assert len(service.received) == 1
    service.status = 201
    assert tell_devices(later(timedelta(minutes=35))) == 2
    tags = {telling._hashed(f"game:{one.uid}") for one in (game, another)}
    assert {one.headers["Topic"] for one in service.received} == tags
    assert PushDevice.objects.get().failures == 0


def test_a_service_that_is_busy_is_asked_no_more_in_the_same_pass(device_of, service, alice, bob):
    device_of(alice)
    for _ in range(telling.AT_ONCE + 1):
        game_of_days(alice, bob)
    service.status, service.headers = 429, {"Retry-After": "1800"}
    assert tell_devices(later()) == 0
    assert len(service.received) == telling.AT_ONCE


def test_what_is_refused_together_counts_once(device_of, service, alice, bob):
    device_of(alice)
    for _ in range(telling.AT_ONCE):
        game_of_days(alice, bob)
    service.status = 429
    for failures in (1, 2):
        assert tell_devices(later(failures * 10 * MINUTE)) == 0
        device = PushDevice.objects.get()
        assert device.failures == failures
        wait = device.quiet_until - timezone.now()
        assert round(wait / MINUTE) == failures
    assert len(service.received) == 2 * telling.AT_ONCE


def test_a_refusal_beside_what_is_taken_is_the_first_since(
    device_of, service, alice, bob, monkeypatch
):
    device_of(alice)
    PushDevice.objects.update(failures=telling.HOPELESS - 1)
    for _ in range(3):
        game_of_days(alice, bob)
    refused = Sending(PushOutcome.FAILED, wait=1800)
    sendings = [Sending(PushOutcome.SENT), refused, refused]
    monkeypatch.setattr(telling, "_send_all", lambda messages: sendings[: len(messages)])
    assert tell_devices(later()) == 1
    device = PushDevice.objects.get()
    assert device.failures == 1
    assert device.quiet_until > later(25 * MINUTE)


def test_what_fails_again_and_again_is_tried_ever_later_and_then_no_more(
    device_of, service, alice, bob
):
    device_of(alice)
    game_of_days(alice, bob)
    service.status = 500
    now, waits = later(), []
    while PushDevice.objects.exists():
        tell_devices(now)
        device = PushDevice.objects.first()
        if device:
            waits.append(round((device.quiet_until - timezone.now()) / MINUTE))
            now += device.quiet_until - timezone.now() + LEASE
    assert waits == [1, 2, 4, 8, 16, 32, 64]


def test_a_session_that_ended_unheard_is_found_before_anything_is_sent(
    device_of, service, alice, bob
):
    client, _ = device_of(alice)
    game_of_days(alice, bob)
    client.session.delete()
    assert tell_devices(later()) == 0
    assert (service.received, PushDevice.objects.count()) == ([], 0)


def test_a_session_that_gets_another_key_meanwhile_keeps_its_device(
    device_of, service, alice, bob, monkeypatch
):
    client, _ = device_of(alice)
    game_of_days(alice, bob)
    claim = telling._claim
    new = "four-in-a-row-wins"
    form = {"oldpassword": "alice-password", "password1": new, "password2": new}

    def claim_while_the_password_is_changed(notice):
        assert client.post("/accounts/password/change/", form).status_code == 302
        return claim(notice)

    with monkeypatch.context() as changing:
        changing.setattr(telling, "_claim", claim_while_the_password_is_changed)
        assert tell_devices(later()) == 0
    assert PushDevice.objects.get().session == client.session.session_key
    assert tell_devices(later(2 * LEASE)) == 1


def test_nobody_is_told_after_a_new_password_elsewhere_or_a_ban(device_of, service, alice, bob):
    device_of(alice)
    device_of(bob, "tablet")
    for user in (alice, bob):
        game_of_days(user, alice if user == bob else bob)
    alice.set_password("another-password")  # by whatever way: no receiver hears of it
    alice.save()
    accounts.User.objects.filter(pk=bob.pk).update(banned_at=timezone.now())
    assert tell_devices(later()) == 0
    assert service.received == []


class Killed(BaseException):
    """The end of a process, which no handler of the code sees."""


def test_a_process_that_dies_before_it_sends_leaves_it_to_the_next(
    device_of, service, alice, bob, monkeypatch
):
    _, phone = device_of(alice)
    game_of_days(alice, bob)

    def die(messages):
        if messages:
            raise Killed
        return []

    with monkeypatch.context() as dying:
        dying.setattr(telling, "_send_all", die)
        with pytest.raises(Killed):
            tell_devices(later())
    assert tell_devices(later()) == 0  # another may still be at it
    assert tell_devices(later(2 * LEASE)) == 1
    assert len(service.notices_of(phone)) == 1


def test_what_is_sent_again_after_a_death_is_the_same_to_the_device(
    device_of, service, alice, bob, monkeypatch
):
    _, phone = device_of(alice)
    game_of_days(alice, bob)

    def die(device, sending):
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(telling, "_note", die)
        with pytest.raises(Killed):
            tell_devices(later())
    assert tell_devices(later(2 * LEASE)) == 1
    one, again = service.notices_of(phone)
    assert one == again
    assert len({received.headers["Topic"] for received in service.received}) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_processes_at_once_one_tells(device_of, service, alice, bob):
    _, phone = device_of(alice)
    games = [game_of_days(alice, bob) for _ in range(6)]
    now = later()

    def tell():
        tell_devices(now)
        connections.close_all()

    threads = [Thread(target=tell) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(service.notices_of(phone)) == len(games)
    assert len({notice["id"] for notice in service.notices_of(phone)}) == len(games)


def test_a_test_is_sent_to_that_device_alone(device_of, service, alice):
    _, phone = device_of(alice)
    _, laptop = device_of(alice, "laptop")
    service.status = 500
    services.request_test(user=alice, uid=PushDevice.objects.first().uid)
    assert tell_devices() == 0
    service.status = 201
    services.request_test(user=alice, uid=PushDevice.objects.first().uid)
    assert [tell_devices(), tell_devices()] == [1, 0]
    assert service.notices_of(phone)[-1]["body"] == "Notifications work on this device."
    assert service.sent_to(laptop) == []


def test_a_site_without_a_key_tells_nobody(device_of, service, alice, bob, settings):
    device_of(alice)
    game_of_days(alice, bob)
    settings.PUSH_KEY = ""
    assert tell_devices(later()) == 0
    assert service.received == []


def test_to_look_at_what_waits_takes_as_many_queries_for_many(
    device_of, service, alice, bob, django_assert_max_num_queries
):
    device_of(alice)
    for _ in range(12):
        game_of_days(alice, bob)
    tell_devices(later())
    with django_assert_max_num_queries(10):
        assert tell_devices(later(MINUTE)) == 0
