"""What a reader is asked before a step is shown, and the answer that the step gives.

prediction_of(story, 15)  # about step 16; None where there is nothing to ask
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.core.rules import Cell
from games.engine.explanation.scene import MoveState, Scene, scene_at
from games.engine.explanation.steps import StepKind, StoryStep
from games.engine.explanation.story import Story
from games.engine.search.events import Bound
from games.engine.search.worth import CERTAIN, UNBOUNDED, Worth


class PredictionQuestion(StrEnum):
    """What is asked."""

    WHO = "who"  # wins after a move
    BETTER = "better"  # whether a move is better than the best so far
    CUT = "cut"  # whether the other replies are skipped


class PredictedAnswer(StrEnum):
    """What one can answer."""

    OWN = "own"  # the side to move at the root
    DRAW = "draw"
    OTHER = "other"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question about the step after a scene, with its answers and the one that comes true.

    It is about the last move of *path*; *limit* is what it must be better than.
    """

    question: PredictionQuestion
    path: tuple[Cell, ...]
    answers: tuple[PredictedAnswer, ...]
    answer: PredictedAnswer
    limit: Worth | None = None


def prediction_of(story: Story, number: int) -> Prediction | None:
    """Return what can be asked after the first *number* steps of *story*."""
    if not 1 <= number < len(story.steps):
        return None
    following = story.steps[number]
    scene = scene_at(story, number)
    if _may_cut(scene):
        return _yes_or_no(
            PredictionQuestion.CUT, scene.step.path[:1], following.kind is StepKind.CUT
        )
    if following.kind is StepKind.VALUED:
        return _about_worth(story, scene.step, following)
    return None


def next_stop(story: Story, number: int) -> int:
    """Return the first step from *number* on after which something is asked, or the last."""
    stops = range(number, len(story.steps))
    return next((stop for stop in stops if prediction_of(story, stop)), len(story.steps))


def _may_cut(scene: Scene) -> bool:
    """Return whether the window has just become smaller while replies are left."""
    step, opened = scene.step, scene.opened
    if len(step.path) != 2 or not step.is_better or step.low == -UNBOUNDED or opened is None:
        return False
    return any(reply.state is MoveState.LATER for reply in opened.replies)


def _about_worth(story: Story, now: StoryStep, following: StoryStep) -> Prediction | None:
    is_reply = len(following.path) == 2
    limit = now.high if is_reply else now.low
    if now.kind is StepKind.CUT:
        return None  # the step of the cut told already what follows
    is_exact = following.bound is Bound.EXACT and story.horizon is None
    if is_exact and following.worth is not None:
        answers = (PredictedAnswer.OWN, PredictedAnswer.DRAW, PredictedAnswer.OTHER)
        return Prediction(PredictionQuestion.WHO, following.path, answers, _winner(following.worth))
    if abs(limit) == UNBOUNDED:
        return None
    return _yes_or_no(PredictionQuestion.BETTER, following.path, following.is_better, limit)


def _yes_or_no(
    question: PredictionQuestion, path: tuple[Cell, ...], is_so: bool, limit: Worth | None = None
) -> Prediction:
    answer = PredictedAnswer.YES if is_so else PredictedAnswer.NO
    return Prediction(question, path, (PredictedAnswer.YES, PredictedAnswer.NO), answer, limit)


def _winner(worth: Worth) -> PredictedAnswer:
    if worth >= CERTAIN:
        return PredictedAnswer.OWN
    return PredictedAnswer.OTHER if worth <= -CERTAIN else PredictedAnswer.DRAW
