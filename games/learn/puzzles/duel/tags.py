"""A duel in a list of one's own."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Duel, DuelSeat
from games.text.seat_names import name_of

register = template.Library()


@dataclass(frozen=True, slots=True)
class OwnRow:
    """The name of the opponent, and how the duel went."""

    against: str
    result: str


@register.filter
def own_row(duel: Duel, user: User) -> OwnRow:
    """Return a row about *duel* for *user*, who has a seat in it."""
    others = [seat for seat in duel.both if seat.user_id != user.pk]
    return OwnRow(_name_of(others[0]) if others else _("Nobody yet"), _result(duel, user))


def _name_of(seat: DuelSeat) -> str:
    return name_of(seat.user) if seat.user else _("Deleted account")


def _result(duel: Duel, user: User) -> str:
    if duel.state != Duel.State.OVER:
        return str(duel.get_state_display())
    seat = duel.seat_of(user.pk)
    if duel.winner is None or seat is None:
        return _("Draw")
    return _("Won") if seat.number == duel.winner else _("Lost")
