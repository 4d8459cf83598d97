"""The menu of the account pages, and deleting one's own account."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts import services
from accounts.access import SignedInRequest, user_required
from accounts.errors import AccountRefused
from accounts.forms import DeleteByPasswordForm, DeleteByTickForm


@require_safe
@never_cache
@user_required
def me(request: HttpRequest) -> HttpResponse:
    """Show what a person or a guest can do with the account."""
    return render(request, "accounts/me.html")


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@never_cache
@user_required
def delete(request: SignedInRequest) -> HttpResponse:
    """Ask for the password, or for a tick if there is none, then delete the account."""
    user = request.user
    form_class = DeleteByPasswordForm if user.has_usable_password() else DeleteByTickForm
    form = form_class(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        with suppress(AccountRefused):  # sent twice: the account is already deleted
            services.delete_account(user=user, request=request)
        logout(request)
        messages.success(request, _("Your account is deleted. Thank you for playing."))
        return redirect("/")
    return render(request, "accounts/delete.html", {"form": form})
