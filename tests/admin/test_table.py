"""Games as CSV: whole, streamed, and harmless to spreadsheets."""

import csv
from io import StringIO

import pytest
from asgiref.sync import sync_to_async
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.test import AsyncClient
from django.urls import reverse

from games.admin import table
from games.admin.table import COLUMNS
from tests.stored import new_game

pytestmark = pytest.mark.django_db(transaction=True)

LIST = reverse("admin:games_game_changelist")


@pytest.fixture
def export(clerk):
    """What a file of the chosen games holds, line by line."""

    async def export(*games, **fields):
        client = AsyncClient()
        await client.aforce_login(clerk)
        data = {"action": "export_csv", ACTION_CHECKBOX_NAME: [game.pk for game in games]}
        answer = await client.post(LIST, {**data, "index": "0", **fields})
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
        assert answer.headers["Content-Disposition"].startswith('attachment; filename="games-')
        text = b"".join([part async for part in answer]).decode()
        return list(csv.DictReader(StringIO(text, newline="")))

    return export


async def test_a_game_is_a_line_with_its_moves(export, won):
    (line,) = await export(won)
    assert tuple(line) == COLUMNS
    assert line["uid"] == won.uid
    assert (line["columns"], line["rows"], line["in_a_row"]) == ("3", "3", "3")
    assert (line["x"], line["o"], line["outcome"], line["termination"]) == (
        "alice",
        "bob",
        "x",
        "line",
    )
    assert (line["plies"], line["flagged"]) == ("5", "no")
    assert line["moves"] == "1. a3 a2 2. b3 b2 3. c3"
    assert line["ended"] == "2023-11-14T22:13:25+00:00"


async def test_only_the_chosen_games_are_in_the_file(export, won, ongoing):
    assert [line["uid"] for line in await export(ongoing)] == [ongoing.uid]


async def test_all_games_of_many_pages_are_in_the_file(export, won, ongoing, monkeypatch):
    monkeypatch.setattr(table, "CHUNK", 1)
    lines = await export(won, select_across="1")
    assert [line["uid"] for line in lines] == [ongoing.uid, won.uid]


def formula_game(alice):
    return new_game(alice, alice, opponent="device", x_name='=HYPERLINK("x")', o_name='a,"b"')


async def test_names_cannot_smuggle_formulas_or_columns(export, alice):
    game = await sync_to_async(formula_game)(alice)
    (line,) = await export(game)
    assert (line["x"], line["o"]) == ('\'=HYPERLINK("x")', 'a,"b"')
