"""Rows of rounds and ratings that the administration shows, for the access matrix."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Model

from accounts.models import User
from games.models import Rating, RatingChange, Round, Seek, StaffDecision, Tournament

M = TypeVar("M", bound=Model)

BOARD = {"m": 6, "n": 6, "k": 4, "control": "120+2"}
STRENGTHS = (
    "rating_before",
    "deviation_before",
    "volatility_before",
    "rating_after",
    "deviation_after",
    "volatility_after",
)


def rated_rows(player: User, opponent: User, tournament: Tournament) -> dict[str, Model]:
    """A row for the pages of each folder."""
    return {
        "admin/games/rating/": _get_or_create(Rating, user=player, pool="fours"),
        "admin/games/round/": _round(player, opponent),
        "admin/games/ratingchange/": _change(player, opponent),
        "admin/games/seek/": _seek(player),
        "admin/games/staffdecision/": _get_or_create(StaffDecision, kind="annulled", uid="r" * 10),
        "admin/games/tournament/": tournament,
        "admin/games/tournamententry/": tournament.entries.get(),
    }


def _round(player: User, opponent: User) -> Round:
    uid = f"r{player.pk:09}"
    return _get_or_create(Round, uid=uid, first=player, second=opponent, state="off", **BOARD)


def _seek(player: User) -> Seek:
    found = Seek.objects.filter(user=player).first()  # nobody has two
    return found or _get_or_create(Seek, uid=f"s{player.pk:09}", user=player, pool="fours", **BOARD)


def _change(player: User, opponent: User) -> RatingChange:
    round = _round(player, opponent)
    return _get_or_create(RatingChange, round=round, user=player, **dict.fromkeys(STRENGTHS, 100.0))


def _get_or_create(model: type[M], **values: Any) -> M:
    return model._default_manager.filter(**values).first() or model._default_manager.create(
        **values
    )
