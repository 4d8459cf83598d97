"""What staff want graded is graded in the background, whichever process ends in the middle."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.learn.review import wanted
from games.learn.review.grading import GradingQueue, grading_queue
from games.models import Game, Review, WantedReview
from tests import stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def games(alice, bob) -> list[Game]:
    return [stored.play(stored.new_game(alice, bob), stored.X_WINS) for _ in range(2)]


@pytest.fixture
def begun(monkeypatch) -> list[str]:
    """The games whose grading begins; none gets any further."""
    uids: list[str] = []
    monkeypatch.setattr(GradingQueue, "start", lambda self, uid, *rest: uids.append(uid))
    return uids


async def test_wanted_games_are_graded_one_by_one(games):
    now = timezone.now()
    keys = [game.pk for game in games]
    assert [await wanted_anew(keys) for _ in range(2)] == [2, 0]
    for number, game in enumerate(games, 1):
        await wanted.grade_wanted(now=now)
        assert grading_queue().is_busy
        await wanted.grade_wanted(now=now)  # which leaves the other for later
        await grading_queue().wait(game.uid, 30)
        assert await Review.objects.acount() == number
    await wanted.grade_wanted(now=now)
    assert not await WantedReview.objects.aexists()


async def test_what_a_process_left_behind_is_begun_by_another(games, begun):
    now = timezone.now()
    await wanted_anew([game.pk for game in games])
    for _ in range(3):
        await wanted.grade_wanted(now=now)
    assert begun == [game.uid for game in games]
    await wanted.grade_wanted(now=now + wanted.PATIENCE + timedelta(seconds=1))
    assert begun[2:] == [games[0].uid]
    await wanted.grade_wanted(now=now + wanted.KEPT_FOR + timedelta(hours=1))
    assert not await WantedReview.objects.aexists()
    assert len(begun) == 3


async def wanted_anew(keys: list[int]) -> int:
    return await wanted.database.run(wanted.want, keys)
