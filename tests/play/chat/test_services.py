"""Chat beside games: who hears what, and who may say it."""

import asyncio
import itertools
import threading
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError
from django.utils import timezone

from accounts import relations
from accounts import services as account_services
from accounts.guests import make_guest
from accounts.models import User
from games.core.errors import GameError
from games.live.storage import records
from games.live.storage.database import Unavailable
from games.models import ChatLine, Event, Game
from games.play.chat import services as chat_services
from games.play.chat.queries import chat_for
from games.play.chat.services import pass_on, say
from games.play.game.leaving import transfer_games
from games.play.game.services import resign
from games.play.game.watching import unwatch, watch
from tests.live.conftest import Recorder
from tests.playing import begin
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)

EVERYBODY = ("alice", "bob", "charlie", "nobody")


@pytest.fixture(autouse=True)
def clock(monkeypatch) -> None:
    """Every line comes a minute after the one before it."""
    minutes = itertools.count()
    start = chat_services.utc_now()
    monkeypatch.setattr(chat_services, "utc_now", lambda: start + next(minutes) * 60_000)


@pytest.fixture
def dora(db) -> User:
    return User.objects.create_user("dora", password="dora-password")


def game_at(moment: str, alice: User, bob: User, **columns: object) -> Game:
    game = new_game(alice, bob, **columns)
    if moment == "after":
        play(game, X_WINS)
        Game.objects.filter(pk=game.pk).update(ended_at=timezone.now())
        game.refresh_from_db()
    return game


async def heard_by(game: Game, speaker: User, users: dict[str, User | None]) -> set[str]:
    """Who hears *speaker* say something, of sockets of all *users*."""
    recorders = {name: Recorder(user) for name, user in users.items()}
    for recorder in recorders.values():
        room = await watch(uid=game.uid, watcher=recorder)
    await say(uid=game.uid, player=speaker, text="a line")
    for recorder in recorders.values():
        unwatch(room=room, watcher=recorder)
    return {name for name, recorder in recorders.items() if "said" in recorder.types}


HEARD = {
    ("during", "alice"): {"alice", "bob"},
    ("during", "charlie"): {"charlie", "dora", "nobody"},
    ("after", "alice"): {"alice", "bob"},
    ("after", "charlie"): {"alice", "bob", "charlie", "dora", "nobody"},
}


@pytest.mark.parametrize(("moment", "speaker"), HEARD)
def test_a_line_is_told_and_read_by_the_same_people(alice, bob, charlie, dora, moment, speaker):
    users = {"alice": alice, "bob": bob, "charlie": charlie, "dora": dora, "nobody": None}
    game = game_at(moment, alice, bob)
    heard = async_to_sync(heard_by)(game, users[speaker], users)
    assert heard == HEARD[moment, speaker]
    for name, user in users.items():
        lines = chat_for(game.uid, user).lines
        assert bool(lines) is (name in heard), name


@pytest.mark.parametrize("moment", ["during", "after"])
def test_whoever_has_blocked_the_author_hears_nothing(alice, bob, charlie, dora, moment):
    relations.block(owner=bob, other=alice)
    relations.block(owner=dora, other=charlie)
    game = game_at(moment, alice, bob)
    users = {"alice": alice, "bob": bob, "charlie": charlie, "dora": dora}
    assert async_to_sync(heard_by)(game, alice, users) == {"alice"}
    assert "dora" not in async_to_sync(heard_by)(game, charlie, users)
    assert "alice" not in {line.name for line in chat_for(game.uid, bob).lines}
    assert chat_for(game.uid, dora).lines == []


def test_a_line_is_kept_plain_and_with_its_room(alice, bob, charlie):
    game = new_game(alice, bob)
    async_to_sync(say)(uid=game.uid, player=alice, text=" good\n luck ")
    async_to_sync(say)(uid=game.uid, player=charlie, text="hush")
    lines = list(ChatLine.objects.values_list("room", "author__username", "text"))
    assert lines == [("players", "alice", "good luck"), ("watchers", "charlie", "hush")]


def test_chat_changes_nothing_of_the_game(alice, bob):
    game = new_game(alice, bob)
    async_to_sync(say)(uid=game.uid, player=alice, text="hello")
    before, after = game.version, Game.objects.get(pk=game.pk).version
    assert (before, Event.objects.count()) == (after, 1)


async def test_chat_does_not_wait_for_a_step_that_is_being_written(alice, bob, monkeypatch):
    game, go_on = await begin(alice, bob), threading.Event()

    def write_late(entries):
        assert go_on.wait(10)
        records.write(entries)

    monkeypatch.setattr("games.live.storage.journal.write", write_late)
    resigning = asyncio.create_task(resign(uid=game.uid, player=bob))
    await say(uid=game.uid, player=alice, text="hello")
    assert not resigning.done()
    go_on.set()
    await resigning


@pytest.mark.parametrize("opponent", ["computer", "device"])
def test_a_player_without_an_opponent_has_nobody_to_chat_with_while_watchers_have(
    alice, bob, charlie, opponent
):
    other = alice if opponent == "device" else bob
    during = game_at("during", alice, other, opponent=opponent)
    with pytest.raises(GameError, match="chat_closed"):
        async_to_sync(say)(uid=during.uid, player=alice, text="anybody?")
    async_to_sync(say)(uid=during.uid, player=charlie, text="nice")
    after = game_at("after", alice, other, opponent=opponent)
    assert refusal(after, alice, "phew") == "chat_closed"
    async_to_sync(say)(uid=after.uid, player=charlie, text="nice")
    assert [line.text for line in chat_for(after.uid, None).lines] == ["nice"]


