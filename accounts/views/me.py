"""The menu of the account pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import user_required

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
@never_cache
@user_required
def me(request: HttpRequest) -> HttpResponse:
    """Show what a person or a guest can do with the account."""
    return render(request, "accounts/me.html")
