"""What everybody may see of a user."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, QuerySet, Value

from accounts.models import User
from accounts.prepared import Prepared
from games.engine import Level
from games.models import Game
from games.seat_names import level_of
from games.selectors.history import NEWEST
from games.selectors.pages import GamesPage, Start, page_of


@dataclass(frozen=True, slots=True)
class Profile:
    """A user with the results of all games against others; *level* for the site's own players."""

    user: User
    won: int
    drawn: int
    lost: int
    level: Level | None = None

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


def player_called(name: str) -> User | None:
    """Whoever is called *name*, in any case; nobody if the account is gone. One query."""
    if not name.isprintable():
        return None  # no database has to be asked about it, and some refuse NUL
    return User.objects.filter(deleted_at=None, claimed_by=None).named(name).first()


def profile_of(name: str) -> Profile | None:
    """What there is to see of whoever is called *name*. Two queries."""
    user = player_called(name)
    if user is None:
        return None
    return Profile(user=user, level=level_of(user), **_results_of(user))


def profile_games_page(user: User, start: Start = NEWEST) -> GamesPage:
    """A page of *user*'s public games that are over, the newest first."""
    unplayed = (Game.Termination.NONE, Game.Termination.CANCELLED, Game.Termination.ABORT)
    seats = Game.objects.public().of_by_seat(user).values()
    return page_of((games.exclude(termination__in=unplayed) for games in seats), start)


def _results_of(user: User) -> dict[str, int]:
    """How many games were won, drawn and lost, as `head_to_head` counts them: public or not.

    Only what is over has an outcome, and on one device nobody plays against others.
    """
    results = {"won": 0, "drawn": 0, "lost": 0}
    for mark, outcome, games in OUTCOMES.rows(user.pk):
        if outcome:
            results[_result(mark, outcome)] += games
    return results


def _outcomes(user_id: int) -> QuerySet[Game, tuple[str, str, int]]:
    """How often each outcome came for each mark of the user."""
    against_others = Game.objects.exclude(opponent=Game.Opponent.DEVICE)
    as_x, as_o = (
        games.order_by()
        .values("outcome")
        .annotate(mark=Value(mark.value), games=Count("pk"))
        .values_list("mark", "outcome", "games")
        for mark, games in against_others.of_by_seat(user_id).items()
    )
    return as_x.union(as_o, all=True).order_by()


OUTCOMES = Prepared(_outcomes)


def _result(mark: str, outcome: str) -> str:
    if outcome == Game.Outcome.DRAW:
        return "drawn"
    return "won" if outcome == mark else "lost"
