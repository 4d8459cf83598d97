"""Tells devices what waits for their account. Upkeep calls it, in a thread of its own.

Each thing that waits has one row for each device that is to be told, written before anything is
sent. A server process claims a row by moving its `due_at` on, by more time than a message can take.
Once the push service has taken the message, the row is marked as told. If a process dies before it
has marked the row, another one sends the message a minute later. Should that be the second time,
nobody sees it: the message has the same topic, so it replaces one that was not delivered yet, and
the same id, which a device does not show twice (`static/js/play/push/service-worker.js`).
"""

from __future__ import annotations

import json
import logging
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.language import language_of
from accounts.signin.sessions import user_of
from games.models import PushDevice, PushNotice
from games.play.push.encryption import encode
from games.play.push.queries import Waiting, all_that_waits
from games.play.push.sending import SECONDS, PushMessage, PushOutcome, Sending, send
from games.play.push.vapid import public_key

logger = logging.getLogger(__name__)

AT_ONCE = 8  # messages on their way; each has a thread, and SECONDS at most
LEASE = timedelta(seconds=6 * SECONDS)
SECONDS_OF_A_PASS = 60.0  # what is left then waits for the next pass
KEYS_AT_ONCE = 400  # in one query; SQLite has a limit
FIRST_WAIT = timedelta(minutes=1)  # after a failure; doubled by each that follows
LONGEST_WAIT = timedelta(hours=6)
MOST_DOUBLED = 9  # times: by then LONGEST_WAIT is reached
HOPELESS = 8  # failures after which a device that no message has reached yet is forgotten
LONGEST_LIFE = timedelta(days=28)  # of a message; services keep none for longer

Watched = Collection[tuple[str, int]]  # uids of games, each with somebody who looks at it


@dataclass(frozen=True, slots=True)
class Notice:
    """What one device is to be told, and its row."""

    device: PushDevice
    waiting: Waiting
    row: PushNotice


def tell_devices(now: datetime | None = None, *, watched: Watched = ()) -> int:
    """Tell every device what has begun to wait; return how many messages were taken.

    Several processes may do this at once. *watched* has the games whose pages are looked at in this
    process, each with the viewer: no process tells them of that game until they have left the page.
    """
    if not public_key() or not PushDevice.objects.exists():
        return 0
    now = now or timezone.now()
    end = time.monotonic() + SECONDS_OF_A_PASS
    told = _tell_tests()
    for notices in _untold(all_that_waits(now), now):
        _put_off([one for one in notices if _is_watched(one, watched)], now)
        due = [one for one in notices if one.row.due_at <= now]
        # Devices that have answered before come first: those that never do keep nobody waiting.
        due.sort(key=lambda one: (one.device.succeeded_at is None, one.device.failures))
        for start in range(0, len(due), AT_ONCE):
            if time.monotonic() > end:
                return told
            told += _tell(due[start : start + AT_ONCE], now)
    return told


def _untold(waiting: Iterable[Waiting], now: datetime) -> Iterator[list[Notice]]:
    """Yield what is not told yet, a part at a time, each notice with its row."""
    by_person: dict[int, list[Waiting]] = defaultdict(list)
    for one in waiting:
        by_person[one.user_id].append(one)
    people = sorted(by_person)
    for first in range(0, len(people), KEYS_AT_ONCE):
        devices = PushDevice.objects.filter(user__in=people[first : first + KEYS_AT_ONCE])
        wanted = [
            (device, one)
            for device in devices.select_related("user")
            for one in by_person[device.user_id]
            # What was waiting before the device was added is no news.
            if device.hears_of(one.kind) and one.since >= device.created_at
        ]
        for start in range(0, len(wanted), KEYS_AT_ONCE):
            yield _with_rows(wanted[start : start + KEYS_AT_ONCE], now)


def _with_rows(wanted: Sequence[tuple[PushDevice, Waiting]], now: datetime) -> list[Notice]:
    """Return the notices of *wanted* that are not told yet; make the rows that are missing."""
    rows = _rows(wanted)
    missing = [
        PushNotice(device=device, key=one.key, due_at=max(now, one.since + one.patience))
        for device, one in wanted
        if (device.pk, one.key) not in rows
    ]
    if missing:
        # Another process may have made them meanwhile, with other times; so all are read.
        PushNotice.objects.bulk_create(missing, ignore_conflicts=True)
        rows = _rows(wanted)
    found = ((device, one, rows.get((device.pk, one.key))) for device, one in wanted)
    return [Notice(device, one, row) for device, one, row in found if row and not row.told_at]


def _rows(wanted: Sequence[tuple[PushDevice, Waiting]]) -> dict[tuple[int, str], PushNotice]:
    found = PushNotice.objects.filter(
        device__in={device.pk for device, _ in wanted}, key__in={one.key for _, one in wanted}
    )
    return {(row.device_id, row.key): row for row in found}


def _is_watched(notice: Notice, watched: Watched) -> bool:
    return (notice.waiting.game, notice.waiting.user_id) in watched


def _put_off(notices: Sequence[Notice], now: datetime) -> None:
    """Put each of *notices* off by its patience, which is longer than until the next pass."""
    for notice in notices:
        notice.row.due_at = now + notice.waiting.patience
        rows = PushNotice.objects.filter(pk=notice.row.pk, due_at__lt=notice.row.due_at)
        rows.update(due_at=notice.row.due_at)


