"""What staff decide about games; the game's log keeps who, from where, and why."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from asgiref.sync import async_to_sync
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.decisions import Act, Asked, StaffAction
from games.models import Game
from games.people.moderation.staff import adjudicate, flag_for_review, staff_abort
from tictactoe_site.common.addresses import client_address, request_id


def _by(verb: Callable[..., Awaitable[None]], **what: object) -> Act:
    def act(game: Game, request: HttpRequest, asked: Asked) -> None:
        async_to_sync(verb)(
            uid=game.uid,
            staff=request.user,
            address=client_address(request),
            request_id=request_id(request),
            **what,
            **asked,
        )

    return act


def _uid(game: Game) -> str:
    return game.uid


_decision = partial(StaffAction, template="admin/games/game/decide.html", at_once=100, named=_uid)

DECISIONS = (
    _decision("adjudicate_x", _("Decide: X won…"), _by(adjudicate, outcome="x")),
    _decision("adjudicate_o", _("Decide: O won…"), _by(adjudicate, outcome="o")),
    _decision("adjudicate_draw", _("Decide: draw…"), _by(adjudicate, outcome="draw")),
    _decision("annul", _("Annul the result…"), _by(adjudicate, outcome="")),
    _decision("abort", _("Abort…"), _by(staff_abort)),
    _decision("flag", _("Flag for review"), _by(flag_for_review, on=True), form=None),
    _decision("unflag", _("Remove flag"), _by(flag_for_review, on=False), form=None),
)
