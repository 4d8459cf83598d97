"""Every message between browser or bot and server, as a type. JSON text frames, one object each.

From the client: play, swap, resign, claim, claimdraw, givetime, abort, offer, answer, say, listen,
ping.
From the server: game, moved, ended, offered, timegiven, presence, chat, said, refused, retry, pong;
in the lobby also lobby, opened, closed; among one's notices waiting, notice. Every message has its
name in `type`.

A game's messages carry its `version`: one higher with each change, so that a client drops what
it already has and asks for the whole state (a ping with its version) when it has missed some.

Renamed: `chat` was called `talk` until November 2026; the former name is no longer sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, Struct

from games.core.errors import GameError

LARGEST_MESSAGE = 4096  # bytes of UTF-8
MOST_CELLS = 361
LARGEST_VERSION = 2**31 - 1
LONGEST_TEXT = 1000  # characters of a line of chat, before it is looked at

MarkText = Literal["x", "o"]
What = Literal["draw", "takeback", "rematch", "same_sides"]
Number = Annotated[int, Meta(ge=0, lt=MOST_CELLS)]
CommandId = Annotated[str, Meta(max_length=36, pattern=r"\A[A-Za-z0-9_-]*\Z")]


class BadMessage(GameError):
    """A frame that is no message of this protocol."""


# From the client.


def _type(name: str) -> str:
    """The `type` of the messages that the class *name* stands for: "timegiven"."""
    return name.removesuffix("Command").removesuffix("Message").lower()


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=_type):
    """What a client may send."""


class PlayCommand(FromClient, frozen=True):
    """Mark a cell. `ply` is the number of this move, counted from 0; `id` is the client's own
    name for the command: sent twice it is carried out once and acknowledged twice."""

    ply: Number
    cell: Number
    id: CommandId = ""


class SwapCommand(FromClient, frozen=True):
    """Take over the first mark instead of answering it, where the terms allow it."""


class ResignCommand(FromClient, frozen=True):
    """Give the game to the other side."""


class ClaimCommand(FromClient, frozen=True):
    """Win because the other player has left."""


class ClaimDrawCommand(FromClient, frozen=True):
    """End with a draw, because nobody can complete a line any more."""


class GiveTimeCommand(FromClient, frozen=True):
    """Give the other player more time: 15 seconds, or with days per move all of them again."""


class AbortCommand(FromClient, frozen=True):
    """End the game without a result, before both sides have moved."""


class OfferCommand(FromClient, frozen=True):
    """Offer a draw, ask to take the last move back, or offer another game after this one."""

    what: What


class AnswerCommand(FromClient, frozen=True):
    """Accept or decline the other side's offer; `yes: false` also withdraws one's own."""

    what: What
    yes: bool


class SayCommand(FromClient, frozen=True):
    """Say a line beside the game: to the other player, or to those who watch, as one's seat is.
    `id` is the client's own name for it, which the line or its refusal comes back with."""

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    id: CommandId = ""


class ListenCommand(FromClient, frozen=True):
    """Ask for what has been said so far and may be read: after connecting, and after the end."""


class PingCommand(FromClient, frozen=True):
    """Still there? `version` is the game's version that the client has."""

    version: Annotated[int, Meta(ge=0, le=LARGEST_VERSION)] = 0


GameCommand = (
    PlayCommand
    | SwapCommand
    | ResignCommand
    | ClaimCommand
    | ClaimDrawCommand
    | GiveTimeCommand
    | AbortCommand
    | OfferCommand
    | AnswerCommand
    | SayCommand
    | ListenCommand
    | PingCommand
)
_game_decoder: msgspec.json.Decoder[GameCommand] = msgspec.json.Decoder(GameCommand)
_lobby_decoder = msgspec.json.Decoder(PingCommand)


def parse(text: str) -> GameCommand:
    """The message that *text* holds. Raises BadMessage (bad_message, too_long), nothing else."""
    return _parse(_game_decoder, text)


def parse_lobby(text: str) -> PingCommand:
    """The same for the lobby, where a client can only ping."""
    return _parse(_lobby_decoder, text)


Message = TypeVar("Message")


def _parse(decoder: msgspec.json.Decoder[Message], text: str) -> Message:
    try:
        frame = text.encode()
        if len(frame) > LARGEST_MESSAGE:
            raise BadMessage("too_long")
        return decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadMessage("bad_message") from error


def parse_fields(kind: type[Message], fields: Mapping[str, str]) -> Message:
    """A message of *kind* from a form's fields, for players without scripts.

    Fields that the message does not have are left alone. Raises BadMessage.
    """
    known = {name: fields[name] for name in kind.__annotations__ if name in fields}
    try:
        return msgspec.convert(known, kind, strict=False)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise BadMessage("bad_message") from error


# From the server.


class FromServer(Struct, frozen=True, tag_field="type", tag=_type):
    """What the server may send."""


class Seat(Struct, frozen=True):
    """Who sits at a mark: `name` of the account, and the `label` to show for it."""

    name: str
    kind: str
    label: str


