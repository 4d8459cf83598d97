"""What other applications are told, after the commit and with ``send_robust`` except where noted.

The first three are sent with ``announce``: nothing else would make up for a receiver that failed.
They may be told twice, because upkeep tells them again after a process has died.

guest_claimed(guest, user)
    A guest signed in to the existing account *user*, which now owns what the guest had.
account_closing(user, reason)
    *user* was "banned" or "deleted": live games are to be resigned, sockets closed.
account_reopened(user)
    The ban of *user* was lifted: what was done because of it is to be undone.
account_renamed(user)
    *user* has another name, and perhaps another kind: a guest signed up, staff changed the name,
    or the account was deleted. Whatever is shown from memory has to be read again.
other_sessions_ended(user, request)
    All sessions of *user* have ended, but for the one of *request* if it is the user's: the staff
    gave another password, two-step sign-in was switched on, or a guest signed up or in. (The
    user's own ways to another password send django-allauth's signals.)
account_logged(event)
    A line of the account log is written. Sent in its transaction with ``send``: a receiver that
    fails undoes it.
tokens_revoked(user, tokens)
    The *tokens* (their primary keys) of the bot *user* have ended: their sockets are to be shut.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import InterfaceError, OperationalError
from django.dispatch import Signal

logger = logging.getLogger(__name__)

guest_claimed = Signal()
account_closing = Signal()
account_reopened = Signal()
account_renamed = Signal()
other_sessions_ended = Signal()
tokens_revoked = Signal()
account_logged = Signal()

# What the database's absence has interrupted in this process, mostly receivers.
_interrupted: deque[Callable[[], object]] = deque()


def announce(signal: Signal, **carried: Any) -> None:
    """Send *signal*; a receiver that fails keeps no other from being told.

    One that fails because the database is away is told again by `announce_again`.
    """
    for receiver, failure in signal.send_robust(**carried):
        if isinstance(failure, (OperationalError, InterfaceError)):
            _interrupted.append(partial(receiver, signal=signal, **carried))


def announce_later(tell: Callable[[], object]) -> None:
    """Have `announce_again` call *tell*, again and again until no outage interrupts it."""
    _interrupted.append(tell)


def announce_again() -> None:
    """Tell the receivers that were interrupted, up to the first that is interrupted again."""
    while _interrupted:
        tell = _interrupted.popleft()
        try:
            tell()
        except (OperationalError, InterfaceError):
            _interrupted.append(tell)
            return
        except Exception:
            logger.exception("what an outage has interrupted failed")
