"""What people do with their devices: switch notifications on and off, choose, and try them.

A device belongs to the session that switched it on, and ends with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameError
from games.live.limits import PUSH_DEVICES, PUSH_TESTS, enter
from games.models import MAX_ENDPOINT, PushDevice, PushKind, PushNotice
from games.play.push.addresses import ForbiddenAddress, check_endpoint
from games.play.push.encryption import decode_keys
from games.play.push.vapid import public_key

MAX_DEVICES = 10  # of one account; one more replaces the one that was added first
MAX_BYTES = 4_096  # of a subscription as a browser sends it
# The first that fits; many browsers also call themselves by the names of others.
BROWSERS = (
    (r"Edg(A|iOS)?/", "Edge"),
    (r"OPR/", "Opera"),
    (r"SamsungBrowser/", "Samsung Internet"),
    (r"(Firefox|FxiOS)/", "Firefox"),
    (r"(Chrome|CriOS)/", "Chrome"),
    (r"Safari/", "Safari"),
)
SYSTEMS = (
    (r"iPhone", "iPhone"),
    (r"iPad", "iPad"),
    (r"Android", "Android"),
    (r"Windows", "Windows"),
    (r"CrOS", "ChromeOS"),
    (r"Mac OS X", "macOS"),
    (r"Linux", "Linux"),
)
KEPT_FOR = timedelta(days=60)  # longer than any turn waits (14 days), so none is told twice
AT_ONCE = 500  # rows that one call removes


class Keys(msgspec.Struct, frozen=True):
    """What messages to a browser are encrypted with, in base64."""

    p256dh: Annotated[str, msgspec.Meta(max_length=88)]
    auth: Annotated[str, msgspec.Meta(max_length=24)]


class Subscription(msgspec.Struct, frozen=True):
    """What a browser says of where it is reached, as `PushSubscription.toJSON` has it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=MAX_ENDPOINT)]
    keys: Keys


# Built when the module is imported: page threads share it.
_SUBSCRIPTION = msgspec.json.Decoder(Subscription)


def parse_subscription(body: bytes) -> Subscription:
    """Return what a browser has sent. Raises GameError: bad_push_address."""
    try:
        if len(body) > MAX_BYTES:
            raise ValueError("too long")
        subscription = _SUBSCRIPTION.decode(body)
        check_endpoint(subscription.endpoint)
        decode_keys(subscription.keys.p256dh, subscription.keys.auth)
    # RecursionError is JSON that is nested too deeply.
    except (msgspec.DecodeError, ValueError, RecursionError, ForbiddenAddress) as error:
        raise GameError("bad_push_address") from error
    return subscription


def switch_on(
    *, user: User, session: str, subscription: Subscription, user_agent: str
) -> PushDevice:
    """Switch notifications for *user* on where *subscription* says, until *session* ends.

    A session has one device, and an address one account: the last that asked for it. Raises
    TooFast; GameError: push_is_off, too_busy.
    """
    if not public_key():
        raise GameError("push_is_off")
    enter((PUSH_DEVICES, user.pk))
    with _one_address_one_account(), transaction.atomic():
        # Locked, so that the limit holds for devices that are added at the same time.
        User.objects.select_for_update().get(pk=user.pk)
        PushDevice.objects.filter(endpoint=subscription.endpoint).exclude(session=session).delete()
        PushDevice.objects.filter(session=session).exclude(user=user).delete()
        device, _ = PushDevice.objects.update_or_create(
            session=session,
            defaults=_address(subscription) | {"user": user, "name": device_name(user_agent)},
        )
        others = user.push_devices.exclude(pk=device.pk).order_by("-created_at", "-pk")
        surplus = others.values_list("pk", flat=True)[MAX_DEVICES - 1 :]
        PushDevice.objects.filter(pk__in=list(surplus)).delete()
    return device


def renew(*, user: User, session: str, subscription: Subscription) -> None:
    """Note that the browser of *session* has got a new push endpoint.

    It is the same device, and is told nothing twice. Raises TooFast; GameError: no_such_device,
    where it was not switched on; too_busy.
    """
    enter((PUSH_DEVICES, user.pk))
    with _one_address_one_account(), transaction.atomic():
        PushDevice.objects.filter(endpoint=subscription.endpoint).exclude(session=session).delete()
        mine = PushDevice.objects.filter(user=user, session=session)
        if not mine.update(**_address(subscription)):
            raise GameError("no_such_device")


def choose(*, user: User, uid: str, kinds: Iterable[str]) -> None:
    """Send a device of *user* only these kinds of notice. Raises GameError: no_such_device."""
    chosen = [kind for kind in PushKind.values if kind in set(kinds)]
    if not PushDevice.objects.filter(user=user, uid=uid).update(kinds=" ".join(chosen)):
        raise GameError("no_such_device")


def request_test(*, user: User, uid: str) -> None:
    """Have a test notification sent to a device of *user* within seconds.

    Raises TooFast; GameError: no_such_device.
    """
    enter((PUSH_TESTS, user.pk))
    # At once, also after failures: whoever presses the button wants to know.
    mine = PushDevice.objects.filter(user=user, uid=uid)
    if not mine.update(test_wanted_at=timezone.now()):
        raise GameError("no_such_device")


def remove(*, user: User, uid: str) -> None:
    """Switch notifications off for a device. Nothing happens if *user* has no such device."""
    PushDevice.objects.filter(user=user, uid=uid).delete()


def end_session(session: str) -> None:
    """Forget the device of *session*, which has ended."""
    PushDevice.objects.filter(session=session).delete()


def end_sessions(user: User, *, but: str = "") -> None:
    """Forget the devices of *user*'s sessions, except for the session *but*."""
    PushDevice.objects.filter(user=user).exclude(session=but).delete()


def follow_session(user: User, *, before: str, after: str) -> None:
    """Note that a session of *user* has another key: it goes on as the same."""
    if before and after and before != after:
        PushDevice.objects.filter(user=user, session=before).update(session=after)


def device_name(user_agent: str) -> str:
    """Return what to call a browser in a list of one's own, such as "Firefox · Android"."""
    browser = next((name for sign, name in BROWSERS if re.search(sign, user_agent)), "")
    system = next((name for sign, name in SYSTEMS if re.search(sign, user_agent)), "")
    return " · ".join(filter(None, (browser, system)))


@contextmanager
def _one_address_one_account() -> Iterator[None]:
    """Refuse what another session does at the same moment. Raises GameError: too_busy."""
    try:
        yield
    except IntegrityError as error:
        raise GameError("too_busy") from error


def _address(subscription: Subscription) -> dict[str, object]:
    return {
        "endpoint": subscription.endpoint,
        "p256dh": subscription.keys.p256dh,
        "auth": subscription.keys.auth,
        "failures": 0,
        "quiet_until": None,
    }


def remove_old_notices(*, now: datetime) -> int:
    """Remove some notices that are too old to be told again. Return how many."""
    old = PushNotice.objects.filter(made_at__lt=now - KEPT_FOR)
    return _remove_some(old)


def remove_ended_devices(*, now: datetime) -> int:
    """Remove some devices whose session has ended. Return how many."""
    session = Session.objects.filter(pk=OuterRef("session"), expire_date__gt=now)
    return _remove_some(PushDevice.objects.filter(~Exists(session)))


def _remove_some(rows: QuerySet[PushNotice] | QuerySet[PushDevice]) -> int:
    keys = list(rows.values_list("pk", flat=True)[:AT_ONCE])
    rows.model.objects.filter(pk__in=keys).delete()
    return len(keys)
