"""Types of what the API takes and gives, from which the OpenAPI document is made.

The modules beside this one add the types that they alone need.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ninja import Schema
from pydantic import BeforeValidator, ConfigDict, Field

from games.core.chat import MAX_LINE_LENGTH
from games.core.clock import parse_time_control
from games.core.match_state import DEFAULT_TAKEBACKS
from games.core.notation import parse_cell
from games.core.rules import MAX_CELLS, MAX_SIDE, MIN_SIDE, Cell, Ruleset
from games.play.game.terms import Terms
from games.programs.api.published_limits import RequestLimit
from games.programs.bots.queries import ListedBot

if TYPE_CHECKING:
    from pydantic.config import JsonValue

# PostgreSQL refuses NUL, even in a query that only searches.
Text = Annotated[str, Field(pattern=r"^[^\x00]*$")]
Side = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]  # or the length of a line: the same bounds
# A Literal accepts whatever equals one of its values: false and 0.0 would pass for 0.
Whole = BeforeValidator(lambda value: value if type(value) is int else None)
BestOf = Annotated[Literal[0, 3, 5, 7], Whole]
MarkName = Literal["x", "o"]
Offering = Literal["draw", "takeback", "rematch", "same_sides"]


def example(**fields: JsonValue) -> ConfigDict:
    """Return the configuration of a schema of which the documents show this example."""
    return ConfigDict(json_schema_extra={"example": fields})


class Taken(Schema):
    """What a program sends. A field of an unknown name is refused, and so is "1" for a number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(Schema):
    """Why something was not done. `code` is stable; `key` names the limit that is reached, and
    `seconds` says how long to wait."""

    model_config = example(
        status=409, title="Conflict", code="not_your_turn", detail="It is not your turn."
    )

    status: int
    title: str
    code: str
    detail: str = ""
    key: str = ""
    seconds: int = 0


REFUSED = dict.fromkeys((400, 401, 403, 404, 409, 413, 415, 422, 429, 503), Problem)


class TokenState(Schema):
    name: str
    scopes: list[Literal["read", "play", "challenge", "lab"]]
    expires: datetime


class Account(Schema):
    """Whose token it is."""

    model_config = example(
        name="my-bot",
        kind="bot",
        owner="alice",
        token={"name": "laptop", "scopes": ["play", "read"], "expires": "2030-01-01T00:00:00Z"},
    )

    name: str
    kind: Literal["bot"]
    owner: str
    token: TokenState


class Conditions(Schema):
    """What a bot plays: boards with sides from `smallest` to `largest`, lines from `shortest` to
    `longest`, and clocks in seconds for each player."""

    is_open: bool
    opponents: Literal["anybody", "signed_in", "followed", "nobody"]
    smallest: int
    largest: int
    shortest: int
    longest: int
    untimed: bool
    timed: bool
    days: bool
    least_seconds: int
    most_seconds: int
    at_once: int
    a_day: int


class Bot(Schema):
    """A bot of the directory: what it plays, and how many more games it takes now."""

    name: str = Field(alias="bot.username")
    owner: str = Field(alias="bot.owner.username")
    online: bool = Field(alias="is_online")
    free: int
    conditions: Conditions

    @staticmethod
    def resolve_free(listed: ListedBot) -> int:
        return listed.free if listed.conditions.is_open else 0


class Limit(Schema):
    """A limit: `at_once` times at once, then once in so many `seconds`; with 0, never more.

    `left` is how many times are left now; null where neither this bot nor its owner is counted.
    """

    name: str
    what: str
    at_once: int
    seconds: float
    left: int | None

    @staticmethod
    def resolve_left(limit: RequestLimit, context: dict[str, Any]) -> int | None:
        return limit.left(context["request"].auth.account)


class Challenge(Schema):
    """A game that waits for its second player's answer. `seat` is the mark that the second player
    gets, `first` the one that moves first, `special` the terms that are not the usual ones, such
    as swap or best_of_3."""

    uid: str
    by: str
    m: int
    n: int
    k: int
    control: str
    seat: Literal["x", "o", "either"]
    first: MarkName
    special: list[str]


class Challenges(Schema):
    """Those to answer, and the uids of one's own that wait."""

    received: list[Challenge]
    sent: list[str]


class NewTerms(Taken):
    """The terms of a game. `control` is "none", "180+2" in seconds, or "3d" in days."""

    m: Side = 3
    n: Side = 3
    k: Side = 3
    control: Text = Field("none", max_length=20)
    side: Literal["x", "o", "either"] = "either"
    first: Literal["x", "o", "random"] = "x"
    takebacks: int = Field(DEFAULT_TAKEBACKS, ge=0, le=99)
    best_of: BestOf = 0
    swap: bool = False

    @property
    def terms(self) -> Terms:
        """The terms of the game. Raises GameError: bad_ruleset, bad_clock."""
        return Terms(
            ruleset=Ruleset(self.m, self.n, self.k),
            control=parse_time_control(self.control),
            side=self.side,
            first=self.first,
            takebacks=self.takebacks,
            best_of=self.best_of,
            swap=self.swap,
        )


class NewChallenge(NewTerms):
    """Whom to ask for which game. `control` is "none", "180+2" in seconds, or "3d" in days."""

    model_config = example(name="my-bot", m=5, n=5, k=4, control="180+2")

    name: Text = Field(max_length=20)


class GameName(Schema):
    """The uid of a game, which stands in its address."""

    model_config = example(uid="7fQ2cV9bXa")

    uid: str


class NewDecline(Taken):
    """Why a challenge is declined."""

    model_config = example(reason="another_board")

    reason: Literal["later", "too_fast", "too_slow", "another_board", "no_thanks"] = "no_thanks"


class NewMove(Taken):
    """The mark to make: `ply` is the number of moves before it, `cell` a number or a name.

    Cells are numbered row by row from the top left, from 0; a name is the column's letter and the
    row's number from the bottom. On 3×3 the first cell is 0 or a3, the middle 4 or b2, the last 8
    or c1.

    The same move with the same `id` can be sent again without harm. Give each move of a game an
    `id` of its own, such as a UUID: one that was used is refused for anything else (`id_used`).
    Without an `id`, a move that is sent again is refused (`stale_ply`).
    """

    model_config = example(ply=0, cell="b2", id="a9c3f1d27b")

    ply: int = Field(ge=0, lt=MAX_CELLS)
    cell: Annotated[int, Field(ge=0, lt=MAX_CELLS)] | Annotated[Text, Field(max_length=3)]
    # As long as a UUID is when it is written out.
    id: str = Field("", max_length=36, pattern=r"^[A-Za-z0-9_-]*$")

    def cell_on(self, ruleset: Ruleset) -> Cell:
        """Return the cell meant; a number may be off the board. Raises BadNotation: bad_cell."""
        return self.cell if isinstance(self.cell, int) else parse_cell(ruleset, self.cell)


class Made(Schema):
    """Whether the move is `new`: false if this bot had made it before, with this `id`."""

    new: bool


class NewOffer(Taken):
    model_config = example(what="draw")

    what: Offering


class NewAnswer(Taken):
    model_config = example(what="draw", yes=True)

    what: Offering
    yes: bool


class NewLine(Taken):
    """One of the lines that are offered beside a game."""

    model_config = example(text="Good luck")

    text: Text = Field(min_length=1, max_length=MAX_LINE_LENGTH)
