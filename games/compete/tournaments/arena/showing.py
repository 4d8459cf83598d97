"""An arena as its page shows it to one viewer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils import timezone
from msgspec import to_builtins

from accounts.models import User
from games.compete.rounds.services import TIME_TO_BEGIN
from games.compete.tournaments.actions import why_not_join_text
from games.compete.tournaments.arena import boards, standing
from games.compete.tournaments.arena.boards import A_PAGE, TOP
from games.compete.tournaments.arena.standing import ROWS
from games.compete.tournaments.queries import entry_of
from games.compete.tournaments.standings import ABSENCES_TO_PAUSE
from games.core.rules import Mark
from games.models import Game, Round, Tournament, TournamentEntry, milliseconds
from games.protocol.arenas import BoardState, StandingRow
from games.text.seat_names import name_of

PODIUM = 3


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round that the viewer plays now."""

    round: Round
    opponent: str
    own: StandingRow
    other: StandingRow
    mark: str
    seconds: int  # left for the first moves, 0 once both have been made

    @property
    def game(self) -> Game:
        return self.round.game


class ShownArena:
    """What *viewer*, who may be nobody, sees; *page* is what stands in the address."""

    def __init__(self, tournament: Tournament, viewer: User | None, page: str = "") -> None:
        self.tournament, self.viewer, self._page = tournament, viewer, page
        self.now = timezone.now()

    @cached_property
    def count(self) -> int:
        return standing.count(self.tournament)

    @cached_property
    def page(self) -> Page[int]:
        """The places on this page; its number is the nearest that there is."""
        return Paginator(range(1, self.count + 1), ROWS).get_page(self._page)

    @cached_property
    def rows(self) -> list[StandingRow]:
        return standing.rows(self.tournament, self.page.start_index() or 1)

    @cached_property
    def entry(self) -> TournamentEntry | None:
        return entry_of(self.tournament, self.viewer)

    @property
    def is_joined(self) -> bool:
        return self.entry is not None and self.entry.withdrawn_at is None

    @cached_property
    def why_not_join(self) -> str:
        """Why the viewer, who may sign up first, cannot take part; "" if they can."""
        return why_not_join_text(self.tournament, self.viewer, self.entry)

    @property
    def is_paused(self) -> bool:
        return self.entry is not None and self.is_joined and self.entry.paused_at is not None

    @property
    def was_absent(self) -> bool:
        absences = self.entry.absences if self.entry else 0
        return self.is_paused and absences >= ABSENCES_TO_PAUSE

    @cached_property
    def own(self) -> StandingRow | None:
        """The viewer's row."""
        entry = self.entry
        if entry is None or (entry.withdrawn_at and not entry.rounds):
            return None
        on_page = (row for row in self.rows if self.viewer and row.name == self.viewer.username)
        return next(on_page, None) or standing.own_row(self.tournament, entry)

    @property
    def own_elsewhere(self) -> StandingRow | None:
        """The viewer's row if it is not on this page."""
        own = self.own
        return own if own and own.place not in self.page.object_list else None

    @cached_property
    def next_round(self) -> NextRound | None:
        """The round that the viewer plays now."""
        if self.viewer is None or self.entry is None or self.own is None:
            return None
        going = self.tournament.rounds.all().going().of(self.viewer).with_players_and_games()
        round = going.order_by("pk").last()
        if round is None:
            return None
        other = round.opponent_of(self.viewer)
        entry = self.tournament.entries.select_related("user").get(user=other)
        game = round.game
        mark = Mark.X if game.x_player_id == self.viewer.pk else Mark.O
        return NextRound(
            round,
            name_of(other),
            self.own,
            standing.own_row(self.tournament, entry),
            mark.value,
            self._seconds_to_begin(game),
        )

    def _seconds_to_begin(self, game: Game) -> int:
        if game.started_at is None or game.ply >= game.setup + 2:
            return 0
        return max(0, round((game.started_at + TIME_TO_BEGIN - self.now).total_seconds()))

    @cached_property
    def boards(self) -> list[BoardState]:
        """The top boards, as they stand now. Four queries beside that of `playing`."""
        if self.tournament.is_over or not self.playing:
            return []
        now = milliseconds(self.now)
        return [board.at(now) for board in boards.pages(self.tournament, [TOP])[TOP]]

    @property
    def boards_data(self) -> Any:
        """The top boards as the script reads them."""
        return to_builtins(self.boards)

    @cached_property
    def playing(self) -> int:
        """How many rounds go on."""
        return self.tournament.rounds.all().going().count()

    @property
    def podium(self) -> list[StandingRow]:
        """The best, once it is over."""
        if self.tournament.state != Tournament.State.OVER:
            return []
        best = self.rows if self.page.number == 1 else standing.rows(self.tournament, 1, PODIUM)
        return [row for row in best[:PODIUM] if row.rounds]

    @property
    def ms_left(self) -> int:
        """Until it starts, or until it ends."""
        return self.tournament.ms_left(self.now)

    @property
    def is_closing(self) -> bool:
        """Whether no more rounds begin."""
        return self.tournament.is_going and self.now >= self.tournament.last_pairing_at

    @property
    def last_pairing_at(self) -> datetime:
        return self.tournament.last_pairing_at


class ShownBoards:
    """A page of all boards of an arena; *page* is what stands in the address."""

    def __init__(self, tournament: Tournament, page: str = "") -> None:
        now = timezone.now()
        keys = boards.ordered(tournament) if tournament.is_going else []
        # Boards end while somebody turns the pages: beyond the last one that is shown.
        self.page = Paginator(keys, A_PAGE).get_page(page)
        here = boards.boards(list(self.page))
        self.boards = [board.at(milliseconds(now)) for board in here]
        self.ms_left = tournament.ms_left(now)

    @property
    def boards_data(self) -> Any:
        return to_builtins(self.boards)