def _is_left_alone(device: PushDevice, now: datetime) -> bool:
    return device.quiet_until is not None and device.quiet_until > now


def _tell(notices: Sequence[Notice], now: datetime) -> int:
    claimed = [
        notice
        for notice in notices
        if not _is_left_alone(notice.device, now)
        and _claim(notice)
        and _keep_if_signed_in(notice.device)
    ]
    messages = []
    for one in claimed:
        with override(language_of(one.device.user)):
            messages.append(_message(one.device, one.waiting, now))
    told = 0
    for notice, sending in zip(claimed, _send_all(messages), strict=True):
        if _note(notice.device, sending):
            PushNotice.objects.filter(pk=notice.row.pk).update(told_at=timezone.now())
            told += 1
    return told


def _claim(notice: Notice) -> bool:
    """Claim *notice*; return whether this process sends it: no other has moved `due_at` on."""
    row = notice.row
    mine = PushNotice.objects.filter(pk=row.pk, due_at=row.due_at, told_at=None)
    return bool(mine.update(due_at=timezone.now() + LEASE))


def _keep_if_signed_in(device: PushDevice) -> bool:
    """Return whether the device's session is still its account's; if not, forget the device."""
    user = user_of(device.session)
    if user is not None and user.pk == device.user_id:
        return True
    # Not if its session has got another key meanwhile, under which it goes on.
    PushDevice.objects.filter(pk=device.pk, session=device.session).delete()
    return False


def _tell_tests() -> int:
    """Send some tests that people asked for; return how many were taken. A lost one stays lost."""
    asked = PushDevice.objects.filter(test_wanted_at__isnull=False).select_related("user")
    mine = [
        device
        for device in asked[:AT_ONCE]
        if PushDevice.objects.filter(pk=device.pk, test_wanted_at=device.test_wanted_at).update(
            test_wanted_at=None
        )
        and _keep_if_signed_in(device)
    ]
    messages = []
    for device in mine:
        with override(language_of(device.user)):
            messages.append(_test_message(device))
    sendings = _send_all(messages)
    return sum(_note(device, sending) for device, sending in zip(mine, sendings, strict=True))


def _send_all(messages: Sequence[PushMessage]) -> list[Sending]:
    if not messages:
        return []
    with ThreadPoolExecutor(len(messages), thread_name_prefix="push") as threads:
        return list(threads.map(send, messages))


def _note(device: PushDevice, sending: Sending) -> bool:
    """Write down what came of a message; return whether the service has taken it."""
    # By its address, too: the browser may have got another one meanwhile.
    same = PushDevice.objects.filter(pk=device.pk, endpoint=device.endpoint)
    if sending.outcome is PushOutcome.SENT:
        device.succeeded_at, device.failures = timezone.now(), 0
        same.update(succeeded_at=device.succeeded_at, failures=0, quiet_until=None)
        return True
    if sending.outcome is PushOutcome.GONE:
        same.delete()
        return False
    # Messages sent at the same time are refused for one reason, which counts once.
    uncounted = same.filter(failures=device.failures)
    if device.succeeded_at is None and device.failures + 1 >= HOPELESS:
        uncounted.delete()
        return False
    logger.info(
        "a notification was not taken", extra={"user_id": device.user_id, "why": sending.why}
    )
    wait = min(FIRST_WAIT * 2 ** min(device.failures, MOST_DOUBLED), LONGEST_WAIT)
    # Also in the object, for what this pass has yet to tell the device.
    device.quiet_until = timezone.now() + max(wait, timedelta(seconds=sending.wait))
    uncounted.update(failures=device.failures + 1, quiet_until=device.quiet_until)
    return False


def _message(device: PushDevice, waiting: Waiting, now: datetime) -> PushMessage:
    left = min(max(waiting.until - now, timedelta(seconds=1)), LONGEST_LIFE)
    return PushMessage(
        device.endpoint,
        device.p256dh,
        device.auth,
        _text(device, waiting.key, waiting.subject, waiting.words(), waiting.path),
        topic=_hashed(waiting.subject),
        seconds=int(left.total_seconds()),
        is_urgent=left < timedelta(hours=1),
    )


def _test_message(device: PushDevice) -> PushMessage:
    words = _("Notifications work on this device.")
    key = f"test:{device.test_wanted_at}"
    path = reverse("accounts:preferences")
    text = _text(device, key, "test", words, path)
    return PushMessage(
        device.endpoint, device.p256dh, device.auth, text, _hashed("test"), 300, True
    )


def _text(device: PushDevice, key: str, subject: str, words: str, path: str) -> bytes:
    """Return the content of a message, which `tell` in the service worker reads."""
    told = {
        "id": _hashed(f"{device.user_id} {key}"),
        "tag": _hashed(subject),
        "title": _("Tic Tac Toe"),
        "body": words,
        "path": path,
    }
    return json.dumps(told).encode()


def _hashed(text: str) -> str:
    """Return 32 characters for *text*, as many as a topic may have, which do not reveal it."""
    return encode(sha256(text.encode()).digest()[:24])
