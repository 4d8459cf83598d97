"""The administration's histories, for those only who may see what they are about."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase


class GuardedHistory:
    """To be named before ModelAdmin, which looks for the row first and thereby tells of it."""

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponseBase:
        if not self.has_view_or_change_permission(request):  # type: ignore[attr-defined]
            raise PermissionDenied
        answer: HttpResponseBase = super().history_view(  # type: ignore[misc]
            request, object_id, extra_context
        )
        return answer
