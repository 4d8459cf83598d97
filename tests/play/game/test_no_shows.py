"""Whoever has joined a game from the lobby does not wait for somebody who does not come."""

import pytest

from games.core.clock import parse_time_control
from games.core.match_state import COME_WITHIN
from games.core.rules import TIC_TAC_TOE, Mark
from games.models import Game
from games.play.game import no_shows
from games.play.game.services import play
from games.play.game.terms import Terms
from games.play.game.watching import look, unwatch, watch
from games.play.lobby import services
from tests.live.conftest import Recorder

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def time(monkeypatch):
    """Made-up time: `time.pass_(ms)` lets it go on."""

    class Time:
        now = 1_000_000

        def pass_(self, ms: int) -> None:
            self.now += ms

    time = Time()
    monkeypatch.setattr("games.live.presence.steady_now", lambda: time.now)
    return time


async def opened(alice, **changed) -> Game:
    terms = {"ruleset": TIC_TAC_TOE, "side": "x", "control": parse_time_control("60+2")}
    return await services.create_game(creator=alice, terms=Terms(**terms | changed))


async def status_of(game: Game) -> tuple[str, str]:
    return await Game.objects.values_list("status", "termination").aget(pk=game.pk)


async def test_who_came_is_released_when_the_other_one_does_not_come(alice, bob, time):
    game = await opened(alice)
    page = Recorder(alice)
    room = await watch(uid=game.uid, watcher=page)
    unwatch(room=room, watcher=page)  # and plays the computer meanwhile
    time.pass_(600_000)
    await services.join(uid=game.uid, player=bob)
    await watch(uid=game.uid, watcher=(waits := Recorder(bob)))
    time.pass_(COME_WITHIN - 1)
    await no_shows.call_off_no_shows()
    assert await status_of(game) == ("ongoing", "")
    time.pass_(1)
    await no_shows.call_off_no_shows()
    assert await status_of(game) == ("finished", "abort")
    assert waits.last["type"] == "ended"


async def test_who_comes_in_time_plays(alice, bob, time):
    game = await opened(alice)
    await services.join(uid=game.uid, player=bob)
    await watch(uid=game.uid, watcher=Recorder(bob))
    time.pass_(COME_WITHIN - 1)
    await watch(uid=game.uid, watcher=Recorder(alice))
    time.pass_(60_000)
    await no_shows.call_off_no_shows()
    assert await status_of(game) == ("ongoing", "")


async def test_who_joined_and_left_again_does_not_keep_the_creator(alice, bob, time):
    game = await opened(alice)
    await watch(uid=game.uid, watcher=Recorder(alice))
    await services.join(uid=game.uid, player=bob)
    time.pass_(COME_WITHIN)
    await no_shows.call_off_no_shows()
    assert await status_of(game) == ("finished", "abort")


async def test_without_scripts_a_page_that_was_loaded_may_be_read(alice, bob, time):
    game = await opened(alice)
    await services.join(uid=game.uid, player=bob)
    await look(uid=game.uid, viewer=alice)
    room = await watch(uid=game.uid, watcher=Recorder(bob))
    time.pass_(600_000)
    told = room.presence.message()
    assert (told.x, told.x_reads, told.o_reads) == (False, True, False)  # so nothing is promised
    await no_shows.call_off_no_shows()
    assert await status_of(game) == ("ongoing", "")


async def test_whose_page_was_heard_of_and_falls_silent_reads_it_no_more(alice, bob, time):
    game = await opened(alice)
    await services.join(uid=game.uid, player=bob)
    await watch(uid=game.uid, watcher=Recorder(alice))
    await look(uid=game.uid, viewer=bob)
    page = Recorder(bob)
    room = await watch(uid=game.uid, watcher=page)
    room.fell_silent(page)
    time.pass_(COME_WITHIN)
    await no_shows.call_off_no_shows()
    assert await status_of(game) == ("finished", "abort")


async def test_who_leaves_while_the_page_is_loaded_again_is_not_waited_for(alice, bob, time):
    game = await opened(alice)
    await services.join(uid=game.uid, player=bob)
    await watch(uid=game.uid, watcher=Recorder(alice))
    page = Recorder(bob)
    room = await watch(uid=game.uid, watcher=page)
    await look(uid=game.uid, viewer=bob)
    unwatch(room=room, watcher=page)
    time.pass_(COME_WITHIN)
    await no_shows.call_off_no_shows()
    assert await status_of(game) == ("finished", "abort")


async def test_once_both_have_moved_nobody_is_released_so(alice, bob, time):
    game = await opened(alice)
    await services.join(uid=game.uid, player=bob)
    await watch(uid=game.uid, watcher=Recorder(bob))
    for ply, (player, cell) in enumerate(((alice, 4), (bob, 0))):
        await play(uid=game.uid, player=player, ply=ply, cell=cell)
    time.pass_(600_000)
    await no_shows.call_off_no_shows()
    assert await status_of(game) == ("ongoing", "")


@pytest.mark.parametrize(
    "changed", [{"opponent": "friend"}, {"control": parse_time_control("3d")}], ids=str
)
async def test_a_friend_and_days_for_a_move_have_time(alice, bob, time, changed):
    game = await opened(alice, **changed)
    await services.join(uid=game.uid, player=bob)
    await watch(uid=game.uid, watcher=Recorder(bob))
    time.pass_(600_000)
    await no_shows.call_off_no_shows()
    assert await status_of(game) == ("ongoing", "")


async def test_how_long_there_is_counts_from_the_beginning(alice, bob, charlie, time):
    game = await opened(alice)
    await watch(uid=game.uid, watcher=Recorder(charlie))  # the game stays in memory
    page = Recorder(alice)
    room = await watch(uid=game.uid, watcher=page)
    unwatch(room=room, watcher=page)
    time.pass_(600_000)
    await services.join(uid=game.uid, player=bob)
    await watch(uid=game.uid, watcher=Recorder(bob))
    time.pass_(5_000)
    assert room.presence.absence(Mark.X) == 5_000
    assert room.presence.message().x_left == 5_000