class MarkLook(Struct, frozen=True):
    """How a mark is drawn: a `symbol` of one's own and a `colour`, or "" for the usual."""

    symbol: str
    colour: str


class ClockState(Struct, frozen=True):
    """Milliseconds left at the time of sending, and whose time runs."""

    x: int
    o: int
    running: str | None


class OfferState(Struct, frozen=True):
    what: str
    by: str


class ScoreState(Struct, frozen=True):
    """Games of this series so far, won by whoever plays the mark now; `decided` if it is over."""

    x: int
    o: int
    draws: int
    decided: bool


class PresenceMessage(FromServer, frozen=True):
    """Who is here: the two players, and how many others watch, the first of them by `names`.

    `x_left` and `o_left` are the milliseconds since a player left, 0 while here.
    """

    x: bool
    o: bool
    watchers: int
    names: list[str]
    x_left: int
    o_left: int


class GameMessage(FromServer, frozen=True):
    """The whole state: sent on connecting, on a gap, and after changes other than a move.

    `you` are the marks of the receiver, `moves` the cells in order, `spent` their milliseconds,
    `ids` the client's ids of the moves, `line` the cells that won, `takebacks` how many each
    player has left, null without any, `swap_rule` whether the terms have it, `swap` the mark
    whose player may take over the first mark now, or "", `swapped` whether that has happened,
    `dead` whether nobody can complete a line any more, so that a draw can be claimed, `next` the
    uid of the game that follows, or "", `best_of` the most games of the series,
    or 0, `invited` whom the game is meant for, or "", `setup` how many of
    the moves were given.
    """

    version: int
    uid: str
    m: int
    n: int
    k: int
    first: str
    status: str
    opponent: str
    you: list[str]
    moves: list[int]
    spent: list[int]
    ids: list[str]
    seats: dict[str, Seat | None]
    marks: dict[str, MarkLook]
    control: str
    clock: ClockState | None
    offer: OfferState | None
    outcome: str
    termination: str
    line: list[int] | None
    takebacks: dict[str, int] | None
    swap_rule: bool
    swap: str
    swapped: bool
    dead: bool
    score: ScoreState | None
    best_of: int
    next: str
    invited: str
    setup: int
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
    """The game is over."""

    version: int
    outcome: str
    termination: str
    line: list[int] | None
    clock: ClockState | None


class OfferedMessage(FromServer, frozen=True):
    """An offer was made, declined or withdrawn; an accepted one shows in what follows."""

    version: int
    what: str
    by: str
    state: Literal["made", "declined", "withdrawn"]


class TimeGivenMessage(FromServer, frozen=True):
    """The player `by` gave the other one `span` milliseconds."""

    version: int
    by: str
    span: int
    clock: ClockState | None


class ChatLineState(Struct, frozen=True):
    """One line of chat: `name` and `kind` of who said it, `at` in milliseconds. A later line has
    a higher `number`."""

    number: int
    room: str
    name: str
    kind: str
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
    """A command was not carried out. `code` says why (see REFUSALS), `id` which."""

    code: str
    id: str | None = None


class RetryMessage(FromServer, frozen=True):
    """The database is away and nothing was kept: ask again in a moment."""

    id: str | None = None


class PongMessage(FromServer, frozen=True):
    """The answer to a ping, with the server's version of the game."""

    version: int


class NoticeMessage(FromServer, frozen=True):
    """Something outside the game on the screen is one's own business.

    `challenge`: `name` asks for a game; `accepted`, `declined` (with `reason`, see DECLINED), or
    `withdrawn`: what became of one; `turn`: it is one's turn in a game one does not look at.
    `waiting` are the uids of the games and challenges that wait for the receiver.
    """

    kind: Literal["challenge", "accepted", "declined", "withdrawn", "turn"]
    uid: str
    name: str
    m: int
    n: int
    k: int
    control: str
    waiting: list[str]
    reason: str = ""


class WaitingMessage(FromServer, frozen=True):
    """The games and challenges that wait for the receiver; on connecting to the notices."""

    uids: list[str]


class OpenGame(Struct, frozen=True):
    """One row of the lobby. `seat` is what whoever joins will play, `created` in milliseconds,
    `special` the terms that are not the usual ones: no_takebacks, swap, best_of_3 and so on."""

    uid: str
    name: str
    kind: str
    m: int
    n: int
    k: int
    control: str
    seat: str
    first: str
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


def encode(message: FromServer) -> str:
    """The text frame of *message*."""
    return msgspec.json.encode(message).decode()


class CloseCode:
    """Why the server closes a socket. A client comes back on all but 4401, 4403 and 4404."""

    RESTART = 1012  # registered: the service restarts
    BAD_MESSAGES = 4400  # from here on our own, named after HTTP's
    SIGN_IN = 4401
    FORBIDDEN = 4403
    NOT_FOUND = 4404
    TOO_MANY = 4429


# Why somebody who is challenged does not want to play.
DECLINED: Mapping[str, Promise] = {
    "later": _("Not now, perhaps later."),
    "too_fast": _("That clock is too fast for me."),
    "too_slow": _("That clock is too slow for me."),
    "another_board": _("I would rather play on another board."),
    "no_thanks": _("No, thank you."),
}

