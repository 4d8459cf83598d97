"""Open games as rows of the lobby; shared by what is read and what is announced."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, cast, get_type_hints

from games.core.rules import Mark
from games.models import Game, milliseconds
from games.protocol.messages import AccountKind, FreeSeat, OpenGame

OPEN_FOR = timedelta(hours=24)  # the lobby shows no older game: its creator has most likely left


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


def open_game(game: Game) -> OpenGame:
    """Return *game*, read with its creator, as a row of the lobby."""
    return _open(game, game.creator.username, game.creator.kind)


def open_row(row: Any) -> OpenGame:
    """Return *row*, a game's OPEN_COLUMNS, as a row of the lobby."""
    return _open(row, row.creator__username, row.creator__kind)


def _open(game: Open, name: str, kind: str) -> OpenGame:
    return OpenGame(
        uid=game.uid,
        name=name,
        kind=cast(AccountKind, kind),
        m=game.m,
        n=game.n,
        k=game.k,
        control=game.control,
        seat=free_seat(game),
        first=Mark(game.first),
        created=milliseconds(game.created_at),
        special=tuple(special_terms(game)),
    )


@dataclass(frozen=True, slots=True)
class OpenRow:
    """An open game as a visitor finds it in the lobby. The script fills a copy of the blank one."""

    game: OpenGame
    is_own: bool = False
    is_blank: bool = False

    @property
    def seat(self) -> str:
        """What the visitor plays in it."""
        is_free_seat = self.game.seat == "either" or not self.is_own
        return self.game.seat if is_free_seat else Mark(self.game.seat).other


def special_terms(game: Open) -> list[str]:
    """Return the codes of the terms of *game* that a joiner would not expect."""
    terms = [f"best_of_{game.best_of}"] if game.best_of else []
    terms += ["swap"] if game.swap else []
    terms += ["from_position"] if game.setup else []
    return terms if game.takebacks else [*terms, "no_takebacks"]


def free_seat(game: Open) -> FreeSeat:
    """Return what whoever joins will play: "x", "o", or "either" when chance will decide."""
    if game.x_player_id is None and game.o_player_id is None:
        return "either"
    return "x" if game.x_player_id is None else "o"
