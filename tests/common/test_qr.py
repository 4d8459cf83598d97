"""QR codes say what they are told, to a reader that knows nothing of their maker."""

import pytest

from tests.qr_reading import read_svg
from tictactoe_site.common.qr import qr_svg


@pytest.mark.parametrize(
    "text",
    [
        "a/b",
        "http://testserver/games/AbCdEfGhIj/",
        "http://127.0.0.1:8000/games/AbCdEfGhIj/",
        "https://play.example.org/games/zZ09zZ09zZ/",
        "https://a-rather-long-name.example.org/games/0123456789/",
    ],
)
def test_a_code_says_its_text(text):
    assert read_svg(qr_svg(text).decode()) == text
