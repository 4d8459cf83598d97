"""Says to push services whose messages these are: a signed line in each request (RFC 8292)."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings

from games.play.push.encryption import CURVE, decode, encode, point_of

VALID_FOR = 12 * 3600  # seconds; services refuse more than a day


def public_key() -> str:
    """Return the key that browsers subscribe with; "" if the site has none, and sends nothing."""
    return encode(point_of(_key().public_key())) if settings.PUSH_KEY else ""


def authorization(endpoint: str, *, now: float) -> str:
    """Return the header Authorization of a message to *endpoint*; *now* is in seconds."""
    parts = urlsplit(endpoint)
    origin = f"{parts.scheme}://{parts.netloc}".removesuffix(":443")
    claims = {"aud": origin, "exp": int(now) + VALID_FOR}
    if subject := _subject():
        claims["sub"] = subject
    head = encode(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
    signed = f"{head}.{encode(json.dumps(claims).encode())}"
    r, s = decode_dss_signature(_key().sign(signed.encode(), ec.ECDSA(SHA256())))
    token = f"{signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}"
    return f"vapid t={token}, k={public_key()}"


def _subject() -> str:
    """Return where services can write to whoever runs the site."""
    secure = (origin for origin in settings.PUBLIC_ORIGINS if origin.startswith("https://"))
    return settings.CONTACT or next(secure, "")


def _key() -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(settings.PUSH_KEY)), CURVE)
