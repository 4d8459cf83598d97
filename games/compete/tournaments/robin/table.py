"""The cross table of a round robin, of its rounds and of what the lab has shown of its programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from accounts.models import User
from games.compete.cross_table.values import (
    CrossTable,
    Entrant,
    Result,
    Stage,
    Verdict,
    cross_table,
)
from games.compete.tournaments.robin.chart import Chart, Meeting, Pair, Standing
from games.compete.tournaments.robin.queries import chart_of, members_of, rounds_that_count
from games.core.series import GAMES_OF_ROUND
from games.models import Game, LabRun, Round, Tournament
from games.models.lab import LabVerdicts
from games.text.seat_names import name_of

OF_A_GAME = ("uid", "x_player_id", "o_player_id", "outcome", "ply", "setup", "status")
FIRST_MOVES = 2  # of both: with less, nothing has been played


@dataclass(frozen=True, slots=True)
class RobinTable:
    """A round robin as it is shown: *struck* are those whose results do not count."""

    chart: Chart
    cross: CrossTable
    standings: tuple[Standing, ...]
    struck: tuple[User, ...]
    users: Mapping[int, User]


def table_of(tournament: Tournament) -> RobinTable:
    """How the round robin stands, best first. Seven queries at most."""
    chart = chart_of(tournament)
    users = {entry.user_id: entry.user for entry in members_of(tournament)}
    standings = tuple(one for one in chart.standings if one.key not in chart.struck)
    verdicts = _verdicts(tournament, users)
    # Where bots alone play, its title says so once for all.
    all_bots = tournament.admits == Tournament.Admits.BOTS
    entrants = [_entrant(one, chart, users[one.key], verdicts, all_bots) for one in standings]
    return RobinTable(
        chart,
        cross_table(entrants, _results(tournament, chart)),
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


def shown_verdict(found: LabVerdicts | None) -> tuple[Verdict, int]:
    """What is shown of a program, and in how many moves it loses, if it does."""
    if found is None:
        return Verdict.NONE, 0
    if losses := [len(run.refutation) for run in found.runs if run.verdict == Verdict.REFUTED]:
        return Verdict.REFUTED, min(losses)
    if found.is_proven:
        return Verdict.PROVEN, 0
    if found.is_unbeaten:
        return Verdict.UNBEATEN, 0
    by_chance = any(run.verdict == Verdict.BY_CHANCE for run in found.runs)
    return (Verdict.BY_CHANCE if by_chance else Verdict.NONE), 0


# The results of each game.


def _results(tournament: Tournament, chart: Chart) -> Iterator[Result]:
    rounds = rounds_that_count(tournament).select_related("first_game", "second_game")
    fields = (f"{game}__{field}" for game in ("first_game", "second_game") for field in OF_A_GAME)
    shown = rounds.only("first_id", "second_id", "halves", "left_by_id", "state", *fields)
    by_pair = {frozenset((round.first_id, round.second_id)): round for round in shown}
    for meeting in chart.meetings:
        if not meeting.pair & chart.struck:
            yield from _of_meeting(meeting, chart, by_pair)


def _of_meeting(meeting: Meeting, chart: Chart, rounds: Mapping[Pair, Round]) -> Iterator[Result]:
    round = rounds.get(meeting.pair)
    if round is None:
        yield from _not_begun(meeting, chart)
    elif round.is_over:
        yield from _of_round(round)
    else:
        yield from _seats(meeting, Stage.PLAYING)


def _seats(meeting: Meeting, stage: Stage) -> Iterator[Result]:
    yield Result(meeting.first, meeting.second, stage)
    yield Result(meeting.second, meeting.first, stage)


def _not_begun(meeting: Meeting, chart: Chart) -> Iterator[Result]:
    halves = chart.decided.get(meeting.pair)
    if halves is None:
        yield from _seats(meeting, Stage.TO_PLAY)
        return
    for x, o in ((meeting.first, meeting.second), (meeting.second, meeting.first)):
        yield Result(x, o, Stage.WALKOVER, (halves[x] // 2, halves[o] // 2))


def _of_round(round: Round) -> Iterator[Result]:
    for game in round.games:
        first = round.halves_of_game(game)
        assert game.x_player_id is not None
        assert game.o_player_id is not None
        halves = (first, 2 - first) if game.x_player_id == round.first_id else (2 - first, first)
        yield Result(game.x_player_id, game.o_player_id, _stage(game), halves)
    for _ in range(GAMES_OF_ROUND - len(round.games)):  # somebody has left
        first = 2 if round.left_by_id == round.second_id else 0
        yield Result(round.second_id, round.first_id, Stage.WALKOVER, (2 - first, first))


def _stage(game: Game) -> Stage:
    """A game in which somebody made no move says nothing of anybody's strength."""
    return Stage.OVER if game.ply >= game.setup + FIRST_MOVES else Stage.WALKOVER
