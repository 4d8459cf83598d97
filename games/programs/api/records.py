"""Games and puzzles as they are written down, one a line or in a list."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Literal

from ninja import Schema

from games.core.events import Outcome, Status, Termination
from games.models import Puzzle
from games.programs.api.schemas import MarkName
from games.protocol.messages import Opponent

if TYPE_CHECKING:
    ThemeName = str
else:
    ThemeName = Literal[tuple(Puzzle.Theme.values)]


class RecordedSeat(Schema):
    """Who played a mark, and how it was drawn ("" for the usual)."""

    player: str
    label: str
    symbol: str
    colour: str


class RecordedMove(Schema):
    """A move: its cell by number and by name, and the milliseconds it took."""

    ply: int
    cell: int
    name: str
    played_at: datetime
    spent_ms: int


class GameRecord(Schema):
    """A game with its moves. The first `setup` of them were given, from the game `origin`."""

    uid: str
    m: int
    n: int
    k: int
    opponent: Opponent
    level: str
    first: MarkName
    control: str
    x: RecordedSeat | None
    o: RecordedSeat | None
    status: Status
    outcome: Outcome
    termination: Termination
    setup: int
    origin: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    moves: list[RecordedMove]


class OwnGameRecord(GameRecord):
    """A game of this bot's; `you` are the marks that it played."""

    you: list[MarkName]


class GameRecords(Schema):
    """Some games, the newest first; `older` is the next `before`, or "" at the end."""

    games: list[GameRecord]
    older: str


class PuzzleRecord(Schema):
    """A puzzle without its answer: the cells of both marks by name, and what can be reached.

    `value` is 1 for a win, in so many `plies`, and 0 for a draw.
    Where the `proof` is one by threats, 0 says that all moves but one are proven to lose.
    """

    id: int
    m: int
    n: int
    k: int
    x: list[str]
    o: list[str]
    to_move: MarkName
    value: Literal[0, 1]
    plies: int | None
    proof: Literal["table", "search", "threats"]
    theme: ThemeName
    rating: int
    deviation: int
    plays: int
