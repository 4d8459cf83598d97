"""The boards of an arena on which a round is played: the top ones, and all in pages.

They stand in the order of the standing: first the board of whoever stands best.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.db.models.functions import Coalesce
from msgspec.structs import replace

from games.board.looks import looks_of
from games.compete.tournaments.arena.standing import listed
from games.compete.tournaments.standings import STANDING
from games.core.clock import Clock, Milliseconds
from games.core.rules import Mark
from games.live.messages import clock_state
from games.models import Game, Move, Tournament, TournamentEntry
from games.protocol.arenas import BoardSeat, BoardState
from games.text.seat_names import plain_seat_name

TOP = 0  # in place of a page's number
TOP_BOARDS = 2
A_PAGE = 12


@dataclass(frozen=True, slots=True)
class ArenaBoard:
    """A board after its last move; the same until something happens on it."""

    state: BoardState
    clock: Clock

    def at(self, now: Milliseconds) -> BoardState:
        """Return what to show of it at *now*."""
        return replace(self.state, clock=clock_state(self.clock, now))


def ordered(tournament: Tournament) -> list[int]:
    """Return the keys of the games that are played, the top board first. Two queries."""
    game = Coalesce("second_game", "first_game")
    rounds = list(tournament.rounds.all().going().values_list(game, "first", "second"))
    if not rounds:
        return []
    entries = TournamentEntry.objects.filter(listed(tournament)).order_by(*STANDING)
    places = {user: place for place, user in enumerate(entries.values_list("user", flat=True))}
    last = len(places)
    best = {key: min(places.get(user, last) for user in users) for key, *users in rounds}
    return sorted(best, key=lambda key: (best[key], key))


def page_of(keys: Sequence[int], number: int) -> Sequence[int]:
    """Return those of the ordered *keys* that stand on page *number*: from 1 on, or TOP."""
    if number == TOP:
        return keys[:TOP_BOARDS]
    return keys[(number - 1) * A_PAGE : number * A_PAGE]


def boards(keys: Sequence[int]) -> list[ArenaBoard]:
    """Return the boards of the games with these *keys*, in that order. Two queries."""
    moves = Prefetch("moves", Move.objects.order_by("ply").only("game", "cell"))
    games = Game.objects.select_related("x_player", "o_player").prefetch_related(moves)
    found = games.in_bulk(keys)
    return [_board(found[key]) for key in keys]


def pages(tournament: Tournament, numbers: Iterable[int]) -> dict[int, list[ArenaBoard]]:
    """Return the boards of several pages. Four queries."""
    keys = ordered(tournament)
    wanted = {number: page_of(keys, number) for number in numbers}
    every = dict.fromkeys(key for page in wanted.values() for key in page)
    found = dict(zip(every, boards(list(every)), strict=True))
    return {number: [found[key] for key in page] for number, page in wanted.items()}


def _board(game: Game) -> ArenaBoard:
    looks = looks_of(game)
    state = BoardState(
        uid=game.uid,
        m=game.m,
        n=game.n,
        k=game.k,
        first=Mark(game.first),
        moves=list(game.cells),
        seats={
            mark.value: BoardSeat(
                plain_seat_name(game, mark), looks[mark].symbol, looks[mark].colour
            )
            for mark in Mark
        },
        clock=None,
    )
    return ArenaBoard(state, game.clock)
