"""Sends one message to a push service, and says what came of it. It knows no database.

Whoever answers is a stranger: no redirect is followed, of an answer nothing but its head is read,
and all of it has a few seconds.
"""

from __future__ import annotations

import http.client
import math
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from functools import cache
from typing import Any

from games.play.push.addresses import (
    HTTPS_PORT,
    ForbiddenAddress,
    check_endpoint,
    public_addresses,
)
from games.play.push.encryption import encrypt
from games.play.push.vapid import authorization

SECONDS = 10.0  # for all of one message
LONGEST_WAIT = 24 * 3600  # seconds; a service that asks for more gets no more
GONE = (404, 410)


@dataclass(frozen=True, slots=True)
class PushMessage:
    """What one device is told; the push service drops it after so many *seconds*.

    A later message with the same *topic* takes the place of one that was not delivered yet.
    """

    endpoint: str
    p256dh: str
    auth: str
    text: bytes
    topic: str
    seconds: int
    is_urgent: bool = False


class PushOutcome(Enum):
    SENT = "sent"
    GONE = "gone"  # there is no such device any more
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Sending:
    """What came of a message; *wait* is how many seconds the service asks to be left alone."""

    outcome: PushOutcome
    wait: int = 0
    why: str = ""


def send(message: PushMessage) -> Sending:
    """Send *message*; it raises nothing, whatever the service does."""
    try:
        status, retry_after = _post(message)
    except ForbiddenAddress as error:
        return Sending(PushOutcome.FAILED, why=str(error))
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Sending(PushOutcome.FAILED, why=type(error).__name__)
    if status in GONE:
        return Sending(PushOutcome.GONE)
    if 200 <= status < 300:  # a redirect is no success
        return Sending(PushOutcome.SENT)
    return Sending(PushOutcome.FAILED, wait=_seconds(retry_after), why=f"status {status}")


def _post(message: PushMessage) -> tuple[int, str]:
    parts = check_endpoint(message.endpoint)
    assert parts.hostname
    headers = {
        "Authorization": authorization(message.endpoint, now=time.time()),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(message.seconds),
        "Topic": message.topic,
        "Urgency": "high" if message.is_urgent else "normal",
    }
    body = encrypt(message.text, p256dh=message.p256dh, auth=message.auth)
    kind = PublicConnection if parts.scheme == "https" else PlainConnection
    connection = kind(parts.hostname, parts.port or HTTPS_PORT, timeout=SECONDS)
    # Each wait of the connection is bounded by its timeout, and all of them together by this.
    end = threading.Timer(SECONDS, connection.cut)
    end.daemon = True
    end.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Retry-After", "")
    finally:
        end.cancel()
        connection.close()


class PlainConnection(http.client.HTTPConnection):
    """A connection to an address that was checked; without TLS, for this machine alone."""

    _is_cut = False

    def connect(self) -> None:
        self.sock = self._reached()

    def cut(self) -> None:
        """End it, from another thread, whatever it waits for."""
        self._is_cut = True
        connected: Any = self.sock
        if connected is not None:
            try:
                connected.shutdown(socket.SHUT_RDWR)
            except OSError:
                return  # it has ended by itself

    def _reached(self) -> socket.socket:
        """Return a socket to the first of the host's addresses that answers."""
        failure: OSError = OSError("no address")
        for family, address in public_addresses(self.host, self.port):
            if self._is_cut:
                break
            reached = socket.socket(family, socket.SOCK_STREAM)
            reached.settimeout(self.timeout)
            self.sock = reached  # so that it can be cut while it connects
            try:
                reached.connect((address, self.port))
            except OSError as error:
                reached.close()
                failure = error
            else:
                return reached
        raise failure


class PublicConnection(PlainConnection):
    """A plain connection with TLS, for the name that was asked for."""

    default_port = HTTPS_PORT

    def connect(self) -> None:
        # The handshake comes after `sock` is set, so that `cut` can end it.
        secure = tls_context().wrap_socket(
            self._reached(), server_hostname=self.host, do_handshake_on_connect=False
        )
        self.sock = secure
        secure.do_handshake()


@cache  # to read the authorities that this machine trusts takes some 20 ms
def tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _seconds(retry_after: str) -> int:
    """Return the seconds that Retry-After asks for, as a number or a date; 0 for anything else."""
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return min(int(text[:9]), LONGEST_WAIT)
    try:
        seconds = parsedate_to_datetime(text).timestamp() - time.time()
    except (ValueError, OverflowError):
        return 0
    return min(max(math.ceil(seconds), 0), LONGEST_WAIT)
