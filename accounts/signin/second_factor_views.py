"""The pages of the second step of signing in: django-allauth's, where this site needs more."""

from __future__ import annotations

from functools import wraps
from typing import Any

from allauth.account.stages import LoginStageController
from allauth.mfa.base import views
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as recovery_views
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.totp import views as totp_views
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import TemplateView

from accounts.access import signed_in_user
from accounts.models import User
from accounts.signin.authentication import ask_again, gave_code_recently
from accounts.signin.second_factor import has_second_factor


def private(view: Any) -> Any:
    """Keep the page out of caches, and the typed code out of error reports."""
    return never_cache(sensitive_post_parameters("code")(view))


def code_required(view: Any) -> Any:
    """Open the page only after a recent code; the password is not enough.

    Users without a second step have no code to give, and nothing to lose there.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if has_second_factor(signed_in_user(request)) and not gave_code_recently(request):
            return ask_again(request)
        answer: HttpResponseBase = view(request, *args, **kwargs)
        return answer

    return guarded


@method_decorator(private, name="dispatch")
class OverviewPage(views.IndexView):
    """A page on whether two-step sign-in is on, and what can be done about it."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        user = self.request.user
        return context | {
            "authenticator": context["authenticators"].get(Authenticator.Type.TOTP),
            "codes_left": _codes_left(user),
            "staff_must": user.is_staff and settings.STAFF_SECOND_FACTOR,
        }


@method_decorator(private, name="dispatch")
class SignInCodePage(views.AuthenticateView):
    """The code at sign-in, also for guests, whom the library considers signed in."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.stage = LoginStageController.enter(request, AuthenticateStage.key)
        if self.stage is None or not has_second_factor(self.stage.login.user):
            return redirect("account_login")
        self.form = self._build_forms()
        return TemplateView.dispatch(self, request, *args, **kwargs)


def _codes_left(user: User) -> int:
    codes = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    return len(codes.wrap().get_unused_codes()) if codes else 0


overview = OverviewPage.as_view()
sign_in_code = SignInCodePage.as_view()
code_again = private(views.reauthenticate)
switch_on = private(totp_views.activate_totp)
switch_off = private(code_required(totp_views.deactivate_totp))
recovery_codes = private(recovery_views.view_recovery_codes)
new_recovery_codes = private(code_required(recovery_views.generate_recovery_codes))
