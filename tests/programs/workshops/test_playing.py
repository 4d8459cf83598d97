"""What clients do in a workshop, and what they are told."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.test import Client as DjangoClient

from accounts.models import User
from accounts.services import ban
from games.core.errors import GameError
from games.core.events import Status
from games.live import limits
from games.live.limits import WRONG_CODES
from games.models import Game, Workshop, WorkshopPlayer
from games.play.game.terms import Terms
from games.play.lobby.services import create_game
from games.programs.workshops import services
from games.programs.workshops.gateway.messages import Type
from games.programs.workshops.gateway.packets import Revision
from games.programs.workshops.queries import find_open
from games.programs.workshops.room import open_workshop, visitor
from games.programs.workshops.services import close_workshop, make_workshop
from tests.programs.workshops.clients import PATIENCE, Client
from tictactoe_site.common.limiters.in_memory import TokenBuckets

pytestmark = pytest.mark.django_db(transaction=True)
EMPTY = [["", "", ""]] * 3


@pytest.fixture(params=[(Revision.THREE, "polling"), (Revision.FOUR, "websocket")])
def client(request, gateway, workshop):
    """Makes clients in the workshop."""
    revision, transport = request.param

    def make(code: str = "", **arguments) -> Client:
        arguments = {"revision": revision, "transport": transport} | arguments
        return Client(gateway, code or workshop.code, **arguments)

    return make


@pytest.fixture
def quick(gateway, workshop):
    """Makes clients over websockets, where the transport does not matter."""

    def make(code: str = "", **arguments) -> Client:
        return Client(gateway, code or workshop.code, transport="websocket", **arguments)

    return make


def at(uid: str, x: int, y: int, name: str = "ally") -> dict:
    return {"username": name, "gameUid": uid, "position": {"x": x, "y": y}}


async def begin(ally: Client, bobby: Client) -> str:
    """The uid of a game between both, in which ally has X and begins."""
    assert await ally.emit("create", {"username": "ally"}) == {"ok": True}
    uid = (await ally.hear("client:init"))["gameUid"]
    assert await bobby.emit("join", {"username": "bobby", "gameUid": uid}) == {"ok": True}
    for one in (ally, bobby):
        assert (await one.hear("client:init"))["status"]["type"] == "ONGOING"
    return uid


async def move(client: Client, other: Client, uid: str, x: int, y: int, name: str) -> dict:
    """What both are told of a move."""
    assert await client.emit("move", at(uid, x, y, name)) == {"ok": True}
    told = await client.hear("client:move")
    assert await other.hear("client:move") == told
    return told


# ---- whole games ------------------------------------------------------------------------------


async def test_two_clients_play_a_game(client):
    async with client() as ally, client() as bobby:
        assert await ally.hear("client:lobby") == []
        assert await ally.emit("create", {"username": "ally"}) == {"ok": True}
        made = await ally.hear("client:init")
        uid = made["gameUid"]
        assert made == {
            "gameUid": uid,
            "players": ["ally"],
            "turn": "",
            "board": EMPTY,
            "status": {"type": "WAITING", "winner": None},
        }
        assert await bobby.lobby(uid) == [made]
        assert await bobby.emit("join", {"username": "bobby"}) == {"ok": True}
        begun = await bobby.hear("client:init")
        assert await ally.hear("client:init") == begun
        assert begun["players"] == ["ally", "bobby"]
        assert begun["turn"] == "ally"
        assert begun["status"] == {"type": "ONGOING", "winner": None}
        await bobby.lobby()

        told = await move(ally, bobby, uid, 2, 1, "ally")
        assert told["board"] == [["", "", ""], ["", "", "ally"], ["", "", ""]]
        assert told["turn"] == "bobby"
        await move(bobby, ally, uid, 0, 0, "bobby")
        await move(ally, bobby, uid, 1, 1, "ally")
        await move(bobby, ally, uid, 1, 0, "bobby")
        won = await move(ally, bobby, uid, 0, 1, "ally")
        assert won["status"] == {"type": "FINISHED", "winner": "ally"}
        assert won["turn"] == ""
        assert await ally.emit("leave", {"username": "ally", "gameUid": uid}) == {"ok": True}
        assert await ally.hear("client:leave") is None
    game = await Game.objects.aget(uid=uid)
    assert (game.outcome, game.opponent, game.takebacks) == ("x", "friend", 0)


async def test_a_draw_has_no_winners_name(quick):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
        cells = [(0, 0), (1, 1), (2, 2), (0, 1), (2, 1), (2, 0), (0, 2), (1, 2), (1, 0)]
        for ply, (x, y) in enumerate(cells):
            pair = (ally, bobby) if ply % 2 == 0 else (bobby, ally)
            told = await move(*pair, uid, x, y, ("ally", "bobby")[ply % 2])
        assert told["status"] == {"type": "FINISHED", "winner": "DRAW"}


async def test_a_game_that_is_left_late_is_lost(quick):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
        await move(ally, bobby, uid, 0, 0, "ally")
        await move(bobby, ally, uid, 1, 1, "bobby")
        assert await bobby.emit("leave", {"username": "bobby", "gameUid": uid}) == {"ok": True}
        told = await ally.hear("client:move")
        assert told["status"] == {"type": "FINISHED", "winner": "ally"}
        assert await bobby.hear("client:leave") is None  # and is led out by one press
        assert await bobby.emit("create", {"username": "bobby"}) == {"ok": True}


async def test_a_workshop_has_a_pace_of_games(quick, workshop, monkeypatch):
    monkeypatch.setattr(limits, "GAMES_OF_WORKSHOP", TokenBuckets(at_once=3, seconds=60))
    answers = []
    async with quick() as ally, quick() as bobby:
        for one, name in ((ally, "ally"), (ally, "ally"), (ally, "ally"), (bobby, "bobby")) * 2:
            answers.append(await one.emit("create", {"username": name}))
            if game := visitor_game(answers[-1], one):
                await one.emit("leave", {"username": name, "gameUid": await game})
    made = [answer == {"ok": True} for answer in answers]
    assert made == [True] * 3 + [False] * 5


def visitor_game(answer, client):
    """The uid of the game that was just made, if one was."""

    async def uid():
        return (await client.hear("client:init"))["gameUid"]

    return uid() if answer == {"ok": True} else None


async def test_a_game_that_is_left_early_never_was(quick):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
        assert await bobby.emit("leave", {"username": "bobby", "gameUid": uid}) == {"ok": True}
        for one in (ally, bobby):
            await one.hear("client:leave")
        assert await ally.emit("create", {"username": "ally"}) == {"ok": True}


async def test_a_game_that_waits_is_called_off(quick):
    async with quick() as ally, quick() as bobby:
        await ally.emit("create", {"username": "ally"})
        uid = (await ally.hear("client:init"))["gameUid"]
        await bobby.lobby(uid)
        assert await ally.emit("leave", {"username": "ally", "gameUid": uid}) == {"ok": True}
        await ally.hear("client:leave")
        await bobby.lobby()


async def test_a_second_create_shows_the_first_game_again(quick):
    async with quick() as ally:
        await ally.emit("create", {"username": "ally"})
        first = await ally.hear("client:init")
        assert await ally.emit("create", {"username": "ally"}) == {"ok": True}
        assert await ally.hear("client:init") == first
    assert await Game.objects.acount() == 1


async def test_whoever_joins_another_game_calls_off_the_own(quick):
    async with quick() as ally, quick() as bobby:
        await bobby.emit("create", {"username": "bobby"})
        own = (await bobby.hear("client:init"))["gameUid"]
        await begin(ally, bobby)
        assert (await Game.objects.aget(uid=own)).termination == "cancelled"


async def test_a_room_without_games_has_none_to_join(quick):
    async with quick() as ally:
        assert await ally.emit("join", {"username": "ally"}) == {"error": "no_open_game"}
        rows = await ally.hear("client:lobby")
        rows = await ally.hear("client:lobby")
        assert rows[0]["gameUid"] == "notice"
        assert rows[0]["players"] == ["⚠ No open games right now. Create one."]


async def test_a_notice_goes_by_itself(quick, monkeypatch):
    monkeypatch.setattr(visitor, "SECONDS_OF_A_NOTICE", 0.05)
    async with quick() as ally:
        await ally.emit("join", {"username": "ally"})
        await ally.lobby("notice")
        await ally.lobby()


async def test_games_of_the_site_cannot_be_joined(quick, bob):
    game = await create_game(creator=bob, terms=Terms())
    friends = await create_game(creator=bob, terms=Terms(opponent=Game.Opponent.FRIEND.value))
    async with quick() as ally:
        for uid in (game.uid, friends.uid):
            answer = await ally.emit("join", {"username": "ally", "gameUid": uid})
            assert answer == {"error": "no_such_game"}


async def test_codes_keep_workshops_apart(quick, alice):
    other = await sync_to_async(make_workshop)(owner=alice, title="Another", hours=1)
    async with quick() as ally, quick(other.code) as stranger:
        await ally.emit("create", {"username": "ally"})
        uid = (await ally.hear("client:init"))["gameUid"]
        answer = await stranger.emit("join", {"username": "bobby", "gameUid": uid})
        assert answer == {"error": "no_such_game"}
        assert await stranger.emit("create", {"username": "ally"}) == {"ok": True}
        assert await WorkshopPlayer.objects.acount() == 3


# ---- names ------------------------------------------------------------------------------------


async def test_each_client_reads_its_own_name_as_it_sent_it(quick):
    async with quick() as ally, quick() as bobby:
        await ally.emit("create", {"username": " \uff21lly "})
        made = await ally.hear("client:init")
        assert made["players"] == [" \uff21lly "]
        assert (await bobby.lobby(made["gameUid"]))[0]["players"] == ["Ally"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (None, "bad_message"),
        (7, "bad_message"),
        ("", "name_too_short"),
        ("   ", "name_too_short"),
        ("x" * 21, "name_too_long"),
        ("x" * 10_000, "name_too_long"),
        ("<b>ally</b>", "name_characters"),
        ("ally\u202e", "name_characters"),
        ("ally\x00", "name_characters"),
        ("--", "name_characters"),
        ("admin", "name_reserved"),
        ("Site Admin", "name_reserved"),
        ("alice", "name_of_account"),
        ("AL1CE", "name_of_account"),
    ],
)
async def test_names_that_could_deceive_are_refused(quick, alice, name, code):
    async with quick() as ally:
        assert await ally.emit("create", {"username": name}) == {"error": code}
    assert not await WorkshopPlayer.objects.aexists()


@pytest.mark.parametrize("name", ["M", "Al-Ice O'Bob", "Žofie_7", "ally.2", "七"])
async def test_names_of_all_kinds_are_welcome(quick, name):
    async with quick() as ally:
        assert await ally.emit("create", {"username": name}) == {"ok": True}


async def test_a_name_belongs_to_one_client_at_a_time(quick):
    async with quick() as ally, quick() as another:
        await ally.emit("create", {"username": "ally"})
        assert await another.emit("create", {"username": "ALLY"}) == {"error": "name_taken"}


async def test_players_are_guests_and_no_account_is_ever_acted_for(quick, alice):
    async with quick() as ally:
        await ally.emit("create", {"username": "ally"})
        player = await WorkshopPlayer.objects.select_related("user").aget()
        assert player.user.kind == User.Kind.GUEST
        # Even if a guest were to become one.
        await User.objects.filter(pk=player.user_id).aupdate(kind=User.Kind.PERSON)
    async with quick() as ally:
        await asyncio.sleep(0.01)
        assert await ally.emit("create", {"username": "ally"}) == {"error": "banned"}


async def test_a_cookie_makes_nobody_of_a_client(gateway, workshop, alice):
    browser = DjangoClient()
    await sync_to_async(browser.force_login)(alice)
    cookie = browser.cookies[settings.SESSION_COOKIE_NAME].OutputString()
    async with Client(gateway, workshop.code, cookie=cookie) as ally:
        assert await ally.emit("create", {"username": "alice"}) == {"error": "name_of_account"}
        assert await ally.emit("create", {"username": "ally"}) == {"ok": True}
    player = await WorkshopPlayer.objects.select_related("user").aget()
    assert player.user.is_guest
    assert not await Game.objects.filter(creator=alice).aexists()


def test_a_workshop_has_so_many_names_and_those_who_have_one_come_back(
    workshop, players, monkeypatch
):
    monkeypatch.setattr(services, "MAX_NAMES", len(players))
    with pytest.raises(GameError, match="room_full"):
        services.player_named(workshop_id=workshop.pk, name="zoe")
    assert services.player_named(workshop_id=workshop.pk, name="ally") == players[0]


def test_right_codes_are_not_counted(workshop):
    for _ in range(WRONG_CODES.at_once + 1):
        assert find_open(workshop.code, address="203.0.113.9") == workshop


async def test_a_banned_player_makes_no_games(quick, bob):
    bob.is_staff = True
    async with quick() as ally:
        await ally.emit("join", {"username": "ally"})
        player = await WorkshopPlayer.objects.select_related("user").aget()
        await sync_to_async(ban)(user=player.user, staff=bob, reason="spam")
    async with quick() as ally:
        assert await ally.emit("create", {"username": "ally"}) == {"error": "banned"}


# ---- refusals ---------------------------------------------------------------------------------


async def test_a_program_that_is_stuck_is_told_the_truth_once(quick):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
        nowhere = {"username": "ally", "gameUid": uid, "position": {"x": None, "y": None}}
        assert await ally.emit("move", nowhere) == {"error": "no_such_cell"}
        told = await ally.hear("client:move")
        assert told["turn"] == "ally"
        assert await ally.hear("client:error") == {"event": "move", "code": "no_such_cell"}
        for _ in range(3):
            assert await ally.emit("move", nowhere) == {"error": "no_such_cell"}
        assert not [it for it in ally.heard if it.data[0] == "client:move"]
        # In the next version it is told once more.
        await move(ally, bobby, uid, 0, 0, "ally")
        assert await ally.emit("move", at(uid, 1, 1)) == {"error": "not_your_turn"}
        assert (await ally.hear("client:move"))["turn"] == "bobby"


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ({"x": 0, "y": 0}, "cell_taken"),
        ({"x": 3, "y": 0}, "no_such_cell"),
        ({"x": -1, "y": 0}, "no_such_cell"),
        ({"x": 0.5, "y": 0}, "no_such_cell"),
        ({"x": "0", "y": 0}, "no_such_cell"),
        ({"x": True, "y": False}, "no_such_cell"),
        ({}, "no_such_cell"),
        (None, "no_such_cell"),
        ([0, 0], "no_such_cell"),
    ],
)
async def test_a_move_must_be_a_free_cell(quick, position, code):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
        await move(ally, bobby, uid, 0, 0, "ally")
        sent = {"username": "bobby", "gameUid": uid, "position": position}
        assert await bobby.emit("move", sent) == {"error": code}


@pytest.mark.parametrize(
    ("event", "data", "code"),
    [
        ("shout", {}, "bad_message"),
        ("create", None, "bad_message"),
        ("create", "ally", "bad_message"),
        ("move", {"username": "ally", "gameUid": "abcdefghij"}, "no_such_game"),
        ("leave", {"username": "ally", "gameUid": None}, "no_such_game"),
        ("join", {"username": "ally", "gameUid": 7}, "bad_message"),
        ("join", {"username": "ally", "gameUid": "notice"}, "no_such_game"),
    ],
)
async def test_events_that_make_no_sense_are_refused(quick, event, data, code):
    async with quick() as ally:
        assert await ally.emit(event, data) == {"error": code}
        assert await ally.hear("client:error") == {"event": event, "code": code}


async def test_a_game_that_is_over_takes_no_moves(quick):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
        for x in range(3):
            await move(ally, bobby, uid, x, 0, "ally")
            if x < 2:
                await move(bobby, ally, uid, x, 1, "bobby")
        assert await ally.emit("move", at(uid, 0, 2)) == {"error": "game_over"}


async def test_players_of_a_game_do_not_act_for_each_other(quick):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
        assert await bobby.emit("move", at(uid, 0, 0, "ally")) == {"error": "already_playing"}


# ---- away and back ----------------------------------------------------------------------------


async def test_whoever_comes_back_has_the_seat_again(client):
    async with client() as bobby:
        async with client(address="192.0.2.9") as ally:
            uid = await begin(ally, bobby)
        async with client(address="192.0.2.9") as ally:
            assert (await ally.hear("client:init"))["turn"] == "ally"  # it has named nobody
            await move(ally, bobby, uid, 0, 0, "ally")
        async with client(address="192.0.2.9") as ally:
            assert (await ally.hear("client:init"))["turn"] == "bobby"
            await move(bobby, ally, uid, 1, 1, "bobby")


async def test_whoever_names_itself_has_the_seat_from_anywhere(quick):
    async with quick() as bobby:
        async with quick(address="192.0.2.9") as ally:
            uid = await begin(ally, bobby)
        async with quick(address="192.0.2.10") as ally:
            assert await ally.emit("move", at(uid, 0, 0)) == {"ok": True}
            assert (await ally.hear("client:init"))["gameUid"] == uid


async def test_if_several_are_missing_each_names_itself(quick):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
    await asyncio.sleep(0.05)
    async with quick() as bobby, quick() as ally:
        await ally.hear("client:lobby")
        assert await ally.emit("create", {"username": "ally"}) == {"ok": True}
        assert (await ally.hear("client:init"))["gameUid"] == uid
        assert not [it for it in bobby.heard if it.data[0] == "client:init"]


async def test_a_seat_is_only_presumed_until_another_name_comes(quick):
    async with quick() as bobby:
        async with quick(address="192.0.2.9") as ally:
            uid = await begin(ally, bobby)
        async with quick(address="192.0.2.9") as charly:
            assert (await charly.hear("client:init"))["gameUid"] == uid
            assert await charly.emit("create", {"username": "charly"}) == {"ok": True}
            assert (await charly.hear("client:init"))["players"] == ["charly"]
            async with quick(address="192.0.2.9") as ally:
                assert (await ally.hear("client:init"))["gameUid"] == uid


async def test_a_tab_that_is_closed_clears_the_lobby(quick, soon_away):
    async with quick() as bobby:
        async with quick() as ally:
            await ally.emit("create", {"username": "ally"})
            uid = (await ally.hear("client:init"))["gameUid"]
            await bobby.lobby(uid)
        await bobby.lobby()
    assert (await Game.objects.aget(uid=uid)).termination == "cancelled"
    assert open_workshop.SECONDS_AWAY <= 20


async def test_whoever_stays_away_loses(quick, soon_away):
    async with quick() as bobby:
        async with quick() as ally:
            uid = await begin(ally, bobby)
            await move(ally, bobby, uid, 0, 0, "ally")
            await move(bobby, ally, uid, 1, 1, "bobby")
        told = await bobby.hear("client:move")
        assert told["status"] == {"type": "FINISHED", "winner": "bobby"}


async def test_players_who_were_away_when_a_server_began_are_given_up(quick, soon_away):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
    async with asyncio.timeout(PATIENCE):
        while not (game := await Game.objects.aget(uid=uid)).termination:
            await asyncio.sleep(0.02)
    assert game.termination == "abort"


# ---- the workshop itself ----------------------------------------------------------------------


async def test_a_workshop_that_is_closed_sends_everybody_away(quick, workshop):
    async with quick() as ally, quick() as bobby:
        uid = await begin(ally, bobby)
        await close_workshop(workshop=workshop)
        await ally.hear_message(lambda it: it.type is Type.DISCONNECT)
    assert (await Game.objects.aget(uid=uid)).status == Status.FINISHED
    late = quick()
    await late.open()
    assert (await late.connect()).data == {"message": "no_such_workshop"}
    await late.leave()


async def test_a_workshop_ends_by_itself(quick, workshop):
    await Workshop.objects.aupdate(ends_at=workshop.created_at)
    late = quick()
    await late.open()
    assert (await late.connect()).data == {"message": "no_such_workshop"}
    await late.leave()


async def test_what_is_no_code_and_no_game_is_refused_whatever_is_in_it(quick):
    late = quick("K7\x00M5")
    await late.open()
    assert (await late.connect()).data == {"message": "no_such_workshop"}
    await late.leave()
    async with quick() as ally:
        asked = {"username": "ally", "gameUid": "K7\x00M5"}
        assert await ally.emit("join", asked) == {"error": "no_such_game"}


async def test_a_workshop_has_room_for_so_many(quick, monkeypatch):
    monkeypatch.setattr(open_workshop, "MAX_VISITORS", 1)
    async with quick():
        late = quick()
        await late.open()
        assert (await late.connect()).data == {"message": "room_full"}
        await late.leave()


async def test_wrong_codes_are_slowed_down(quick, gateway):
    cache.clear()
    answers = []
    async with Client(gateway, transport="websocket", revision=Revision.THREE) as guesser:
        for _ in range(WRONG_CODES.at_once):
            await sync_to_async(WRONG_CODES.take)(guesser.address)
        guesser.namespace = "/AAAA2"
        answers.append((await guesser.connect()).data)
    assert answers == ["too_fast"]
    async with quick(address="192.0.2.10"):
        pass
    cache.clear()


async def test_the_last_refusal_of_each_name_is_kept(quick):
    async with quick() as ally:
        await ally.emit("join", {"username": "ally"})
        await ally.emit("create", {"username": "ally"})
        async with asyncio.timeout(PATIENCE):
            while not (await WorkshopPlayer.objects.aget()).refusal:
                await asyncio.sleep(0.02)
    player = await WorkshopPlayer.objects.aget()
    assert player.refusal == "no_open_game"
    assert player.is_present
