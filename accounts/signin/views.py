"""django-allauth's views, changed for guests and for a mail server that is away.

To the library everybody with a session is signed in. So is a guest, who must still be able to sign
up or in, and keeps the session meanwhile.
"""

from __future__ import annotations

from typing import Any

from allauth.account import views
from allauth.account.adapter import get_adapter
from django.db import IntegrityError
from django.http import HttpResponse
from django.views.decorators.cache import never_cache

from accounts.access import hide_from_referrers
from accounts.signin.adapter import has_lost_mail
from accounts.validators import name_error


class KeepsGuest:
    """A view that signs out people who follow a link, but not guests, who would lose games."""

    def logout(self) -> None:
        if not getattr(self.request.user, "is_guest", False):  # type: ignore[attr-defined]
            super().logout()  # type: ignore[misc]


class SignUpView(views.SignupView):
    """Sign-up of anonymous visitors and guests."""

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:  # somebody else took the name a moment ago
            form.add_error("username", name_error("name_taken"))
            response = self.form_invalid(form)
        return response


class PasswordResetView(views.PasswordResetView):
    """The form that asks for the reset mail."""

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        if has_lost_mail(self.request):
            form.add_error(None, get_adapter().validation_error("mail_lost"))
            response = self.form_invalid(form)
        return response


class PasswordResetFromKeyView(KeepsGuest, views.PasswordResetFromKeyView):
    """The link of the reset mail."""


class ConfirmEmailView(KeepsGuest, views.ConfirmEmailView):
    """The link of the confirmation mail."""


sign_up = SignUpView.as_view()
reset_password = PasswordResetView.as_view()
sign_out = never_cache(views.logout)
# Their addresses hold the mail's key.
confirm_email = hide_from_referrers(ConfirmEmailView.as_view())
reset_password_from_key = hide_from_referrers(PasswordResetFromKeyView.as_view())
