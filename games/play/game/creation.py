"""Creates games in the database: the first of a series, and those that follow it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from prometheus_client import Counter

from accounts.models import User
from games.core.clock import Clock, parse_time_control, time_control_text
from games.core.errors import GameError
from games.core.rules import Cell, Mark
from games.engine import LEVELS
from games.live.storage.loading import score_with
from games.models import Event, Game, Move
from games.play.game.terms import Terms
from tictactoe_site.common import trace

GAMES_CREATED = Counter("tictactoe_games_created_total", "Games created.", ["opponent"])

OPEN_GAMES_A_USER = 10  # open games and challenges, so that nobody fills the lobby alone
TERMS_OF_A_SERIES = (
    "m",
    "n",
    "k",
    "opponent",
    "level",
    "control",
    "creator",
    "takebacks",
    "swap",
    "best_of",
    "x_symbol",
    "o_symbol",
    "x_colour",
    "o_colour",
    "x_name",
    "o_name",
    "setup",
    "origin",
)


def engine_account(level: str) -> User:
    """Return the account of the engine's *level*, created when first needed."""
    title = LEVELS[level].title
    found = User.objects.filter(username=title, kind=User.Kind.ENGINE).first()
    return found or User.objects.create_user(title, kind=User.Kind.ENGINE)


@transaction.atomic
def create(creator: User, terms: Terms, invited: User | None = None) -> Game:
    """Create the first game of a series; with *invited* nobody else can join it.

    Raises GameError: too_many_open, for a game that waits for somebody.
    """
    if terms.opponent in Game.BETWEEN_PEOPLE:
        _require_few_open(creator)
    game = _game(creator, terms, invited)
    # A series is named after its first game.
    game.series = game.uid
    _seat_first_players(game, terms)
    return _insert(game, terms.setup)


@transaction.atomic
def create_between(x: User, o: User, terms: Terms, *, series: str = "") -> Game:
    """Create a game of these two that begins at once, in *series*, or in one of its own."""
    game = _game(x, terms)
    game.series = series or game.uid
    game.x_player, game.o_player = x, o
    return _insert(game, terms.setup)


@transaction.atomic
def create_of_device(player: User, terms: Terms, *, offline_id: str) -> Game:
    """Create a game that *player* has played on one device without a network; its moves follow.

    Raises IntegrityError if the player has a game with this *offline_id* already.
    """
    game = _game(player, terms)
    game.series, game.offline_id = game.uid, offline_id
    _seat_first_players(game, terms)
    return _insert(game, terms.setup)


def _require_few_open(creator: User) -> None:
    if Game.objects.open().filter(creator=creator).count() >= OPEN_GAMES_A_USER:
        raise GameError("too_many_open")


def _game(creator: User, terms: Terms, invited: User | None = None) -> Game:
    """Return a game with these terms and free seats, not stored yet."""
    return Game(
        m=terms.ruleset.m,
        n=terms.ruleset.n,
        k=terms.ruleset.k,
        opponent=terms.opponent,
        level=terms.level if terms.opponent == Game.Opponent.COMPUTER else "",
        first=terms.first_mark().value,
        control=time_control_text(terms.control),
        x_symbol=terms.x_symbol,
        o_symbol=terms.o_symbol,
        x_colour=terms.x_colour,
        o_colour=terms.o_colour,
        x_name=terms.x_name,
        o_name=terms.o_name,
        takebacks=terms.takebacks,
        swap=terms.swap,
        best_of=terms.best_of,
        setup=len(terms.setup),
        origin=terms.origin,
        creator=creator,
        invited=invited,
    )


def _seat_first_players(game: Game, terms: Terms) -> None:
    creator, opponent = game.creator, Game.Opponent(game.opponent)
    if opponent is Game.Opponent.DEVICE:
        game.x_player = game.o_player = creator
    elif opponent is Game.Opponent.COMPUTER:
        side = terms.side_mark()
        game.set_player(side, creator)
        game.set_player(side.other, engine_account(game.level))
    elif terms.side != "either":
        game.set_player(terms.side_mark(), creator)


@transaction.atomic
def create_following(uid: str, *, change_sides: bool = False, new_score: bool = False) -> Game:
    """Create the game after the game *uid* between the same players, under the same terms.

    With *change_sides* they exchange their marks. Against the computer and on one device the other
    mark begins, unless the game starts from a position. The score begins anew once the series is
    decided, and with *new_score*.
    """
    last = Game.objects.with_players().get(uid=uid)
    game = Game(**{name: getattr(last, name) for name in TERMS_OF_A_SERIES})
    other_begins = not last.is_between_people and not last.setup
    game.first = Mark(last.first).other if other_begins else last.first
    game.x_player, game.o_player = last.x_player, last.o_player
    if change_sides:
        game.x_player, game.o_player = last.o_player, last.x_player
    is_decided = score_with(last).is_decided(last.best_of)
    game.series = game.uid if new_score or is_decided else last.series
    setup = last.moves.filter(ply__lt=last.setup).order_by("ply")
    return _insert(game, tuple(setup.values_list("cell", flat=True)))


def _insert(game: Game, setup: tuple[Cell, ...]) -> Game:
    """Store a new game with the moves *setup*, and the first line of its log."""
    now = timezone.now()
    game.ply = len(setup)
    if game.x_player and game.o_player:
        game.status, game.started_at = Game.Status.ONGOING, now
    clock = Clock.fresh(parse_time_control(game.control))
    if not clock.control.is_unlimited:
        game.x_ms, game.o_ms = clock.x_ms, clock.o_ms
    game.save(force_insert=True)
    GAMES_CREATED.labels(game.opponent).inc()
    # Given moves are rows like all others, so replaying and checking need no special case.
    Move.objects.bulk_create(
        Move(game=game, ply=ply, cell=cell, player=game.creator, played_at=now)
        for ply, cell in enumerate(setup)
    )
    seats = {"x": game.x_player_id, "o": game.o_player_id}
    Event.objects.create(
        game=game,
        version=0,
        kind=Event.Kind.CREATED,
        actor=game.creator,
        at=now,
        data={**seats, "setup": len(setup)} if setup else seats,
        request_id=trace.current().request_id,
    )
    return game
