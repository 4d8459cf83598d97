"""The cross table of a round robin: its rounds, and what the lab has shown of its programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.models import User
from games.compete.round_robin.chart import Chart, Standing
from games.compete.round_robin.cross_table import CrossTable, Entrant, ProgramVerdict, cross_table
from games.compete.tournaments.robin.queries import chart_of, members_of
from games.models import LabRun, Tournament
from games.models.lab import LabVerdicts
from games.text.seat_names import name_of


@dataclass(frozen=True, slots=True)
class RobinOverview:
    """A round robin as it is shown: *struck* are those whose results do not count."""

    chart: Chart
    cross: CrossTable
    standings: tuple[Standing, ...]
    struck: tuple[User, ...]
    users: Mapping[int, User]


def table_of(tournament: Tournament) -> RobinOverview:
    """Return how the round robin stands, best first. Four queries at most."""
    entries = members_of(tournament)
    chart = chart_of(tournament, entries)
    users = {entry.user_id: entry.user for entry in entries}
    standings = tuple(one for one in chart.standings if one.key not in chart.struck)
    verdicts = _verdicts(tournament, users)
    # Where only bots play, the tournament's title says BOT, and the names need not.
    all_bots = tournament.admits == Tournament.Admits.BOTS
    entrants = [_entrant(one, chart, users[one.key], verdicts, all_bots) for one in standings]
    return RobinOverview(
        chart,
        cross_table(entrants, chart.results),
        standings,
        tuple(users[member.key] for member in chart.members if member.key in chart.struck),
        users,
    )


def _entrant(
    standing: Standing,
    chart: Chart,
    user: User,
    verdicts: Mapping[int, LabVerdicts],
    all_bots: bool,
) -> Entrant:
    verdict, moves = shown_verdict(verdicts.get(user.pk))
    return Entrant(
        key=user.pk,
        name=user.username if all_bots or user.is_engine else name_of(user),
        verdict=verdict,
        loses_in=moves,
        is_computer=user.is_engine,
        is_withdrawn=user.pk in chart.withdrawn,
        place=standing.place,
        tie_break=f"{standing.quarters / 4:g}",
    )


# What the lab has shown.


def _verdicts(tournament: Tournament, users: Mapping[int, User]) -> Mapping[int, LabVerdicts]:
    bots = [user for user in users.values() if user.is_bot]
    public = LabRun.objects.visible_to(None)
    return public.latest_verdicts(bots, tournament.ruleset) if bots else {}


def shown_verdict(found: LabVerdicts | None) -> tuple[ProgramVerdict, int]:
    """Return what is shown of a program, and after how many moves it is refuted, or 0.

    It has then lost, or in a seat that is lost anyway made a mistake.
    """
    if found is None:
        return ProgramVerdict.NONE, 0
    if losses := [
        len(run.refutation) for run in found.runs if run.verdict == ProgramVerdict.REFUTED
    ]:
        return ProgramVerdict.REFUTED, min(losses)
    if found.is_proven:
        return ProgramVerdict.PROVEN, 0
    if found.is_unbeaten:
        return ProgramVerdict.UNBEATEN, 0
    by_chance = any(run.verdict == ProgramVerdict.BY_CHANCE for run in found.runs)
    return (ProgramVerdict.BY_CHANCE if by_chance else ProgramVerdict.NONE), 0
