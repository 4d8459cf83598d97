"""What bots play is decided where challenges and games are made."""

import asyncio
import threading
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from accounts import relations
from accounts import services as accounts
from accounts.guests import make_guest
from accounts.programs.bots import make_bot
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Ruleset
from games.live.limits import CHALLENGES
from games.models import BotConditions, Game
from games.play.game import services
from games.play.game.bot_conditions import conditions_of, set_conditions
from games.play.game.terms import Terms
from games.play.lobby.challenges import challenge
from games.play.lobby.services import create_game, join, join_random, quick_match
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bot(alice):
    return make_bot(owner=alice, name="line")


def test_conditions_that_are_set_twice_at_once_are_set(alice, bot):
    together, stored = threading.Barrier(4), []

    def save() -> None:
        connection.ensure_connection()  # which takes longer than what is to be tried
        together.wait()
        try:
            stored.append(set_conditions(owner=alice, bot=bot, largest=5))
        finally:
            connection.close()

    threads = [threading.Thread(target=save) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [conditions.largest for conditions in stored] == [5] * 4


def ask(creator, invited, ruleset=TIC_TAC_TOE, control="none") -> Game:
    CHALLENGES.forget()
    terms = Terms(ruleset=ruleset, control=parse_time_control(control))
    return async_to_sync(challenge)(creator=creator, invited=invited, terms=terms)


def refusal_of(*args, **kwargs) -> str:
    try:
        ask(*args, **kwargs)
    except GameError as refused:
        return refused.code
    return ""


def accept(game: Game, player) -> None:
    async_to_sync(join)(uid=game.uid, player=player)


def test_a_bot_is_challenged_and_plays(bob, bot):
    game = ask(bob, bot)
    accept(game, bot)
    game.refresh_from_db()
    assert game.status == "ongoing"
    assert bot in (game.x_player, game.o_player)


def test_a_bot_that_is_paused_takes_nothing(alice, bob, bot):
    set_conditions(owner=alice, bot=bot, is_open=False)
    assert refusal_of(bob, bot) == "bot_paused"


@pytest.mark.parametrize(
    ("opponents", "welcome"),
    [
        ("anybody", {"owner", "followed", "person", "guest"}),
        ("signed_in", {"owner", "followed", "person"}),
        ("followed", {"owner", "followed"}),
        ("nobody", {"owner"}),
    ],
)
def test_it_plays_whom_its_owner_chooses(alice, bob, charlie, bot, opponents, welcome):
    relations.follow(owner=alice, other=bob)
    set_conditions(owner=alice, bot=bot, opponents=opponents)
    people = {"owner": alice, "followed": bob, "person": charlie, "guest": make_guest()}
    refused = {who: refusal_of(person, bot) for who, person in people.items()}
    assert refused == {who: "" if who in welcome else "bot_opponents" for who in people}


@pytest.mark.parametrize(
    ("ruleset", "control", "code"),
    [
        (Ruleset(5, 5, 4), "none", ""),
        (Ruleset(7, 5, 4), "60+0", ""),
        (Ruleset(5, 5, 5), "300+10", ""),
        (Ruleset(4, 5, 4), "none", "bot_board"),
        (Ruleset(5, 8, 4), "none", "bot_board"),
        (Ruleset(5, 5, 3), "none", "bot_line"),
        (Ruleset(7, 7, 6), "none", "bot_line"),
        (Ruleset(5, 5, 4), "59+0", "bot_clock"),
        (Ruleset(5, 5, 4), "301+0", "bot_clock"),
        (Ruleset(5, 5, 4), "1d", "bot_clock"),
    ],
)
def test_it_plays_the_boards_and_clocks_of_its_conditions(alice, bob, bot, ruleset, control, code):
    set_conditions(
        owner=alice,
        bot=bot,
        smallest=5,
        largest=7,
        shortest=4,
        longest=5,
        least_seconds=60,
        most_seconds=300,
        days=False,
    )
    assert refusal_of(bob, bot, ruleset, control) == code


def test_it_plays_without_a_clock_only_if_it_says_so(alice, bob, bot):
    set_conditions(owner=alice, bot=bot, untimed=False, days=True)
    assert refusal_of(bob, bot) == "bot_clock"
    assert refusal_of(bob, bot, control="3d") == ""


def test_it_plays_so_many_games_at_once(alice, bob, charlie, bot):
    set_conditions(owner=alice, bot=bot, at_once=1)
    first, second = ask(bob, bot), ask(charlie, bot)
    accept(first, bot)
    with pytest.raises(GameError, match="bot_busy"):
        accept(second, bot)
    assert refusal_of(alice, bot) == "bot_busy"


def test_it_plays_so_many_games_a_day_with_one_player(alice, bob, charlie, bot):
    set_conditions(owner=alice, bot=bot, a_day=2)
    for players in ((bob, bot), (bot, bob)):
        new_game(
            *players,
            status="finished",
            termination="line",
            outcome="x",
            started_at=timezone.now(),
            ended_at=timezone.now(),
        )
    assert refusal_of(bob, bot) == "bot_enough"
    assert refusal_of(charlie, bot) == ""


def test_a_challenge_counts_for_a_day_from_when_it_is_accepted(alice, bob, bot):
    set_conditions(owner=alice, bot=bot, a_day=1)
    long_ago = timezone.now() - timedelta(hours=25)
    game = ask(bob, bot)
    Game.objects.filter(pk=game.pk).update(created_at=long_ago)
    accept(game, bot)
    assert refusal_of(bob, bot) == "bot_enough"
    Game.objects.filter(pk=game.pk).update(started_at=long_ago)
    assert refusal_of(bob, bot) == ""


def test_blocks_count_for_bots_too(bob, bot):
    relations.block(owner=bob, other=bot)
    assert refusal_of(bob, bot) == "unblock_first"


def test_a_bot_asks_only_people_who_follow_it(alice, bob, bot):
    assert refusal_of(bot, bob) == "not_followed"
    assert refusal_of(bot, alice) == ""  # who owns it
    relations.follow(owner=bob, other=bot)
    assert refusal_of(bot, bob) == ""


def test_bots_ask_each_other(alice, bob, bot):
    other = make_bot(owner=bob, name="other-line")
    assert refusal_of(bot, other) == ""
    set_conditions(owner=bob, bot=other, opponents="nobody")
    Game.objects.all().delete()
    assert refusal_of(bot, other) == "bot_opponents"


def test_who_accepts_a_bots_challenge_finds_it_free(alice, bob, charlie, bot):
    relations.follow(owner=bob, other=bot)
    asked = ask(bot, bob)
    set_conditions(owner=alice, bot=bot, at_once=1)
    new_game(bot, charlie)
    with pytest.raises(GameError, match="bot_busy"):
        accept(asked, bob)


@pytest.mark.parametrize("opponent", ["anyone", "device"])
def test_bots_open_no_games_in_the_lobby(bot, opponent):
    with pytest.raises(GameError, match="people_only"):
        async_to_sync(create_game)(creator=bot, terms=Terms(opponent=opponent))


def test_bots_take_no_seats_for_which_people_wait(bob, bot):
    game = new_game(bob, None)
    terms = Terms()
    for verb, arguments in (
        (join, {"uid": game.uid}),
        (join_random, {}),
        (quick_match, {"terms": terms}),
    ):
        with pytest.raises(GameError, match="people_only"):
            async_to_sync(verb)(player=bot, **arguments)


def test_who_has_a_link_gives_it_to_a_bot(bob, bot):
    game = new_game(bob, None, opponent="friend")
    accept(game, bot)
    game.refresh_from_db()
    assert game.status == "ongoing"


def test_only_the_owner_sets_conditions(bob, bot):
    with pytest.raises(GameError, match="not_your_bot"):
        set_conditions(owner=bob, bot=bot, is_open=False)


@pytest.mark.parametrize(
    "values",
    [
        {"smallest": 9, "largest": 5},
        {"shortest": 8, "largest": 7},
        {"untimed": False, "timed": False},
        {"at_once": 0},
        {"a_day": 101},
        {"opponents": "friends"},
    ],
)
def test_conditions_that_make_no_sense_are_refused(alice, bot, values):
    with pytest.raises(ValidationError):
        set_conditions(owner=alice, bot=bot, **values)
    assert not BotConditions.objects.exists()


def test_a_new_bot_plays_every_board(bot):
    conditions = conditions_of(bot)
    assert (conditions.smallest, conditions.largest, conditions.is_open) == (3, 19, True)


def test_a_banned_owners_bot_cannot_be_challenged(alice, bob, charlie, bot):
    accounts.ban(user=alice, staff=charlie, reason="spam")
    bot.refresh_from_db()
    assert refusal_of(bob, bot) == "cannot_challenge"


def test_games_that_begin_at_the_same_moment_are_as_many_as_there_are_places(alice, bob, bot):
    set_conditions(owner=alice, bot=bot, at_once=2)
    waiting = [new_game(bob, None, opponent="friend") for _ in range(6)]

    async def accept_all() -> list[object]:
        asked = (join(uid=game.uid, player=bot) for game in waiting)
        return await asyncio.gather(*asked, return_exceptions=True)

    refused = [error.code for error in async_to_sync(accept_all)() if error]
    assert refused == ["bot_busy"] * 4
    assert Game.objects.ongoing().count() == 2


def test_a_rematch_needs_a_place_too(alice, bob, bot):
    set_conditions(owner=alice, bot=bot, at_once=1)
    over = play(new_game(bob, bot), X_WINS)
    new_game(bob, bot)
    async_to_sync(services.offer)(uid=over.uid, player=bob, what="rematch")
    with pytest.raises(GameError, match="bot_busy"):
        async_to_sync(services.answer)(uid=over.uid, player=bot, what="rematch", yes=True)
    assert Game.objects.count() == 2


def test_a_game_with_the_computer_needs_a_place_too(alice, bot):
    set_conditions(owner=alice, bot=bot, at_once=1)
    terms = Terms(opponent="computer", level="random")

    async def begin_two() -> list[object]:
        asked = (create_game(creator=bot, terms=terms) for _ in range(2))
        return await asyncio.gather(*asked, return_exceptions=True)

    assert sorted(type(made).__name__ for made in async_to_sync(begin_two)()) == [
        "Game",
        "GameError",
    ]
    assert Game.objects.count() == 1
