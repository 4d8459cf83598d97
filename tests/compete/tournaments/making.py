"""Arenas for tests."""

from datetime import timedelta

from django.utils import timezone

from games.compete.rounds import services as rounds
from games.compete.tournaments import standings
from games.models import Game, Round, Tournament, TournamentEntry

A_SECOND = timedelta(seconds=1)


def new_arena(creator=None, **values) -> Tournament:
    """An arena that starts in an hour."""
    usual = {
        "kind": "arena",
        "title": "Fours",
        "pool": "fours",
        "m": 6,
        "n": 6,
        "k": 4,
        "control": "120+2",
        "minutes": 40,
        "starts_at": timezone.now() + timedelta(hours=1),
    }
    return Tournament.objects.create(**{**usual, "creator": creator, **values})


def going_arena(*users, **values) -> Tournament:
    """An arena that has just begun, in which *users* are free and there."""
    now = values.pop("now", None) or timezone.now()
    arena = new_arena(state="going", begun_at=now, starts_at=now, **values)
    for user in users:
        TournamentEntry.objects.create(tournament=arena, user=user, seen_at=now, free_since=now)
    return arena


def end_game(round: Round, outcome: str, *, at=None, termination: str = "line") -> Round:
    """End the game that is played, and bring the round up to date as a server does."""
    stored = Round.objects.with_players_and_games().get(pk=round.pk)
    Game.objects.filter(pk=stored.game.pk).update(
        status="finished", outcome=outcome, termination=termination, ended_at=at or timezone.now()
    )
    return rounds.advance(round.uid)


def end_round(round: Round, outcomes=("x", "x"), *, at=None) -> Round:
    """End both of its games; the winners are marks, or "draw"."""
    for outcome in outcomes:
        round = end_game(round, outcome, at=at)
    if at is not None:
        round.over_at = at
        round.save(update_fields=["over_at"])
        standings.update_standings(round)
    return round
