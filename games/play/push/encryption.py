"""Encrypts what only one browser can read: RFC 8291, in one record of RFC 8188.

It is our own, on `cryptography`, which is here anyway. webpush 1.0.6 is as short, but no test can
set its keys and random numbers; it forgets ports, and brings three more packages. http_ece comes
without a wheel, and pywebpush with aiohttp and requests.
"""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD_SIZE = 4096
MAX_TEXT = 3_000  # bytes; services take messages of 4,096, 103 of them header, delimiter and tag
POINT_SIZE, AUTH_SIZE, SALT_SIZE = 65, 16, 16
LAST_RECORD = b"\x02"  # the delimiter after the text, before any padding


def encrypt(
    text: bytes,
    *,
    p256dh: str,
    auth: str,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Return *text* for the browser with these keys: the body of a request, encoded as aes128gcm.

    *sender* and *salt* are made for each message, unless a test gives them. Raises ValueError for
    invalid keys, and for a text of more than MAX_TEXT.
    """
    if len(text) > MAX_TEXT:
        raise ValueError("the text is too long")
    receiver_point, secret = decode_keys(p256dh, auth)
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver_point)
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT_SIZE)
    sender_point = point_of(sender.public_key())
    info = b"WebPush: info\x00" + receiver_point + sender_point
    shared = _derive(sender.exchange(ec.ECDH(), receiver), secret, info, 32)
    key = _derive(shared, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\x00", 12)
    header = salt + RECORD_SIZE.to_bytes(4) + bytes([len(sender_point)]) + sender_point
    return header + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)


def decode_keys(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """Return a browser's point and secret. Raises ValueError for invalid ones."""
    point, secret = decode(p256dh), decode(auth)
    if len(point) != POINT_SIZE or len(secret) != AUTH_SIZE:
        raise ValueError("keys of another size")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)  # refuses what is not on the curve
    return point, secret


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(data: bytes) -> str:
    """Return *data* in base64 as the web has it: URL-safe, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes that `encode` has written as *text*. Signs that are not base64 are skipped.

    Raises ValueError for text that is not ASCII, or of an impossible length.
    """
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
