"""What staff can decide about games, through the services; decisions that matter need a reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.signin.authentication import ask_again, authenticated_recently
from games.core.errors import GameError
from games.models import Game, GameQuerySet
from games.moderation.staff import adjudicate, flag_for_review, staff_abort
from games.text.refusals import refusal
from tictactoe_site.common.addresses import client_address, request_id

MOST_AT_ONCE = 100  # games in one decision
MOST_REFUSALS_TOLD = 10  # the page has to stay readable

StaffVerb = Callable[..., Awaitable[None]]
Action = Callable[[ModelAdmin, HttpRequest, GameQuerySet], HttpResponse | None]


class GameReasonForm(forms.Form):
    """The reason for a decision, which is stored in the game's log."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("One line, saved in the log of each game."),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


@dataclass(frozen=True)
class GameDecision:
    """One thing that staff can do to games, and whether it needs a reason."""

    name: str
    label: str | Promise
    verb: StaffVerb
    needs_reason: bool = True

    def action(self) -> Action:
        """The action for the list of games."""

        @admin.action(description=self.label, permissions=["change"])
        def act(
            model_admin: ModelAdmin, request: HttpRequest, games: GameQuerySet
        ) -> HttpResponse | None:
            return self.decide(model_admin, request, games)

        act.__name__ = self.name
        return act

    def decide(
        self, model_admin: ModelAdmin, request: HttpRequest, games: GameQuerySet
    ) -> HttpResponse | None:
        chosen = list(games[: MOST_AT_ONCE + 1])
        if len(chosen) > MOST_AT_ONCE:
            sentence = say("Choose at most %(most)d games at once.") % {"most": MOST_AT_ONCE}
            model_admin.message_user(request, sentence, messages.ERROR)
            return None
        if not self.needs_reason:
            self._carry_out(model_admin, request, chosen)
            return None
        if not authenticated_recently(request):
            return ask_again(request)
        # The list posts the choice of games; only the page with the reason posts "confirmed".
        form = GameReasonForm(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            return self._ask(model_admin, request, chosen, form)
        self._carry_out(model_admin, request, chosen, reason=form.cleaned_data["reason"])
        return None

    def _ask(
        self, model_admin: ModelAdmin, request: HttpRequest, games: list[Game], form: GameReasonForm
    ) -> HttpResponse:
        context = {
            **model_admin.admin_site.each_context(request),
            "title": str(self.label).rstrip("…"),
            "opts": model_admin.opts,
            "decision": self,
            "games": games,
            "form": form,
            "checkbox_name": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/games/game/decide.html", context)

    def _carry_out(
        self, model_admin: ModelAdmin, request: HttpRequest, games: list[Game], **note: str
    ) -> None:
        uids = [game.uid for game in games]
        refusals = async_to_sync(_each)(self.verb, uids, **_trail(request), **note)
        for sentence in refusals[:MOST_REFUSALS_TOLD]:
            model_admin.message_user(request, sentence, messages.ERROR)
        if untold := len(refusals) - MOST_REFUSALS_TOLD:
            _tell_untold(model_admin, request, untold)
        if done := len(uids) - len(refusals):
            sentence = ngettext("Done for %(count)d game.", "Done for %(count)d games.", done)
            model_admin.message_user(request, sentence % {"count": done}, messages.SUCCESS)


async def _each(verb: StaffVerb, uids: list[str], **arguments: Any) -> list[str]:
    """Carry out *verb* on each game; return a sentence for each that the rules refused."""
    refusals = []
    for uid in uids:
        try:
            await verb(uid=uid, **arguments)
        except GameError as error:
            refusals.append(f"{uid}: {refusal(error.code)}")
    return refusals


def _trail(request: HttpRequest) -> dict[str, Any]:
    """Who decides, and from where, for the log."""
    return {
        "staff": request.user,
        "address": client_address(request),
        "request_id": request_id(request),
    }


def _tell_untold(model_admin: ModelAdmin, request: HttpRequest, count: int) -> None:
    if count > 0:
        sentence = ngettext("%(count)d more was refused.", "%(count)d more were refused.", count)
        model_admin.message_user(request, sentence % {"count": count}, messages.ERROR)


DECISIONS = (
    GameDecision("adjudicate_x", _("Decide: X won…"), partial(adjudicate, outcome="x")),
    GameDecision("adjudicate_o", _("Decide: O won…"), partial(adjudicate, outcome="o")),
    GameDecision("adjudicate_draw", _("Decide: draw…"), partial(adjudicate, outcome="draw")),
    GameDecision("annul", _("Annul the result…"), partial(adjudicate, outcome="")),
    GameDecision("abort", _("Abort…"), staff_abort),
    GameDecision(
        "flag",
        _("Flag for review"),
        partial(flag_for_review, on=True),
        needs_reason=False,
    ),
    GameDecision(
        "unflag",
        _("Remove flag"),
        partial(flag_for_review, on=False),
        needs_reason=False,
    ),
)
