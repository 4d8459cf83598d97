"""Accounts in the administration, with what bans have to do with ratings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.users import UserAdmin
from accounts.forms import ReasonForm
from accounts.models import User
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


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Users, whose opponents may be refunded with a ban."""

    def ban_form(self, request: HttpRequest) -> type[ReasonForm]:
        return BanForm if may_refund(request) else ReasonForm

    def after_ban(self, request: HttpRequest, user: User, asked: dict[str, Any]) -> None:
        if asked.get("refund"):
            give_refunds(self, request, user, asked["reason"])
