"""Accounts in the administration. Bans and deletions go through the services; all is logged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.contrib.auth.models import Group
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as say
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import services
from accounts.admin_scripts import WithoutJQuery
from accounts.attempts import forget_attempts
from accounts.errors import AccountRefused
from accounts.forms import ReasonForm
from accounts.log import record
from accounts.models import AccountEvent, User

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.db.models import QuerySet

REFUSALS = {
    "cannot_ban_self": _("You cannot ban yourself."),
    "cannot_ban_staff": _("Staff cannot be banned: take the staff status away first."),
    "cannot_ban_engine": _("The site's own players cannot be banned."),
    "cannot_delete_engine": _("The site's own players cannot be deleted."),
    "cannot_delete_staff": _("Staff cannot be deleted: take the staff status away first."),
    "already_banned": _("This account is banned already."),
    "not_banned": _("This account is not banned."),
    "account_deleted": _("This account is deleted."),
}
# Whoever may set these can do everything.
POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")
LOGGED = ("username", "email", "is_staff", "is_superuser")


def sign_in(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
    """Send staff through the site's own sign-in, with its limits."""
    if request.user.is_authenticated and not request.user.is_guest:
        if not request.user.is_staff:
            raise PermissionDenied
        return redirect("admin:index")
    return redirect_to_login(request.GET.get("next") or reverse("admin:index"))


def change_own_password(
    request: HttpRequest, extra_context: dict[str, Any] | None = None
) -> HttpResponseBase:
    """Send staff to the site's own page."""
    return redirect("account_change_password")


admin.site.login = sign_in  # type: ignore[method-assign, assignment]
admin.site.password_change = change_own_password  # type: ignore[method-assign, assignment]
admin.site.unregister(Group)  # registered anew below
admin.site.unregister(EmailAddress)  # addresses are the users' own business: shown, not changed


class ReadOnly(WithoutJQuery):
    """Rows that are looked at only."""

    def has_add_permission(self, *args: Any) -> bool:
        return False

    def has_change_permission(self, *args: Any) -> bool:
        return False

    def has_delete_permission(self, *args: Any) -> bool:
        return False


class StateFilter(admin.SimpleListFilter):
    """What became of the accounts."""

    title = _("state")
    parameter_name = "state"

    CONDITIONS = {
        "active": Q(is_active=True, banned_at=None),
        "banned": Q(banned_at__isnull=False, deleted_at=None),
        "claimed": Q(claimed_by__isnull=False),
        "deleted": Q(deleted_at__isnull=False),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("active", _("active")),
            ("banned", _("banned")),
            ("claimed", _("claimed")),
            ("deleted", _("deleted")),
        ]

    def queryset(self, request: HttpRequest, users: QuerySet[User]) -> QuerySet[User]:
        return users.filter(self.CONDITIONS.get(self.value() or "", Q()))


class EmailAddressInline(ReadOnly, admin.TabularInline):
    model = EmailAddress
    fields = ("email", "primary", "verified")


class AccountEventInline(ReadOnly, admin.TabularInline):
    model = AccountEvent
    fk_name = "user"
    fields = ("at", "kind", "actor", "before", "after", "reason", "address")


class NewPersonForm(AdminUserCreationForm):
    """A person made by staff; User.clean checks the name."""

    class Meta(AdminUserCreationForm.Meta):
        model = User
        fields = ("username", "email")


