"""What staff can do to rounds; each decision is logged, and can be taken back."""

from __future__ import annotations

from functools import partial

from asgiref.sync import async_to_sync
from django.db import transaction

from accounts.models import User
from games.compete.ratings import services as ratings
from games.compete.rounds.services import go_on, round_ended, tell_players
from games.core.errors import GameError
from games.models import Round


@transaction.atomic
def annul(*, uid: str, staff: User, reason: str) -> None:
    """Let a round that is over count no more, for ratings and in its tournament.

    A second call does nothing. Raises GameError: not_staff, no_such_round, round_not_over.
    """
    require_staff(staff)
    _tell(ratings.annul(uid=uid, by=staff, reason=reason))


@transaction.atomic
def restore(*, uid: str, staff: User, reason: str) -> None:
    """Let an annulled round count again.

    A second call does nothing. Raises GameError: not_staff, no_such_round, round_not_over.
    """
    require_staff(staff)
    _tell(ratings.restore(uid=uid, by=staff, reason=reason))


def require_staff(user: User) -> None:
    """Raise GameError("not_staff") unless *user* is one of the staff."""
    if not (user.is_staff and user.is_active):
        raise GameError("not_staff")


def _tell(round: Round) -> None:
    round_ended.send(sender=Round, round=round)
    # Whoever looks at its last game sees it at once; a page that misses it says so when it loads.
    transaction.on_commit(partial(async_to_sync(_show), round), robust=True)


async def _show(round: Round) -> None:
    await go_on(round.uid)
    await tell_players(round)
