"""What is read of a round robin: who takes part, what was played, and who is here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Max, Q, QuerySet

from games.compete.round_robin.chart import Chart, Meeting, Member, both_seats, meetings_of
from games.compete.round_robin.cross_table import EntrantGame, GameStage
from games.core.series import GAMES_OF_ROUND
from games.models import Event, Game, Outage, Round, Tournament, TournamentEntry

OF_A_GAME = ("uid", "x_player_id", "o_player_id", "outcome", "ply", "setup", "status")
FIRST_MOVES = 2  # plies, one of each side: with fewer, nothing has been played
# Upkeep notes every 8 s whose connections are open; a page without scripts loads every 10 s.
HERE_FOR = timedelta(seconds=20)

Termination = Game.Termination


def members_of(tournament: Tournament) -> list[TournamentEntry]:
    """Return the entries, the computer's levels first, then as they joined."""
    entries = list(tournament.entries.select_related("user").order_by("pk"))
    return sorted(entries, key=lambda entry: not entry.user.is_engine)


def rounds_that_count(tournament: Tournament) -> QuerySet[Round]:
    """Return the rounds that go on or are over, oldest first; none that was called off or
    annulled.
    """
    annulled = Q(first_game__termination=Termination.ANNULLED) | Q(
        second_game__termination=Termination.ANNULLED
    )
    found = Round.objects.filter(tournament=tournament, annulled_at=None)
    return found.exclude(state=Round.State.OFF).exclude(annulled).order_by("pk")


def chart_of(tournament: Tournament, entries: list[TournamentEntry] | None = None) -> Chart:
    """Return how the round robin stands now. Three queries, or two with its *entries*."""
    members = [_member(entry) for entry in entries or members_of(tournament)]
    rounds = rounds_that_count(tournament).select_related("first_game", "second_game")
    fields = (f"{game}__{field}" for game in ("first_game", "second_game") for field in OF_A_GAME)
    shown = rounds.only("first_id", "second_id", "left_by_id", "state", *fields)
    # Were there ever more than one round of a pair, the first counts.
    played = {meeting.pair: meeting for meeting in map(_played, reversed(list(shown)))}
    meetings = [played.get(meeting.pair, meeting) for meeting in meetings_of(members)]
    return Chart(members, meetings, list(_quit(tournament)), strikes=True)


def _member(entry: TournamentEntry) -> Member:
    return Member(
        entry.user_id, entry.user.is_engine, entry.withdrawn_at is not None, entry.user.is_banned
    )


def _played(round: Round) -> Meeting:
    if not round.is_over:
        return Meeting(both_seats(round.first_id, round.second_id, GameStage.PLAYING))
    return Meeting(tuple(_games(round)), round.left_by_id)


def _games(round: Round) -> Iterator[EntrantGame]:
    for game in round.games:
        first = round.halves_of_game(game)
        assert game.x_player_id is not None
        assert game.o_player_id is not None
        halves = (first, 2 - first) if game.x_player_id == round.first_id else (2 - first, first)
        yield EntrantGame(game.x_player_id, game.o_player_id, _stage(game), halves)
    for _ in range(GAMES_OF_ROUND - len(round.games)):  # somebody has left
        first = 2 if round.left_by_id == round.second_id else 0
        yield EntrantGame(round.second_id, round.first_id, GameStage.WALKOVER, (2 - first, first))


def _stage(game: Game) -> GameStage:
    """Return OVER, or WALKOVER if a side made no move: that says nothing of anybody's strength."""
    return GameStage.OVER if game.ply >= game.setup + FIRST_MOVES else GameStage.WALKOVER


def _quit(tournament: Tournament) -> QuerySet[Event, int]:
    """Return who called off a round as it began, once for each time."""
    off = Round.objects.filter(tournament=tournament, state=Round.State.OFF, annulled_at=None)
    ends = Event.objects.filter(kind=Event.Kind.ENDED, actor__isnull=False)
    aborted = ends.filter(game__in=off.values("first_game"), game__termination=Termination.ABORT)
    return aborted.order_by().values_list("actor", flat=True)


# Who is here.


def here(entries: list[TournamentEntry], rounds: QuerySet[Round], now: datetime) -> set[int]:
    """Return the users who can begin a round now.

    Whoever did not come to a round, or left it, is here again once they have been seen since:
    what a program's open connection said before its crash is worth nothing.
    """
    ends = rounds.filter(left_by__isnull=False).order_by("over_at")
    left = {user: at for user, at in ends.values_list("left_by", "over_at") if at}
    return {
        entry.user_id
        for entry in entries
        if (at := entry.seen_at)
        and now - at <= HERE_FOR
        and at > left.get(entry.user_id, datetime.min.replace(tzinfo=now.tzinfo))
        and entry.user.is_active
        and not entry.user.is_banned
        and entry.paused_at is None
    }


def last_outage() -> datetime | None:
    """Return when the last outage of the site ended; None if there was none."""
    at: datetime | None = Outage.objects.aggregate(at=Max("ended_at"))["at"]
    return at
