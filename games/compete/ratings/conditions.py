"""What a round needs to count for ratings; each refusal is a code of `games.text.refusals`.

The conditions keep ratings from being made rather than won, and only that: a round that fails one
is as good as any, but counts for nothing. Each is checked along an index, however many earlier
rounds there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import combinations

from django.db.models import Count, Sum
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.levels import is_measured
from games.core.rules import Cell
from games.core.series import GAMES_OF_ROUND
from games.core.symmetry import first_image
from games.models import Game, Move, Pool, Rating, RatingChange, Round

A_DAY = timedelta(days=1)
PLIES_OF_A_GAME = 4  # whoever gives up before so many has not played
# Two who like to play each other go on for an evening; two who make a rating need many more.
ROUNDS_OF_PAIR_A_DAY = 6
# A level makes the same mistakes again, so that whoever has found one could win by it all day.
ROUNDS_OF_LEVELS_A_DAY = 10
# A pair's last games on a board may be known by heart; openings seldom come twice in so many.
GAMES_COMPARED = 10
# Somebody's second account is new; a household or a classroom that goes on playing is not.
NEW_FOR = timedelta(days=7)
NEW_ROUNDS = 20

# How a game ends that need not have been played.
WITHOUT_PLAY = (
    Game.Termination.RESIGNATION,
    Game.Termination.ABANDONED,
    Game.Termination.TIME,
    Game.Termination.AGREEMENT,
)


def unrated_reason(first: User, second: User, now: datetime | None = None) -> str:
    """Return the code of why a round of these two would count for no rating, whatever happens in
    it.

    "" if nothing is known against it before it is played. The codes are guest, same_owner,
    level_limit, pair_limit.
    """
    now = now or timezone.now()
    if first.is_guest or second.is_guest:
        return "guest"
    if (first.is_engine and second.is_engine) or _answers_for(first) == _answers_for(second):
        return "same_owner"
    person, opponent = (second, first) if first.is_engine else (first, second)
    today = RatingChange.objects.filter(
        user=person, pool__in=Pool.values, undone_at=None, at__gt=now - A_DAY, round__isnull=False
    )
    if opponent.is_engine:
        levels = today.filter(opponent__kind=User.Kind.ENGINE)
        return "level_limit" if levels.count() >= ROUNDS_OF_LEVELS_A_DAY else ""
    of_pair = today.filter(opponent=opponent)
    return "pair_limit" if of_pair.count() >= ROUNDS_OF_PAIR_A_DAY else ""


def why_unrated(round: Round, now: datetime) -> str:
    """Return the code of why *round*, which is over, counts for no rating; "" if it does."""
    if known := unrated_reason(round.first, round.second, now):
        return known
    if not all(is_measured(one.username, round.pool) for one in round.players if one.is_engine):
        return "level_unmeasured"
    if _comes_from_one_network(round) and _new_among(round.players, now):
        return "same_network"
    return "repeated_game" if _repeats(round) else ""


def unrated_pairs(
    networks: Mapping[User, str], now: datetime | None = None
) -> frozenset[tuple[int, int]]:
    """Return which people and bots cannot be rated together, by the *networks* they come from.

    As far as is known before they play. Pairs of keys, the lower one first. Two queries at most.
    """
    now = now or timezone.now()
    keys = [user.pk for user in networks]
    today = RatingChange.objects.filter(
        user__in=keys, pool__in=Pool.values, undone_at=None, at__gt=now - A_DAY, opponent__in=keys
    )
    of_pairs = today.order_by().values_list("user", "opponent").annotate(rounds=Count("pk"))
    often = of_pairs.filter(rounds__gte=ROUNDS_OF_PAIR_A_DAY)
    found = {(min(one, other), max(one, other)) for one, other, _ in often}
    at_home: dict[str, list[User]] = {}
    for user, network in networks.items():
        if network:
            at_home.setdefault(network, []).append(user)
    together = [users for users in at_home.values() if len(users) > 1]
    new = _new_among([user for users in together for user in users], now)
    for users in together:
        pairs = combinations(sorted(user.pk for user in users), 2)
        found.update(pair for pair in pairs if new & {*pair})
    return frozenset(found)


def is_given(round: Round) -> bool:
    """Return whether one side gave up a game before it had been played."""
    return not all(map(_is_played, round.games))


def unplayed_scores(round: Round) -> tuple[float, ...]:
    """Return the first player's scores of those of the *round*'s games that nobody played."""
    given = [round.halves_of_game(game) / 2 for game in round.games if not _is_played(game)]
    never_begun = GAMES_OF_ROUND - len(round.games)
    return (*given, *[float(round.left_by_id == round.second_id)] * never_begun)


def _answers_for(user: User) -> int:
    """Return who plays in the end: a bot's owner, or the user."""
    return user.owner_id or user.pk


