"""An arena as its page shows it to one viewer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.core.rules import Mark
from games.models import Game, Round, Tournament, TournamentEntry
from games.protocol.messages import StandingRow
from games.rounds.services import TIME_TO_BEGIN
from games.text.seat_names import name_of
from games.tournaments.arena import standing
from games.tournaments.arena.standing import ROWS
from games.tournaments.queries import entry_of
from games.tournaments.scores import STANDING
from tictactoe_site.common.numbers import parse_number

TOP_BOARDS = 2
PODIUM = 3


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round that the viewer plays now."""

    round: Round
    opponent: str
    own: StandingRow
    other: StandingRow
    mark: str
    seconds: int  # for the first move, 0 once it has been made

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
    def page(self) -> int:
        pages = max(1, -(-self.count // ROWS))
        return min(max(1, parse_number(self._page) or 1), pages)

    @property
    def first(self) -> int:
        """The place of the first row on this page."""
        return (self.page - 1) * ROWS + 1

    @property
    def last(self) -> int:
        return min(self.count, self.page * ROWS)

    @property
    def previous_page(self) -> int:
        return self.page - 1

    @property
    def next_page(self) -> int:
        """0 if there is none."""
        return self.page + 1 if self.last < self.count else 0

    @cached_property
    def rows(self) -> list[StandingRow]:
        return standing.rows(self.tournament, self.first)

    @cached_property
    def entry(self) -> TournamentEntry | None:
        return entry_of(self.tournament, self.viewer)

    @property
    def is_joined(self) -> bool:
        return self.entry is not None and self.entry.withdrawn_at is None

    @property
    def is_paused(self) -> bool:
        return self.entry is not None and self.is_joined and self.entry.paused_at is not None

    @property
    def was_absent(self) -> bool:
        return self.is_paused and self.entry is not None and self.entry.absences > 0

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
        """The same if it is not on this page."""
        own = self.own
        return own if own and not self.first <= own.place <= self.last else None

    @cached_property
    def next_round(self) -> NextRound | None:
        """The round that the viewer plays now."""
        if self.viewer is None or self.entry is None or self.own is None:
            return None
        going = self.tournament.rounds.all().going().of(self.viewer).with_all()
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
    def boards(self) -> list[Game]:
        """The games of those who stand best, as they are played now. Two queries."""
        if self.tournament.is_over or not self.playing:
            return []
        order = TournamentEntry.objects.filter(standing.listed(self.tournament))
        best = order.order_by(*STANDING).values_list("user", flat=True)[:ROWS]
        places = {user_id: place for place, user_id in enumerate(best)}
        theirs = Q(first__in=places) | Q(second__in=places)
        found = self.tournament.rounds.all().going().with_all().filter(theirs)

        def best_place(round: Round) -> int:
            return min(places.get(round.first_id, ROWS), places.get(round.second_id, ROWS))

        return [round.game for round in sorted(found, key=best_place)[:TOP_BOARDS]]

    @cached_property
    def playing(self) -> int:
        """How many rounds go on."""
        return self.tournament.rounds.all().going().count()

    @property
    def podium(self) -> list[StandingRow]:
        """The best, once it is over."""
        if self.tournament.state != Tournament.State.OVER:
            return []
        best = self.rows if self.page == 1 else standing.rows(self.tournament, 1, PODIUM)
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
