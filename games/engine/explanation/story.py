"""How a method thinks about one position, told short: the first moves of its tree, step by step.

    story = tell(position, "alpha_beta", Limits(seconds=1))
    story.root.children[0].worth, story.steps, story.counts

The tree below the first two moves is searched, but only its results are told. Boards too large to
be searched to the end are searched a few moves deep and estimated there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from games.core.rules import TIC_TAC_TOE, Cell, Position, Ruleset
from games.engine.budget import Limits
from games.engine.explanation.counts import SearchCounts, counts_of
from games.engine.explanation.methods import explain
from games.engine.explanation.steps import StepKind, StoryStep, steps_of
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
from games.engine.search.worth import Worth

STORIES = ("minimax", "alpha_beta", "alpha_beta_with_table")  # the methods that have stories
# With a table minimax does the same in the first two moves: no two of them lead to one position.
TOLD_BY = {"minimax": "minimax_with_table"}
MAX_CELLS = 36  # on larger boards even the replies to one move are too many to draw
FREE_TO_THE_END = 9  # free cells up to which every game is looked at to its end
MAX_GAMES = 15_000  # leaves of a plain tree with a horizon
MAX_NODES = 25_000  # looked at by one method
MAX_NODES_TO_THE_END = 65_000  # by one without a horizon; minimax takes 63,905 after b3 on 3×3
# Minimax takes seconds for the empty 3×3, so its counts are kept here; a test recomputes them.
MINIMAX_OF_EMPTY = SearchCounts(
    nodes=549_946, ends=255_168, deepest=9, best=0, worth=0.0, bound=Bound.EXACT
)
DEEPEST_TOLD = 2  # moves from the root
MAX_REPLIES = 110  # told of; with more, only the replies to the preferred move


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the tree. Every worth is seen by the side to move at the root."""

    path: Path
    worth: Worth | None  # None: not looked at, or not to the end
    bound: Bound
    source: WorthSource | None
    is_preferred: bool  # both sides playing their best would come here
    is_cut: bool  # not looked at, for it cannot change anything
    children: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """The tree, the search's steps in it, and the counts of the whole search."""

    root: Node
    steps: tuple[StoryStep, ...]
    counts: SearchCounts
    horizon: int | None

    @property
    def is_estimated(self) -> bool:
        """Whether it proves nothing: it ends before the games do, or was stopped."""
        return self.horizon is not None or self.is_stopped

    @property
    def is_stopped(self) -> bool:
        """Whether it ends before the search was done."""
        return self.steps[-1].kind is StepKind.STOPPED


def can_explain(ruleset: Ruleset) -> bool:
    """Return whether boards of *ruleset* are small enough."""
    return ruleset.cells <= MAX_CELLS


def tell(position: Position, method: str, limits: Limits) -> Story:
    """Search an unfinished *position* by *method*, one of STORIES, and tell of it.

    Raises GameError: impossible_position, game_over.
    """
    horizon = horizon_for(position)
    told: list[SearchEvent] = []
    teller = TOLD_BY.get(method, method)
    events = explain(position, teller, horizon=horizon, limits=_few(limits, horizon))
    counts = counts_of(_keeping_the_first_moves(events, told))
    if teller != method:
        counts = count(position, method, limits)
    sketch = _Sketch(position)
    for event in told:
        sketch.add(event)
    root = sketch.node((), preferred=True)
    shown = _paths_of(root)
    steps = tuple(step for step in steps_of(told) if step.path in shown)
    return Story(root, steps, counts, horizon)


def count(position: Position, method: str, limits: Limits) -> SearchCounts:
    """Return what *method* takes for the question that `tell` answers.

    Raises what `explain` raises.
    """
    if method == "minimax" and position == Position(TIC_TAC_TOE):
        return MINIMAX_OF_EMPTY
    horizon = horizon_for(position)
    return counts_of(explain(position, method, horizon=horizon, limits=_few(limits, horizon)))


def horizon_for(position: Position) -> int | None:
    """Return how many moves deep the tree is searched; None for every game to its end."""
    free = position.free.bit_count()
    if free <= FREE_TO_THE_END:
        return None
    depth, games = 1, free
    while games * (free - depth) <= MAX_GAMES:
        games *= free - depth
        depth += 1
    return depth


def _keeping_the_first_moves(
    events: Iterator[SearchEvent], kept: list[SearchEvent]
) -> Iterator[SearchEvent]:
    """Yield *events*; add those about nodes that may be told of to *kept*."""
    for event in events:
        if isinstance(event, Stopped) or len(event.path) <= DEEPEST_TOLD:
            kept.append(event)
        yield event


def _few(limits: Limits, horizon: int | None) -> Limits:
    return replace(limits, nodes=MAX_NODES if horizon else MAX_NODES_TO_THE_END)


@dataclass(slots=True)
class _Draft:
    """What is known of a node while events come."""

    valued: Valued | None = None
    best: Cell | None = None
    tried: list[Cell] = field(default_factory=list)
    skipped: tuple[Cell, ...] = ()


class _Sketch:
    """The nodes of the first two moves, gathered from events."""

    def __init__(self, position: Position) -> None:
        free = position.free.bit_count()
        self._all_replies = free * (free - 1) <= MAX_REPLIES
        self._drafts: dict[Path, _Draft] = {}

    def add(self, event: SearchEvent) -> None:
        match event:
            case Entered(path=path):
                self._drafts[path] = _Draft()
                if path:
                    self._drafts[path[:-1]].tried.append(path[-1])
            case Valued(path=path) if path in self._drafts:
                self._drafts[path].valued = event
            case Improved(path=path, cell=cell) if path in self._drafts:
                self._drafts[path].best = cell
            case Cut(path=path) if path in self._drafts:
                self._drafts[path].skipped = event.skipped

    def node(self, path: Path, *, preferred: bool) -> Node:
        draft = self._drafts.get(path, _Draft())
        children: tuple[Node, ...] = ()
        if not path or (len(path) == 1 and (preferred or self._all_replies)):
            looked_at = [
                self.node((*path, cell), preferred=preferred and cell == draft.best)
                for cell in draft.tried
            ]
            left_out = [
                Node((*path, cell), None, Bound.EXACT, None, is_preferred=False, is_cut=True)
                for cell in draft.skipped
            ]
            children = (*looked_at, *left_out)
        valued = draft.valued
        return Node(
            path,
            valued.worth if valued else None,
            valued.bound if valued else Bound.EXACT,
            valued.source if valued else None,
            is_preferred=preferred,
            is_cut=False,
            children=children,
        )


def _paths_of(node: Node) -> set[Path]:
    return {node.path}.union(*(_paths_of(child) for child in node.children))
