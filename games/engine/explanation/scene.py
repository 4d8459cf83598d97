"""The tree of a story as it is known after so many of its steps.

    scene = scene_at(story, 16)
    scene.branches[0].worth, scene.opened, scene.step.low

Steps are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.core.rules import Cell
from games.engine.explanation.steps import StepKind, StoryStep
from games.engine.explanation.story import Node, Story
from games.engine.search.events import Bound, Path
from games.engine.search.worth import Worth


class MoveState(StrEnum):
    """What is known of a move so far."""

    LATER = "later"  # nothing yet
    OPEN = "open"  # it is being looked at
    KNOWN = "known"
    CUT = "cut"  # skipped


@dataclass(frozen=True, slots=True)
class Branch:
    """A first move or a reply, as it is known after a step.

    It was looked at in the window from *low* to *high*. *is_best* says that it is the
    best so far for the side that chooses it.
    """

    cell: Cell
    state: MoveState
    worth: Worth | None = None
    bound: Bound = Bound.EXACT
    low: Worth | None = None
    high: Worth | None = None
    is_best: bool = False
    replies: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """The tree after a step."""

    step: StoryStep
    number: int
    last: int
    branches: tuple[Branch, ...]

    @property
    def is_done(self) -> bool:
        return self.number == self.last

    @property
    def best(self) -> Branch | None:
        """The best first move so far."""
        return next((branch for branch in self.branches if branch.is_best), None)

    @property
    def opened(self) -> Branch | None:
        """The first move that the step is about; at the end the best one."""
        if self.is_done:
            return self.best
        first = self.step.path[:1]
        return next((branch for branch in self.branches if (branch.cell,) == first), None)


def scene_at(story: Story, number: int) -> Scene:
    """Return the tree after the first *number* steps: at least one, and at most all."""
    last = len(story.steps)
    number = max(1, min(number, last))
    told = story.steps[:number]
    branches = tuple(_first_move(node, told) for node in story.root.children)
    return Scene(told[-1], number, last, branches)


def _first_move(node: Node, told: tuple[StoryStep, ...]) -> Branch:
    (cell,) = node.path
    own = [step for step in told if step.path[:1] == node.path]
    if not own:
        return Branch(cell, MoveState.LATER, replies=tuple(_replies(node, [])))
    valued = next(
        (step for step in own if step.kind is StepKind.VALUED and len(step.path) == 1), None
    )
    return Branch(
        cell,
        MoveState.KNOWN if valued else MoveState.OPEN,
        valued.worth if valued else None,
        valued.bound if valued else Bound.EXACT,
        own[0].low,
        own[0].high,
        is_best=valued is not None and valued == _best_of(told, 1),
        replies=tuple(_replies(node, own)),
    )


def _replies(node: Node, own: list[StoryStep]) -> Iterator[Branch]:
    """Yield the replies to a first move after the steps *own*, which are about it and below it."""
    valued: dict[Path, StoryStep] = {step.path: step for step in own if len(step.path) == 2}
    skipped = {cell for step in own for cell in step.skipped}
    best = _best_of(own, 2)
    low, high = (own[0].low, own[0].high) if own else (None, None)
    for child in sorted(node.children, key=lambda child: child.path):
        cell = child.path[-1]
        step = valued.get(child.path)
        if step:
            yield Branch(cell, MoveState.KNOWN, step.worth, step.bound, low, high, step is best)
            low, high = step.low, step.high
        else:
            yield Branch(cell, MoveState.CUT if cell in skipped else MoveState.LATER)


def _best_of(told: list[StoryStep] | tuple[StoryStep, ...], depth: int) -> StoryStep | None:
    """Return the last step of *told* that found a move of *depth* better than those before."""
    better = (step for step in reversed(told) if len(step.path) == depth and step.is_better)
    return next(better, None)