def _comes_from_one_network(round: Round) -> bool:
    return bool(round.first_network) and round.first_network == round.second_network


def _new_among(users: Iterable[User], now: datetime) -> set[int]:
    """Return the keys of those of *users* whose accounts are new. One query if there are any."""
    joined = {user.pk: user.date_joined for user in users}
    rounds = Rating.objects.filter(user__in=joined).order_by().values_list("user")
    played = dict(rounds.annotate(rounds=Sum("rounds"))) if joined else {}
    return {
        user
        for user, at in joined.items()
        if at > now - NEW_FOR or played.get(user, 0) < NEW_ROUNDS
    }


def _is_played(game: Game) -> bool:
    """Return whether *game* was decided by its moves, or could have been by the time it ended.

    Nobody has lost a game on the board while the other still needs two marks for a line.
    """
    if game.termination not in WITHOUT_PLAY:
        return True
    has_begun = game.outcome == game.first
    marks = (game.ply + has_begun) // 2  # of the winner; in a draw, of the side that began second
    return _is_long(game) and marks >= game.k - 1


def _is_long(game: Game) -> bool:
    return game.ply - game.setup >= PLIES_OF_A_GAME


def _repeats(round: Round) -> bool:
    """Return whether a game of *round* went as one of the pair's last ones, perhaps turned or
    mirrored.

    The two games of the round itself may be the same, which gives both a half. Short games are not
    compared, or whoever gives up at once could do so again without a loss.
    """
    played = [game for game in round.games if _is_long(game)]
    plies = {game.ply for game in played}
    before = [game for game in _games_before(round) if game.ply in plies]
    if not before:
        return False
    moves = _moves(game.pk for game in (*played, *before))
    known = {first_image(game.ruleset, moves[game.pk]) for game in before}
    return any(first_image(game.ruleset, moves[game.pk]) in known for game in played)


def _games_before(round: Round) -> Iterator[Game]:
    """Return the last games of the pair of *round* on its board, whether these rounds counted or
    not.
    """
    board = {"m": round.m, "n": round.n, "k": round.k}
    pair = (round.first_id, round.second_id)
    rounds: list[Round] = []
    # In both orders, each along the index of pairs.
    for first, second in (pair, pair[::-1]):
        of_pair = Round.objects.filter(first=first, second=second).exclude(pk=round.pk)
        rounds += of_pair.order_by("-pk").select_related("first_game", "second_game")[
            :GAMES_COMPARED
        ]
    rounds.sort(key=lambda one: -one.pk)
    games = [game for one in rounds for game in reversed(one.games)][:GAMES_COMPARED]
    return (game for game in games if {name: getattr(game, name) for name in board} == board)


def _moves(games: Iterable[int]) -> dict[int, tuple[Cell, ...]]:
    moves: dict[int, tuple[Cell, ...]] = {}
    rows = Move.objects.filter(game__in=list(games)).order_by("game_id", "ply")
    for game, cell in rows.values_list("game_id", "cell"):
        moves[game] = (*moves.get(game, ()), cell)
    return moves
