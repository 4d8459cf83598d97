"""The tree of a search as a picture: where its boards, edges and words stand.

The position stands above its moves. Below the move that is looked at stand the boards of its
replies; the replies to other moves, and whatever follows, are thin lines. There is a picture for
wide pages and one for narrow ones. Lengths are in pixels of the picture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from games.core.rules import Cell, Ruleset
from games.engine.explanation.scene import Branch, MoveState, Scene
from games.engine.search.events import Path
from games.engine.search.worth import Worth


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a picture; *root*, *opened*, *move* and *reply* are widths of their boards."""

    width: int
    edge: int  # left and right of the boards
    root: int
    opened: int  # the move that is looked at
    move: int
    reply: int
    pitch: int  # from one reply to the next
    share: float  # of the width that the replies may take
    gap: int  # between two rows of boards
    most: int  # boards in a row, at most


WIDE = Measures(
    width=808, edge=20, root=68, opened=56, move=54, reply=44, pitch=74, share=0.6, gap=54, most=9
)
NARROW = Measures(
    width=346, edge=6, root=56, opened=46, move=36, reply=40, pitch=46, share=0.6, gap=48, most=7
)
TOP = 8
# What is written at a board is left out where the board's place is narrower than this:
ROOM_FOR_WINDOWS = 60  # the window of a reply
ROOM_FOR_SPANS = 90  # the window of a move
ROOM_FOR_WORDS = 50  # "skipped", for which a cross stands then
DIGIT = 7.4  # the width of one in a window
CHARACTER = 6.5  # the width of one in other words


@dataclass(frozen=True, slots=True)
class TreeEdge:
    """A line of the tree: its SVG *path*, and *name*, the CSS classes for its look."""

    path: str
    name: str


@dataclass(frozen=True, slots=True)
class TreeBoard:
    """The board after the moves *path*."""

    x: float
    y: float
    width: float
    height: float
    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class TreeWord:
    x: float
    y: float
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Pill:
    """The marked place for the window of the move that is looked at."""

    x: float
    y: float
    width: float
    height: float


@dataclass(slots=True)
class TreePicture:
    width: float
    height: float
    edges: list[TreeEdge] = field(default_factory=list)
    boards: list[TreeBoard] = field(default_factory=list)
    words: list[TreeWord] = field(default_factory=list)
    pills: list[Pill] = field(default_factory=list)
    moves_left_out: int = 0  # for want of room
    replies_left_out: int = 0
    beside: float = 0  # where words beside the root begin


class Labels(Protocol):
    """What is written in the picture."""

    @property
    def has_windows(self) -> bool:
        """Whether there are windows to write of."""

    @property
    def skipped(self) -> str: ...

    def worth_of(self, branch: Branch) -> str:
        """Return the worth of a first move or a reply."""

    def window(self, low: Worth, high: Worth) -> str:
        """Return the window from *low* to *high*."""


def draw(scene: Scene, ruleset: Ruleset, labels: Labels, sizes: Measures) -> TreePicture:
    """Return the picture of *scene*."""
    return _Artist(scene, ruleset, labels, sizes).drawn()


