"""How django-allauth signs people up and in here."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import SignupForm
from allauth.account.models import EmailConfirmationHMAC
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.errors import NameRefused
from accounts.guests import claim_guest
from accounts.language import keep_language, language_of
from accounts.limits import MAIL_PER_MAILBOX
from accounts.log import record
from accounts.models import AccountEvent, User
from accounts.preferences import hand_over, preferences_of
from accounts.services import announce_ended_sessions, announce_new_name
from accounts.signin.attempts import Attempt, remember_device
from accounts.signin.authentication import authenticated_recently, is_on_the_way_to_code_page
from accounts.signin.second_factor import has_second_factor
from accounts.validators import name_error
from tictactoe_site.common.addresses import client_address
from tictactoe_site.common.links import public_host, public_url

logger = logging.getLogger(__name__)

CONFIRMATION_MAIL = "account/email/email_confirmation"
RESET_MAIL = "account/email/password_reset_key"
_LINK_SENT = "account/messages/email_confirmation_sent.txt"
_WRONG = _("Wrong name or password.")
_WAYS = {
    "reauthenticate": _("Use the password"),
    "mfa_reauthenticate": _("Use a code from the app"),
}


def has_lost_mail(request: HttpRequest) -> bool:
    """Return whether *request* had a mail written that the mail server did not take."""
    return getattr(request, "_has_lost_mail", False)


def forget_mail(kind: str, email: str) -> None:
    """Let the next mail of *kind* to *email* be sent at once: the link in the last one is void."""
    MAIL_PER_MAILBOX.clear(_mailbox(kind, email))


def _mailbox(kind: str, email: str) -> str:
    return f"{kind} {email.lower()}"


class AccountAdapter(DefaultAccountAdapter):
    """An adapter that keeps guests' games, checks names, and slows down guessing."""

    error_messages = DefaultAccountAdapter.error_messages | {
        # Both have the same words, so that they do not reveal which accounts exist.
        "username_password_mismatch": _WRONG,
        "email_password_mismatch": _WRONG,
        "enter_current_password": _("That isn’t your current password."),
        "incorrect_password": _("That isn’t your password."),
        "duplicate_email": _("This address is already in your list."),
        "mail_given_often": _(
            "Several accounts were given this e-mail address today. Leave it out, or try again "
            "tomorrow."
        ),
        "max_email_addresses": _("You can have at most %d addresses."),
        "mail_lost": _("The e-mail couldn’t be sent. Try again in a few minutes."),
    }

    # ---- signing up -------------------------------------------------------------------------

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as it will be stored, or raise ValidationError."""
        try:
            name = names.clean_own_name(username)
        except NameRefused as refused:
            raise name_error(refused.code) from refused
        # Compared by look, so that nobody passes for somebody else.
        if not shallow and User.objects.like(name).exists():
            raise name_error("name_taken")
        return name

    def new_user(self, request: HttpRequest) -> User:
        """Return the row to sign up: the guest's own, so that their games stay with it.

        To be called in a transaction: of two simultaneous sign-ups, one finds the guest gone.
        """
        if not request.user.is_authenticated:
            return User()
        guests = User.objects.select_for_update().guests().playing()
        guest = guests.filter(pk=request.user.pk).first()
        if guest is None:
            raise ImmediateHttpResponse(redirect("accounts:me"))
        return guest

    def save_user(
        self, request: HttpRequest, user: User, form: SignupForm, commit: bool = True
    ) -> User:
        """Make *user*, new or a guest, the person who filled in *form*."""
        before = {"name": user.username} if user.pk else {}
        user.kind = User.Kind.PERSON
        if before:
            user.signed_up_at = timezone.now()
        preferences = preferences_of(request)
        super().save_user(request, user, form, commit)
        hand_over(preferences, user)
        keep_language(user)
        record(
            AccountEvent.Kind.SIGNED_UP,
            user=user,
            actor=user,
            request=request,
            before=before,
            after={"name": user.username},
        )
        if before:
            announce_new_name(user)
            announce_ended_sessions(user, request)  # the guest's; from now on the row is a person's
        return user

    def set_password(self, user: User, password: str) -> None:
        """Store the new password alone: staff may have banned *user* since the row was read."""
        user.set_password(password)
        user.save(update_fields=["password"])

    # ---- signing in -------------------------------------------------------------------------

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Return the user with *credentials*. Raises ValidationError after too many wrong ones."""
        attempt = Attempt.with_password(request, credentials)
        attempt.enter()
        user: User | None = super().authenticate(request, **credentials)
        if user:
            attempt.forgive()
        return user

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Tell banned users why they cannot sign in; they have given the right password."""
        if user.is_banned:
            return render(request, "account/banned.html", {"banned": user}, status=403)
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign *user* in under a new session key; they take over what a guest here had."""
        guest = request.user if request.user.is_authenticated and request.user.is_guest else None
        preferences = preferences_of(request)
        # Otherwise Django assumes that another person uses the browser, and drops the session.
        for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
            request.session.pop(key, None)
        super().login(request, user)
        hand_over(preferences, user)
        if guest and guest.pk != user.pk:
            claim_guest(guest=guest, user=user, request=request)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponseBase:
        """Send *user* on, and remember the browser."""
        response: HttpResponseBase = super().post_login(request, user, **kwargs)
        remember_device(request, response, user)
        return response

    # ---- signing in again -------------------------------------------------------------------

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether *app* needs the password or a code again; a recent sign-in is enough."""
        if authenticated_recently(context.request):
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """Return the ways to prove one's identity, in this site's words.

        Before a page that could replace the second step, only a code will do.
        """
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if has_second_factor(user) and is_on_the_way_to_code_page(context.request):
            methods = [method for method in methods if method["id"] == "mfa_reauthenticate"]
        for method in methods:
            method["description"] = _WAYS.get(method["id"], method["description"])
        return methods

    # ---- mail -------------------------------------------------------------------------------

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write to *email*, unless it got such a message recently.

        Anybody could have many sent to somebody else. The link in the earlier message is valid for
        days; where it has become void, `forget_mail` was called. If the mail server is away, that
        is logged, told, and one can ask again at once. Known and unknown addresses are both
        written to, so the answer does not tell whether there is an account.
        """
        kind = template_prefix.removesuffix("_signup")
        mailbox = _mailbox(kind, email)
        if MAIL_PER_MAILBOX.take(mailbox):
            logger.info("a mail was not sent, because one was sent recently", extra={"kind": kind})
            return
        known = {
            "email": email,
            "host": public_host(),
            "signup_url": public_url(reverse("account_signup")),
        }
        # Of somebody without an account only the language of the request is known.
        reader = context.get("user")
        with override(language_of(reader) if reader else get_language()):
            message = self.render_mail(template_prefix, email, context | known)
        try:
            message.send()
        except (OSError, SMTPException) as error:  # whoever signs up is not to be kept out by it
            # Not in its own words: they name the address if the mail server refuses it.
            why = type(error).__name__
            logger.error("a mail was not sent", extra={"kind": kind, "why": why})
            MAIL_PER_MAILBOX.give_back(mailbox)
            if self.request:
                self.request._has_lost_mail = True

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Say on the next page what has been done, or that the link could not be sent."""
        if message_template == _LINK_SENT and has_lost_mail(request):
            messages.error(request, self.error_messages["mail_lost"])
        else:
            super().add_message(request, level, message_template, *args, **kwargs)

    def get_reset_password_from_key_url(self, key: str) -> str:
        user, token = key.split("-", 1)
        way = {"uidb36": user, "key": token}
        return public_url(reverse("account_reset_password_from_key", kwargs=way))

    def get_email_confirmation_url(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC
    ) -> str:
        return public_url(reverse("account_confirm_email", args=[emailconfirmation.key]))

    # ---- the rest ---------------------------------------------------------------------------

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether *url* is of this site; one that nobody can read, such as //[, is not."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that limits count by."""
        return client_address(request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:me")
