"""Who is banned stands on no podium, and everybody behind moves up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import services as accounts
from games.compete.tournaments import queries
from games.compete.tournaments.arena.showing import ShownArena
from games.compete.tournaments.robin.table import table_of
from games.models import TournamentEntry
from tests.compete.tournaments.making import going_arena

pytestmark = pytest.mark.django_db


@pytest.fixture
def arena(alice, bob, charlie):
    """It is over: alice came first, bob second, charlie third."""
    arena = going_arena(alice, bob, charlie, now=timezone.now() - timedelta(hours=1))
    for user, halves in ((alice, 12), (bob, 8), (charlie, 4)):
        entries = TournamentEntry.objects.filter(tournament=arena, user=user)
        entries.update(halves=halves, rounds=3)
    arena.state, arena.over_at = "over", timezone.now()
    arena.save()
    return arena


def places(rows) -> list[tuple[int, str]]:
    return [(row.place, row.name) for row in rows]


def test_a_banned_winner_leaves_the_podium_and_the_standing_of_an_arena(arena, alice, staff):
    assert places(ShownArena(arena, None).podium) == [(1, "alice"), (2, "bob"), (3, "charlie")]
    accounts.ban(user=alice, staff=staff, reason="Used a program.")
    shown = ShownArena(arena, None)
    assert places(shown.podium) == places(shown.rows) == [(1, "bob"), (2, "charlie")]
    accounts.unban(user=alice, staff=staff, reason="A mistake.")
    assert places(ShownArena(arena, None).podium)[0] == (1, "alice")


def test_the_list_of_tournaments_names_the_next_best_as_the_winner(client, arena, alice, staff):
    assert "Won by <b>alice</b>" in client.get("/tournaments/").text
    accounts.ban(user=alice, staff=staff, reason="Used a program.")
    assert "Won by <b>bob</b>" in client.get("/tournaments/").text
    assert [one.winner.username for one in queries.finished(None)[0]] == ["bob"]


def test_the_cross_table_has_a_banned_player_last_and_without_a_place(alice, bob, charlie, staff):
    robin = going_arena(alice, bob, charlie, kind="robin", minutes=0)
    before = [(one.key, one.place) for one in table_of(robin).standings]
    assert before == [(alice.pk, 1), (bob.pk, 1), (charlie.pk, 1)]
    robin.state, robin.over_at = "over", timezone.now()
    robin.save()
    accounts.ban(user=alice, staff=staff, reason="Used a program.")
    after = [(one.key, one.place) for one in table_of(robin).standings]
    assert after == [(bob.pk, 1), (charlie.pk, 1), (alice.pk, 0)]
