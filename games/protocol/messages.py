"""What the server may send, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.core.events import Offering, Outcome, Status, Termination
from games.core.rules import Mark
from games.protocol.frames import FromServer

# The words of the models, written out for the API's documents; a test there compares them.
Opponent = Literal["anyone", "friend", "computer", "device"]
AccountKind = Literal["person", "guest", "bot", "engine"]
PoolName = Literal["fives", "fours"]
RoundStateName = Literal["going", "over", "off", "annulled"]
MarkOrNone = Literal["", "x", "o"]
FreeSeat = Literal["x", "o", "either"]


class Seat(Struct, frozen=True):
    """Who sits at a mark: `name` of the account, and the `label` to show for it, in English. For
    another language build the computer's label from its `level`, which is 0 for everybody else."""

    name: str
    kind: AccountKind
    label: str
    level: int = 0


class MarkLook(Struct, frozen=True):
    """How a mark is drawn: a `symbol` of one's own and a `colour`, or "" for the usual."""

    symbol: str
    colour: str


class ClockState(Struct, frozen=True):
    """Milliseconds left at the time of sending, and whose time runs."""

    x: int
    o: int
    running: Mark | None


class OfferState(Struct, frozen=True):
    """What is offered, and the mark of who offers it."""

    what: Offering
    by: Mark


class ScoreState(Struct, frozen=True):
    """Games of this series so far, won by whoever plays the mark now; `decided` if it is over."""

    x: int
    o: int
    draws: int
    decided: bool


class RatingMove(Struct, frozen=True):
    """What a round made of a rating."""

    before: int
    after: int


class RoundState(Struct, frozen=True):
    """The round of two games that a game is part of.

    `number` is 1 for its first game, 2 for its second. `pool` is where it is rated, or "" for a
    casual one. A round that is `off` was called off. These go by mark: `ratings`, as they are
    shown, or ""; `halves`, the half points of the whole round, null unless it is over and counts;
    `changes` of the ratings by it, or null. `begin_ms` is how long the player to move has for a
    first move, null once both have moved.
    """

    uid: str
    number: int
    pool: Literal["", "fives", "fours"]
    state: RoundStateName
    tournament: str
    ratings: dict[str, str]
    halves: dict[str, int] | None
    changes: dict[str, RatingMove | None]
    begin_ms: int | None = None


class PresenceMessage(FromServer, frozen=True):
    """Who is here: the two players, and how many others watch, the first of them by `names`.

    `x_left` and `o_left` are the milliseconds since a player left, 0 while here. `x_lost` and
    `o_lost` say that the page was not left: the connection was lost, and nobody knows why.
    `x_reads` and `o_reads` say that a player without a socket has loaded the page, as browsers
    without scripts do, and may still be reading it.
    """

    x: bool
    o: bool
    watchers: int
    names: list[str]
    x_left: int
    o_left: int
    x_lost: bool
    o_lost: bool
    x_reads: bool = False
    o_reads: bool = False


class GameMessage(FromServer, frozen=True):
    """The whole state of a game.

    It is sent on connecting, after a gap, and after changes that have no message of their own.

    `you` are the receiver's marks: both on one device, none for whoever watches. Where either side
    was offered, the marks are given when somebody joins. `first` is the mark that moves first.
    `moves` are the cells in order, each a number: row by row from the top left, which is 0. `spent`
    are their milliseconds, `ids` the clients' ids of the last two moves. `line` are the cells that
    won. `takebacks` is how many each player has left, null in a game without any. `swap_rule` says
    whether the game has the swap rule, `swap` is the mark whose player may take over the first mark
    now, or "", and `swapped` says whether that has happened. `dead` says that nobody can complete a
    line any more, so that a draw can be claimed. `best_of` is the most games of the series, or 0,
    and `next` the uid of the game that follows, or "". `invited` is whom the game is meant for, or
    "". `setup` is how many of the moves were given. `round` is the round that the game is part of,
    or null.
    """

    version: int
    uid: str
    m: int
    n: int
    k: int
    first: Mark
    status: Status
    opponent: Opponent
    you: list[Mark]
    moves: list[int]
    spent: list[int]
    ids: list[str]
    seats: dict[str, Seat | None]
    marks: dict[str, MarkLook]
    control: str
    clock: ClockState | None
    offer: OfferState | None
    outcome: Outcome
    termination: Termination
    line: list[int] | None
    takebacks: dict[str, int] | None
    swap_rule: bool
    swap: MarkOrNone
    swapped: bool
    dead: bool
    score: ScoreState | None
    best_of: int
    next: str
    invited: str
    setup: int
    round: RoundState | None
    presence: PresenceMessage


