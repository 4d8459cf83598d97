"""Tokens of bots: staff see their names and scopes, never the secret text, and revoke them."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.access import signed_in_user
from accounts.models import Token
from accounts.programs.tokens import revoke_token
from accounts.signin.authentication import ask_again, authenticated_recently
from tictactoe_site.common.admin_lists import LongList, by_month
from tictactoe_site.common.admin_mixins import GuardedHistory, ReadOnly, ReadOnlyTable


class TokenInline(ReadOnlyTable):
    model = Token
    fields = ("name", "scopes", "made_at", "expires_at", "last_used_at")


@admin.register(Token)
class TokenAdmin(ReadOnly, GuardedHistory, LongList):
    """All tokens that are stored; revoked ones are deleted."""

    list_display = ("account", "name", "scopes", "made_at", "expires_at", "last_used_at")
    list_display_links = ("name",)
    list_filter = (by_month("made_at"),)
    list_select_related = ("account",)
    search_fields = ("account__username", "account__owner__username", "name")
    fields = ("account", "name", "scopes", "made_at", "expires_at", "last_used_at")
    actions = ("revoke",)

    @admin.action(description=_("Revoke selected tokens"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, tokens: QuerySet[Token]) -> HttpResponse | None:
        if not authenticated_recently(request):
            return ask_again(request)
        chosen = list(tokens.select_related("account"))
        for token in chosen:
            revoke_token(token=token, actor=signed_in_user(request), request=request)
        message = ngettext("%(count)d token revoked.", "%(count)d tokens revoked.", len(chosen))
        self.message_user(request, message % {"count": len(chosen)}, messages.SUCCESS)
        return None

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Let in whoever may change accounts."""
        return bool(request.user.has_perm("accounts.change_user"))
