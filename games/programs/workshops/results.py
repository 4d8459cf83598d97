"""How the games of a workshop ended, as points: a win is one, a draw a half."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from games.compete.cross_table.values import (
    CrossTable,
    Entrant,
    Result,
    Stage,
    Verdict,
)
from games.compete.cross_table.values import cross_table as table_of
from games.models import Game, Workshop, WorkshopGame, WorkshopPlayer
from games.programs.workshops.round_robin.queries import paired, players_of, withdrawn
from games.programs.workshops.round_robin.services import place_in_table
from games.text.wording import points_text

MAX_LIVE_BOARDS = 8  # boards on a page
MAX_ROWS_ON_THE_WALL = 8  # rows of points: as many as fit above the boards
HALVES = {"x": (2, 0), "draw": (1, 1), "o": (0, 2)}  # of a point, for X and O


@dataclass(frozen=True, slots=True)
class Points:
    """What one player has of *games* that are over."""

    player: WorkshopPlayer
    halves: int
    games: int

    @property
    def text(self) -> str:
        return points_text(self.halves)


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A game that goes on, with its players' names."""

    game: Game
    x: str
    o: str


@dataclass(frozen=True, slots=True)
class Present:
    """Who is here: the programs of the round robin, and everybody else."""

    people: int
    bots: int


def present(players: Iterable[WorkshopPlayer], table: CrossTable | None) -> Present:
    """Who of the *players* is here."""
    bots = {entrant.key for entrant in table.entrants} if table else set()
    here = [player for player in players if player.is_present]
    found = sum(player.pk in bots for player in here)
    return Present(people=len(here) - found, bots=found)


def score_table(workshop: Workshop) -> list[Points]:
    """The players who have played, those with most points first."""
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
    """The round robin as it stands; None if there is none."""
    pairs = list(paired(workshop.pk).select_related("x", "o", "game"))
    if not pairs:
        return None
    away = withdrawn(workshop.pk)
    players = {player.pk: player for pair in pairs for player in players_of(pair)}
    entrants = [
        _entrant(player, is_withdrawn=player.pk in away)
        for player in sorted(players.values(), key=place_in_table)
    ]
    return table_of(entrants, [_result(pair, away) for pair in pairs])


def _entrant(player: WorkshopPlayer, *, is_withdrawn: bool) -> Entrant:
    return Entrant(
        key=player.pk,
        name=player.name,
        verdict=_verdict(player),
        loses_in=player.loses_in,
        is_computer=bool(player.level),
        is_withdrawn=is_withdrawn,
    )


def _verdict(player: WorkshopPlayer) -> Verdict:
    is_asked = player.verdict == WorkshopPlayer.Verdict.ASKING
    has_gone = is_asked and not player.level and not player.is_present
    return Verdict.AWAY if has_gone else Verdict(player.verdict)


def _result(pair: WorkshopGame, away: frozenset[int]) -> Result:
    """How a game of the round robin stands. Who is withdrawn has lost what it has not played."""
    x, o = (player.pk for player in players_of(pair))
    game = pair.game
    if game and game.outcome in HALVES:
        return Result(x, o, Stage.OVER, HALVES[game.outcome])
    if game and game.status == Game.Status.ONGOING:
        return Result(x, o, Stage.PLAYING)
    if x in away or o in away:
        return Result(x, o, Stage.WALKOVER, (2 * (x not in away), 2 * (o not in away)))
    return Result(x, o)


def live_boards(workshop: Workshop) -> list[LiveBoard]:
    """The games that go on, those begun last first."""
    names: dict[int | None, str] = dict(workshop.players.values_list("user_id", "name"))
    ongoing: QuerySet[Game] = Game.objects.ongoing().filter(workshop_game__workshop=workshop)
    games = ongoing.prefetch_related("moves").order_by("-started_at")[:MAX_LIVE_BOARDS]
    return [
        LiveBoard(game, names.get(game.x_player_id, "?"), names.get(game.o_player_id, "?"))
        for game in games
    ]
