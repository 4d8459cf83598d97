"""A game as a picture and as an animation: every move, in its cell, and the line at the end."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from django.core.cache import caches
from django.test import Client
from resvg_py import svg_to_bytes

from accounts.models import User
from games.learn.cards.gif import GifFrame, gif_of
from games.learn.cards.pixels import pixels_of
from games.live.limits import CARDS
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_drawn() -> None:
    caches["here"].clear()
    CARDS.forget()


def read_gif(
    content: bytes,
) -> tuple[tuple[int, int], list[tuple[int, int, np.ndarray]], list[int]]:
    """The size of a GIF, its images as colours with their corners, and how long each stays."""
    assert content[:6] == b"GIF89a"
    width, height, flags = struct.unpack("<HHB", content[6:11])
    count = 2 << (flags & 7)
    table = np.frombuffer(content[13 : 13 + 3 * count], np.uint8).reshape(-1, 3).astype(int)
    colours = table[:, 0] << 16 | table[:, 1] << 8 | table[:, 2]
    at, images, stays = 13 + 3 * count, [], []
    while content[at] != 0x3B:
        if content[at] == 0x21:
            if content[at + 1] == 0xF9:
                stays.append(struct.unpack("<H", content[at + 4 : at + 6])[0])
            _, at = blocks_at(content, at + 2)
            continue
        left, top, wide, high, _ = struct.unpack("<HHHHB", content[at + 1 : at + 10])
        bits = content[at + 10]
        data, at = blocks_at(content, at + 11)
        numbers = unpacked(data, bits)
        images.append((left, top, colours[np.array(numbers)].reshape(high, wide)))
    return (width, height), images, stays


def blocks_at(content: bytes, at: int) -> tuple[bytes, int]:
    data = b""
    while length := content[at]:
        data += content[at + 1 : at + 1 + length]
        at += 1 + length
    return data, at + 1


def unpacked(data: bytes, bits: int) -> list[int]:
    """LZW, as its readers do it."""
    clear, end = 1 << bits, (1 << bits) + 1
    whole, held, at = int.from_bytes(data, "little"), len(data) * 8, 0
    table: list[tuple[int, ...]] = []
    size, before, found = bits + 1, None, []
    while at + size <= held:
        code = whole >> at & (1 << size) - 1
        at += size
        if code == clear:
            table = [(one,) for one in range(clear)] + [(), ()]
            size, before = bits + 1, None
        elif code == end:
            return found
        else:
            if before is None:
                entry = table[code]
            else:
                entry = table[code] if code < len(table) else (*before, before[0])
                table.append((*before, entry[0]))
            found += entry
            before = entry
            if len(table) == 1 << size and size < 12:
                size += 1
    raise AssertionError("no end")


@pytest.mark.parametrize("colours", [2, 5, 200])
def test_what_is_written_can_be_read(colours: int) -> None:
    made = np.random.default_rng(1)
    first = made.integers(0, colours, (90, 130), dtype=np.uint32) * 1234
    second = np.full((7, 5), 1234, np.uint32)
    content = gif_of([GifFrame(0, 0, first, 60), GifFrame(3, 4, second, 20)])
    size, images, stays = read_gif(content)
    assert size == (130, 90)
    assert stays == [60, 20]
    assert [image[:2] for image in images] == [(0, 0), (3, 4)]
    assert (images[0][2] == first).all()
    assert (images[1][2] == second).all()


def test_the_pixels_are_those_that_were_drawn() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">'
        '<rect width="40" height="30" fill="#f8f0e8"/>'
        '<circle cx="20" cy="15" r="9" fill="#c03008"/></svg>'
    )
    found = pixels_of(bytes(svg_to_bytes(svg_string=svg)))
    assert found.shape == (30, 40)
    assert (found[0, 0], found[29, 39], found[15, 20]) == (0xF8F0E8, 0xF8F0E8, 0xC03008)
    assert (found == found[::-1, ::-1]).all()


@pytest.mark.parametrize("how", range(5))
def test_every_filter_is_read(how: int) -> None:
    pixels = np.random.default_rng(2).integers(0, 32, (6, 7, 4), dtype=np.uint8) << 3
    found = pixels_of(filtered(pixels, how))
    expected = pixels.astype(int)
    assert (found == (expected[..., 0] << 16 | expected[..., 1] << 8 | expected[..., 2])).all()


def filtered(pixels: np.ndarray, how: int) -> bytes:
    """A PNG of *pixels* whose rows are all filtered in one way, as its standard has it."""
    height, width, _ = pixels.shape
    rows = pixels.reshape(height, width * 4).astype(int)
    data = b""
    for y, row in enumerate(rows):
        above = rows[y - 1] if y else np.zeros_like(row)
        left, corner = np.roll(row, 4), np.roll(above, 4)
        left[:4] = corner[:4] = 0
        guess = left + above - corner
        best = np.where(abs(guess - above) <= abs(guess - corner), above, corner)
        near = (abs(guess - left) <= abs(guess - above)) & (
            abs(guess - left) <= abs(guess - corner)
        )
        by = (0, left, above, (left + above) // 2, np.where(near, left, best))[how]
        data += bytes([how]) + ((row - by) % 256).astype(np.uint8).tobytes()

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + b"\0\0\0\0"

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data))


def test_a_game_is_played_move_by_move(client: Client, alice: User, bob: User) -> None:
    game = play(new_game(alice, bob), X_WINS)
    answer = client.get(f"/games/{game.uid}/animation.gif")
    assert answer.headers["Content-Type"] == "image/gif"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    size, images, stays = read_gif(answer.content)
    assert size == (476, 476)
    assert len(images) == len(stays) == len(X_WINS) + 2
    board = images[0][2].copy()
    for left, top, image in images[1:-1]:
        before = board.copy()
        board[top : top + image.shape[0], left : left + image.shape[1]] = image
        assert (board != before).any()
    line = (images[-1][2] == 0xF8E048).any()
    assert line
    assert not (board == 0xF8E048).any()
    assert len(answer.content) < 60_000


def test_a_picture_is_an_svg_without_styles(client: Client, alice: User, bob: User) -> None:
    game = play(new_game(alice, bob), X_WINS)
    answer = client.get(f"/games/{game.uid}/picture.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.text.startswith("<svg ")
    assert "style" not in answer.text
    svg_to_bytes(svg_string=answer.text)


def test_only_games_that_are_over_and_everybody_may_see_have_them(
    client: Client, alice: User, bob: User
) -> None:
    going = play(new_game(alice, bob), X_WINS[:2])
    challenge = new_game(alice, None, opponent="friend", invited=bob)
    for game in (going, challenge):
        for name in ("picture.svg", "animation.gif"):
            assert client.get(f"/games/{game.uid}/{name}").status_code == 404


@pytest.mark.usefixtures("no_token_comes_back")
def test_an_animation_is_drawn_once_and_counts(client: Client, alice: User, bob: User) -> None:
    game = play(new_game(alice, bob), X_WINS)
    path = f"/games/{game.uid}/animation.gif"
    first = client.get(path).content
    while not CARDS.take("127.0.0.1"):
        pass
    assert client.get(path).content == first
    caches["here"].clear()
    assert client.get(path).status_code == 429
