"""What staff do to several users at once, each time with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import services
from accounts.access import may_moderate, signed_in_user
from accounts.errors import AccountRefused
from accounts.forms import ReasonForm
from accounts.models import User
from accounts.programs.tokens import revoke_all
from accounts.signin import second_factor
from accounts.signin.authentication import ask_again, authenticated_recently

Asked = dict[str, Any]  # what a form has asked for

REFUSALS = {
    "cannot_ban_self": _("You can’t ban yourself."),
    "cannot_ban_staff": _("Staff can’t be banned. Remove their staff status first."),
    "cannot_ban_engine": _("The computer’s accounts can’t be banned."),
    "cannot_delete_engine": _("The computer’s accounts can’t be deleted."),
    "cannot_delete_staff": _("Staff can’t be deleted. Remove their staff status first."),
    "cannot_mute_staff": _("Staff can’t be muted."),
    "cannot_mute_engine": _("The computer doesn’t chat."),
    "not_muted": _("This account isn’t muted."),
    "already_banned": _("This account is already banned."),
    "not_banned": _("This account isn’t banned."),
    "owner_banned": _("The owner of this bot is banned. Unban the owner first."),
    "account_deleted": _("This account is deleted."),
    "only_superusers": _("Only superusers can change the accounts of staff."),
    "no_tokens": _("This account has no tokens."),
    "no_second_factor": _("This account doesn’t use two-step sign-in."),
}


class UserActions(admin.ModelAdmin):  # type: ignore[type-arg]  # Django takes none
    """A mixin: actions on the users selected in the list."""

    actions = (
        "ban",
        "unban",
        "unmute",
        "revoke_tokens",
        "take_second_factor_away",
        "delete_accounts",
    )

    @admin.action(description=_("Ban selected users…"), permissions=["moderate"])
    def ban(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        def act(user: User, asked: Asked) -> None:
            reason = asked["reason"]
            services.ban(user=user, staff=signed_in_user(request), reason=reason, request=request)
            self.after_ban(request, user, asked)

        form = self.ban_form(request)
        return self._act_on(request, users, "ban", say("Ban these users?"), act, form)

    def ban_form(self, request: HttpRequest) -> type[ReasonForm]:
        """Return the form that asks for the reason for a ban; for others to ask for more."""
        return ReasonForm

    def after_ban(self, request: HttpRequest, user: User, asked: Asked) -> None:
        """Do what else the form has *asked* for once *user* is banned."""

    @admin.action(description=_("Unban selected users…"), permissions=["moderate"])
    def unban(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        def act(user: User, asked: Asked) -> None:
            services.unban(user=user, staff=signed_in_user(request), request=request, **asked)

        return self._act_on(request, users, "unban", say("Unban these users?"), act)

    @admin.action(description=_("Unmute selected users…"), permissions=["moderate"])
    def unmute(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        def act(user: User, asked: Asked) -> None:
            services.unmute(user=user, staff=signed_in_user(request), request=request, **asked)

        return self._act_on(request, users, "unmute", say("Unmute these users?"), act)

    @admin.action(description=_("Revoke all tokens of selected bots…"), permissions=["change"])
    def revoke_tokens(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        def act(user: User, asked: Asked) -> None:
            if not revoke_all(
                account=user, actor=signed_in_user(request), request=request, **asked
            ):
                raise AccountRefused("no_tokens")

        return self._act_on(
            request, users, "revoke_tokens", say("Revoke all tokens of these bots?"), act
        )

    @admin.action(
        description=_("Remove two-step sign-in (lost device)…"),
        permissions=["give_powers"],
    )
    def take_second_factor_away(
        self, request: HttpRequest, users: QuerySet[User]
    ) -> HttpResponse | None:
        def act(user: User, asked: Asked) -> None:
            second_factor.take_away(
                user=user, actor=signed_in_user(request), request=request, **asked
            )

        title = say("Let these users sign in with only a password?")
        return self._act_on(request, users, "take_second_factor_away", title, act)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Return whether staff may ban and mute; whoever may change accounts may do that, too."""
        return may_moderate(signed_in_user(request))

    def has_give_powers_permission(self, request: HttpRequest) -> bool:
        """Let in superusers only: removing a colleague's second step is a way into their
        account.
        """
        return bool(request.user.is_superuser)

    @admin.action(
        description=_("Delete selected accounts permanently…"), permissions=["delete_accounts"]
    )
    def delete_accounts(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        def act(user: User, asked: Asked) -> None:
            if user.is_staff:
                raise AccountRefused("cannot_delete_staff")
            services.delete_account(
                user=user, actor=signed_in_user(request), request=request, **asked
            )

        title = say("Delete these accounts for good?")
        return self._act_on(request, users, "delete_accounts", title, act)

    def has_delete_accounts_permission(self, request: HttpRequest) -> bool:
        """Return whether staff may delete accounts, whose rows stay all the same."""
        return bool(request.user.has_perm("accounts.delete_user"))

    def _act_on(
        self,
        request: HttpRequest,
        users: QuerySet[User],
        action: str,
        title: str,
        act: Callable[[User, Asked], None],
        form_class: type[ReasonForm] = ReasonForm,
    ) -> HttpResponse | None:
        """Ask for a reason, then *act* on each user and report the result.

        First ask for the password or a code, unless one was given recently.
        """
        if not authenticated_recently(request):
            return ask_again(request)
        # The list posts the choice of users; only the page with the reason posts "confirmed".
        form = form_class(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            context = self.admin_site.each_context(request) | {
                "title": title,
                "action": action,
                "users": users,
                "form": form,
                "opts": self.opts,
            }
            return render(request, "accounts/admin_reason.html", context)
        done = sum(self._try(request, user, form.cleaned_data, act) for user in users)
        if done:
            message = ngettext("Done for %(count)d user.", "Done for %(count)d users.", done)
            self.message_user(request, message % {"count": done}, messages.SUCCESS)
        return None

    def _try(
        self, request: HttpRequest, user: User, asked: Asked, act: Callable[[User, Asked], None]
    ) -> bool:
        try:
            act(user, asked)
        except AccountRefused as refused:
            text = f"{user.username}: {REFUSALS[refused.code]}"
            self.message_user(request, text, messages.ERROR)
            return False
        return True
