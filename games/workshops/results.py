"""How the games of a workshop ended, as points: a win is one, a draw a half."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from games.core.rules import Mark
from games.models import Game, Workshop, WorkshopGame, WorkshopPlayer

MOST_LIVE = 8  # boards on a page
MOST_ON_THE_WALL = 8  # rows of points: as many as fit above the boards
NAMED_COLUMNS = 8
HALVES = {"x": (2, 0), "draw": (1, 1), "o": (0, 2)}  # of a point, for X and O
SIZE_OF_A_PAIR = 2  # games: each player has X once


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
class Cell:
    """What one player has against another: points of the games that are over, or how it stands."""

    text: str
    state: str  # "self", "none", "playing", "some", or "full" for both games won


@dataclass(frozen=True, slots=True)
class Row:
    """One player in the cross table."""

    player: WorkshopPlayer
    cells: tuple[Cell, ...]
    total: str


@dataclass(frozen=True, slots=True)
class CrossTable:
    rows: tuple[Row, ...]
    played: int
    games: int

    @property
    def has_verdicts(self) -> bool:
        return any(row.player.verdict for row in self.rows)

    @property
    def is_large(self) -> bool:
        """Whether names do not fit above its columns."""
        return len(self.rows) > NAMED_COLUMNS


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A game that goes on, with its players' names."""

    game: Game
    x: str
    o: str


def points_text(halves: int) -> str:
    """For example "0", "½" or "6½"."""
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def names_of(workshop: Workshop) -> dict[int, str]:
    """Names of players by their users."""
    return dict(workshop.players.values_list("user_id", "name"))


def score_table(workshop: Workshop) -> list[Points]:
    """The players who have played, those with most points first."""
    halves, games = Counter[int](), Counter[int]()
    for x, o, outcome in _over(workshop):
        for user, gained in zip((x, o), HALVES[outcome], strict=True):
            halves[user] += gained
            games[user] += 1
    players = workshop.players.filter(user__in=games)
    rows = [Points(one, halves[one.user_id], games[one.user_id]) for one in players]
    return sorted(rows, key=lambda row: (-row.halves, row.games, row.player.name))


def _over(workshop: Workshop) -> Iterable[tuple[int, int, str]]:
    ended = Game.objects.filter(workshop_game__workshop=workshop, outcome__in=HALVES)
    return ended.values_list("x_player_id", "o_player_id", "outcome")


def cross_table(workshop: Workshop) -> CrossTable | None:
    """The round robin as it stands; None if there is none."""
    pairs = list(workshop.games.exclude(x=None).select_related("x", "o", "game"))
    if not pairs:
        return None
    players = sorted({pair.x for pair in pairs}, key=lambda player: player.pk)
    by_seats = {(pair.x_id, pair.o_id): pair for pair in pairs}
    rows = tuple(_row(player, players, by_seats) for player in players)
    played = sum(_halves(pair, Mark.X) is not None for pair in pairs)
    return CrossTable(rows, played, len(pairs))


Pairs = Mapping[tuple[int, int], WorkshopGame]


def _row(player: WorkshopPlayer, players: list[WorkshopPlayer], pairs: Pairs) -> Row:
    total = 0
    cells = []
    for other in players:
        both = [
            (pairs.get((player.pk, other.pk)), Mark.X),
            (pairs.get((other.pk, player.pk)), Mark.O),
        ]
        found = [(pair, mark) for pair, mark in both if pair]
        gained = [halves for pair, mark in found if (halves := _halves(pair, mark)) is not None]
        total += sum(gained)
        is_played = any(pair.game and pair.game.status == "ongoing" for pair, _ in found)
        cells.append(_cell(player is other, gained, is_played=is_played))
    return Row(player, tuple(cells), points_text(total))


def _cell(is_self: bool, gained: list[int], *, is_played: bool) -> Cell:
    if is_self:
        return Cell("", "self")
    if gained:
        state = "full" if sum(gained) == 2 * SIZE_OF_A_PAIR else "some"
        return Cell(points_text(sum(gained)), state)
    return Cell("…", "playing") if is_played else Cell("·", "none")


def _halves(pair: WorkshopGame, mark: Mark) -> int | None:
    """What *mark* has of the game; None unless it is over with a result."""
    halves = HALVES.get(pair.game.outcome) if pair.game else None
    return None if halves is None else halves[mark is Mark.O]


def live_boards(workshop: Workshop) -> list[LiveBoard]:
    """The games that go on, those begun last first."""
    names = names_of(workshop)
    ongoing: QuerySet[Game] = Game.objects.ongoing().filter(workshop_game__workshop=workshop)
    games = ongoing.prefetch_related("moves").order_by("-started_at")[:MOST_LIVE]
    return [
        LiveBoard(game, names.get(game.x_player_id, "?"), names.get(game.o_player_id, "?"))
        for game in games
    ]
