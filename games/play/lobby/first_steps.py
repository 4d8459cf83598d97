"""Three first steps for a new account, which the home page shows until they are done or hidden."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, timedelta

from django.db.models import Exists
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.access import viewer_of
from accounts.models import Preferences, User
from accounts.preferences import MARK_FIELDS
from games.core.rules import Mark
from games.engine import LEVELS
from games.models import Game, PuzzleAttempt

NEW_FOR = timedelta(days=14)  # after signing up
LEVEL = LEVELS["rules"]
AS_STRONG = [level.name for level in LEVELS.values() if level.number >= LEVEL.number]


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Which of them are done."""

    has_marks: bool
    has_solved: bool
    has_won: bool
    level = LEVEL

    @property
    def are_done(self) -> bool:
        return self.has_marks and self.has_solved and self.has_won


def first_steps(user: User | None, preferences: Preferences) -> FirstSteps | None:
    """Return how far *user* has come; None for anyone whose home page shows no steps.

    One query for somebody who has signed up lately and has not hidden them; else none.
    """
    if user is None or not user.is_person or user.hides_first_steps:
        return None
    if user.date_joined < timezone.now() - NEW_FOR:
        return None
    has_marks = any(getattr(preferences, name) for name in (*MARK_FIELDS, "handwriting"))
    steps = FirstSteps(has_marks, *_played(user.pk))
    return None if steps.are_done else steps


def _played(user_id: int) -> tuple[bool, bool]:
    """Return whether the user has solved a puzzle on its day, and has beaten LEVEL or a stronger
    one from the empty board.
    """
    solved = PuzzleAttempt.objects.filter(
        solver=user_id,
        state=PuzzleAttempt.State.SOLVED,
        puzzle__days__day=TruncDate("at", tzinfo=UTC),
    )
    games = Game.objects.filter(setup=0, opponent=Game.Opponent.COMPUTER, level__in=AS_STRONG)
    as_x = games.filter(x_player=user_id, outcome=Mark.X)
    as_o = games.filter(o_player=user_id, outcome=Mark.O)
    has_solved, has_won_x, has_won_o = User.objects.filter(pk=user_id).values_list(
        Exists(solved), Exists(as_x), Exists(as_o)
    )[0]
    return has_solved, has_won_x or has_won_o


@require_http_methods(["GET", "HEAD", "POST"])
def hide(request: HttpRequest) -> HttpResponse:
    """Show the visitor the steps no more. A GET leads to the lobby."""
    user = viewer_of(request)
    if request.method == "POST" and user:
        user.hides_first_steps = True
        user.save(update_fields=["hides_first_steps"])
    return redirect("games:home")
