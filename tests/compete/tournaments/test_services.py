"""What people can do with tournaments: make them, and take part."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import ban
from games.compete.tournaments import queries, services
from games.compete.tournaments.staff import remove
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.models import Tournament
from tests.compete.tournaments.making import new_arena

pytestmark = pytest.mark.django_db


def terms(**values):
    usual = {
        "title": "Fours at noon",
        "ruleset": Ruleset(6, 6, 4),
        "control": parse_time_control("120+2"),
        "starts_at": timezone.now() + timedelta(hours=1),
    }
    return {**usual, **values}


def test_anybody_signed_in_makes_an_arena(alice):
    made = services.create(user=alice, **terms())
    assert (made.pool, made.state, made.minutes, made.admits) == (
        "fours",
        "announced",
        40,
        "people",
    )
    casual = services.create(user=alice, **terms(ruleset=Ruleset(3, 3, 3), is_rated=False))
    assert casual.pool == ""


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("title_length", {"title": "ab"}),
        ("title_characters", {"title": "buy <b>now</b>"}),
        ("title_characters", {"title": "administrator"}),
        ("not_rateable", {"ruleset": Ruleset(3, 3, 3)}),
        ("bad_clock", {"control": parse_time_control("7+7")}),
        ("bad_clock", {"control": parse_time_control("1d"), "is_rated": False}),
        ("bad_clock", {"control": parse_time_control("none"), "is_rated": False}),
        ("bad_minutes", {"minutes": 9}),
        ("bad_minutes", {"minutes": 181}),
        ("bad_start", {"starts_at": timezone.now()}),
        ("bad_start", {"starts_at": timezone.now() + timedelta(days=15)}),
    ],
)
def test_an_arena_without_sense_is_refused(alice, code, values):
    with pytest.raises(GameError, match=code):
        services.create(user=alice, **terms(**values))


def test_only_so_many_are_made(alice):
    for _ in range(services.MAX_UNFINISHED_TOURNAMENTS):
        services.create(user=alice, **terms())
    with pytest.raises(GameError, match="too_many_tournaments"):
        services.create(user=alice, **terms())
    for number in range(services.MAX_TOURNAMENTS_PER_WEEK):
        Tournament.objects.update(state="off")
        if number >= services.MAX_TOURNAMENTS_PER_WEEK - services.MAX_UNFINISHED_TOURNAMENTS:
            with pytest.raises(GameError, match="tournaments_enough"):
                services.create(user=alice, **terms())
        else:
            services.create(user=alice, **terms())


def test_guests_and_bots_make_none(guest, bot):
    with pytest.raises(GameError, match="sign_up_first"):
        services.create(user=guest, **terms())
    with pytest.raises(GameError, match="people_only_create"):
        services.create(user=bot, **terms())


def test_joining_twice_is_joining_once(alice):
    arena = new_arena()
    services.join(uid=arena.uid, user=alice)
    services.join(uid=arena.uid, user=alice)
    assert arena.entries.count() == 1
    services.withdraw(uid=arena.uid, user=alice)
    services.withdraw(uid=arena.uid, user=alice)
    assert arena.entries.count() == 0


def test_whoever_withdraws_while_it_goes_on_may_come_again(alice):
    arena = new_arena(state="going", begun_at=timezone.now())
    services.join(uid=arena.uid, user=alice)
    services.withdraw(uid=arena.uid, user=alice)
    entry = arena.entries.get()
    assert entry.withdrawn_at
    with pytest.raises(GameError, match="not_joined"):
        services.pause(uid=arena.uid, user=alice)
    services.join(uid=arena.uid, user=alice)
    entry.refresh_from_db()
    assert entry.withdrawn_at is None
    assert entry.free_since


@pytest.mark.parametrize("state", ["announced", "going"])
def test_whom_staff_have_removed_does_not_join_again(alice, bob, staff, state):
    arena = new_arena(state=state, begun_at=timezone.now() if state == "going" else None)
    entry = services.join(uid=arena.uid, user=alice)
    remove(entry=entry, staff=staff, reason="Stalls in every game.")
    with pytest.raises(GameError, match="removed_by_staff"):
        services.join(uid=arena.uid, user=alice)
    services.join(uid=arena.uid, user=bob)
    assert [one.user for one in arena.entries.filter(withdrawn_at=None)] == [bob]
    assert services.join(uid=new_arena().uid, user=alice)  # any other one


def test_a_break_lasts_until_one_comes_back(alice):
    arena = new_arena(state="going", begun_at=timezone.now())
    services.join(uid=arena.uid, user=alice)
    services.pause(uid=arena.uid, user=alice)
    assert services.pause(uid=arena.uid, user=alice).paused_at
    assert services.come_back(uid=arena.uid, user=alice).paused_at is None


def test_who_may_join_depends_on_whom_it_admits(alice, guest, bot, engine):
    people, bots, both = new_arena(), new_arena(admits="bots"), new_arena(admits="all")
    for user in (guest, engine):
        with pytest.raises(GameError, match="sign_up_first"):
            services.join(uid=people.uid, user=user)
    with pytest.raises(GameError, match="only_people"):
        services.join(uid=people.uid, user=bot)
    with pytest.raises(GameError, match="only_bots"):
        services.join(uid=bots.uid, user=alice)
    with pytest.raises(GameError, match="bots_play_too"):
        services.join(uid=both.uid, user=alice)
    services.join(uid=both.uid, user=alice, knows_of_bots=True)
    services.join(uid=both.uid, user=bot)
    services.join(uid=bots.uid, user=bot)
    assert "BOT" in both.full_title
    assert "BOT" not in people.full_title


def test_a_bot_joins_what_its_owner_lets_it_play(bot):
    from games.play.game.bot_conditions import conditions_of

    conditions = conditions_of(bot)
    conditions.largest = 5
    conditions.save()
    with pytest.raises(GameError, match="bot_board"):
        services.join(uid=new_arena(admits="bots").uid, user=bot)


def test_only_its_maker_calls_it_off_before_it_begins(alice, bob, staff):
    arena = new_arena(alice)
    with pytest.raises(GameError, match="not_your_tournament"):
        services.cancel(uid=arena.uid, user=bob)
    assert services.cancel(uid=arena.uid, user=alice).state == "off"
    assert services.cancel(uid=arena.uid, user=alice).state == "off"
    with pytest.raises(GameError, match="tournament_over"):
        services.join(uid=arena.uid, user=bob)
    with pytest.raises(GameError, match="not_your_tournament"):
        services.cancel(uid=new_arena(alice).uid, user=staff)
    with pytest.raises(GameError, match="tournament_begun"):
        services.cancel(uid=new_arena(alice, state="going").uid, user=alice)


@pytest.mark.django_db(transaction=True)
def test_a_banned_user_is_withdrawn(alice, staff):
    going, announced, own = new_arena(state="going"), new_arena(), new_arena(alice)
    for arena in (going, announced):
        services.join(uid=arena.uid, user=alice)
    ban(user=alice, staff=staff, reason="cheating")
    assert going.entries.get().withdrawn_at
    assert not announced.entries.exists()
    own.refresh_from_db()
    assert own.state == "off"
    with pytest.raises(GameError, match="banned"):
        services.join(uid=going.uid, user=User.objects.get(pk=alice.pk))


def test_an_arena_that_begins_as_its_creator_leaves_keeps_none_of_the_others(alice, monkeypatch):
    arenas = new_arena(alice), new_arena(alice)
    lock = services.lock

    def late(uid):
        Tournament.objects.filter(pk=arenas[0].pk).update(state="going", begun_at=timezone.now())
        return lock(uid)

    monkeypatch.setattr(services, "lock", late)
    services.withdraw_everywhere(user=alice)
    states = Tournament.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["going", "off"]


def test_the_front_page_of_competing_is_told_of_what_is_next(alice, django_assert_num_queries):
    soon = new_arena()
    new_arena(starts_at=timezone.now() + timedelta(days=3))
    new_arena(state="over")
    services.join(uid=soon.uid, user=alice)
    with django_assert_num_queries(2):
        [row] = queries.soon(alice)
    assert (row.tournament, row.joined, row.is_joined) == (soon, 1, True)
    assert [row.is_joined for row in queries.soon(None)] == [False]
