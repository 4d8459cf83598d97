"""What the creator of an arena changes before it begins."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.compete.tournaments import services
from games.compete.tournaments.arena import editing
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.models import Tournament, TournamentEntry
from tests.compete.tournaments.making import new_arena

pytestmark = pytest.mark.django_db


def edit(arena, user, **changed):
    terms = {
        "title": arena.title,
        "ruleset": arena.ruleset,
        "control": parse_time_control(arena.control),
        "starts_at": arena.starts_at,
        "minutes": arena.minutes,
        "is_rated": bool(arena.pool),
        "admits": arena.admits,
        "is_listed": arena.is_listed,
    }
    return editing.edit(uid=arena.uid, user=user, **(terms | changed))


def test_all_of_it_can_change_while_nobody_else_has_joined(alice):
    arena = new_arena(alice)
    services.join(uid=arena.uid, user=alice)
    start = timezone.now() + timedelta(hours=3)
    board = {"ruleset": Ruleset(15, 15, 5), "control": parse_time_control("180+2")}
    edit(arena, alice, title="Class 7b", minutes=10, starts_at=start, admits="all", **board)
    arena.refresh_from_db()
    assert (arena.title, arena.minutes, arena.starts_at) == ("Class 7b", 10, start)
    assert (arena.ruleset, arena.pool, arena.admits) == (Ruleset(15, 15, 5), "fives", "all")


def test_its_creator_takes_no_part_once_it_is_for_bots_alone(alice):
    arena = new_arena(alice)
    services.join(uid=arena.uid, user=alice)
    edit(arena, alice, admits="all")
    assert arena.entries.get().user == alice
    edit(arena, alice, admits="bots")
    assert not arena.entries.exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"ruleset": Ruleset(15, 15, 5)},
        {"control": parse_time_control("180+2")},
        {"is_rated": False},
        {"admits": "all"},
    ],
    ids=["board", "clock", "rated", "admits"],
)
def test_what_others_joined_for_stays(alice, bob, changed):
    arena = new_arena(alice)
    services.join(uid=arena.uid, user=bob)
    with pytest.raises(GameError, match="tournament_joined"):
        edit(arena, alice, **changed)
    assert edit(arena, alice, title="Later", minutes=15).title == "Later"
    arena.refresh_from_db()
    assert (arena.title, arena.minutes, arena.pool) == ("Later", 15, "fours")


def test_only_its_creator_edits_it_and_only_before_it_begins(alice, bob):
    arena = new_arena(alice)
    with pytest.raises(GameError, match="not_your_tournament"):
        edit(arena, bob)
    Tournament.objects.update(state="going", begun_at=timezone.now())
    with pytest.raises(GameError, match="tournament_begun"):
        edit(arena, alice)
    robin = new_arena(alice, kind="robin", minutes=0)
    with pytest.raises(GameError, match="not_editable"):
        edit(robin, alice)


def test_a_start_that_stays_may_be_near_and_a_new_one_may_not(alice):
    soon = timezone.now() + timedelta(seconds=50)
    arena = new_arena(alice, starts_at=soon)
    assert edit(arena, alice, title="Soon").starts_at == soon
    with pytest.raises(GameError, match="bad_start"):
        edit(arena, alice, starts_at=soon + timedelta(seconds=1))


def test_one_that_is_not_listed_gets_a_code_and_keeps_it(alice):
    arena = new_arena(alice)
    code = edit(arena, alice, is_listed=False).code
    assert len(code) == 6
    arena.refresh_from_db()
    edit(arena, alice, is_listed=True)
    assert edit(arena, alice, is_listed=False).code == code


# ---- the page ----------------------------------------------------------------------------------


def form_of(arena, **changed):
    usual = {"title": arena.title, "m": 6, "n": 6, "k": 4, "control": arena.control}
    usual |= {"is_rated": "on", "minutes": arena.minutes, "admits": "people", "is_listed": "on"}
    return usual | changed


def test_the_page_starts_from_what_was_announced(client, alice, bob):
    arena = new_arena(alice)
    client.force_login(bob)
    assert client.get(f"{arena.get_absolute_url()}edit/").status_code == 302
    client.force_login(alice)
    assert "/edit/" in client.get(arena.get_absolute_url()).text
    page = client.get(f"{arena.get_absolute_url()}edit/").text
    assert 'value="Fours"' in page
    client.post(f"{arena.get_absolute_url()}edit/", form_of(arena, title="Fours at noon"))
    before = arena.starts_at
    arena.refresh_from_db()
    assert (arena.title, arena.starts_at) == ("Fours at noon", before)


def test_once_others_have_joined_their_terms_cannot_be_sent(client, alice, bob):
    arena = new_arena(alice)
    TournamentEntry.objects.create(tournament=arena, user=bob)
    client.force_login(alice)
    path = f"{arena.get_absolute_url()}edit/"
    assert "Others have joined" in client.get(path).text
    client.post(path, form_of(arena, title="Ten minutes", minutes=10, m=15, n=15, k=5))
    arena.refresh_from_db()
    assert (arena.title, arena.minutes, arena.m) == ("Ten minutes", 10, 6)
