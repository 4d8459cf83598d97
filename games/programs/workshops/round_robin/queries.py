"""What is read of a round robin. All of it is in the database, so any process can go on with it."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from games.compete.round_robin.chart import Chart, Meeting, Member
from games.compete.round_robin.cross_table import EntrantGame, GameStage
from games.engine import LEVELS
from games.models import Game, WorkshopGame, WorkshopPlayer

HALVES = {"x": (2, 0), "draw": (1, 1), "o": (0, 2)}  # of a point, for X and O


def paired(workshop_id: int) -> QuerySet[WorkshopGame]:
    """Return the games of the round robin."""
    return WorkshopGame.objects.filter(workshop=workshop_id).exclude(x=None)


def chart_of(workshop_id: int) -> Chart:
    """Return how the round robin stands; it has no meetings if there is none. Two queries."""
    return chart_and_players(workshop_id)[0]


def chart_and_players(workshop_id: int) -> tuple[Chart, list[WorkshopPlayer]]:
    """Return how the round robin stands, and who plays in it: the computer's levels first."""
    rows = (
        paired(workshop_id)
        .order_by("pk")
        .values_list(
            "pk", "x__user", "o__user", "game__status", "game__outcome", "game__termination"
        )
    )
    meetings = [_meeting(*row) for row in rows]
    keys = {key for meeting in meetings for key in meeting.pair}
    found = WorkshopPlayer.objects.filter(workshop=workshop_id, user__in=keys)
    players = sorted(found, key=_place_in_table)
    return Chart(members_of(players), meetings), players


def members_of(players: Iterable[WorkshopPlayer]) -> list[Member]:
    return [
        Member(player.user_id, is_level=bool(player.level), forgiven=player.forgiven)
        for player in players
    ]


def _meeting(
    key: int, x: int, o: int, status: str | None, outcome: str | None, termination: str | None
) -> Meeting:
    if outcome not in HALVES:
        is_playing = status == Game.Status.ONGOING
        # What was called off is played again, like what was never begun.
        return Meeting(
            (EntrantGame(x, o, GameStage.PLAYING if is_playing else GameStage.TO_PLAY),), key=key
        )
    # Who goes away or does not answer is made to resign, so a game's end tells who has left.
    has_left = termination == Game.Termination.RESIGNATION
    loser = o if outcome == "x" else x
    result = EntrantGame(x, o, GameStage.OVER, HALVES[outcome])
    return Meeting((result,), loser if has_left else None, key)


def _place_in_table(player: WorkshopPlayer) -> tuple[int, int]:
    """Return the key that sorts a table: the computer's levels, then players as they came."""
    level = LEVELS.get(player.level)
    return (level.number, 0) if level else (len(LEVELS) + 1, player.pk)
