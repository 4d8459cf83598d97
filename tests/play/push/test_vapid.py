"""The line that says whose messages these are."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from games.play.push.encryption import CURVE, decode
from games.play.push.vapid import authorization, public_key

NOW = 1_900_000_000.5


def claims_of(header: str) -> dict[str, object]:
    """Check the signature as a push service does, and return what was signed."""
    scheme, _, rest = header.partition(" ")
    token, key = (part.strip()[2:] for part in rest.split(","))
    assert scheme == "vapid"
    head, claims, signature = token.split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decode(signature)
    r, s = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
    point.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    found: dict[str, object] = json.loads(decode(claims))
    return found


@pytest.mark.parametrize(
    ("endpoint", "audience"),
    [
        ("https://push.example/wpush/v2/abc", "https://push.example"),
        ("https://push.example:443/abc", "https://push.example"),
        ("http://127.0.0.1:8123/abc", "http://127.0.0.1:8123"),
    ],
)
def test_a_service_can_check_who_sends(endpoint, audience, settings):
    settings.CONTACT = "mailto:play@example.org"
    claims = claims_of(authorization(endpoint, now=NOW))
    assert claims["aud"] == audience
    assert claims["sub"] == "mailto:play@example.org"
    assert 0 < claims["exp"] - NOW <= 24 * 3600


def test_without_a_contact_the_sites_own_address_says_who_sends(settings):
    settings.CONTACT = ""
    settings.PUBLIC_ORIGINS = ["https://play.example"]
    assert claims_of(authorization("https://push.example/a", now=NOW))["sub"] == (
        "https://play.example"
    )


def test_a_site_without_a_key_says_so(settings):
    assert len(decode(public_key())) == 65
    settings.PUSH_KEY = ""
    assert public_key() == ""
