"""Asking somebody for a game, and what both hear of it."""

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from accounts import relations
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.live import announce
from games.live.rooms import rooms
from games.models import Event, Game, Lock
from games.play.game import creation
from games.play.game.creation import engine_account
from games.play.game.services import play
from games.play.game.terms import Terms
from games.play.game.watching import on_hint, unwatch, watch
from games.play.lobby import challenges
from games.play.lobby.challenges import decline
from games.play.lobby.services import cancel, create_game, join
from games.play.notices.queries import games_to_show
from games.protocol.messages import WaitingMessage
from tests.live.conftest import Recorder
from tests.playing import begin

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def notices(monkeypatch):
    """Every notice as (receiver, kind, name, waiting, reason), but that somebody has joined."""
    heard = []

    async def notice(user_id, message):
        if isinstance(message, WaitingMessage) or message.kind == "joined":
            return
        waiting = len(message.waiting)
        heard.append((user_id, message.kind, message.name, waiting, message.reason))

    monkeypatch.setattr(announce, "notice", notice)
    return heard


async def challenge(alice, bob, **terms) -> Game:
    return await challenges.challenge(
        creator=alice, invited=bob, terms=Terms(opponent="friend", **terms)
    )


async def stored(game: Game) -> Game:
    return await Game.objects.with_players().aget(pk=game.pk)


async def waiting(user):
    return await sync_to_async(games_to_show)(user)


async def test_a_challenge_waits_for_one_player(alice, bob, charlie, notices):
    game = await challenge(alice, bob)
    assert notices == [(bob.pk, "challenge", "alice", 1, "")]
    assert (await waiting(bob)).challenges == (game,)
    assert (await waiting(alice)).sent == (game,)
    assert (await waiting(charlie)).challenges == ()
    with pytest.raises(GameError, match="no_such_game"):
        await join(uid=game.uid, player=charlie)


async def test_an_accepted_challenge_is_a_game(alice, bob, notices):
    game = await challenge(alice, bob)
    await join(uid=game.uid, player=bob)
    assert (await stored(game)).status == "ongoing"
    assert notices[-1] == (alice.pk, "accepted", "bob", 1, "")  # it is alice's turn
    assert (await waiting(alice)).turns == (game,)


async def test_a_declined_challenge_says_why(alice, bob, charlie, notices):
    game = await challenge(alice, bob)
    with pytest.raises(GameError, match="no_such_game"):
        await decline(uid=game.uid, player=charlie)
    with pytest.raises(GameError, match="bad_reason"):
        await decline(uid=game.uid, player=bob, reason="because")
    await decline(uid=game.uid, player=bob, reason="too_fast")
    game = await stored(game)
    assert (game.status, game.termination) == ("finished", "declined")
    assert notices[-1] == (alice.pk, "declined", "bob", 0, "too_fast")
    assert (await Event.objects.aget(game=game, kind="ended")).data["reason"] == "too_fast"


async def test_a_withdrawn_challenge_waits_no_longer(alice, bob, notices):
    game = await challenge(alice, bob)
    await cancel(uid=game.uid, player=alice)
    assert notices[-1] == (bob.pk, "withdrawn", "alice", 0, "")
    assert (await waiting(bob)).challenges == ()


async def test_whom_one_cannot_challenge(alice, bob, charlie):
    engine = await sync_to_async(engine_account)("random")
    await sync_to_async(relations.block)(owner=bob, other=alice)
    await sync_to_async(relations.block)(owner=alice, other=charlie)
    for invited, code in {
        alice: "cannot_challenge_self",
        engine: "cannot_challenge",
        bob: "not_welcome",
        charlie: "unblock_first",
    }.items():
        with pytest.raises(GameError, match=code):
            await challenge(alice, invited)
    assert await Game.objects.acount() == 0


async def test_of_the_same_challenge_sent_to_two_processes_one_waits(alice, bob, monkeypatch):
    def challenge_elsewhere(name: str) -> None:
        creation.create(alice, Terms(opponent=Game.Opponent.FRIEND), bob)

    monkeypatch.setattr(Lock, "hold", challenge_elsewhere)
    with pytest.raises(GameError, match="already_challenged"):
        await challenge(alice, bob)


async def test_one_challenge_waits_at_a_time(alice, bob):
    await challenge(alice, bob)
    with pytest.raises(GameError, match="already_challenged"):
        await challenge(alice, bob)
    await challenge(bob, alice)  # the other way round is another matter


async def test_a_turn_is_told_to_those_who_do_not_look(alice, bob, notices):
    game = await begin(alice, bob)
    assert (await waiting(alice)).turns == (game,)
    await play(uid=game.uid, player=alice, ply=0, cell=4)
    assert notices == [(bob.pk, "turn", "alice", 1, "")]
    assert (await waiting(bob)).turns == (game,)
    assert (await waiting(alice)).turns == ()


@pytest.mark.parametrize(("control", "hears"), [("none", False), ("180+2", False), ("3d", True)])
async def test_whoever_looks_hears_only_of_games_with_days(alice, bob, notices, control, hears):
    class Tab:
        user_id = bob.pk
        public_name = "bob"
        is_lost = False

        def push(self, frame):
            pass

    game = await begin(alice, bob, control=parse_time_control(control))
    tab = Tab()
    room = await watch(uid=game.uid, watcher=tab)
    await play(uid=game.uid, player=alice, ply=0, cell=4)
    unwatch(room=room, watcher=tab)
    assert bool(notices) is hears


async def test_whoever_looks_through_another_process_hears_nothing(alice, bob, notices, settings):
    settings.PROCESSES = 2
    game = await begin(alice, bob)
    async with rooms().enter(game.uid) as room:
        await on_hint(room=room, process="another", version=0, players=[bob.pk])
        await play(uid=game.uid, player=alice, ply=0, cell=4)
    assert notices == []


async def test_a_layer_that_is_away_loses_a_notice_in_one_line(alice, bob, monkeypatch, caplog):
    class Away:
        async def group_send(self, group, message):
            raise ConnectionError

    monkeypatch.setattr(announce, "get_channel_layer", Away)
    await challenge(alice, bob)
    assert f"notices.{bob.pk} was lost: ConnectionError" in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_move_that_is_kept_does_not_fail_with_its_notice(alice, bob, notices, monkeypatch):
    game = await begin(alice, bob, control=parse_time_control("3d"))

    def away(user_id):
        raise OperationalError

    monkeypatch.setattr("games.play.notices.services.uids_waiting_for", away)
    assert await play(uid=game.uid, player=alice, ply=0, cell=4)
    assert (await stored(game)).ply == 1
    assert notices == []


async def test_nobody_is_told_to_play_alone(alice, notices):
    for terms in (Terms(opponent="device"), Terms(opponent="computer", level="random")):
        game = await create_game(creator=alice, terms=terms)
        await play(uid=game.uid, player=alice, ply=0, cell=4, wait_for_engine=True)
    assert notices == []
    assert (await waiting(alice)).turns == ()


async def test_who_is_asked_does_not_count_as_watching(alice, bob, notices):
    game = await challenge(alice, bob, side="either")
    for user in (alice, bob):
        watcher = Recorder(user)
        watcher.public_name = user.username
        room = await watch(uid=game.uid, watcher=watcher)
    presence = room.presence.message()
    assert (presence.watchers, presence.names) == (0, [])
