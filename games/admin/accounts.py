"""Accounts in the administration, with what bans have to do with ratings."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.actions import BAN
from accounts.admin.decisions import Asked
from accounts.admin.users import UserAdmin
from accounts.forms import ReasonForm
from accounts.models import User
from games.admin.decisions import GameAction
from games.admin.fair_play import give_refunds, may_refund

admin.site.unregister(User)  # registered anew below


class BanForm(ReasonForm):
    """The reason for a ban, and whether opponents get back what they lost.

    Only staff know whether a ban is for cheating, so they have to say so.
    """

    refund = forms.BooleanField(
        label=_("Refund the opponents"),
        required=False,
        help_text=_(
            "Tick this if the ban is for cheating. Opponents get back what they lost to this "
            "account in the last 30 days, at most 150 points each."
        ),
    )


class BanAction(GameAction):
    """A ban, in which those staff who may refund opponents are asked whether they want to."""

    def form_for(self, request: HttpRequest) -> type[ReasonForm]:
        return BanForm if may_refund(request) else ReasonForm


def _ban(user: User, request: HttpRequest, asked: Asked) -> None:
    BAN.act(user, request, {"reason": asked["reason"]})
    if asked.get("refund"):
        give_refunds(request, user, asked["reason"])


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Users, whose opponents may be refunded with a ban."""

    actions = (BanAction(**vars(BAN) | {"act": _ban}).action(), *UserAdmin.actions[1:])
