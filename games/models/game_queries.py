"""Which games there are: those that wait, go on, are over, or are somebody's."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from games.core.rules import Mark
from games.core.series import GAMES_OF_ROUND
from games.models.columns import LISTED
from games.models.game_choices import Opponent, StatusChoices, TerminationChoices

if TYPE_CHECKING:
    from accounts.models import User
    from games.models.game import Game  # noqa: F401  # in quotes below

CREATORS_STAY = timedelta(seconds=15)  # here, after their page was last heard of


class GameQuerySet(models.QuerySet["Game"]):
    def open(self) -> GameQuerySet:
        """Return games that wait for a second player."""
        return self.filter(status=StatusChoices.OPEN)

    def bound_to_a_page(self) -> GameQuerySet:
        """Return games that wait for anyone, while their creator has a page of the site open."""
        in_lobby = self.open().filter(opponent=Opponent.ANYONE, invited=None)
        return in_lobby.exclude(control__endswith="d")

    def waiting(self, now: datetime) -> GameQuerySet:
        """Return games that wait for anyone, and whose creators are here or need not be."""
        here = Q(control__endswith="d") | Q(seen_at__gt=now - CREATORS_STAY)
        return self.open().filter(here, opponent=Opponent.ANYONE, invited=None)

    def ongoing(self) -> GameQuerySet:
        return self.filter(status=StatusChoices.ONGOING)

    def finished(self) -> GameQuerySet:
        return self.filter(status=StatusChoices.FINISHED)

    def overdue(self, now: datetime) -> GameQuerySet:
        """Return games in which the time of whoever is to move is up, the longest overdue first."""
        return self.filter(deadline__lt=now).order_by("deadline")  # only ongoing games have one

    def public(self) -> GameQuerySet:
        """Return games that the lobby and lists show to everybody."""
        return self.filter(opponent__in=(Opponent.ANYONE, Opponent.COMPUTER))

    def played(self) -> GameQuerySet:
        """Return games against others that are over, without those that never went on."""
        return self.exclude(opponent=Opponent.DEVICE).exclude(
            termination__in=(
                TerminationChoices.NONE,
                TerminationChoices.CANCELLED,
                TerminationChoices.ABORT,
                TerminationChoices.DECLINED,
            )
        )

    def counted(self) -> GameQuerySet:
        """Return games that count in results: from the empty board, or in a round."""
        return self.filter(Q(setup=0) | Q(best_of=GAMES_OF_ROUND))

    def visible_to(self, user_id: int | None) -> GameQuerySet:
        """Return games that this user may see with their link; see `Game.is_visible_to`."""
        own = Q(creator=user_id) | Q(invited=user_id)
        return self.filter(Q(invited=None) | Q(started_at__isnull=False) | own)

    def of(self, user: User) -> GameQuerySet:
        """Return games in which *user* has a seat."""
        return self.filter(Q(x_player=user) | Q(o_player=user))

    def of_by_seat(self, user: User | int) -> dict[Mark, GameQuerySet]:
        """Return the same games as `of`, each once: those in which *user* plays X, and the others.

        Each is read along an index of its own, the newest first; an OR of both would have to
        read all of them.
        """
        as_o = self.filter(o_player=user).exclude(x_player=user)
        return {Mark.X: self.filter(x_player=user), Mark.O: as_o}

    def with_players(self) -> GameQuerySet:
        return self.select_related("x_player", "o_player", "creator", "invited")

    def for_lists(self) -> GameQuerySet:
        """Return the games with what a list shows of each, but for the moves.

        What else there is of a game or a player is read when it is asked for.
        """
        return self.select_related("x_player", "o_player", "invited").only(*LISTED)
