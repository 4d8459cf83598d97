"""The arena on the home page."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.compete.tournaments import services
from games.compete.tournaments.queries import coming_arena
from games.models import TournamentEntry
from games.text.wording import control_text
from tests.compete.tournaments.making import going_arena, new_arena

pytestmark = pytest.mark.django_db
TITLE = 'id="coming-title"'


def test_nothing_is_shown_without_an_arena_in_the_next_hours(client, alice):
    new_arena(starts_at=timezone.now() + timedelta(hours=7))
    new_arena(state="off")
    new_arena(is_listed=False)
    new_arena(admits="bots")
    new_arena(kind="robin", minutes=0)
    assert coming_arena() is None
    assert TITLE not in client.get("/").text


def test_one_that_begins_soon_can_be_joined(as_user, alice, bob):
    arena = new_arena(starts_at=timezone.now() + timedelta(minutes=6, seconds=59))
    new_arena(starts_at=timezone.now() + timedelta(hours=2))
    services.join(uid=arena.uid, user=bob)
    text = re.sub(r"[ \n]+", " ", as_user(alice).get("/").text)
    assert f'action="/tournaments/{arena.uid}/join/"' in text
    assert f"6×6, {control_text('120+2')} · 1 player" in text
    assert "starts in" in text
    assert re.search(r'data-left-as="clock">6:\d\d<', text)
    assert "Go to the arena" in as_user(bob).get("/").text


def test_of_one_that_goes_on_the_time_left_is_told(as_user, alice):
    begun = timezone.now() - timedelta(minutes=16, seconds=1)
    arena = going_arena(alice, now=begun)
    text = as_user(alice).get("/").text
    assert re.search(r'data-left-as="clock">23:\d\d<', text)
    assert f'href="{arena.get_absolute_url()}">Go to the arena' in text
    assert f'action="/tournaments/{arena.uid}/join/"' not in text


def test_who_has_not_signed_up_is_led_to_the_page_of_the_arena(client, as_user, guest):
    arena = new_arena()
    for page in (client, as_user(guest)):
        text = " ".join(page.get("/").text.split())
        assert f'href="{arena.get_absolute_url()}"> Join' in text
        assert f'action="/tournaments/{arena.uid}/join/"' not in text


def test_one_in_which_no_more_rounds_begin_makes_way_for_the_next(alice):
    going_arena(alice, now=timezone.now() - timedelta(minutes=39))
    later = new_arena()
    assert coming_arena().tournament == later


def test_who_has_withdrawn_is_not_in_it(alice, bob):
    arena = going_arena(alice, bob)
    TournamentEntry.objects.filter(user=bob).update(withdrawn_at=timezone.now())
    coming = coming_arena()
    assert (coming.tournament, coming.joined) == (arena, 1)
    assert (coming.has(alice), coming.has(bob)) == (True, False)


def test_it_knows_who_takes_part(alice, bob, django_assert_num_queries):
    going_arena(alice)
    with django_assert_num_queries(2):
        coming = coming_arena()
        assert coming.has(alice)
        assert not coming.has(bob)
