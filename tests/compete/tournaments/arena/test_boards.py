"""The boards of an arena, as its pages and its sockets show them."""

import asyncio
import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.compete.rounds import services as rounds
from games.compete.tournaments.arena import boards, feed
from games.compete.tournaments.arena.boards import A_PAGE, TOP
from games.core.clock import parse_time_control
from games.core.rules import Ruleset
from games.live.feed import PUSHED_AT_ONCE
from games.models import Game, TournamentEntry, milliseconds
from tests.compete.tournaments.making import going_arena, new_arena
from tests.conftest import make_person

pytestmark = pytest.mark.django_db


def begin_round(arena, first, second):
    return rounds.begin(
        first=first,
        second=second,
        ruleset=Ruleset(6, 6, 4),
        control=parse_time_control("120+2"),
        pool="fours",
        tournament=arena,
    )


def arena_with_boards(count, **values):
    """An arena in which so many rounds are played, that of the best begun last."""
    people = [make_person(f"person{number:02}") for number in range(2 * count)]
    arena = going_arena(*people, **values)
    for place, person in enumerate(people):
        TournamentEntry.objects.filter(user=person).update(halves=100 - place)
    begun = [begin_round(arena, *people[at : at + 2]) for at in range(0, len(people), 2)[::-1]]
    return arena, begun[::-1]


def test_the_top_boards_are_of_those_who_stand_best_and_play(django_assert_num_queries):
    arena, begun = arena_with_boards(3)
    for number in range(12):  # who stand better, and wait
        idle = make_person(f"idle{number:02}")
        TournamentEntry.objects.create(tournament=arena, user=idle, halves=200)
    with django_assert_num_queries(4):
        top = boards.pages(arena, [TOP])[TOP]
    assert [board.state.uid for board in top] == [begun[0].uid, begun[1].uid]
    assert {seat.label for seat in top[0].state.seats.values()} == {"person00", "person01"}


def test_a_board_tells_the_time_that_is_left():
    arena, _ = arena_with_boards(1)
    now = timezone.now()
    Game.objects.update(x_ms=65_000, o_ms=30_000, turn_at=now - timedelta(seconds=5), ply=6)
    [board] = boards.pages(arena, [TOP])[TOP]
    clock = board.at(milliseconds(now)).clock
    assert (clock.x, clock.o, clock.running) == (60_000, 30_000, "x")
    assert board == boards.pages(arena, [TOP])[TOP][0]  # whatever time it is


def test_all_boards_are_on_pages(client, django_assert_num_queries):
    arena, begun = arena_with_boards(A_PAGE + 2)
    path = f"/tournaments/{arena.uid}/boards/"
    first = client.get(path)
    with django_assert_num_queries(5):
        second = client.get(f"{path}?page=2")
    assert first.text.count('class="live-game seated"') == A_PAGE + 1  # with the pattern
    assert begun[0].uid in first.text
    assert begun[-1].uid not in first.text
    assert f"13–14 of {A_PAGE + 2}" in second.text
    assert begun[-1].uid in second.text
    assert "person26" in client.get(f"{path}?page=99").text
    page = client.get(arena.get_absolute_url()).text
    assert f"All {A_PAGE + 2} boards" in page
    assert f'href="{path}"' in page
    assert page.count('data-clock="x">2:00<') == 2


def test_an_arena_in_which_nobody_plays_says_so(client):
    for values in ({"state": "going", "begun_at": timezone.now()}, {"state": "over"}, {}):
        arena = new_arena(**values)
        page = client.get(f"/tournaments/{arena.uid}/boards/").text
        assert 'id="nobody-plays">No round is being played just now.' in page
    robin = new_arena(kind="robin", minutes=0)
    assert client.get(f"/tournaments/{robin.uid}/boards/").status_code == 404


class Ear:
    def __init__(self):
        self.heard = []

    def push(self, frame):
        self.heard.append(json.loads(frame)["games"])


@pytest.mark.django_db(transaction=True)
async def test_a_second_reads_few_pages_however_many_are_looked_at(monkeypatch):
    read = []

    def note(uid, pages):
        read.append(pages)
        return {page: [] for page in pages}

    monkeypatch.setattr(feed, "_read_boards", note)
    shown = feed.BoardsFeed("0000000000")
    ears = [Ear() for _ in range(11)]
    for page, ear in enumerate(ears):
        shown.enter(ear, page)
    for _ in range(3):
        await shown.tell()
    assert {len(pages) for pages in read} == {1 + feed.MAX_PAGES}
    assert {page for pages in read for page in pages} == set(range(11))
    assert [ear.heard for ear in ears] == [[[]]] * 11  # once: nothing has changed since
    for ear in ears[1:]:
        shown.leave(ear)
    await shown.tell()
    assert read[-1] == [TOP]


@pytest.mark.django_db(transaction=True)
async def test_who_leaves_while_boards_are_told_hears_nothing(monkeypatch):
    monkeypatch.setattr(feed, "_read_boards", lambda uid, pages: {page: [] for page in pages})
    shown = feed.BoardsFeed("0000000000")
    ears = [Ear() for _ in range(PUSHED_AT_ONCE + 1)]
    for ear in ears:
        shown.enter(ear, TOP)
    telling = asyncio.create_task(shown.tell())
    while not ears[0].heard:
        await asyncio.sleep(0)
    [waiting] = (ear for ear in ears if not ear.heard)
    shown.leave(waiting)
    await telling
    assert not waiting.heard
