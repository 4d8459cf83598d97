"""A story stopped after any step shows what was known by then, and asks what comes next."""

import pytest

from games.engine.explanation.predictions import (
    PredictedAnswer,
    PredictionQuestion,
    next_stop,
    prediction_of,
)
from games.engine.explanation.scene import MoveState, scene_at
from games.engine.explanation.steps import StepKind
from games.engine.explanation.story import STORIES, Story, tell
from games.engine.search.events import Bound
from tests.engine.positions import after
from tests.engine.searches import ENDLESS

FIVE_FREE = (0, 1, 4, 8)


def story(method="alpha_beta", cells=FIVE_FREE) -> Story:
    return tell(after(*cells), method, ENDLESS)


def test_at_the_cut_the_window_is_shut_and_the_rest_is_skipped():
    scene = scene_at(story(), 16)
    assert (scene.step.kind, scene.step.is_shut) == (StepKind.CUT, True)
    assert scene.opened.cell == 5
    states = [reply.state for reply in scene.opened.replies]
    assert states == [MoveState.KNOWN, MoveState.CUT, MoveState.CUT, MoveState.CUT]
    assert (scene.best.cell, scene.best.worth) == (3, 3)
    assert [branch.state for branch in scene.branches[3:]] == [MoveState.LATER, MoveState.LATER]


@pytest.mark.parametrize("method", STORIES)
def test_in_the_end_the_best_move_is_open_and_nothing_is_later(method):
    told = story(method)
    scene = scene_at(told, 999)
    assert scene.is_done
    assert scene.opened is scene.best
    assert scene.best.worth == told.root.worth
    every = [*scene.branches, *(reply for branch in scene.branches for reply in branch.replies)]
    assert MoveState.LATER not in {branch.state for branch in every}
    assert (MoveState.CUT in {branch.state for branch in every}) is (method != "minimax")


def test_with_minimax_the_window_never_shuts():
    told = story("minimax")
    assert not any(step.is_shut for step in told.steps)
    assert {step.bound for step in told.steps} == {Bound.EXACT}


def test_the_window_only_gets_smaller_while_a_move_is_looked_at():
    told = story(cells=())
    for before, now in zip(told.steps, told.steps[1:], strict=False):
        if len(now.path) == 2:
            assert (now.low, now.high) <= (before.low, before.high)


def test_a_prediction_is_what_the_next_step_shows():
    told = story()
    cut = prediction_of(told, 15)
    assert (cut.question, cut.answer, told.steps[15].kind) == (
        PredictionQuestion.CUT,
        PredictedAnswer.YES,
        StepKind.CUT,
    )
    who = prediction_of(told, 2)
    assert (who.question, who.path, who.answer) == (
        PredictionQuestion.WHO,
        (2, 3),
        PredictedAnswer.OWN,
    )
    better = prediction_of(told, 3)
    assert better.answer in better.answers
    assert prediction_of(told, len(told.steps)) is None


@pytest.mark.parametrize("method", STORIES)
def test_every_stop_has_a_question_and_one_comes_to_the_end(method):
    told = story(method)
    number, stops = 1, 0
    while (number := next_stop(told, number)) < len(told.steps):
        assert prediction_of(told, number).answer in prediction_of(told, number).answers
        number, stops = number + 1, stops + 1
    assert stops >= 12
