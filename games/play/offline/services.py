"""Adds games that were played without a network to their player's games.

Nobody saw them played, so they are games on one device: they count in no rating, no record and no
count of positions, whoever sat at the other side.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

import msgspec
from django.db import IntegrityError, transaction

from accounts.models import User
from games.core.clock import Milliseconds
from games.core.errors import GameError
from games.core.events import MatchEvent
from games.core.match import Match
from games.core.rules import MAX_CELLS, Mark, Ruleset
from games.engine import LEVELS, Level
from games.live.limits import OFFLINE_GAMES, enter
from games.live.storage.records import JournalEntry, write
from games.models import Game, utc_now
from games.play.game.creation import create_of_device
from games.play.game.terms import Terms
from games.play.offline.keeping import levels_on
from games.text.seat_names import NUMBERED, stored_level

MAX_GAMES = 20  # at once; a device keeps no more
MAX_BYTES = 128 * 1024  # 20 games of 361 moves have some 80 KB
MAX_NAME = 20  # characters, as the columns have
A_DAY = timedelta(days=1) // timedelta(milliseconds=1)
A_YEAR = 365 * A_DAY

Spent = Annotated[int, msgspec.Meta(ge=0)]
Cell = Annotated[int, msgspec.Meta(ge=0, lt=MAX_CELLS)]


class OfflineGame(msgspec.Struct, frozen=True, rename="camel"):
    """A game as a device has kept it; for two people *level* is 0 and *side* is ""."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]
    m: int
    n: int
    k: int
    level: Annotated[int, msgspec.Meta(ge=0, le=len(LEVELS))]
    side: Literal["x", "o", ""]
    moves: Annotated[list[Cell], msgspec.Meta(min_length=1, max_length=MAX_CELLS)]
    spent: Annotated[list[Spent], msgspec.Meta(min_length=1, max_length=MAX_CELLS)]
    ended_at: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
    level_name: str = ""  # earlier versions kept the number alone

    @property
    def opponent(self) -> Level | None:
        """The level of the computer; None for two people. Raises GameError: level_unsupported."""
        if not self.level:
            return None
        name = self.level_name or dict(enumerate(NUMBERED, start=1)).get(self.level, "")
        if name not in LEVELS:
            raise GameError("level_unsupported")
        return LEVELS[name]


# Built when the module is imported: page threads share them.
_GAMES = msgspec.json.Decoder(list[msgspec.Raw])
_GAME = msgspec.json.Decoder(OfflineGame)


def parse_games(body: bytes) -> list[msgspec.Raw]:
    """Return the games of a request, none of them looked at yet.

    Raises GameError: bad_offline_games, too_many_games.
    """
    try:
        games = _GAMES.decode(body)
    # RecursionError is JSON that is nested too deeply.
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise GameError("bad_offline_games") from error
    if len(games) > MAX_GAMES:
        raise GameError("too_many_games")
    return games


def parse_game(raw: msgspec.Raw) -> OfflineGame:
    """Return the game that *raw* holds; a move that took more than a day counts as one day.

    Raises GameError: bad_offline_games.
    """
    try:
        played = _GAME.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise GameError("bad_offline_games") from error
    if len(played.spent) != len(played.moves) or bool(played.level) is not bool(played.side):
        raise GameError("bad_offline_games")
    # Whoever leaves the page open may come back to the game after days.
    return msgspec.structs.replace(played, spent=[min(one, A_DAY) for one in played.spent])


def add_game(*, player: User, played: OfflineGame) -> Game:
    """Add *played* to *player*'s games, or return the one that was added before under its id.

    Raises TooFast, and GameError for what the rules do not allow: bad_ruleset, level_unsupported,
    cell_taken, no_such_cell, game_over, not_over.
    """
    if found := _find_added(player, played.id):
        return found
    match, events = replay(player, played)
    enter((OFFLINE_GAMES, player.pk))
    try:
        with transaction.atomic():
            return _store(player, played, match, events)
    except IntegrityError:  # another request has added it meanwhile
        found = _find_added(player, played.id)
        if found is None:
            raise
        return found


def replay(player: User, played: OfflineGame) -> tuple[Match, tuple[MatchEvent, ...]]:
    """Return the match that *played* was, move by move, and its events. Raises GameError."""
    ruleset = Ruleset(played.m, played.n, played.k)
    if played.opponent and played.opponent.number not in levels_on(ruleset):
        raise GameError("level_unsupported")
    now = _started_at(played)
    match = Match.new(ruleset, x_player=player.pk, o_player=player.pk, now=now)
    events: tuple[MatchEvent, ...] = ()
    for ply, (cell, spent) in enumerate(zip(played.moves, played.spent, strict=True)):
        now += spent
        match, more = match.play(mark=match.mark_at(ply), ply=ply, cell=cell, now=now)
        events += more
    if not match.termination:
        raise GameError("not_over")
    return match, events


def _started_at(played: OfflineGame) -> Milliseconds:
    """Return when it began, by the device's clock; its end is taken to be within the last year."""
    ended = min(max(played.ended_at, utc_now() - A_YEAR), utc_now())
    return max(0, ended - sum(played.spent))


def _store(player: User, played: OfflineGame, match: Match, events: tuple[MatchEvent, ...]) -> Game:
    x_name, o_name = _names(player, played)
    terms = Terms(
        ruleset=match.ruleset,
        opponent=Game.Opponent.DEVICE.value,
        x_name=x_name,
        o_name=o_name,
    )
    game = create_of_device(player, terms, offline_id=played.id)
    write([JournalEntry(game.pk, match, events, player.pk, match.ended_at, uid=game.uid)])
    return game


def _names(player: User, played: OfflineGame) -> tuple[str, str]:
    """Return what the seats are called; two people have no names."""
    if not played.opponent:
        return "", ""
    names = player.username[:MAX_NAME], stored_level(played.opponent)
    return names if played.side == Mark.X.value else (names[1], names[0])


def _find_added(player: User, offline_id: str) -> Game | None:
    return Game.objects.filter(creator=player, offline_id=offline_id).first()
