"""A program without another one to play: it plays the computer's levels, casually and rated."""

from typing import get_args

import pytest
from asgiref.sync import sync_to_async

from games.compete.rounds import services
from games.engine import LEVELS
from games.live.limits import GAMES, REQUESTS
from games.models import Game, Rating, Round
from games.play.game.bot_conditions import set_conditions
from games.play.game.services import resign
from games.programs.api.levels import LevelName
from tests.play.game.test_consumer import connected
from tests.programs.api.conftest import Program
from tests.programs.api.problems import code_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_counted():
    for limit in (GAMES, REQUESTS):
        limit.forget()
    yield
    for limit in (GAMES, REQUESTS):
        limit.forget()


def refused(answer) -> tuple[int, str]:
    return answer.status_code, code_of(answer)


def test_the_levels_are_told_with_what_they_are_worth(program):
    assert get_args(LevelName) == tuple(LEVELS)
    told = program.get("levels").json()
    assert [level["name"] for level in told] == list(LEVELS)
    assert all({one["pool"] for one in level["ratings"]} <= {"fives", "fours"} for level in told)
    assert any(level["ratings"] for level in told)


async def test_a_level_is_played_casually(program, bot):
    made = await sync_to_async(program.post)(
        "games", {"level": "random", "side": "o", "control": "60+1"}
    )
    assert made.status_code == 201
    uid = made.json()["uid"]
    async with connected(f"/ws/games/{uid}/", bot) as socket:
        state = await socket.hear("game")
        assert (state["opponent"], state["you"]) == ("computer", ["o"])
        if not state["moves"]:
            await socket.hear("moved")  # by the computer, because somebody is there
    game = await Game.objects.with_players().aget(uid=uid)
    assert (game.x_player.username, game.o_player, game.ply) == ("Random", bot, 1)
    assert not await Round.objects.aexists()


async def test_a_rated_round_against_a_level_counts(program, bot):
    made = await sync_to_async(program.post)("rounds/level", {"level": "guard", "pool": "fours"})
    assert made.status_code == 201
    uid = made.json()["round"]
    async with connected("/ws/me/", bot) as notices:
        assert (await notices.hear("waiting"))["uids"] == [uid]
        await resign(uid=uid, player=bot)
        (second,) = (await notices.hear("waiting"))["uids"]
    await resign(uid=second, player=bot)
    await services.go_on(uid)
    round = await Round.objects.with_players_and_games().aget(uid=uid)
    assert {player.username for player in round.players} == {"line", "Guard"}
    assert (round.state, round.unrated_because) == (Round.State.OVER, "")
    rating = await Rating.objects.aget(user=bot, pool="fours")
    assert rating.of_bot
    assert rating.rounds == 1


def test_what_no_level_plays_is_refused(program, bot, alice):
    assert refused(program.post("games", {"level": "grandmaster"})) == (422, "bad_request")
    asked = {"level": "weights", "m": 3, "n": 3, "k": 4}
    assert refused(program.post("games", asked)) == (422, "bad_ruleset")
    assert refused(program.post("rounds/level", {"level": "guard", "pool": "puzzles"})) == (
        422,
        "bad_request",
    )
    set_conditions(owner=alice, bot=bot, at_once=1)
    assert program.post("games", {"level": "guard"}).status_code == 201
    assert refused(program.post("games", {"level": "guard"})) == (409, "bot_busy")
    assert refused(program.post("rounds/level", {"level": "guard"})) == (409, "bot_busy")


def test_it_needs_a_token_that_may_challenge(bot):
    assert refused(Program("").post("games", {"level": "guard"})) == (401, "bad_token")
