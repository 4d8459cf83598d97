"""Programs in tournaments."""

import pytest
from django.utils import timezone

from tests.compete.tournaments.making import going_arena, new_arena
from tests.compete.tournaments.robin.playing import going, robin, step

pytestmark = pytest.mark.django_db


def test_a_bot_joins_pauses_and_leaves(program, bot):
    arena = going_arena(admits="bots")
    path = f"tournaments/{arena.uid}"
    assert program.post(f"{path}/join").status_code == 204
    shown = program.get(path).json()
    assert (shown["joined"], shown["paused"], shown["players"]) == (True, False, 1)
    assert [row["name"] for row in shown["standing"]] == [bot.username]
    assert program.post(f"{path}/pause").status_code == 204
    assert program.get(path).json()["paused"] is True
    assert program.post(f"{path}/join").status_code == 204
    assert program.post(f"{path}/withdraw").status_code == 204
    assert program.get(path).json()["joined"] is False
    [listed] = program.get("tournaments").json()
    assert (listed["uid"], listed["title"], listed["joined"]) == (arena.uid, "Fours (BOT)", False)


def test_a_bot_comes_back_to_a_round_robin_after_a_break(program, bot, alice):
    tournament = robin(alice, [bot, alice], state="going", begun_at=timezone.now())
    path = f"tournaments/{tournament.uid}"
    assert program.post(f"{path}/pause").status_code == 204
    assert program.post(f"{path}/join").status_code == 204
    assert program.get(path).json()["paused"] is False
    assert len(going(step(tournament))) == 1
    assert program.post(f"{path}/withdraw").status_code == 204
    assert program.post(f"{path}/join").json()["code"] == "tournament_begun"


def test_what_is_not_for_bots_is_refused(program):
    refused = program.post(f"tournaments/{new_arena().uid}/join")
    assert (refused.status_code, refused.json()["code"]) == (409, "only_people")
    over = new_arena(state="over", begun_at=timezone.now(), admits="bots")
    assert program.post(f"tournaments/{over.uid}/pause").json()["code"] == "tournament_over"
    missing = program.get("tournaments/0000000000")
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_tournament")


def test_a_program_reads_the_cross_table_of_a_round_robin(program, bot, alice):
    tournament = robin(alice, [bot, alice], state="going", begun_at=timezone.now())
    table = program.get(f"tournaments/{tournament.uid}/table").json()
    assert (table["done"], table["rounds"]) == (0, 1)
    assert [row["name"] for row in table["rows"]] == [bot.username, "alice"]
    assert table["rows"][0]["against"] == [None, None]
    arena = program.get(f"tournaments/{new_arena().uid}/table")
    assert (arena.status_code, arena.json()["code"]) == (404, "no_such_tournament")
