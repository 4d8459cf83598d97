"""Rows of the database as what goes over the wire; shared by what is read and what is announced."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, get_type_hints

from django.db.models import F, Q

from games import protocol
from games.core.rules import Mark
from games.models import ChatLine, Game, GameQuerySet, milliseconds

OPEN_FOR = timedelta(hours=24)  # the lobby shows no older game: its creator has most likely left

ALONE = (Game.Opponent.COMPUTER, Game.Opponent.DEVICE)  # games that wait without anybody waiting


class Open(Protocol):
    """What a row of the lobby tells of a game's terms."""

    uid: str
    m: int
    n: int
    k: int
    control: str
    first: str
    x_player_id: int | None
    o_player_id: int | None
    best_of: int
    swap: bool
    takebacks: int
    setup: int
    created_at: datetime


OPEN_COLUMNS = (*get_type_hints(Open), "creator__username", "creator__kind")


def open_game(game: Game) -> protocol.OpenGame:
    """*game*, read with its creator, as a row of the lobby."""
    return _open(game, game.creator.username, game.creator.kind)


def open_row(row: Any) -> protocol.OpenGame:
    """The same of a game of which only OPEN_COLUMNS were read."""
    return _open(row, row.creator__username, row.creator__kind)


def _open(game: Open, name: str, kind: str) -> protocol.OpenGame:
    return protocol.OpenGame(
        uid=game.uid,
        name=name,
        kind=kind,
        m=game.m,
        n=game.n,
        k=game.k,
        control=game.control,
        seat=free_seat(game),
        first=game.first,
        created=milliseconds(game.created_at),
        special=tuple(special_terms(game)),
    )


@dataclass(frozen=True, slots=True)
class OpenRow:
    """An open game as a visitor finds it in the lobby. The blank one is the script's pattern."""

    game: protocol.OpenGame
    is_own: bool = False
    is_blank: bool = False

    @property
    def seat(self) -> str:
        """What the visitor plays in it."""
        is_free_seat = self.game.seat == "either" or not self.is_own
        return self.game.seat if is_free_seat else Mark(self.game.seat).other


def waiting_for(user_id: int) -> GameQuerySet:
    """The games with other people in which it is the user's turn, and challenges to answer.

    Three small partial indexes find them, however many games are over: each part of the OR names
    all that is the condition of one.
    """
    of_first, of_second = Q(side=0), Q(side=1)
    turn_of_x = Q(first="x") & of_first | Q(first="o") & of_second
    turn_of_o = Q(first="o") & of_first | Q(first="x") & of_second
    running = Q(status=Game.Status.ONGOING) & ~Q(opponent__in=ALONE)
    found = (
        running & Q(x_player=user_id) & turn_of_x
        | running & Q(o_player=user_id) & turn_of_o
        | Q(status=Game.Status.OPEN, invited=user_id)
    )
    return Game.objects.alias(side=F("ply") % 2).filter(found)


def special_terms(game: Open) -> list[str]:
    """The codes of those of *game*'s terms that a joiner would not expect."""
    terms = [f"best_of_{game.best_of}"] if game.best_of else []
    terms += ["swap"] if game.swap else []
    terms += ["from_position"] if game.setup else []
    return terms if game.takebacks else [*terms, "no_takebacks"]


def free_seat(game: Open) -> str:
    """What whoever joins will play: "x", "o", or "either" when chance will decide."""
    if game.x_player_id is None and game.o_player_id is None:
        return "either"
    return "x" if game.x_player_id is None else "o"


def chat_line(line: ChatLine) -> protocol.ChatLineState:
    """One line of chat; its author should have been fetched with it."""
    author = line.author
    at = milliseconds(line.at)
    return protocol.ChatLineState(line.pk, line.room, author.username, author.kind, line.text, at)
