"""Round robins as they stand in the database, and rounds played to their ends without waiting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from asgiref.sync import async_to_sync
from django.utils import timezone

from games.compete.rounds import services as rounds
from games.compete.tournaments.robin import running
from games.core.rules import Mark
from games.models import Game, Round, Tournament
from tests import stored

if TYPE_CHECKING:
    from accounts.models import User


def robin(creator: User, players: Iterable[User], **columns: object) -> Tournament:
    """A round robin on 6×6 that begins in an hour, with *players* who are all here."""
    terms = {"kind": "robin", "title": "Club evening", "m": 6, "n": 6, "k": 4}
    terms |= {"control": "60+1", "admits": "all"}
    starts_at = timezone.now() + timedelta(hours=1)
    made = Tournament.objects.create(creator=creator, starts_at=starts_at, **(terms | columns))
    for player in players:
        made.entries.create(user=player, seen_at=timezone.now())
    return made


def step(tournament: Tournament, now: datetime | None = None) -> Tournament:
    """Let the round robin go on once."""
    running.advance(uid=tournament.uid, now=now or timezone.now())
    tournament.refresh_from_db()
    return tournament


def come(tournament: Tournament, now: datetime | None = None, players: Sequence[User] = ()) -> None:
    """Have everybody, or *players*, be here."""
    entries = tournament.entries.filter(user__in=players) if players else tournament.entries.all()
    entries.update(seen_at=now or timezone.now())


def going(tournament: Tournament) -> list[Round]:
    return list(tournament.rounds.all().going().with_players_and_games().order_by("pk"))


def finish(round: Round, *losers: User) -> Round:
    """Play *round* on: who loses each of its games, after a move of both."""
    for loser in losers:
        game = fresh(round).game
        play_one(game)
        play_one(game)
        stored.resign(game, mark_of(loser, game))
        async_to_sync(rounds.go_on)(round.uid)
    return fresh(round)


def leave(round: Round, user: User) -> Round:
    """Let *user* not make their first move in the game of *round* that is played."""
    game = fresh(round).game
    if game.match().turn is not mark_of(user, game):
        play_one(game)
    stored.carry_out(game, lambda match, now: match.forfeit(now=now))
    async_to_sync(rounds.go_on)(round.uid)
    return fresh(round)


def play_one(game: Game) -> None:
    stored.play(game, [min(game.match().position.legal_moves())])


def mark_of(user: User, game: Game) -> Mark:
    return Mark.X if game.x_player_id == user.pk else Mark.O


def fresh(round: Round) -> Round:
    return Round.objects.with_players_and_games().get(pk=round.pk)
