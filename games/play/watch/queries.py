"""The public games that are being played now, for the watch page and the home page.

Browsers ask every few seconds, so the answer is made once a second at most and shared by all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter

import msgspec
from django.core.cache import caches
from django.db.models import Q, Subquery
from django.utils import timezone

from accounts.models import User
from games.core.clock import gives_days, parse_time_control
from games.core.rules import Mark, Ruleset
from games.live.sockets.people_here import people_here
from games.models import Game, GameQuerySet, Move, milliseconds
from games.play.game.queries import listed
from games.text.seat_names import level_number, plain_seat_name, seat_text

MAX_SHOWN = 24  # boards on the watch page
MAX_BEST = 4  # of them on the home page
# How long after its last move a game counts as live: half of the clock's time and its increment,
# but within these bounds; without a clock or with days for a move, MAX_REST.
MIN_REST, MAX_REST = timedelta(minutes=1), timedelta(minutes=5)
# The newest moves of the whole site hold the newest games that are being played. Reading this many
# costs the same however many games were ever played, and needs no index but the primary key.
TAIL = 2_000
ANSWER_FRESH_FOR = 1  # seconds
ANSWER_TTL = 10  # seconds; while one request reads anew, the others still get the previous answer
ANSWER, REFRESH_LOCK = "games.live", "games.live.refresh"  # keys of the cache


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """Who plays a mark, and how it is drawn ("" for the usual).

    `label` and `level` are those of `games.protocol.messages.Seat`.
    """

    label: str
    kind: str
    symbol: str
    colour: str
    level: int = 0

    def __str__(self) -> str:
        return seat_text(self)


@dataclass(frozen=True, slots=True)
class LiveGame:
    """One game as a list of live games shows it.

    `moves` are cells, `moved` is the last one's time in milliseconds; `round_kind` as of a `Game`.
    """

    uid: str
    m: int
    n: int
    k: int
    control: str
    round_kind: str
    first: str
    moves: list[int]
    moved: int
    seats: dict[str, LiveSeat]

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.m, self.n, self.k)

    @property
    def is_among_people(self) -> bool:
        """Whether the computer has no seat in it."""
        return all(seat.kind != "engine" for seat in self.seats.values())

    @property
    def interest(self) -> tuple[bool, int]:
        """A key that sorts the best to watch first: under way, moved recently."""
        return len(self.moves) < 2, -self.moved


@dataclass(frozen=True, slots=True)
class LiveGames:
    """The live games, the newest first; `best` are the uids of a few without the computer."""

    games: list[LiveGame] = field(default_factory=list)
    best: list[str] = field(default_factory=list)

    @property
    def best_games(self) -> list[LiveGame]:
        """The games named in `best`, the most interesting first."""
        named = {game.uid: game for game in self.games}
        return [named[uid] for uid in self.best]


# The pattern that the script fills for a game that starts.
BLANK = LiveGame(
    "0000000000",
    3,
    3,
    3,
    "none",
    "",
    "x",
    [],
    0,
    {mark.value: LiveSeat("", "", "", "") for mark in Mark},
)
_decoder = msgspec.json.Decoder(LiveGames)


def live_games() -> LiveGames:
    """Return the games that are being played in public, as they were a second ago or so."""
    return _decoder.decode(live_games_json())


def live_games_json() -> bytes:
    """Return `live_games` as JSON.

    The first caller in a second has six queries at most, the others none.
    """
    cache = caches["here"]
    kept: bytes | None = cache.get(ANSWER)
    # Whoever gets the lock reads anew; the others take the previous answer meanwhile.
    if kept is None or cache.add(REFRESH_LOCK, True, ANSWER_FRESH_FOR):
        kept = msgspec.json.encode(_load_live_games())
        cache.set(ANSWER, kept, ANSWER_TTL)
    return kept


def live_games_of(users: Iterable[User]) -> dict[int, Game]:
    """Return the newest public game that each of *users* is playing now, by id. Two queries."""
    ids = {user.pk for user in users}
    if not ids:
        return {}
    games = _playing(_lately_moved(timezone.now())).only("uid", "x_player", "o_player")
    theirs = games.filter(Q(x_player__in=ids) | Q(o_player__in=ids)).order_by("id")
    playing: dict[int | None, Game] = {}
    for game in theirs:
        playing |= dict.fromkeys((game.x_player_id, game.o_player_id), game)
    return {player: game for player, game in playing.items() if player in ids}


def _load_live_games() -> LiveGames:
    moved = _lately_moved(timezone.now())
    newest = listed(_playing(_attended(moved)[:MAX_SHOWN]).order_by("-id"))
    games = [_live_game(game, moved[game.pk]) for game in newest]
    among_people = [game for game in games if game.is_among_people]
    best = sorted(among_people, key=attrgetter("interest"))[:MAX_BEST]
    return LiveGames(games, [game.uid for game in best])


def _attended(games: Iterable[int]) -> list[int]:
    """Return those of *games* that are played in public by people who are here, the newest first.

    Two queries.
    """
    seats = ("control", "x_player__kind", "o_player__kind")
    playing = _playing(games).select_related("x_player", "o_player").only(*seats)
    people = people_here()
    return [game.pk for game in playing.order_by("-id") if _is_attended(game, people)]


def _is_attended(game: Game, people: frozenset[int]) -> bool:
    """Return whether all people who play *game* are here, so that there is something to watch.

    Programs and the computer need no page, and with days for a move nobody does.
    """
    if gives_days(game.control):
        return True
    seated = (game.x_player, game.o_player)
    return all(player.pk in people for player in seated if player and _has_pages(player))


def _has_pages(player: User) -> bool:
    return player.is_person or player.is_guest


def _lately_moved(now: datetime) -> dict[int, datetime]:
    """Return the games that may count as live, each with the time of its last move; one query.

    Some of them may be over: `_playing` leaves these out.
    """
    newest = Subquery(Move.objects.order_by("-id").values("pk")[:1])
    tail = Move.objects.filter(pk__gt=newest - TAIL, played_at__gte=now - MAX_REST)
    last = tail.order_by("id").values_list("game_id", "played_at", "game__control")
    rests = {game: (moved, _longest_rest(control)) for game, moved, control in last}
    return {game: moved for game, (moved, rest) in rests.items() if now - moved <= rest}


def _longest_rest(control: str) -> timedelta:
    """Return how long after its last move a game with this clock counts as live."""
    clock = parse_time_control(control)
    if not clock.initial_ms:
        return MAX_REST
    half = timedelta(milliseconds=clock.initial_ms // 2 + clock.increment_ms)
    return max(MIN_REST, min(half, MAX_REST))


def _playing(games: Iterable[int]) -> GameQuerySet:
    return Game.objects.public().ongoing().filter(pk__in=games)


def _live_game(game: Game, moved: datetime) -> LiveGame:
    return LiveGame(
        uid=game.uid,
        m=game.m,
        n=game.n,
        k=game.k,
        control=game.control,
        round_kind=game.round_kind,
        first=game.first,
        moves=list(game.cells),
        moved=milliseconds(moved),
        seats={mark.value: _live_seat(game, mark) for mark in Mark},
    )


def _live_seat(game: Game, mark: Mark) -> LiveSeat:
    player = game.player(mark)
    return LiveSeat(
        label=plain_seat_name(game, mark),
        kind=player.kind if player else "",
        symbol=game.x_symbol if mark is Mark.X else game.o_symbol,
        colour=game.x_colour if mark is Mark.X else game.o_colour,
        level=level_number(game, mark),
    )
