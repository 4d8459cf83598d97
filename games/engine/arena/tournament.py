"""Tournaments between players: who plays whom, and how the games end.

    entrants = [ArenaEntrant("rules", player("rules")), ArenaEntrant("random", player("random"))]
    games = list(round_robin(entrants, TournamentTerms(TIC_TAC_TOE, games=10, seed=1)))

Two players meet in pairs of games, from the same random opening and with changed seats, so that
neither openings nor seats favour anybody. The same terms give the same games again, if no player
runs out of time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from games.core.errors import GameError
from games.core.rules import Cell, Position, Ruleset
from games.engine.budget import Limits
from games.engine.player import Player
from games.engine.search.glance import after

EXTRA_PAIRS = 5  # of games, to decide a drawn match of an elimination


class ArenaEntrant(NamedTuple):
    """A player and what it is called in this tournament."""

    name: str
    player: Player


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """How the games of a tournament are played."""

    ruleset: Ruleset
    games: int = 2  # between two players; if odd, the last pair has one game only
    seconds: float = 0.2  # a move
    seed: int = 0
    opening: int = 0  # random moves before the players begin
    nodes: int | None = None  # positions a move


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """What a player has used in a game; a refused move is not counted."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0  # seconds for one move

    def and_also(self, seconds: float) -> TimeUsed:
        return TimeUsed(self.moves + 1, self.seconds + seconds, max(self.longest, seconds))


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """One game that was played.

    *round* is that of an elimination, from 1; else 0. *forfeit* is the code of the GameError by
    which the loser lost: of a refused move, or raised by the player itself.
    """

    first: str
    second: str
    opening: int  # how many of the cells were drawn by chance
    cells: tuple[Cell, ...]
    winner: str | None
    used: tuple[TimeUsed, TimeUsed]  # by the first and by the second
    round: int = 0
    forfeit: str = ""

    def points(self, name: str) -> float:
        return 0.5 if self.winner is None else float(self.winner == name)


def round_robin(entrants: Sequence[ArenaEntrant], terms: TournamentTerms) -> Iterator[ArenaGame]:
    """Yield the games in which everybody meets everybody.

    All pairs play their first game, then all their second, so that an early end is fair.
    """
    pairs = [
        (entrant, other)
        for index, entrant in enumerate(entrants)
        for other in entrants[index + 1 :]
    ]
    yield from _all_meet(pairs, terms)


def measurement(entrants: Sequence[ArenaEntrant], terms: TournamentTerms) -> Iterator[ArenaGame]:
    """Yield the games of the first entrant with each of the others."""
    yield from _all_meet([(entrants[0], other) for other in entrants[1:]], terms)


def elimination(entrants: Sequence[ArenaEntrant], terms: TournamentTerms) -> Iterator[ArenaGame]:
    """Yield the games of matches whose losers are out; the last one left has won.

    The earlier an entrant stands in the list, the later it meets the others of the top. If the
    number of entrants is no power of two, the top skips the first round. A drawn match goes on
    until a pair of games decides it, for EXTRA_PAIRS at most; then the earlier entrant goes
    through.
    """
    left, round_ = list(entrants), 1
    while len(left) > 1:
        winners = []
        for entrant, other in _bracket(left):
            winners.append((yield from _decide(entrant, other, terms, round_)))
        spared = left[: len(left) - 2 * len(winners)]
        through = {winner.name for winner in (*spared, *winners)}
        left = [entrant for entrant in left if entrant.name in through]
        round_ += 1


