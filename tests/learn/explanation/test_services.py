"""Explanations of finished games, kept once they are found."""

from contextlib import asynccontextmanager
from dataclasses import replace

import msgspec
import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache

from games.core.errors import GameError, TooFast
from games.core.rules import Mark, Position, Ruleset
from games.engine import Limits, analyse
from games.engine.explanation.methods import METHODS
from games.engine.explanation.story import can_explain
from games.learn.explanation import services as explanation
from games.learn.proofs import studies
from games.live.workers import thinking
from games.live.workers.explaining import Silent, explainer
from tests import stored
from tictactoe_site.common.limiters.in_cache import CachedBuckets
from tictactoe_site.common.page_place import leave_place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


@pytest.fixture
def game(alice, bob):
    return stored.play(stored.new_game(alice, bob), (4, 1, 0, 8, 6, 3, 2))


def explain(game, ply=4, line=(), asker="user:1"):
    return async_to_sync(explanation.explain)(uid=game.uid, ply=ply, line=line, asker=asker)


def refusal_of(game, **arguments) -> str:
    with pytest.raises(GameError) as refused:
        explain(game, **arguments)
    return refused.value.code


def test_a_position_is_explained_with_what_each_method_takes(game):
    found = explain(game)
    assert {story.root.worth for story in found.stories.values()} == {3}
    assert found.counts.keys() == METHODS.keys()
    assert found.counts["minimax"].nodes > found.counts["alpha_beta"].nodes


def test_moves_that_were_not_played_can_follow(game):
    assert explain(game, line=(3, 2)).position.ply == 6
    assert refusal_of(game, line=(4,)) == "bad_cell"


def test_the_same_is_searched_once(game, alice, bob, monkeypatch):
    first = explain(game)
    monkeypatch.setattr(explainer, "explain", lambda *_: pytest.fail("searched again"))
    again = stored.play(stored.new_game(alice, bob), (0, 8, 4, 1, 6, 3, 2))
    assert explain(game) == explain(again) == first


class Keeper:
    """A cache of which one can see what is kept."""

    def __init__(self, kept: bytes | None = None) -> None:
        self.kept = kept

    def get(self, key: str) -> bytes | None:
        return self.kept

    def set(self, key: str, value: bytes, seconds: int) -> None:
        self.kept, self.seconds = value, seconds


@pytest.mark.parametrize("kept", [b"\xc1", msgspec.msgpack.encode({"position": "other"})])
def test_what_is_kept_and_cannot_be_read_is_searched_anew(game, kept, monkeypatch):
    keeper = Keeper(kept)
    monkeypatch.setattr(explanation, "cache", keeper)
    assert explain(game).stories
    assert keeper.kept != kept


def test_what_is_kept_is_no_pickle_which_another_version_could_not_read(game, monkeypatch):
    keeper = Keeper()
    monkeypatch.setattr(explanation, "cache", keeper)
    found = explain(game)
    assert msgspec.msgpack.decode(keeper.kept, type=type(found)) == found


@pytest.mark.parametrize("is_open", [False, True])
def test_what_a_search_has_left_open_is_not_kept_for_a_day(alice, bob, is_open, monkeypatch):
    """As on a busy server, where it has little time: later another search may prove it."""
    game = stored.play(stored.new_game(alice, bob, ruleset=Ruleset(5, 5, 4)), range(12))
    game, keeper = stored.resign(game, Mark.X), Keeper()
    proven = analyse(Position.after(game.ruleset, range(12)), Limits(seconds=1000))
    moves = tuple(replace(move, value=None, plies=None) for move in proven.moves)

    async def study(position):
        return replace(proven, moves=moves) if is_open else proven

    monkeypatch.setattr(explanation, "cache", keeper)
    monkeypatch.setattr(studies, "study", study)
    assert explain(game, ply=12).analysis is not None
    assert keeper.seconds == (studies.SECONDS_LEFT_OPEN if is_open else explanation.SECONDS_KEPT)


def test_a_game_that_is_over_there_has_no_story(game):
    found = explain(game, ply=7)
    assert (found.stories, found.counts) == ({}, {})


def test_what_goes_on_or_is_too_large_is_not_explained(alice, bob):
    live = stored.play(stored.new_game(alice, bob), (4, 0))
    assert refusal_of(live, ply=1) == "not_over"
    large = stored.new_game(alice, bob, ruleset=Ruleset(15, 15, 5))
    large = stored.play(large, (0, 15, 1, 16, 2, 17, 3, 18, 4))
    assert refusal_of(large) == "too_large"
    assert not can_explain(large.ruleset)


def test_whoever_asks_too_often_waits(game, monkeypatch):
    strict = CachedBuckets("strict-explain", at_once=1, seconds=60, longest=60)
    monkeypatch.setattr(explanation, "EXPLANATIONS", strict)
    explain(game, ply=4)
    assert refusal_of(game, ply=3) == "too_fast"
    assert explain(game, ply=4).stories  # what is there costs nothing


def test_a_full_queue_is_said(alice, bob, monkeypatch):
    async def study(work, seconds):
        raise thinking.TooManySearches

    monkeypatch.setattr(thinking, "study", study)
    large = stored.new_game(alice, bob, ruleset=Ruleset(5, 5, 4))  # estimated, so it is proven
    large = stored.play(large, (0, 5, 1, 6, 2, 7, 3))
    assert refusal_of(large, ply=4) == "too_busy"


def test_an_explainer_that_has_ended_is_said_and_replaced(game, monkeypatch):
    async def ended(position):
        raise Silent

    with monkeypatch.context() as patch:
        patch.setattr(explainer, "explain", ended)
        assert refusal_of(game) == "too_busy"
    assert explain(game).stories


def test_the_empty_board_shows_what_minimax_takes(game):
    assert explain(game, ply=0).counts["minimax"].nodes == 549_946


def test_no_more_are_found_out_at_once_than_leave_room_for_pages(game, monkeypatch):
    monkeypatch.setattr(explanation, "MAX_AT_ONCE", 0)
    assert refusal_of(game) == "too_busy"


def test_the_page_has_left_its_place_while_it_is_found_out(game, monkeypatch):
    inside: list[bool] = []
    find_out = explanation._find_out

    @asynccontextmanager
    async def leave():
        inside.append(True)
        yield
        inside.clear()

    async def noted(position):
        assert inside
        return await find_out(position)

    monkeypatch.setattr(explanation, "_find_out", noted)
    token = leave_place.set(leave)
    try:
        found = explain(game)
    finally:
        leave_place.reset(token)
    assert found.stories
    assert not inside


def test_users_of_one_address_are_counted_together(game, monkeypatch):
    few = CachedBuckets("few", at_once=1, seconds=9, longest=9)
    monkeypatch.setattr(explanation, "EXPLANATIONS_OF_ADDRESS", few)
    ask = async_to_sync(explanation.explain)
    for ply in (6,):
        ask(uid=game.uid, ply=ply, line=(), asker=f"user:{ply}", address="192.0.2.1")
    with pytest.raises(TooFast) as refused:
        ask(uid=game.uid, ply=4, line=(), asker="user:4", address="192.0.2.1")
    assert refused.value.wait > 0
