"""Messages that one browser alone can read."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.play.push.encryption import CURVE, MAX_TEXT, decode, decode_keys, encode, encrypt
from tests.push_service import FakeBrowser, text_of


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(text)), CURVE)


def test_the_message_of_rfc_8291_is_made_to_the_letter():
    """Section 5 and appendix A."""
    message = encrypt(
        b"When I grow up, I want to be a watermelon",
        p256dh=(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        auth="BTBZMqHH6r4Tts7J_aSIgg",
        sender=private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(message) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


def test_the_browser_of_rfc_8291_reads_it():
    browser = FakeBrowser(
        "", private_key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), b"0123456789abcdef"
    )
    keys = browser.subscription()["keys"]
    one, other = (encrypt("Zug um Zug — 手".encode(), **keys) for _ in range(2))
    assert browser.decrypt(one) == browser.decrypt(other) == "Zug um Zug — 手".encode()
    assert one[:16] != other[:16]  # the salt, and with it the key, is made for each message


def test_the_longest_message_is_taken_by_every_service():
    browser = FakeBrowser("")
    keys = browser.subscription()["keys"]
    assert len(encrypt(b"x" * MAX_TEXT, **keys)) <= 4_096
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"x" * (MAX_TEXT + 1), **keys)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        (text_of(b"\4" + b"\1" * 64), text_of(b"a" * 16)),  # not on the curve
        (text_of(FakeBrowser("").point), text_of(b"a" * 15)),
        (text_of(FakeBrowser("").point[:33]), text_of(b"a" * 16)),
        ("ä" * 87, text_of(b"a" * 16)),
    ],
    ids=["empty", "not a point", "short secret", "short point", "not base64"],
)
def test_keys_that_are_none_are_refused(p256dh, auth):
    with pytest.raises(ValueError, match=r"key|point|codec"):
        decode_keys(p256dh, auth)
