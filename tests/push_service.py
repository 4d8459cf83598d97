"""A push service on loopback, and a browser that is subscribed to it."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Received:
    """One request to the service."""

    path: str
    headers: dict[str, str]
    body: bytes


class FakeBrowser:
    """What a browser knows of a subscription, and can read with it."""

    def __init__(
        self, endpoint: str, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"a" * 16
    ) -> None:
        self.endpoint = endpoint
        self.key = key or ec.generate_private_key(CURVE)
        self.auth = auth

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self) -> dict[str, Any]:
        """As `PushSubscription.toJSON` has it."""
        keys = {"p256dh": text_of(self.point), "auth": text_of(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def decrypt(self, body: bytes) -> bytes:
        """Decrypt a message, as RFC 8188 and RFC 8291 say it from the receiver's side."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender_point, text = body[21 : 21 + length], body[21 + length :]
        assert len(text) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender_point)
        info = b"WebPush: info\0" + self.point + sender_point
        shared = derive(self.key.exchange(ec.ECDH(), sender), self.auth, info, 32)
        key = derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(shared, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, text, None)
        content = padded.rstrip(b"\0")
        assert content.endswith(b"\2")
        return content[:-1]

    def notice(self, received: Received) -> dict[str, str]:
        told: dict[str, str] = json.loads(self.decrypt(received.body))
        return told


def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


class PushService:
    """What was sent to it, and how it answers: with a status and headers, or (0) not at all.

    `on_request` is called with each request before it is answered, `on_answer` after that.
    """

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.status = 201
        self.headers: dict[str, str] = {}
        self.body = b""
        self.on_request: Callable[[Received], None] = lambda received: None
        self.on_answer: Callable[[Received], None] = lambda received: None
        self.is_over = Event()
        self.lock = Lock()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                received = Received(self.path, dict(self.headers), self.rfile.read(length))
                service.on_request(received)
                with service.lock:
                    service.received.append(received)
                if not service.status:
                    service.is_over.wait()
                    return
                self.send_response(service.status)
                for name, value in service.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(service.body)
                self.wfile.flush()
                service.on_answer(received)

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *args: None  # type: ignore[method-assign]  # they hang up
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def browser(self, name: str) -> FakeBrowser:
        return FakeBrowser(f"{self.url}/{name}")

    def sent_to(self, browser: FakeBrowser) -> list[Received]:
        return [one for one in self.received if f"{self.url}{one.path}" == browser.endpoint]

    def notices_of(self, browser: FakeBrowser) -> list[dict[str, str]]:
        return [browser.notice(one) for one in self.sent_to(browser)]


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = Thread(target=service.server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.is_over.set()
        service.server.shutdown()
        service.server.server_close()
        thread.join()
