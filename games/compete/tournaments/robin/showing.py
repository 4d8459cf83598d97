"""A round robin as its page shows it to one viewer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from accounts.models import User
from games.compete.ratings.levels import is_measured
from games.compete.round_robin.boards import LiveBoard, boards_of
from games.compete.round_robin.chart import LEFT_UNTIL_WITHDRAWN, MAX_AT_ONCE
from games.compete.tournaments.actions import why_not_join_text
from games.compete.tournaments.robin.queries import members_of
from games.compete.tournaments.robin.running import MAX_ABSENCE, MAX_PAUSE
from games.compete.tournaments.robin.table import RobinOverview, table_of
from games.engine import LEVELS
from games.models import HALVES, Round, Tournament, TournamentEntry
from games.text.seat_names import level_choice, name_of
from games.text.wording import points_text

MAX_LISTED = 30  # rounds that are over


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round that is over; one that was annulled counts no more."""

    round: Round
    first: str
    second: str
    score: str
    is_annulled: bool
    is_played_again: bool  # it has been since, is being, or will be
    can_be_replayed: bool


class ShownRobin:
    """What *viewer*, who may be nobody, sees."""

    left_until_withdrawn, at_once = LEFT_UNTIL_WITHDRAWN, MAX_AT_ONCE
    minutes_away = MAX_ABSENCE.seconds // 60

    def __init__(self, tournament: Tournament, viewer: User | None) -> None:
        self.tournament, self.viewer = tournament, viewer

    @cached_property
    def entries(self) -> list[TournamentEntry]:
        return members_of(self.tournament)

    @cached_property
    def own_entry(self) -> TournamentEntry | None:
        viewer = self.viewer.pk if self.viewer else None
        return next((entry for entry in self.entries if entry.user_id == viewer), None)

    @property
    def is_joined(self) -> bool:
        return self.own_entry is not None and self.own_entry.withdrawn_at is None

    @cached_property
    def why_not_join(self) -> str:
        """Why the viewer, who may sign up first, cannot take part; "" if they can."""
        return why_not_join_text(self.tournament, self.viewer, self.own_entry)

    @property
    def is_own(self) -> bool:
        """Whether the viewer has made it."""
        return self.viewer is not None and self.tournament.creator_id == self.viewer.pk

    @property
    def pause_ends_at(self) -> datetime | None:
        """When the round robin, which is paused, ends unless it is resumed; None if it is not."""
        paused_at = self.tournament.paused_at
        return paused_at + MAX_PAUSE if paused_at and self.tournament.is_going else None

    @cached_property
    def table(self) -> RobinOverview:
        return table_of(self.tournament)

    @cached_property
    def _going(self) -> list[Round]:
        rounds = self.tournament.rounds.all().going().with_players_and_games()
        return list(
            rounds.prefetch_related("first_game__moves", "second_game__moves").order_by("pk")
        )

    @property
    def boards(self) -> list[LiveBoard]:
        """The games that go on. Three queries."""
        names: dict[int | None, str] = {
            player.pk: name_of(player) for one in self._going for player in one.players
        }
        return boards_of((round.game for round in self._going), names)

    @property
    def own_round(self) -> Round | None:
        """The round that the viewer plays now."""
        own = (round for round in self._going if self.viewer and self.viewer in round.players)
        return next(own, None)

    @property
    def opponent(self) -> str:
        round = self.own_round
        return name_of(round.opponent_of(self.viewer)) if round and self.viewer else ""

    @cached_property
    def over(self) -> list[FinishedRound]:
        """The rounds that ended last, the newest first."""
        rounds = self.tournament.rounds.filter(state=Round.State.OVER).with_players_and_games()
        latest = rounds.order_by("-over_at", "-pk")[:MAX_LISTED]
        return [self._finished_round(round) for round in latest]

    def _finished_round(self, round: Round) -> FinishedRound:
        halves = round.halves or 0
        pair = frozenset((round.first_id, round.second_id))
        is_annulled = round.annulled_at is not None
        return FinishedRound(
            round,
            name_of(round.first),
            name_of(round.second),
            f"{points_text(halves)} : {points_text(HALVES - halves)}",
            is_annulled=is_annulled,
            is_played_again=is_annulled and pair in self._pairs_that_play,
            # As `services.replay` refuses it.
            can_be_replayed=not is_annulled
            and round.rated_at is None
            and not self.table.chart.withdrawn & pair,
        )

    @cached_property
    def _pairs_that_play(self) -> frozenset[frozenset[int]]:
        """The pairs with a round that counts, or that is still to begin."""
        chart = self.table.chart
        begun = {meeting.pair for meeting in chart.meetings if meeting.is_begun}
        to_begin = chart.unplayed if self.tournament.is_going else ()
        return frozenset(begun.union(meeting.pair for meeting in to_begin))

    @property
    def can_replay(self) -> bool:
        """Whether the viewer can have any of the rounds that are over played again."""
        is_led = self.is_own and self.tournament.is_going
        return is_led and any(one.can_be_replayed for one in self.over)

    @property
    def levels(self) -> list[tuple[str, str]]:
        """The computer's levels that can still be entered: names, and what pages call them."""
        entered = {entry.user.username for entry in self.entries}
        pool = self.tournament.pool
        return [
            (level.name, level_choice(level))
            for level in LEVELS.values()
            if level.title not in entered and (not pool or is_measured(level.title, pool))
        ]
