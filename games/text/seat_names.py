"""What seats are called where people read it: the computer's players by their level, bots as
bots."""

from __future__ import annotations

from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import override
from msgspec.structs import replace

from accounts.models import User
from games.engine import LEVELS, Level
from games.models import Game
from games.protocol.messages import GameMessage


def stored_level(level: Level) -> str:
    """Return the name that a level's seat is stored under in a game that was played offline."""
    return f"Computer, {level.name}"


# The levels by the numbers that they once had, whatever numbers they have now: seats of older
# offline games, which are stored as names, have these numbers, and so have older games that a
# device still keeps.
NUMBERED = (
    "random",
    "weights",
    "rules",
    "guard",
    "heuristic",
    "searcher",
    "expert",
    "perfect",
)
STORED_LEVELS = {
    **{f"Computer, level {number}": LEVELS[name] for number, name in enumerate(NUMBERED, start=1)},
    **{stored_level(level): level for level in LEVELS.values()},
}
_BY_TITLE = {level.title: level for level in LEVELS.values()}


def level_of(user: User) -> Level | None:
    """Return the level that plays under *user*'s name, if it is one of the computer's."""
    return _BY_TITLE.get(user.username) if user.is_engine else None


def level_text(level: Level) -> str:
    """Return, for example, "Computer, level 3"."""
    return _level_text(level.number)


def _level_text(number: int) -> str:
    return _("Computer, level {number}").format(number=number)


def level_name(level: Level) -> str:
    """Return what a level is called where one is chosen.

    Its account goes by its `title`, and programs call it by its `name`.
    """
    return _(level.label)


def level_description(level: Level) -> str:
    """Return how a level plays, in one sentence."""
    return _(level.description)


def level_choice(level: Level) -> str:
    """Return, for example, "3 · Casual"."""
    return f"{level.number} · {level_name(level)}"


def level_choices() -> list[tuple[str, str]]:
    """Return all levels for a field, which asks for them whenever it is drawn."""
    return [(level.name, level_choice(level)) for level in LEVELS.values()]


def name_of(user: User) -> str:
    """Return a user's name with what others are to know of it: "Computer, level 3", "bob BOT"."""
    if level := level_of(user):
        return level_text(level)
    return _("%(name)s BOT") % {"name": user.username} if user.is_bot else user.username


def plain_name(user: User) -> str:
    """Return `name_of` in English: for programs, and for frames that all readers share."""
    with override("en"):
        return name_of(user)


def seat_name(game: Game, mark: str) -> str:
    """Return who sits there: a player, a name given on a shared device, or "Computer, level 3"."""
    player = game.player(mark)
    if player is None or game.opponent == Game.Opponent.DEVICE:
        label = game.seat_label(mark)
        return level_text(STORED_LEVELS[label]) if label in STORED_LEVELS else label
    return name_of(player)


def level_number(game: Game, mark: str) -> int:
    """Return the computer's level that sits there, or 0."""
    if game.opponent == Game.Opponent.DEVICE:
        level = STORED_LEVELS.get(game.seat_label(mark))
    else:
        player = game.player(mark)
        level = level_of(player) if player else None
    return level.number if level else 0


def plain_seat_name(game: Game, mark: str) -> str:
    """Return `seat_name` in English, for those who read `plain_name`."""
    with override("en"):
        return seat_name(game, mark)


class CalledSeat(Protocol):
    """A seat of a frame: what it is called in English, and the computer's level or 0."""

    @property
    def label(self) -> str: ...
    @property
    def level(self) -> int: ...


def seat_text(seat: CalledSeat) -> str:
    """Return what the seat of a frame is called in the reader's language."""
    return _level_text(seat.level) if seat.level else seat.label


def in_words(state: GameMessage) -> GameMessage:
    """Return *state* with its seats called in the reader's language."""
    seats = {
        mark: seat and replace(seat, label=seat_text(seat)) for mark, seat in state.seats.items()
    }
    return replace(state, seats=seats)
