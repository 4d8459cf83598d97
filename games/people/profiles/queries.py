"""The public side of a user: results, boards and games."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q, QuerySet, Value

from accounts.models import User
from games.compete.ratings.pools import pool_of
from games.core.rules import Mark, Ruleset
from games.engine import Level
from games.models import Game, Pool
from games.people.profiles.history import NEWEST
from games.people.profiles.paging import GamesPage, HistoryStart, page_of
from games.text.seat_names import level_of


@dataclass(frozen=True, slots=True)
class Results:
    """How many games one player has won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def __add__(self, other: Results) -> Results:
        return Results(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


NONE = Results()


def results_of(mark: str, outcome: str, games: int) -> Results:
    """Return so many *games* with this *outcome* as the results of whoever played *mark*."""
    if outcome == Game.Outcome.DRAW:
        return Results(drawn=games)
    return Results(won=games) if outcome == mark else Results(lost=games)


@dataclass(frozen=True, slots=True)
class BoardResults:
    """The results on boards of one size."""

    m: int
    n: int
    results: Results


MAX_BOARDS = 3


def most_played(boards: dict[tuple[int, int], Results]) -> tuple[BoardResults, ...]:
    """Return the sizes with the most games, at most three of them."""
    found = [BoardResults(m, n, results) for (m, n), results in boards.items() if results.games]
    found.sort(key=lambda board: (-board.results.games, board.m, board.n))
    return tuple(found[:MAX_BOARDS])


@dataclass(frozen=True, slots=True)
class Profile:
    """A user with the results that count; *level* for the site's own players.

    *boards* are those most played, with all results on them.
    """

    user: User
    results: Results
    boards: tuple[BoardResults, ...]
    level: Level | None = None


def profile_of(name: str) -> Profile | None:
    """Return the public profile of the user called *name*, with the rating at puzzles.

    Two queries.
    """
    user = User.objects.select_related("puzzle_rating").find(name)
    if user is None:
        return None
    results, boards = _results_of(user)
    return Profile(user, results, boards, level_of(user))


def profile_games_page(user: User, start: HistoryStart = NEWEST) -> GamesPage:
    """Return a page of *user*'s public games that are over, the newest first."""
    seats = Game.objects.public().played().of_by_seat(user).values()
    return page_of(seats, start)


def _results_of(user: User) -> tuple[Results, tuple[BoardResults, ...]]:
    """Return the results that count, and the boards on which *user* plays most.

    Only what is over has an outcome. Games against the computer count for the computer alone.
    """
    total, boards = NONE, defaultdict[tuple[int, int], Results](Results)
    for mark, outcome, opponent, m, n, games in _outcomes(user.pk):
        if not outcome:
            continue
        results = results_of(mark, outcome, games)
        boards[m, n] += results
        if opponent != Game.Opponent.COMPUTER or user.is_engine:
            total += results
    return total, most_played(boards)


def _outcomes(user_id: int) -> QuerySet[Game, tuple[str, str, str, int, int, int]]:
    """Return how often each outcome came for each mark of the user, on each board."""
    against_others = Game.objects.counted().exclude(opponent=Game.Opponent.DEVICE)
    as_x, as_o = (
        games.order_by()
        .values("outcome", "opponent", "m", "n")
        .annotate(mark=Value(mark.value), games=Count("pk"))
        .values_list("mark", "outcome", "opponent", "m", "n", "games")
        for mark, games in against_others.of_by_seat(user_id).items()
    )
    return as_x.union(as_o, all=True).order_by()


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games between two users with a result, from the side of the first; *last* is the newest.

    *pools* has those on boards that are rated in a pool, *boards* those most played of the others.
    """

    results: Results
    pools: tuple[tuple[Pool, Results], ...]
    boards: tuple[BoardResults, ...]
    last: Game


def head_to_head(user: User, other: User) -> HeadToHead | None:
    """Return the score of *user* against *other* in all their games that count, public or not.

    None if they have not finished any. Two queries; the first reads one index on each side of the
    OR, game_by_x and game_by_o, and of the games themselves those that the two have played.
    """
    if user.pk is None or user.pk == other.pk:
        return None
    boards: dict[tuple[int, int], Results] = defaultdict(Results)
    pools = dict.fromkeys(Pool, NONE)
    last = 0
    for m, n, k, x_player, outcome, games, newest in _outcomes_between(user.pk, other.pk):
        results = results_of(Mark.X if x_player == user.pk else Mark.O, outcome, games)
        if pool := pool_of(Ruleset(m, n, k)):
            pools[pool] += results
        else:
            boards[m, n] += results
        last = max(last, newest)
    if not last:
        return None
    return HeadToHead(
        sum((*pools.values(), *boards.values()), NONE),
        tuple((pool, results) for pool, results in pools.items() if results.games),
        most_played(boards),
        Game.objects.get(pk=last),
    )


def _outcomes_between(one: int, other: int) -> QuerySet[Game, tuple[Any, ...]]:
    """Return how often each outcome came with each of the two at X, on each board."""
    of_both = Q(x_player=one, o_player=other) | Q(x_player=other, o_player=one)
    decided = Game.objects.counted().filter(of_both).exclude(outcome=Game.Outcome.NONE)
    groups = decided.order_by().values_list("m", "n", "k", "x_player", "outcome")
    return groups.annotate(Count("pk"), Max("pk"))
