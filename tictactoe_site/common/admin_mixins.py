"""What the administration's pages of both applications share."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse


class GuardedHistory(admin.ModelAdmin):  # type: ignore[type-arg]  # Django takes none
    """A row's history, for those only who may see the row. A mixin.

    ModelAdmin looks for the row before it asks who may see it, and so tells that there is one.
    """

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        return super().history_view(request, object_id, extra_context)


class WithoutJQuery(BaseModelAdmin):  # type: ignore[type-arg]  # Django takes none
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


class ReadOnlyTable(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # Django takes none
    """Rows on the page of another row, that can only be looked at."""