class _Artist:
    def __init__(self, scene: Scene, ruleset: Ruleset, labels: Labels, sizes: Measures) -> None:
        self._scene, self._labels, self._sizes = scene, labels, sizes
        self._ratio = ruleset.n / ruleset.m
        self._opened = scene.opened or scene.branches[0]
        best = scene.best
        wanted = {self._opened.cell, *([best.cell] if best else [])}
        self._moves = _fitting(scene.branches, sizes.most, wanted)
        replies = self._opened.replies
        wanted = {reply.cell for reply in replies if reply.is_best}
        self._replies = _fitting(replies, sizes.most - 1, wanted)
        room = sizes.width - 2 * sizes.edge
        self._room = room
        places = max(1, len(self._replies))
        self._pitch = min(sizes.pitch, room * sizes.share / places)
        # The width of a move's place, if the move is not opened.
        self._rest = (room - self._pitch * places) / max(1, len(self._moves) - 1)
        self._reply_size = min(sizes.reply, self._pitch - 6)
        self._move_size = min(sizes.move, self._rest - 4)
        self._move_y = TOP + sizes.root * self._ratio + sizes.gap
        self._reply_y = self._move_y + sizes.opened * self._ratio + sizes.gap + 10
        height = self._reply_y + self._reply_size * self._ratio + 62
        self._picture = TreePicture(
            sizes.width,
            round(height),
            moves_left_out=len(scene.branches) - len(self._moves),
            replies_left_out=len(replies) - len(self._replies),
            beside=sizes.width / 2 + sizes.root / 2 + 10,
        )

    def drawn(self) -> TreePicture:
        sizes, middle = self._sizes, self._sizes.width / 2
        name = "is-best" if self._scene.is_done else ""
        self._board(middle, TOP, sizes.root, (), name)
        left = float(sizes.edge)
        if len(self._moves) == 1:
            left = middle - self._pitch * max(1, len(self._replies)) / 2
        for branch in self._moves:
            is_opened = branch is self._opened
            room = self._pitch * max(1, len(self._replies)) if is_opened else self._rest
            self._move(branch, left + room / 2)
            left += room
        return self._picture

    def _move(self, branch: Branch, x: float) -> None:
        sizes = self._sizes
        is_opened = branch is self._opened
        size = sizes.opened if is_opened else self._move_size
        foot = TOP + sizes.root * self._ratio
        name = _edge_name(branch.state, branch.is_best)
        self._edge(_curve(sizes.width / 2, foot, x, self._move_y), name)
        states = [f"is-{branch.state}" if branch.state is not MoveState.KNOWN else ""]
        states += ["is-best"] if branch.is_best else []
        self._board(x, self._move_y, size, (branch.cell,), " ".join(filter(None, states)))
        self._about_move(branch, x, foot, size)
        if is_opened:
            for index, reply in enumerate(self._replies):
                at = x + (index - (len(self._replies) - 1) / 2) * self._pitch
                self._reply(branch, reply, x, at, self._move_y + size * self._ratio)
        else:
            self._brush(branch, x, self._move_y + size * self._ratio)

    def _about_move(self, branch: Branch, x: float, foot: float, size: float) -> None:
        """Write the window in which *branch* is looked at, and what it is worth."""
        labels, is_open = self._labels, branch.state is MoveState.OPEN
        if branch.low is not None and branch.high is not None and labels.has_windows:
            if is_open:
                step = self._scene.step
                self._pill(labels.window(step.low, step.high), x, (foot + self._move_y) / 2)
            elif branch is not self._opened and self._rest > ROOM_FOR_SPANS:
                window = labels.window(branch.low, branch.high)
                self._word(x, self._move_y - 9, window, "tree__word--edge")
        if branch.state is MoveState.KNOWN and branch is not self._opened:
            y = self._move_y + size * self._ratio + 15
            text, best = labels.worth_of(branch), "tree__word--best" if branch.is_best else ""
            if best or len(text) * CHARACTER <= self._rest:
                self._word(x, y, text, best)

    def _pill(self, text: str, x: float, y: float) -> None:
        width = len(text) * DIGIT + 16
        middle = self._sizes.width / 2 + (x - self._sizes.width / 2) / 2
        self._picture.pills.append(Pill(round(middle - width / 2, 1), round(y - 12, 1), width, 24))
        self._word(middle, y + 4.5, text, "tree__word--pill")

    def _reply(self, parent: Branch, reply: Branch, from_x: float, x: float, foot: float) -> None:
        labels, size = self._labels, self._reply_size
        is_line = reply.is_best and parent.is_best
        self._edge(
            _curve(from_x, foot, x, self._reply_y),
            "edge--best" if is_line else _edge_name(reply.state, False),
        )
        bottom = self._reply_y + size * self._ratio
        if reply.state is not MoveState.CUT:
            self._edge(_twigs(x, bottom, 3, self._pitch), f"edge--twig edge--{reply.state}")
        state = f"is-{reply.state}" if reply.state is not MoveState.KNOWN else ""
        name = f"{state} is-best" if reply.is_best else state
        self._board(x, self._reply_y, size, (parent.cell, reply.cell), name)
        has_room = labels.has_windows and self._pitch > ROOM_FOR_WINDOWS
        if has_room and reply.low is not None and reply.high is not None:
            window = labels.window(reply.low, reply.high)
            self._word(x, self._reply_y - 8, window, "tree__word--edge")
        text, mood = "", ""
        if reply.state is MoveState.CUT:
            text = labels.skipped if self._pitch > ROOM_FOR_WORDS else "\N{MULTIPLICATION SIGN}"
            mood = "tree__word--quiet"
        elif reply.state is MoveState.KNOWN:
            text, mood = labels.worth_of(reply), "tree__word--best" if reply.is_best else ""
        self._word(x, bottom + 50, text, mood)

    def _brush(self, branch: Branch, x: float, foot: float) -> None:
        """Draw the replies to a move that is not looked at now."""
        replies = branch.replies[: self._sizes.most]
        if not replies:
            return
        spread = min(13.0, (self._rest - 6) / len(replies))
        top = self._reply_y + 6
        start = foot + (22 if branch.state is MoveState.KNOWN else 2)
        for index, reply in enumerate(replies):
            at = x + (index - (len(replies) - 1) / 2) * spread
            state = reply.state
            self._edge(_curve(x, start, at, top), f"edge--thin edge--{state}")
            if state is MoveState.KNOWN:
                self._edge(_twigs(at, top, 2, spread), "edge--twig")

    def _board(self, x: float, y: float, size: float, path: Path, name: str) -> None:
        place = round(x - size / 2, 1), round(y, 1), round(size, 1), round(size * self._ratio, 1)
        self._picture.boards.append(TreeBoard(*place, path, name))

    def _edge(self, path: str, name: str) -> None:
        self._picture.edges.append(TreeEdge(path, name))

    def _word(self, x: float, y: float, text: str, name: str = "") -> None:
        if text:
            self._picture.words.append(TreeWord(round(x, 1), round(y, 1), text, name))


def _fitting(branches: Sequence[Branch], most: int, wanted: Collection[Cell]) -> list[Branch]:
    """Return the *wanted* branches and the first of the others, up to *most*, in their order."""
    others = [branch.cell for branch in branches if branch.cell not in wanted]
    kept = {*wanted, *others[: max(0, most - len(wanted))]}
    return [branch for branch in branches if branch.cell in kept]


def _edge_name(state: MoveState, is_best: bool) -> str:
    return "edge--best" if is_best else f"edge--{state}"


def _curve(x1: float, y1: float, x2: float, y2: float) -> str:
    middle = (y1 + y2) / 2
    return f"M{x1:.1f} {y1:.1f}C{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}"


def _twigs(x: float, y: float, count: int, room: float) -> str:
    """Return thin lines that fork twice: the moves below a board, which are not drawn."""
    return "".join(_twig(x, y, count, room))


def _twig(x: float, y: float, count: int, room: float) -> Iterator[str]:
    spread, fork = min(14.0, max(0.5, room / count - 1)), min(3.4, room / 8)
    for index in range(count):
        end = x + (index - (count - 1) / 2) * spread
        yield f"M{x:.1f} {y:.1f}L{end:.1f} {y + 15:.1f}"
        for turn in (-fork, fork):
            yield f"M{end:.1f} {y + 15:.1f}L{end + turn:.1f} {y + 29:.1f}"
