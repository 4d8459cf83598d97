"""Devices: switched on in the preferences, seen and removed there, and ended with their session."""

import json

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.guests import make_guest
from accounts.models import User
from accounts.signals import other_sessions_ended
from games.live.limits import PUSH_DEVICES
from games.models import PushDevice, PushNotice
from games.play.push.services import KEPT_FOR, MAX_DEVICES, device_name
from games.upkeep.capabilities import remove_what_is_left
from tests.play.push.conftest import subscribe

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "four-in-a-row-wins"


@pytest.fixture(autouse=True)
def _no_limits():
    PUSH_DEVICES.forget()
    cache.clear()


def signed_in(name="alice"):
    client = Client()
    form = {"login": name, "password": f"{name}-password"}
    assert client.post("/accounts/login/", form).status_code == 302
    return client


def test_a_browser_is_named_and_hears_of_everything_until_its_owner_chooses(
    device_of, alice, client
):
    client, phone = device_of(alice)
    device = alice.push_devices.get()
    assert device.name == "Firefox · Android"
    assert device.endpoint == phone.endpoint
    assert device.kinds == "turn challenge round tournament"
    answer = client.post(f"/me/push/{device.uid}/", {"kinds": ["turn", "challenge"]})
    assert answer["Location"] == "/me/preferences/#devices"
    device.refresh_from_db()
    assert device.kinds == "turn challenge"


def test_the_section_says_what_is_on_here_and_elsewhere(device_of, service, alice):
    client, _ = device_of(alice)
    device_of(alice, "laptop")
    page = client.get("/me/preferences/").text
    assert "Send a test" in page
    assert "No notification sent yet." in page
    assert page.count('name="kinds"') == 4
    assert "Other devices" in page
    PushDevice.objects.update(succeeded_at=timezone.now(), failures=1)
    page = client.get("/me/preferences/").text
    assert "Last notification sent:" in page
    assert "could not be delivered" in page
    assert "data-on" not in page
    assert "data-on" in signed_in().get("/me/preferences/").text
    assert "devices-title" not in Client().get("/me/preferences/").text


def test_without_a_key_nothing_is_offered_or_taken(service, alice, settings):
    client = signed_in()
    settings.PUSH_KEY = ""
    assert "devices-title" not in client.get("/me/preferences/").text
    answer = subscribe(client, service.browser("phone"))
    assert answer.json()["code"] == "push_is_off"


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://127.0.0.1:22/"},
        {"endpoint": 5},
        {"endpoint": "https://push.example/" + "a" * 2_000},
        {"keys": {"p256dh": "abc", "auth": "abc"}},
        {"keys": {}},
        {"keys": {"p256dh": "a" * 5_000, "auth": "abc"}},
    ],
)
def test_what_is_no_subscription_is_refused(service, alice, change):
    client = signed_in()
    told = json.dumps(service.browser("phone").subscription() | change)
    for path in ("/me/push/", "/me/push/renew/"):
        answer = client.post(path, told, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (409, "bad_push_address")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"\xff", b"[" * 4_000, b'{"more":' + b"[" * 4_000]
)
def test_what_is_no_json_is_refused(service, alice, body):
    answer = signed_in().post("/me/push/", body, content_type="application/json")
    assert answer.json()["code"] == "bad_push_address"


def test_an_address_belongs_to_whoever_asked_last(device_of, service, alice, bob):
    client, phone = device_of(alice)
    client.force_login(bob)  # on the same browser, which keeps its address
    assert subscribe(client, phone).status_code == 201
    assert [device.user for device in PushDevice.objects.all()] == [bob]


def test_a_browser_that_asks_twice_is_one_device(device_of, service, alice):
    client, phone = device_of(alice)
    assert subscribe(client, phone).status_code == 201
    assert subscribe(client, service.browser("anew")).status_code == 201
    assert alice.push_devices.get().endpoint.endswith("/anew")


def test_an_account_has_only_so_many_and_the_first_goes(device_of, alice):
    for number in range(MAX_DEVICES + 1):
        device_of(alice, f"phone{number}")
    names = [device.endpoint.rpartition("/")[2] for device in alice.push_devices.all()]
    assert names == [f"phone{number}" for number in range(1, MAX_DEVICES + 1)]


def test_a_browser_with_another_address_stays_the_same_device(device_of, service, alice):
    client, _ = device_of(alice)
    before = alice.push_devices.get()
    assert subscribe(client, service.browser("anew"), "/me/push/renew/").status_code == 204
    after = alice.push_devices.get()
    assert (after.pk, after.created_at) == (before.pk, before.created_at)
    assert after.endpoint.endswith("/anew")