# Every code that a refusal can carry, with the sentence that people read.
REFUSALS: Mapping[str, Promise] = {
    "already_continued": _("The next game has already begun."),
    "already_seated": _("You already have a seat in this game."),
    "already_started": _("This game has already started."),
    "bad_message": _("Unknown message."),
    "banned": _("This account is banned."),
    "bad_cell": _("That cell is not on the board."),
    "bad_clock": _("Choose another clock."),
    "bad_game": _("That is not a game record."),
    "bad_reason": _("Choose one of the reasons."),
    "cannot_challenge": _("This player cannot be challenged."),
    "cannot_challenge_self": _("To play on your own, choose “This device”."),
    "already_challenged": _("Your challenge hasn’t been answered yet."),
    "bad_series": _("A series has 3, 5 or 7 games, or no limit."),
    "bad_takebacks": _("Choose from 0 to 99 takebacks."),
    "bad_move_number": _("The move numbers are out of order."),
    "bad_ruleset": _("Boards go from 3×3 to 19×19, with at least 3 in a row to win."),
    "bad_tag": _("That is not a game record."),
    "cell_taken": _("That cell is taken."),
    "clock_full": _("The other player has as much time as can be given."),
    "clock_stands": _("That clock is not running now."),
    "already_decided": _("Someone has already dealt with this."),
    "already_reported": _("You’ve already reported this; staff will look at it."),
    "cannot_report": _("You can’t report that player here."),
    "chat_closed": _("The chat is closed."),
    "empty": _("Write something first."),
    "engine_plays_on": _("The computer plays on."),
    "game_over": _("This game is over."),
    "level_unsupported": _("This level doesn’t play on that board."),
    "no_address": _("Add an e-mail address to your account first, and confirm it."),
    "no_position": _("This position cannot be played on from."),
    "no_moves": _("No moves were made in this game."),
    "no_open_game": _("No open games right now. Create one."),
    "no_swap": _("The swap rule is only for boards where the first player can force a win."),
    "swap_unfair": _(
        "On this board every first mark wins for one of the two sides. With the swap rule the "
        "second player would win by choosing the right one."
    ),
    "no_swap_now": _("The sides can no longer be swapped."),
    "no_takebacks_left": _("No takebacks left."),
    "no_such_cell": _("That cell is not on the board."),
    "no_such_game": _("There is no such game."),
    "no_such_offer": _("That offer has expired."),
    "no_such_seat": _("There is no such seat."),
    "line_possible": _("A line can still be completed."),
    "no_clock": _("This game has no clock."),
    "no_gifts": _("Time can only be given to another person."),
    "not_invited": _("This game is for another player."),
    "not_graded": _("This game hasn’t been analysed yet."),
    "no_claims": _("You can’t claim a win in this game."),
    "presence_unknown": _("It is not certain that your opponent has left. Try again in a moment."),
    "not_left": _("Your opponent is still here, or has just left."),
    "not_over": _("This game is not over yet."),
    "not_seated": _("You are watching this game, not playing in it."),
    "not_staff": _("Only staff can do that."),
    "not_started": _("This game is still waiting for a second player."),
    "not_welcome": _("You can’t join this game. Try another one in the lobby."),
    "not_your_game": _("Only the creator of the game can do that."),
    "not_your_turn": _("It is not your turn."),
    "muted_by_staff": _("Staff have muted you for a while."),
    "nothing_to_take_back": _("There is no move to take back."),
    "offer_pending": _("Another offer hasn’t been answered yet."),
    "own_offer": _("You cannot accept your own offer."),
    "repeated": _("You’ve already said that."),
    "seat_taken": _("Someone else took that seat first."),
    "sign_in": _("Sign in or join a game to chat."),
    "stale_ply": _("The game has moved on. The board is up to date now."),
    "takebacks_off": _("This game is played without takebacks."),
    "time_is_up": _("Time is up."),
    "time_left": _("There is still time left."),
    "too_early_to_claim": _("You can’t claim yet; you can still abort the game."),
    "export_running": _("Your data is being downloaded already. Wait until that is done."),
    "exports_busy": _("Others are downloading their data just now. Try again in a minute."),
    "too_busy": _("The computer is busy. Try again in a few minutes."),
    "too_fast": _("Too fast. Wait a moment and try again."),
    "too_late_to_abort": _("Both sides have moved: the game can no longer be aborted."),
    "too_large": _("This board is too large to show how the computer thinks."),
    "too_long": _("That message is too long."),
    "too_many_reports": _("You’ve sent too many reports today. Try again tomorrow."),
    "too_many_open": _("You have too many open games. Play or cancel one first."),
    "unblock_first": _("You’ve blocked this player. Unblock them to play."),
    "unknown_level": _("Unknown level."),
    "your_own_turn": _("It’s your turn. Move first."),
}


def refusal(code: str) -> str:
    """The sentence for *code*; a kind general one for a code nobody wrote a sentence for."""
    return str(REFUSALS.get(code, _("That isn’t possible.")))
