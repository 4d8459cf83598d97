"""What the administration's pages about games share: rows can only be looked at."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from tictactoe_site.common.admin_lists import LongList
from tictactoe_site.common.admin_mixins import GuardedHistory, WithoutJQuery

NUL = "\x00"  # PostgreSQL refuses it even in a query
MAX_KEY_DIGITS = 18  # digits; more do not fit into 64 bits


class ReadOnlyRows(WithoutJQuery, GuardedHistory, LongList):
    """Rows that nobody adds, changes or deletes by hand.

    The permission to change them is the permission to use the actions.
    """

    list_per_page = 25
    list_max_show_all = 100

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return super().has_view_permission(request) or super().has_change_permission(request)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not _is_askable(request):
            return HttpResponseRedirect(request.path)
        return super().changelist_view(request, extra_context)


def _is_askable(request: HttpRequest) -> bool:
    """Return whether the database accepts the query: no NUL, and keys that can be keys."""
    asked = (text for name, values in request.GET.lists() for text in (name, *values))
    chosen = request.POST.getlist(ACTION_CHECKBOX_NAME)
    return not any(NUL in text for text in asked) and all(_is_key(text) for text in chosen)


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MAX_KEY_DIGITS
