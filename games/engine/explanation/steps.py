"""The steps of a story: what a search did with the first moves and the replies to them, in order.

    steps_of(events)

Every worth is seen by the side to move at the root. It wants the worth high and is sure of *low*;
the other side wants it low and is sure of *high*. Together they are the window (alpha and beta).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from games.core.rules import Cell
from games.engine.search.events import (
    Bound,
    Cut,
    Entered,
    Improved,
    Path,
    SearchEvent,
    Stopped,
    Valued,
    WorthSource,
)
from games.engine.search.worth import UNBOUNDED, Worth


class StepKind(StrEnum):
    """What a step tells."""

    STARTED = "started"
    TRIED = "tried"  # a first move
    VALUED = "valued"  # a first move, or a reply to it
    CUT = "cut"  # the other replies to a first move are skipped
    DONE = "done"
    STOPPED = "stopped"  # before it was done


@dataclass(frozen=True, slots=True)
class StoryStep:
    """One step, about the node at *path*.

    *low* and *high* are the window after the step: below the first move for TRIED, CUT and VALUED
    replies, at the root for all others. *is_better* says that the worth is the best so far for the
    side that made the move. Of a CUT, *cell* is the reply that caused it, and *limit* the worth
    that another first move has already.
    """

    kind: StepKind
    path: Path
    worth: Worth | None = None
    bound: Bound = Bound.EXACT
    source: WorthSource | None = None
    low: Worth = -UNBOUNDED
    high: Worth = UNBOUNDED
    is_better: bool = False
    cell: Cell | None = None
    limit: Worth | None = None
    skipped: tuple[Cell, ...] = ()

    @property
    def is_shut(self) -> bool:
        """Whether the window is shut: nothing more can matter there."""
        return self.low >= self.high


def steps_of(events: Iterable[SearchEvent]) -> tuple[StoryStep, ...]:
    """Return the steps that *events* tell; those deeper than two moves are passed over."""
    narrator = _Narrator()
    for event in events:
        narrator.hear(event)
    return tuple(narrator.steps)


class _Narrator:
    """A maker of steps while events come."""

    def __init__(self) -> None:
        self.steps: list[StoryStep] = []
        self._windows = [(-UNBOUNDED, UNBOUNDED)] * 2  # at the root, and after the first move

    def hear(self, event: SearchEvent) -> None:
        match event:
            case Entered(path=()):
                self._add(StoryStep(StepKind.STARTED, ()))
            case Entered(path=(_,)):
                self._windows[1] = event.low, event.high
                self._add(StoryStep(StepKind.TRIED, event.path))
            case Valued(path=()):
                self._add(StoryStep(StepKind.DONE, (), event.worth, event.bound, event.source))
            case Valued() if len(event.path) <= 2:
                step = StoryStep(
                    StepKind.VALUED, event.path, event.worth, event.bound, event.source
                )
                self._add(step)
            case Improved() if len(event.path) <= 1:
                self._improve(event)
            case Cut(path=(_,)):
                self._cut(event)
            case Stopped():
                self._add(StoryStep(StepKind.STOPPED, ()))

    def _add(self, step: StoryStep) -> None:
        is_inside = len(step.path) == 2 or step.kind in (StepKind.TRIED, StepKind.CUT)
        low, high = self._windows[is_inside]
        self.steps.append(replace(step, low=low, high=high))

    def _improve(self, event: Improved) -> None:
        """Mark the move that was just valued as the best so far, and narrow the window to it."""
        depth = len(event.path)
        low, high = self._windows[depth]
        if depth:  # a reply, whose side wants the worth low
            high = min(high, event.worth)
        else:
            low = max(low, event.worth)
        self._windows[depth] = low, high
        self.steps[-1] = replace(self.steps[-1], is_better=True, low=low, high=high)

    def _cut(self, event: Cut) -> None:
        self._add(
            StoryStep(
                StepKind.CUT,
                event.path,
                event.worth,
                cell=event.cell,
                limit=event.limit,
                skipped=event.skipped,
            )
        )