class MovedMessage(FromServer, frozen=True):
    """A move has been made and is kept. `ply` is its number, counted from 0; `dead` whether nobody
    can complete a line any more."""

    version: int
    ply: int
    cell: int
    spent: int
    id: str
    clock: ClockState | None
    dead: bool


class EndedMessage(FromServer, frozen=True):
    """The game is over: `outcome` is the mark that won, "draw", or "" without a result, and
    `termination` says why."""

    version: int
    outcome: Outcome
    termination: Termination
    line: list[int] | None
    clock: ClockState | None


class OfferedMessage(FromServer, frozen=True):
    """An offer was made, declined or withdrawn; an accepted one shows in what follows."""

    version: int
    what: Offering
    by: Mark
    state: Literal["made", "declined", "withdrawn"]


class TimeGivenMessage(FromServer, frozen=True):
    """The player `by` gave the other one `span` milliseconds."""

    version: int
    by: Mark
    span: int
    clock: ClockState | None


class ChatLineState(Struct, frozen=True):
    """One line of chat: `name` and `kind` of who said it, `at` in milliseconds. A later line has
    a higher `number`."""

    number: int
    room: str
    name: str
    kind: AccountKind
    text: str
    at: int


class ChatMessage(FromServer, frozen=True):
    """The latest lines that the receiver may read, in order: the answer to `listen`. `room` is
    where the receiver may speak now: "players", "watchers", or "" for nowhere."""

    room: str
    lines: list[ChatLineState]


class SaidMessage(FromServer, frozen=True):
    """Somebody has said a line; `id` is what the author's client called it."""

    line: ChatLineState
    id: str


class RefusedMessage(FromServer, frozen=True):
    """A command was not carried out. `code` says why (its sentence is in
    `games/text/refusals.py`), `id` which."""

    code: str
    id: str | None = None


class RetryMessage(FromServer, frozen=True):
    """The database is away and nothing was kept: ask again in a moment."""

    id: str | None = None


class PongMessage(FromServer, frozen=True):
    """The answer to a ping, with the server's version of the game; 0 where there is no game."""

    version: int


class NoticeMessage(FromServer, frozen=True):
    """Something outside the game on the screen concerns the receiver.

    `kind` says what. `challenge`: `name` asks for a game. `accepted`, `declined` (with `reason`,
    see `games.text.refusals`), `withdrawn`: what became of a challenge. `turn`: it is the
    receiver's turn, in a game that they do not look at or that has days for each move. `round`:
    `name` invites to a rated round, and `uid` is the invitation's. `joined`: `name` has joined the
    receiver's open game, who has to come `within` so many seconds, 0 for no limit. `begun`: a rated
    round with `name` begins, with `within` as before. `waiting` are the uids of all that waits, as
    in the message of that name. A computer's `name` is English; for other languages use `level`.
    """

    kind: Literal[
        "challenge", "accepted", "declined", "withdrawn", "turn", "round", "joined", "begun"
    ]
    uid: str
    name: str
    m: int
    n: int
    k: int
    control: str
    waiting: list[str]
    reason: str = ""
    within: int = 0
    level: int = 0


class WaitingMessage(FromServer, frozen=True):
    """The uids of games, challenges, invitations and notices that wait for the receiver."""

    uids: list[str]


class OpenGame(Struct, frozen=True):
    """One row of the lobby. `seat` is what whoever joins will play, `created` in milliseconds,
    `special` the terms that are not the usual ones: no_takebacks, swap, best_of_3 and so on."""

    uid: str
    name: str
    kind: AccountKind
    m: int
    n: int
    k: int
    control: str
    seat: FreeSeat
    first: Mark
    created: int
    special: tuple[str, ...] = ()


class LobbyMessage(FromServer, frozen=True):
    """All open games, on connecting to the lobby."""

    games: list[OpenGame]


class OpenedMessage(FromServer, frozen=True):
    """A game waits for a second player."""

    game: OpenGame


class ClosedMessage(FromServer, frozen=True):
    """A game waits no longer."""

    uid: str


class DuelSeatState(Struct, frozen=True):
    """How far one of the two in a duel is."""

    solved: int
    wrong: int
    here: bool


class DuelMessage(FromServer, frozen=True):
    """A duel as it stands: on connecting, and whenever something has happened. `in_ms` is the time
    until it starts or ends by itself, 0 if nothing is to come."""

    state: str
    seats: list[DuelSeatState]
    in_ms: int


class CloseCode:
    """Why the server closes a socket. A client comes back on all but 4401, 4403 and 4404."""

    RESTART = 1012  # registered: the service restarts
    BAD_MESSAGES = 4400  # from here on our own, named after HTTP's
    SIGN_IN = 4401
    FORBIDDEN = 4403
    NOT_FOUND = 4404
    TOO_MANY = 4429
