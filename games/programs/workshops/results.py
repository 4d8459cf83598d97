"""How the games of a workshop ended, as points: a win is one, a draw a half."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from games.compete.round_robin.boards import LiveBoard, boards_of
from games.compete.round_robin.cross_table import CrossTable, Entrant, ProgramVerdict
from games.compete.round_robin.cross_table import cross_table as table_of
from games.models import Game, Workshop, WorkshopPlayer
from games.programs.workshops.round_robin.queries import HALVES, chart_and_players
from games.text.wording import points_text

MAX_LIVE_BOARDS = 8  # boards on a page
MAX_ROWS_ON_THE_WALL = 8  # rows of points: as many as fit above the boards


@dataclass(frozen=True, slots=True)
class Points:
    """A player's points, in halves, and from how many *games* that are over."""

    player: WorkshopPlayer
    halves: int
    games: int

    @property
    def text(self) -> str:
        return points_text(self.halves)


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many are here: the round robin's programs (*bots*), and everybody else (*people*)."""

    people: int
    bots: int


def present(players: Iterable[WorkshopPlayer], table: CrossTable | None) -> Attendance:
    """Return how many of the *players* are here."""
    bots = {entrant.key for entrant in table.entrants} if table else set()
    here = [player for player in players if player.is_present]
    found = sum(player.user_id in bots for player in here)
    return Attendance(people=len(here) - found, bots=found)


def score_table(workshop: Workshop) -> list[Points]:
    """Return the players who have played, those with most points first."""
    halves, games = Counter[int](), Counter[int]()
    for x, o, outcome in _over(workshop):
        for user, gained in zip((x, o), HALVES[outcome], strict=True):
            halves[user] += gained
            games[user] += 1
    players = workshop.players.filter(user__in=games, level="", is_removed=False)
    rows = [Points(one, halves[one.user_id], games[one.user_id]) for one in players]
    return sorted(rows, key=lambda row: (-row.halves, row.games, row.player.name))


def _over(workshop: Workshop) -> Iterable[tuple[int, int, str]]:
    counting = workshop.games.filter(counts=True, game__outcome__in=HALVES)
    return counting.values_list("game__x_player", "game__o_player", "game__outcome")


def cross_table(workshop: Workshop) -> CrossTable | None:
    """Return the round robin as it stands; None if there is none."""
    chart, players = chart_and_players(workshop.pk)
    if not chart.meetings:
        return None
    entrants = [
        _entrant(player, is_withdrawn=player.user_id in chart.withdrawn) for player in players
    ]
    return table_of(entrants, chart.results)


def _entrant(player: WorkshopPlayer, *, is_withdrawn: bool) -> Entrant:
    return Entrant(
        key=player.user_id,
        name=player.name,
        verdict=_verdict(player),
        loses_in=player.loses_in,
        is_computer=bool(player.level),
        is_withdrawn=is_withdrawn,
    )


def _verdict(player: WorkshopPlayer) -> ProgramVerdict:
    is_asked = player.verdict == WorkshopPlayer.Verdict.ASKING
    has_gone = is_asked and not player.level and not player.is_present
    return ProgramVerdict.AWAY if has_gone else ProgramVerdict(player.verdict)


def live_boards(workshop: Workshop) -> list[LiveBoard]:
    """Return the games that go on, those begun last first."""
    names: dict[int | None, str] = dict(workshop.players.values_list("user_id", "name"))
    ongoing: QuerySet[Game] = Game.objects.ongoing().filter(workshop_game__workshop=workshop)
    games = ongoing.prefetch_related("moves").order_by("-started_at")[:MAX_LIVE_BOARDS]
    return boards_of(games, names)
