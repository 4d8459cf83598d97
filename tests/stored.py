"""Games put into the database by the rows' own writer, without rooms and without waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from games.core.events import Outcome
from games.core.match import Match, Step
from games.core.rules import TIC_TAC_TOE, Cell, Mark, Ruleset

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game

START = 1_700_000_000_000  # milliseconds since the epoch
SECOND = 1_000

X_WINS = (0, 3, 1, 4, 2)
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)


def new_game(
    x_player: User | None,
    o_player: User | None,
    *,
    ruleset: Ruleset = TIC_TAC_TOE,
    **columns: object,
) -> Game:
    """A game as it is created: ongoing if both seats are taken, else open."""
    from games.models import Event, Game, moment

    creator = x_player or o_player
    at = moment(START)
    seated = x_player is not None and o_player is not None
    game = Game(
        **{
            "m": ruleset.m,
            "n": ruleset.n,
            "k": ruleset.k,
            "opponent": "anyone",
            "x_player": x_player,
            "o_player": o_player,
            "creator": creator,
            "status": "ongoing" if seated else "open",
            "started_at": at if seated else None,
            **columns,
        }
    )
    game.series = game.series or game.uid
    game.save()
    seats = {"x": game.x_player_id, "o": game.o_player_id}
    Event.objects.create(game=game, version=0, kind="created", actor=creator, at=at, data=seats)
    return game


def carry_out(game: Game, decide: Callable[[Match, int], Step], actor: User | None = None) -> Game:
    """Apply a command to the stored game, one second after the one before it."""
    from games.live.storage.records import JournalEntry, write

    match = game.match()
    now = START + (match.version + 1) * SECOND
    after, events = decide(match, now)
    if events:
        write([JournalEntry(game.pk, after, events, actor.pk if actor else None, now)])
        game.refresh_from_db()
    return game


def play(game: Game, cells: Iterable[Cell]) -> Game:
    """Let the players move in turn, a second after each other."""
    from games.live.storage.records import JournalEntry, write

    match, entries = game.match(), []
    for cell in cells:
        mark = match.turn
        assert mark is not None
        player, now = game.player(mark), START + (match.version + 1) * SECOND
        match, events = match.play(mark=mark, ply=match.ply, cell=cell, now=now)
        entries.append(JournalEntry(game.pk, match, events, player.pk if player else None, now))
    write(entries)
    game.refresh_from_db()
    return game


def resign(game: Game, mark: Mark) -> Game:
    return carry_out(game, lambda match, now: match.resign(mark=mark, now=now), game.player(mark))


def adjudicate(game: Game, outcome: Outcome, staff: User) -> Game:
    return carry_out(game, lambda match, now: match.adjudicate(outcome=outcome, now=now), staff)