def refusal(game: Game, player: User, text: str = "hello") -> str:
    with pytest.raises(GameError) as refused:
        async_to_sync(say)(uid=game.uid, player=player, text=text)
    return refused.value.code


def test_before_the_game_nothing_is_said(alice, charlie):
    game = new_game(alice, None)
    assert refusal(game, alice) == refusal(game, charlie) == "chat_closed"


def test_an_old_game_is_closed(alice, bob, charlie):
    game = play(new_game(alice, bob), X_WINS)
    assert refusal(game, alice) == refusal(game, charlie) == "chat_closed"


@pytest.mark.parametrize(("text", "code"), [("\u200b", "empty"), ("x" * 141, "too_long")])
def test_a_line_must_be_one(alice, bob, text, code):
    assert refusal(new_game(alice, bob), alice, text) == code


def test_a_fifth_line_at_once_is_refused_in_any_game(alice, bob, charlie, monkeypatch):
    now = chat_services.utc_now()
    monkeypatch.setattr(chat_services, "utc_now", lambda: now)
    games = [new_game(alice, bob), new_game(alice, charlie)]
    for i in range(4):
        async_to_sync(say)(uid=games[i % 2].uid, player=alice, text=f"line {i}")
    assert refusal(games[0], alice) == refusal(games[1], alice) == "too_fast"
    async_to_sync(say)(uid=games[0].uid, player=bob, text="others may")


def test_the_same_line_is_not_said_thrice(alice, bob):
    game = new_game(alice, bob)
    for _ in range(2):
        async_to_sync(say)(uid=game.uid, player=alice, text="move")
    assert refusal(game, alice, " move ") == "repeated"


def test_a_guest_may_chat(bob):
    game = new_game(make_guest(), bob)
    async_to_sync(say)(uid=game.uid, player=game.x_player, text="hello")
    assert chat_for(game.uid, bob).lines[0].kind == "guest"


def test_the_muted_and_the_banned_are_told_so_although_their_socket_knew_nothing(
    alice, bob, charlie
):
    game = new_game(alice, bob)
    stale = User.objects.get(pk=alice.pk)
    account_services.mute(user=alice, staff=charlie, days=2, reason="words")
    assert refusal(game, stale) == "muted_by_staff"
    User.objects.filter(pk=alice.pk).update(chat_muted_until=timezone.now() - timedelta(hours=1))
    async_to_sync(say)(uid=game.uid, player=stale, text="again")
    User.objects.filter(pk=alice.pk).update(banned_at=timezone.now())
    assert refusal(game, stale) == "banned"


def test_a_database_that_is_away_keeps_nothing(alice, bob, monkeypatch):
    game = new_game(alice, bob)

    def fail(*args: object, **kwargs: object) -> None:
        raise OperationalError

    monkeypatch.setattr(ChatLine, "save", fail)
    with pytest.raises(Unavailable):
        async_to_sync(say)(uid=game.uid, player=alice, text="hello")


async def test_a_hint_of_another_process_tells_a_line_once(alice, bob):
    game = await begin(alice, bob)
    recorder = Recorder(bob)
    room = await watch(uid=game.uid, watcher=recorder)
    row = await ChatLine.objects.acreate(
        game=game, room="players", author=alice, text="from afar", at=timezone.now()
    )
    await pass_on(room=room, number=row.pk)
    await pass_on(room=room, number=row.pk)
    assert recorder.types.count("said") == 1
    await say(uid=game.uid, player=alice, text="from here")
    await pass_on(room=room, number=row.pk + 1)
    assert recorder.types.count("said") == 2
    unwatch(room=room, watcher=recorder)


def test_the_latest_fifty_lines_are_read_in_order(alice, bob, django_assert_num_queries):
    game = new_game(alice, bob)
    at = timezone.now()
    ChatLine.objects.bulk_create(
        ChatLine(game=game, room="players", author=alice, text=f"{i}", at=at) for i in range(60)
    )
    with django_assert_num_queries(3):
        lines = chat_for(game.uid, bob).lines
    assert [line.text for line in lines] == [str(i) for i in range(10, 60)]


def test_there_is_no_chat_beside_no_game(alice):
    assert chat_for("0" * 10, alice).lines == []


def test_a_guests_chat_goes_along_to_the_account(alice, bob):
    guest = make_guest()
    game = new_game(guest, bob)
    async_to_sync(say)(uid=game.uid, player=guest, text="hello")
    async_to_sync(transfer_games)(guest=guest, user=alice)
    assert [line.name for line in chat_for(game.uid, bob).lines] == ["alice"]


def test_a_deleted_account_leaves_its_lines_without_its_name(alice, bob):
    game = game_at("after", alice, bob)
    async_to_sync(say)(uid=game.uid, player=alice, text="goodbye")
    account_services.delete_account(user=alice)
    (line,) = chat_for(game.uid, bob).lines
    assert line.text == "goodbye"
    assert line.name.startswith("deleted-")
