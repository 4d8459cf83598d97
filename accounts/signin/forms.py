"""The forms of sign-up, sign-in, passwords, e-mail addresses and codes, from django-allauth's."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.adapter import get_adapter as get_second_factor_adapter
from allauth.mfa.base import forms as code_forms
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.backends import find_user
from accounts.limits import ACCOUNTS_PER_MAIL
from accounts.models import User
from accounts.signin.attempts import Attempt
from accounts.signin.second_factor import spend

MAX_LOGIN_LENGTH = 254  # an e-mail address
MAX_PASSWORD_LENGTH = 1000  # hashing takes longer for longer ones
MAX_CODE_LENGTH = 32  # with whatever stands between the digits


class PlainForm:
    """Labels instead of placeholders, and a bound for the length of passwords."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field.widget, forms.PasswordInput):
                field.widget.attrs["maxlength"] = str(MAX_PASSWORD_LENGTH)
                field.validators.append(MaxLengthValidator(MAX_PASSWORD_LENGTH))

    def label(self, **labels: Any) -> None:
        """Set the labels of the fields that the form has."""
        for name, label in labels.items():
            if name in self.fields:
                self.fields[name].label = label


def count_use(email: str) -> None:
    """Refuse *email*, known here or not, if too many accounts gave it in a short time."""
    if ACCOUNTS_PER_MAIL.take(email.lower()):
        raise get_adapter().validation_error("mail_given_often")


class SignUpForm(PlainForm, allauth_forms.SignupForm):
    """A name and a password; the e-mail address is for those who forget the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label(
            username=_("Name"),
            email=_("E-mail address (optional)"),
            password2=_("Confirm password"),
        )
        name = self.fields["username"]
        name.help_text = User._meta.get_field("username").help_text
        name.widget.attrs.update(
            minlength=str(names.MIN_LENGTH), autocapitalize="none", spellcheck="false"
        )
        self.fields["email"].help_text = _(
            "Used to reset your password and, if you turn them on, for reminders."
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean()
        if cleaned.get("email") and not self.errors:
            try:
                count_use(cleaned["email"])
            except ValidationError as refused:
                self.add_error("email", refused)
        return cleaned

    def save(self, request: HttpRequest) -> User:
        """Store the account whole, or not at all."""
        with transaction.atomic():
            user: User = super().save(request)
        return user


class SignInForm(PlainForm, allauth_forms.LoginForm):
    """A name or an e-mail address, and the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label(login=_("Name or e-mail address"), remember=_("Keep me signed in"))
        login = self.fields["login"]
        login.validators.append(MaxLengthValidator(MAX_LOGIN_LENGTH))
        login.widget.attrs.update(
            autocomplete="username", autocapitalize="none", spellcheck="false", maxlength="254"
        )
        self.fields["remember"].initial = True
        self.fields["password"].help_text = ""  # the link to reset it is below the form


class ChangePasswordForm(PlainForm, allauth_forms.ChangePasswordForm):
    """The old password, and a new one twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label(
            oldpassword=_("Current password"),
            password1=_("New password"),
            password2=_("Confirm new password"),
        )


class SetPasswordForm(PlainForm, allauth_forms.SetPasswordForm):
    """A first password, for an account that had none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label(password2=_("Confirm password"))


class ResetPasswordForm(PlainForm, allauth_forms.ResetPasswordForm):
    """The e-mail address to send the link to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label(email=_("E-mail address"))

    def clean_email(self) -> str:
        """Write only about the account to which the address would sign in."""
        email: str = super().clean_email()
        user = find_user(email)
        self.users = [user] if user else []
        return email


class ResetPasswordKeyForm(PlainForm, allauth_forms.ResetPasswordKeyForm):
    """A new password twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label(password1=_("New password"), password2=_("Confirm new password"))


class ReauthenticateForm(PlainForm, allauth_forms.ReauthenticateForm):
    """The password again, before something that matters."""


class PlainCodeForm(PlainForm):
    """One code, which is accepted once."""

    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.validators.append(MaxLengthValidator(MAX_CODE_LENGTH))
        code.widget.attrs.update(inputmode="numeric", maxlength=str(MAX_CODE_LENGTH))

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]
        if not spend(self.user, code):
            raise get_second_factor_adapter().validation_error("incorrect_code")
        return code


class FirstCodeForm(PlainCodeForm, ActivateTOTPForm):
    """The first code of an app: it shows that the app has the key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label(code=_("Code from your app"))

    @property
    def secret_in_fours(self) -> str:
        """The key in groups of four characters, as one types it into an app."""
        return " ".join(self.secret[start : start + 4] for start in range(0, len(self.secret), 4))


class LimitedCodeForm(PlainCodeForm):
    """A code of the app or a recovery code, whose attempts are limited as a password's are."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label(code=_("Code from your app, or a recovery code"))

    def clean_code(self) -> str:
        attempt = Attempt.with_code(context.request, self.user)
        attempt.enter()
        code = super().clean_code()
        attempt.forgive()
        return code


class CodeForm(LimitedCodeForm, code_forms.AuthenticateForm):
    """The code at sign-in."""


class CodeAgainForm(LimitedCodeForm, code_forms.ReauthenticateForm):
    """A code again, before something that matters."""


class AddEmailForm(PlainForm, allauth_forms.AddEmailForm):
    """One more e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label(email=_("New e-mail address"))

    def clean_email(self) -> str:
        email: str = super().clean_email()
        count_use(email)
        return email
