"""Finished games are graded once, in the engine's threads, for whoever asks."""

import asyncio
import threading

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache

from games.core.errors import GameError
from games.core.rules import Mark, Ruleset
from games.engine.analysis.grades import VERSION
from games.learn.review import grading, queries, services
from games.learn.review.queries import review_of
from games.learn.review.services import grading_of, request_review
from games.live import limits
from games.live.workers import thinking
from games.models import Game, Review
from tests import stored
from tictactoe_site.common.limiters.in_cache import CachedBuckets

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _forgotten_limits():
    cache.clear()


@pytest.fixture
def game(alice, bob) -> Game:
    return stored.play(stored.new_game(alice, bob), stored.X_WINS)


def ask(game, asker="user:1", wait=30.0):
    return async_to_sync(request_review)(uid=game.uid, asker=asker, wait=wait)


def refusal_of(uid, asker="user:1") -> str:
    with pytest.raises(GameError) as refused:
        async_to_sync(request_review)(uid=uid, asker=asker)
    return refused.value.code


def test_a_game_is_graded_and_kept(game):
    assert ask(game).is_done
    review = Review.objects.get(game=game)
    assert (review.grader, review.ply) == (VERSION, 5)
    assert (review.first_accuracy, review.second_accuracy) == (100.0, 70.0)
    grades = review_of(game.uid).grades
    assert [move.cell for move in grades.moves] == list(stored.X_WINS)
    assert all(evaluation.value is not None for evaluation in grades.evaluations)


def test_asking_again_changes_nothing(game, monkeypatch):
    ask(game)
    before = Review.objects.get(game=game)
    monkeypatch.setattr(grading.GradingQueue, "start", lambda *_: pytest.fail("graded again"))
    assert ask(game).is_done
    assert Review.objects.get(game=game).created_at == before.created_at


def test_a_better_grader_grades_anew(game, monkeypatch):
    ask(game)
    for module in (services, queries):
        monkeypatch.setattr(module, "VERSION", VERSION + 1)
    assert review_of(game.uid).grades is None
    assert ask(game).is_done
    assert Review.objects.get(game=game).grader == VERSION + 1


def test_grades_of_other_moves_are_not_shown(game):
    ask(game)
    Review.objects.filter(game=game).update(ply=4)
    game.moves.filter(ply=4).delete()
    assert review_of(game.uid).grades is None


def test_a_game_that_goes_on_is_never_looked_at(alice, bob):
    game = stored.play(stored.new_game(alice, bob), (4, 0))
    assert refusal_of(game.uid) == "not_over"
    assert async_to_sync(grading_of)(uid=game.uid) is None
    assert refusal_of(stored.new_game(alice, None).uid) == "not_over"


def test_what_cannot_be_graded_is_refused(alice, bob):
    empty = stored.resign(stored.new_game(alice, bob), Mark.X)
    assert refusal_of(empty.uid) == "no_moves"
    assert refusal_of("0" * 10) == "no_such_game"


def test_whoever_asks_too_often_waits(alice, bob, monkeypatch):
    strict = CachedBuckets("strict-review", at_once=1, seconds=60, longest=60)
    monkeypatch.setattr(limits, "REVIEWS", strict)
    first, second = (stored.play(stored.new_game(alice, bob), stored.X_WINS) for _ in range(2))
    assert ask(first, asker="busy").is_done
    assert refusal_of(second.uid, asker="busy") == "too_fast"
    assert ask(second, asker="calm").is_done
    assert ask(second, asker="busy").is_done  # what is there costs nothing


async def test_two_who_ask_at_once_share_one_work(game, monkeypatch):
    go_on, works = threading.Event(), []

    async def study(work, seconds):
        works.append(work)
        await asyncio.get_running_loop().run_in_executor(None, go_on.wait)
        return work(seconds)

    monkeypatch.setattr(thinking, "study", study)
    first = await request_review(uid=game.uid, asker="a")
    second = await request_review(uid=game.uid, asker="b")
    assert not first.is_done
    assert not second.is_done
    assert (await grading_of(uid=game.uid)).share < 1
    go_on.set()
    assert (await request_review(uid=game.uid, asker="c", wait=30)).is_done
    assert await Review.objects.acount() == 1
    assert len(works) == 7  # the grader of one game, and its six positions
    assert await grading_of(uid=game.uid) is None


async def test_too_many_games_at_once_are_refused(game, monkeypatch):
    monkeypatch.setattr(grading, "MAX_GAMES", 0)
    with pytest.raises(GameError, match="too_busy"):
        await request_review(uid=game.uid, asker="a")


async def test_to_be_turned_away_costs_nothing(game, monkeypatch):
    strict = CachedBuckets("strict-review", at_once=1, seconds=60, longest=60)
    monkeypatch.setattr(limits, "REVIEWS", strict)
    with monkeypatch.context() as full:
        full.setattr(grading, "MAX_GAMES", 0)
        with pytest.raises(GameError, match="too_busy"):
            await request_review(uid=game.uid, asker="a")
    assert (await request_review(uid=game.uid, asker="a", wait=30)).is_done


async def test_a_full_queue_only_delays(game, monkeypatch):
    real, turned_away = thinking.study, []

    async def study(work, seconds):
        if not turned_away:
            turned_away.append(work)
            raise thinking.TooManySearches
        return await real(work, seconds)

    monkeypatch.setattr(thinking, "study", study)
    monkeypatch.setattr(grading, "SECONDS_BEFORE_RETRY", 0)
    assert (await request_review(uid=game.uid, asker="a", wait=30)).is_done


async def test_an_error_is_kept_from_the_next_who_asks(game, monkeypatch, caplog):
    async def study(work, seconds):
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(thinking, "study", study)
        assert not (await request_review(uid=game.uid, asker="a", wait=30)).is_done
    assert [record.game for record in caplog.records] == [game.uid]
    assert (await request_review(uid=game.uid, asker="a", wait=30)).is_done


def test_a_resigned_game_on_another_board_is_graded_to_its_last_position(alice, bob):
    game = stored.new_game(alice, bob, ruleset=Ruleset(4, 3, 3), first="o")
    game = stored.resign(stored.play(game, (5, 6, 1)), Mark.X)
    assert ask(game).is_done
    grades = review_of(game.uid).grades
    assert (len(grades.moves), len(grades.evaluations)) == (3, 4)