def play_game(
    first: ArenaEntrant,
    second: ArenaEntrant,
    terms: TournamentTerms,
    opening: Sequence[Cell] = (),
    seed: int = 0,
) -> ArenaGame:
    """Return one game from the moves *opening* on; *first* is the side that makes move 0."""
    position = Position.after(terms.ruleset, opening)
    random, cells, used = Random(seed), list(opening), [TimeUsed(), TimeUsed()]
    seats, winner, forfeit = (first, second), None, ""
    while not position.is_full and winner is None:
        seat = len(cells) % 2
        limits = Limits(seconds=terms.seconds, seed=random.getrandbits(32), nodes=terms.nodes)
        began = limits.clock()
        try:
            cell = seats[seat].player(position, limits)
            child = position.play(cell)
        except GameError as error:
            winner, forfeit = seats[1 - seat].name, error.code
            break
        used[seat] = used[seat].and_also(limits.clock() - began)
        cells.append(cell)
        winner = seats[seat].name if position.wins_at(cell) else None
        position = child
    return ArenaGame(
        first=first.name,
        second=second.name,
        opening=len(opening),
        cells=tuple(cells),
        winner=winner,
        used=(used[0], used[1]),
        forfeit=forfeit,
    )


def play_round(
    entrant: ArenaEntrant,
    other: ArenaEntrant,
    terms: TournamentTerms,
    opening: Sequence[Cell],
    seed: int,
) -> tuple[ArenaGame, ArenaGame]:
    """Return two games from *opening*, between which the entrants change seats."""
    return (
        play_game(entrant, other, terms, opening, seed),
        play_game(other, entrant, terms, opening, seed + 1),
    )


def random_opening(ruleset: Ruleset, plies: int, random: Random) -> tuple[Cell, ...]:
    """Return random moves, none of which ends the game or lets the next one win it.

    Fewer, where the board is too small for as many.
    """
    position, cells = Position(ruleset), list[Cell]()
    for _ in range(plies):
        moves = random.sample(position.legal_moves(), position.free.bit_count())
        cell = next((cell for cell in moves if _is_quiet(position, cell)), None)
        if cell is None:
            break
        cells.append(cell)
        position = after(position, cell)
    return tuple(cells)


def _is_quiet(position: Position, cell: Cell) -> bool:
    if position.wins_at(cell):
        return False
    child = after(position, cell)
    return bool(child.free) and not any(child.wins_at(reply) for reply in child.legal_moves())


def _all_meet(
    pairs: list[tuple[ArenaEntrant, ArenaEntrant]], terms: TournamentTerms
) -> Iterator[ArenaGame]:
    for number in range(terms.games):
        for entrant, other in pairs:
            yield _game_of(entrant, other, terms, number)


def _game_of(
    entrant: ArenaEntrant, other: ArenaEntrant, terms: TournamentTerms, number: int
) -> ArenaGame:
    """Play game *number* between the two, from 0; they change seats after every game."""
    # Both games of a pair draw from one seed, whatever is played between them.
    pair = Random(f"{terms.seed} {entrant.name} {other.name} {number // 2}")
    opening = random_opening(terms.ruleset, terms.opening, pair)
    first, second = (other, entrant) if number % 2 else (entrant, other)
    return play_game(first, second, terms, opening, pair.getrandbits(32) + number)


def _bracket(left: list[ArenaEntrant]) -> list[tuple[ArenaEntrant, ArenaEntrant]]:
    """Return who meets whom in a round: of those not spared the first the last, and so on."""
    size = 1 << (len(left) - 1).bit_length()  # of a full bracket
    playing = left[size - len(left) :]
    half = len(playing) // 2
    return list(zip(playing[:half], reversed(playing[half:]), strict=True))


def _decide(
    entrant: ArenaEntrant, other: ArenaEntrant, terms: TournamentTerms, round_: int
) -> Generator[ArenaGame, None, ArenaEntrant]:
    """Yield the games of a match, and return the winner."""
    lead = 0.0
    first_extra = terms.games + terms.games % 2  # each extra pair has an opening of its own
    extra = range(first_extra, first_extra + 2 * EXTRA_PAIRS)
    for number in (*range(terms.games), *extra):
        # Never within an extra pair: whoever begins its first game would be favoured.
        if number in extra and number % 2 == 0 and lead:
            break
        game = replace(_game_of(entrant, other, terms, number), round=round_)
        lead += game.points(entrant.name) - game.points(other.name)
        yield game
    return other if lead < 0 else entrant
