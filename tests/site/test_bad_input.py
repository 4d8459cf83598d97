"""No page answers any input with an error of the server's."""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

from games.models import Game
from tests.playing import begun

pytestmark = pytest.mark.django_db(transaction=True)

OF_A_GAME = (
    "game",
    "join",
    "cancel",
    "play",
    "resign",
    "abort",
    "offer",
    "answer",
    "again",
    "claim",
    "say",
    "report",
    "review",
    "grades",
    "explain",
    "explain_data",
    "download_text",
    "download_json",
)
OF_THE_SITE = ("home", "new", "random", "quick", "history", "export")
FIELDS = (
    "ply",
    "cell",
    "id",
    "what",
    "yes",
    "reset",
    "m",
    "n",
    "k",
    "opponent",
    "level",
    "side",
    "first",
    "control",
    "x_symbol",
    "o_symbol",
    "x_colour",
    "x_name",
    "page",
    "result",
    "size",
    "date_from",
    "date_to",
    "since",
    "until",
    "board",
    "next",
    "text",
    "who",
    "reason",
    "block",
)
ODDITIES = (
    "",
    " ",
    "0",
    "-1",
    "1",
    "8",
    "3",
    "9" * 400,
    "1e9",
    "NaN",
    "x",
    "\x00",
    "🏳",
    "‮",
    "' OR 1=1 --",
    "<script>",
    "../../etc/passwd",
    "3,3,3",
    "2026-02-31",
    "0001-01-01",
    "9999-12-31",
    "draw",
    "takeback",
    "computer",
    "device",
    "nobody",
    "60+2",
    "99d",
    "%00",
)


@pytest.fixture
def game(alice, bob) -> Game:
    return begun(alice, bob)


def addresses(game: Game) -> list[str]:
    of_games = [
        reverse(f"games:{name}", args=[uid]) for name in OF_A_GAME for uid in (game.uid, "0" * 10)
    ]
    return [
        *of_games,
        *(reverse(f"games:{name}") for name in OF_THE_SITE),
        "/@alice/",
        "/@nobody/",
        "/@%00/",
        "/@bob/report/",
        "/games/short/",
        "/games/%F0%9F%98%80/",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("who", ["nobody", "alice", "charlie"])
def test_odd_fields_are_refused_and_nothing_breaks(client, game, alice, charlie, who):
    dice = random.Random(f"odd {who}")
    if who != "nobody":
        client.force_login({"alice": alice, "charlie": charlie}[who])
    for address in addresses(game):
        for method in (client.get, client.post):
            for _ in range(2):
                data = {field: dice.choice(ODDITIES) for field in dice.sample(FIELDS, 8)}
                answer = method(address, data)
                assert answer.status_code < 500, (address, data)
