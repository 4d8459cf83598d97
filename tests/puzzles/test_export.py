"""All puzzles for everybody, without their answers."""

import json

import pytest
from asgiref.sync import sync_to_async

from games.puzzles.making import add_from_table
from tests.puzzles.boards import FORK, QUIET, TINY, store

pytestmark = pytest.mark.django_db(transaction=True)

URL = "/api/v1/puzzles.ndjson"


async def lines_of(client):
    answer = await client.get(URL)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/x-ndjson"
    text = b"".join([piece async for piece in answer.streaming_content]).decode()
    return [json.loads(line) for line in text.splitlines()]


async def test_each_puzzle_is_a_line_with_its_board_and_not_its_answer(async_client):
    for position, plies in ((FORK, 3), (QUIET, None)):
        await sync_to_async(store)(position, plies)
    await sync_to_async(store)(QUIET.play(4), is_hidden=True)
    fork, quiet = await lines_of(async_client)
    assert (fork["to_move"], fork["value"], fork["plies"], fork["theme"]) == ("x", 1, 3, "fork")
    assert (len(fork["x"]), len(fork["o"]), len(quiet["x"]), len(quiet["o"])) == (2, 2, 1, 0)
    assert fork.keys() == {
        "id",
        "m",
        "n",
        "k",
        "x",
        "o",
        "to_move",
        "value",
        "plies",
        "proof",
        "theme",
        "rating",
        "deviation",
        "plays",
    }


def test_who_asks_too_often_waits(client):
    add_from_table(TINY)
    answers = [client.get(URL) for _ in range(21)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "too_fast"
    assert int(answers[-1]["Retry-After"]) > 0
