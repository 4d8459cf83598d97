"""Counts how positions were played. Each game that is over is counted once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from games.core.rules import Cell, Mark, Ruleset
from games.core.symmetry import moves_along
from games.live.storage.database import log_errors
from games.models import Game, Lock, Move, PositionCount

LOCK = "position-counts"
GAMES_AT_ONCE = 50  # in a transaction of some 50 ms
KEYS_AT_ONCE = 500  # in one query
MAX_CELLS_COUNTED_WHOLE = 25
FIRST_PLIES = 12  # that are counted on larger boards: few later positions come twice
LATEST = 4  # games that the page of a position shows
RESULTS = ("won", "drawn", "lost")  # for the side that made the move
PUBLIC = (Game.Opponent.ANYONE, Game.Opponent.COMPUTER)
PROGRAMS = (User.Kind.BOT, User.Kind.ENGINE)

Who = PositionCount.Who
Place = tuple[bytes, Cell, int]  # a position's key, a move in it, and who made the move


@dataclass(slots=True)
class PositionTally:
    """What is to be added to a row, and then what the row is to hold."""

    results: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RESULTS, 0))
    latest: list[int] = field(default_factory=list)

    def add(self, result: str, latest: Iterable[int], times: int = 1) -> None:
        self.results[result] += times
        self.latest = sorted({*self.latest, *latest}, reverse=True)[:LATEST]


def count_games() -> int:
    """Count the moves of some finished games, the oldest that are not counted yet.

    Return how many games were looked at: 0 if all are counted. A call that fails changes nothing,
    and only one process counts at a time, so no game counts twice.
    """
    # Asked without the lock, since usually there is nothing to do.
    if not _uncounted().exists():
        return 0
    with transaction.atomic():
        Lock.hold(LOCK)
        games = list(_uncounted()[:GAMES_AT_ONCE])
        by_ruleset: dict[Ruleset, dict[Place, PositionTally]] = defaultdict(
            lambda: defaultdict(PositionTally)
        )
        for game, moves in _with_moves([game for game in games if _tells_something(game)]):
            with log_errors("the moves of %s are not counted", game.pk):
                _count(game, moves, by_ruleset[game.ruleset])
        for ruleset, counts in by_ruleset.items():
            _add(ruleset, counts)
        # In the same transaction. Games that are left out or fail are marked, too.
        Game.objects.filter(pk__in=[game.pk for game in games]).update(is_counted=True)
    return len(games)


def _uncounted() -> QuerySet[Game]:
    games = Game.objects.finished().filter(is_counted=False).order_by("pk")
    return games.select_related("workshop_game").only(
        "m", "n", "k", "first", "setup", "opponent", "outcome", "workshop_game__id"
    )


def _tells_something(game: Game) -> bool:
    """Return whether *game* has a result, and its players are known to be people or programs.

    On one device nobody knows who plays, and in workshops programs play under people's names.
    """
    is_of_two = game.opponent != Game.Opponent.DEVICE
    return bool(game.outcome) and is_of_two and not hasattr(game, "workshop_game")


def _with_moves(games: Sequence[Game]) -> Iterator[tuple[Game, list[tuple[Cell, Who]]]]:
    """Yield each of *games* with the moves that count: their cells, and who made them."""
    whole = [game.pk for game in games if game.ruleset.cells <= MAX_CELLS_COUNTED_WHOLE]
    counted = Q(game__in=whole) | Q(game__in=games, ply__lt=FIRST_PLIES)
    moves: dict[int, list[tuple[Cell, Who]]] = defaultdict(list)
    rows = Move.objects.filter(counted).order_by("game_id", "ply")
    for game_id, cell, kind in rows.values_list("game_id", "cell", "player__kind"):
        moves[game_id].append((cell, Who.PROGRAMS if kind in PROGRAMS else Who.PEOPLE))
    for game in games:
        yield game, moves[game.pk]


def _count(
    game: Game, moves: Sequence[tuple[Cell, Who]], counts: dict[Place, PositionTally]
) -> None:
    first = Mark(game.first)
    latest = [game.pk] if game.opponent in PUBLIC else []
    # All moves are followed before one is added, so that a game with a bad move adds nothing.
    along = list(moves_along(game.ruleset, [cell for cell, _ in moves]))
    for ply, ((key, cell), (_, who)) in enumerate(zip(along, moves, strict=True)):
        if ply >= game.setup:
            counts[key, cell, who].add(_result(game, first.at(ply)), latest)


def _result(game: Game, mark: Mark) -> str:
    if game.outcome == Game.Outcome.DRAW:
        return "drawn"
    return "won" if game.outcome == mark else "lost"


def _add(ruleset: Ruleset, counts: Mapping[Place, PositionTally]) -> None:
    """Add *counts* to the rows of a board. The caller holds the lock for writing them."""
    board = {"m": ruleset.m, "n": ruleset.n, "k": ruleset.k}
    for key, cell, who, latest, *results in _rows(board, {key for key, _, _ in counts}):
        if count := counts.get((bytes(key), cell, who)):
            for result, times in zip(RESULTS, results, strict=True):
                count.add(result, latest, times)
    PositionCount.objects.bulk_create(
        [
            PositionCount(
                **board, key=key, cell=cell, who=who, latest=count.latest, **count.results
            )
            for (key, cell, who), count in counts.items()
        ],
        update_conflicts=True,
        unique_fields=["m", "n", "k", "key", "cell", "who"],
        update_fields=["latest", *RESULTS],
        batch_size=KEYS_AT_ONCE,
    )


def _rows(board: Mapping[str, int], keys: Iterable[bytes]) -> Iterator[tuple[Any, ...]]:
    left = list(keys)
    for start in range(0, len(left), KEYS_AT_ONCE):
        rows = PositionCount.objects.filter(**board, key__in=left[start : start + KEYS_AT_ONCE])
        yield from rows.values_list("key", "cell", "who", "latest", *RESULTS)
