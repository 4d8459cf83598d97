"""What the administration's pages of both applications share."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase


class GuardedHistory:
    """A row's history, for those only who may see the row. To be named before ModelAdmin.

    ModelAdmin looks for the row before it asks who may see it, and so tells that there is one.
    """

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponseBase:
        if not self.has_view_or_change_permission(request):  # type: ignore[attr-defined]
            raise PermissionDenied
        answer: HttpResponseBase = super().history_view(  # type: ignore[misc]
            request, object_id, extra_context
        )
        return answer


class WithoutJQuery:
    """Pages without jQuery. To be named before ModelAdmin or InlineModelAdmin.

    jQuery writes markup from strings, which the security policy (Trusted Types) forbids, so it
    stops while it loads. Lists, their actions and filters do not need it; lists to choose many
    from are plain ones.
    """

    filter_horizontal = ()

    @property
    def media(self) -> forms.Media:
        return forms.Media(js=["admin/js/core.js", "admin/js/actions.js"])


class ReadOnly(WithoutJQuery):
    """Rows that can only be looked at. To be named before ModelAdmin or InlineModelAdmin."""

    def has_add_permission(self, *args: Any) -> bool:
        return False

    def has_change_permission(self, *args: Any) -> bool:
        return False

    def has_delete_permission(self, *args: Any) -> bool:
        return False