@admin.register(User)
class UserAdmin(WithoutJQuery, DjangoUserAdmin):
    """Users with their games, bans and log."""

    add_form = NewPersonForm
    list_display = (
        "username",
        "kind",
        "state",
        "email",
        "is_staff",
        "date_joined",
        "last_login",
        "games",
    )
    list_filter = ("kind", StateFilter, "is_staff")
    date_hierarchy = "date_joined"
    ordering = ("-date_joined",)
    search_fields = ("username", "canonical", "email")
    actions = ("ban", "unban", "delete_accounts")
    inlines = (EmailAddressInline, AccountEventInline)
    fieldsets = (
        (None, {"fields": ("username", "kind", "state", "games", "password", "email")}),
        (_("Ban"), {"fields": ("banned_at", "ban_reason")}),
        (_("Powers"), {"fields": POWERS}),
        (
            _("Dates"),
            {"fields": ("date_joined", "last_login", "deleted_at", "claimed_by", "is_active")},
        ),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("username", "email", "usable_password", "password1", "password2"),
            },
        ),
    )
    readonly_fields = (
        "kind",
        "state",
        "games",
        "banned_at",
        "ban_reason",
        "date_joined",
        "last_login",
        "deleted_at",
        "claimed_by",
        "is_active",
    )

    @admin.display(description=_("state"))
    def state(self, user: User) -> str:
        if user.is_deleted:
            return say("deleted")
        if user.is_banned:
            return say("banned")
        if user.claimed_by_id:
            return say("claimed")
        return say("active") if user.is_active else say("closed")

    @admin.display(description=_("games"))
    def games(self, user: User) -> str:
        # By its address alone: this application knows nothing of games.
        query = urlencode({"player": user.username})
        return format_html(
            '<a href="{}games/game/?{}">{}</a>', reverse("admin:index"), query, say("Games")
        )

    # ---- who may do what --------------------------------------------------------------------

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Deleted accounts stay as they are; only superusers change superusers."""
        if obj and (obj.is_deleted or (obj.is_superuser and not request.user.is_superuser)):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Rows stay, because games point to them; the action makes them anonymous."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        if request.user.is_superuser:
            return self.readonly_fields
        return (*self.readonly_fields, *POWERS)

    # ---- what is written --------------------------------------------------------------------

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        before = User.objects.filter(pk=obj.pk).values(*LOGGED).first() or {}
        super().save_model(request, obj, form, change)
        after = {name: getattr(obj, name) for name in LOGGED}
        changed = [name for name in LOGGED if before.get(name) != after[name]]
        if changed:
            record(
                AccountEvent.Kind.CHANGED,
                user=obj,
                actor=request.user,
                request=request,
                before={name: before[name] for name in changed if name in before},
                after={name: after[name] for name in changed},
            )
        if change and "username" in changed:
            services.announce_new_name(obj)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        before = _given_powers(form.instance)
        super().save_related(request, form, formsets, change)
        after = _given_powers(form.instance)
        if before != after:
            record(
                AccountEvent.Kind.CHANGED,
                user=form.instance,
                actor=request.user,
                request=request,
                before=before,
                after=after,
            )

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponseBase:
        before = self.get_object(request, id)
        response: HttpResponseBase = super().user_change_password(request, id, form_url)
        after = self.get_object(request, id)
        if before and after and before.password != after.password:
            record(AccountEvent.Kind.PASSWORD, user=after, actor=request.user, request=request)
            forget_attempts(after.pk)
        return response

    # ---- actions ----------------------------------------------------------------------------

    @admin.action(description=_("Ban the selected users…"), permissions=["change"])
    def ban(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        def act(user: User, reason: str) -> None:
            services.ban(user=user, staff=request.user, reason=reason, request=request)

        return self._act_on(request, users, "ban", say("Ban these users?"), act)

    @admin.action(description=_("Lift the ban of the selected users…"), permissions=["change"])
    def unban(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        def act(user: User, reason: str) -> None:
            services.unban(user=user, staff=request.user, reason=reason, request=request)

        return self._act_on(request, users, "unban", say("Lift the ban of these users?"), act)

    @admin.action(description=_("Delete the selected accounts for good…"), permissions=["change"])
    def delete_accounts(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        def act(user: User, reason: str) -> None:
            if user.is_staff:
                raise AccountRefused("cannot_delete_staff")
            services.delete_account(user=user, actor=request.user, reason=reason, request=request)

        title = say("Delete these accounts for good?")
        return self._act_on(request, users, "delete_accounts", title, act)

    def _act_on(
        self,
        request: HttpRequest,
        users: QuerySet[User],
        action: str,
        title: str,
        act: Callable[[User, str], None],
    ) -> HttpResponse | None:
        """Ask for a reason, then *act* on each user and say how it went."""
        form = ReasonForm(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            context = self.admin_site.each_context(request) | {
                "title": title,
                "action": action,
                "users": users,
                "form": form,
                "opts": self.opts,
            }
            return render(request, "accounts/admin_reason.html", context)
        done = sum(self._try(request, user, form.cleaned_data["reason"], act) for user in users)
        if done:
            message = ngettext("Done for %(count)d user.", "Done for %(count)d users.", done)
            self.message_user(request, message % {"count": done}, messages.SUCCESS)
        return None

    def _try(
        self, request: HttpRequest, user: User, reason: str, act: Callable[[User, str], None]
    ) -> bool:
        try:
            act(user, reason)
        except AccountRefused as refused:
            text = f"{user.username}: {REFUSALS[refused.code]}"
            self.message_user(request, text, messages.ERROR)
            return False
        return True


def _given_powers(user: User) -> dict[str, list[str]]:
    permissions = user.user_permissions.order_by("codename")
    return {
        "groups": list(user.groups.order_by("name").values_list("name", flat=True)),
        "permissions": list(permissions.values_list("codename", flat=True)),
    }


@admin.register(AccountEvent)
class AccountEventAdmin(ReadOnly, admin.ModelAdmin):
    """The log, to be read."""

    list_display = ("at", "kind", "user", "actor", "reason", "address")
    list_filter = ("kind",)
    list_select_related = ("user", "actor")
    date_hierarchy = "at"
    search_fields = ("user__username", "actor__username", "reason")


@admin.register(Group)
class GroupAdmin(WithoutJQuery, DjangoGroupAdmin):
    """Powers that several of the staff share."""