def test_nobody_is_switched_on_by_a_browser_that_changed_its_address(service, alice):
    answer = subscribe(signed_in(), service.browser("anew"), "/me/push/renew/")
    assert answer.json()["code"] == "no_such_device"
    assert not PushDevice.objects.exists()


def test_nobody_tries_changes_or_removes_anothers_device(device_of, alice, bob):
    device_of(alice)
    device = alice.push_devices.get()
    client = signed_in("bob")
    for way in ("", "test/", "remove/"):
        assert client.post(f"/me/push/{device.uid}/{way}").status_code == 302
    before = device.kinds, device.test_wanted_at
    device.refresh_from_db()
    assert (device.kinds, device.test_wanted_at) == before


def test_a_device_can_be_removed_from_another(device_of, alice):
    device_of(alice)
    client = signed_in()
    client.post(f"/me/push/{alice.push_devices.get().uid}/remove/")
    assert not PushDevice.objects.exists()


def test_tests_are_limited(device_of, alice):
    client, _ = device_of(alice)
    path = f"/me/push/{alice.push_devices.get().uid}/test/"
    pages = [client.post(path, follow=True).text for _ in range(6)]
    assert "The test is on its way" in pages[0]
    assert "The test is on its way" not in pages[-1]


# ---- the end of a session --------------------------------------------------------------------


@pytest.fixture
def here_and_there(service, alice):
    """Two browsers of alice, by their passwords, in both of which notifications are on."""
    both = [signed_in(), signed_in()]
    for client, name in zip(both, ("here", "there"), strict=True):
        assert subscribe(client, service.browser(name)).status_code == 201
    return both


def names_of_devices(user):
    return [device.endpoint.rpartition("/")[2] for device in user.push_devices.order_by("pk")]


def test_signing_out_ends_that_device_alone(here_and_there, alice):
    here_and_there[0].post("/accounts/logout/")
    assert names_of_devices(alice) == ["there"]


def test_a_new_password_ends_all_but_the_one_that_gave_it(here_and_there, alice):
    here = here_and_there[0]
    form = {"oldpassword": "alice-password", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert here.post("/accounts/password/change/", form).status_code == 302
    assert names_of_devices(alice) == ["here"]
    assert alice.push_devices.get().session == here.session.session_key


def test_a_password_by_the_staff_ends_all(here_and_there, alice):
    other_sessions_ended.send(sender=User, user=alice, request=None)
    assert names_of_devices(alice) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["banned", "deleted"])
def test_a_closed_account_has_no_devices(here_and_there, alice, bob, how):
    if how == "banned":
        accounts.ban(user=alice, staff=bob, reason="spam")
    else:
        accounts.delete_account(user=alice)
    assert not PushDevice.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_signs_up_keeps_the_device(service):
    client, guest = Client(), make_guest()
    client.force_login(guest)
    assert subscribe(client, service.browser("here")).status_code == 201
    form = {"username": "dora", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert client.post("/accounts/signup/", form).status_code == 302
    assert PushDevice.objects.get().session == client.session.session_key


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_signs_in_leaves_no_device_behind(service, alice):
    client, guest = Client(), make_guest()
    client.force_login(guest)
    assert subscribe(client, service.browser("here")).status_code == 201
    form = {"login": "alice", "password": "alice-password"}
    assert client.post("/accounts/login/", form).status_code == 302
    assert not PushDevice.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_old_notices_and_devices_of_ended_sessions_are_removed_each_by_its_name(
    device_of, alice, bob
):
    client, _ = device_of(alice)
    device_of(bob, "tablet")
    now = timezone.now()
    for made_at in (now, now - 2 * KEPT_FOR):
        PushNotice.objects.create(
            device=bob.push_devices.get(), key=str(made_at), due_at=made_at, made_at=made_at
        )
    client.session.delete()
    for number in (1, 0):
        removed = async_to_sync(remove_what_is_left)(now=now)
        assert removed["Old notifications removed"] == number
        assert removed["Devices of ended sessions removed"] == number
    assert (PushDevice.objects.count(), PushNotice.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1",
            "Safari · iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        (
            "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0 Mobile Safari/537.36",
            "Chrome · Android",
        ),
        ("something else", ""),
        ("", ""),
    ],
)
def test_browsers_are_told_apart(agent, name):
    assert device_name(agent) == name
