"""Users, with their games, bans and log, the groups they can be in, and the whole log."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm
from django.contrib.auth.models import Group
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.access import may_moderate, signed_in_user
from accounts.admin.actions import BAN, OTHERS
from accounts.admin.tokens import TokenInline
from accounts.log import record
from accounts.models import AccountEvent, User
from accounts.signin.attempts import forget_attempts
from accounts.signin.authentication import ask_again, authenticated_recently
from tictactoe_site.common.admin_lists import LongList, by_month
from tictactoe_site.common.admin_mixins import (
    GuardedHistory,
    ReadOnly,
    ReadOnlyTable,
    WithoutJQuery,
)

# Whoever may set these can gain every power.
POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")
LOGGED = ("username", "email", "is_staff", "is_superuser")

admin.site.unregister(Group)  # registered anew below
# Addresses and ways to sign in are private to the users: shown on their page, not changed.
admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)


class StateFilter(admin.SimpleListFilter):
    """Accounts by their state."""

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


class EmailAddressInline(ReadOnlyTable):
    model = EmailAddress
    fields = ("email", "primary", "verified")


class SecondFactorInline(ReadOnlyTable):
    model = Authenticator
    fields = ("type", "created_at", "last_used_at")  # not the key
    verbose_name_plural = _("two-step sign-in")


class AccountEventInline(ReadOnlyTable):
    model = AccountEvent
    fk_name = "user"
    fields = ("at", "kind", "actor", "before", "after", "reason", "address")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AccountEvent]:
        events: QuerySet[AccountEvent] = super().get_queryset(request)
        return events.select_related("user", "actor")


class PasswordFirst(admin.ModelAdmin):  # type: ignore[type-arg]  # Django takes none
    """A mixin: ask for the password before a form that gives powers.

    A form to add is shown only once the password was given. If that is too long ago when the form
    is sent, it has to be filled in again, because it can contain a password. A form to change is
    kept when it is sent, until the password is given.
    """

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        is_new = object_id is None
        may = self.has_add_permission if is_new else self.has_change_permission
        asks = (is_new or request.method == "POST") and may(request)
        if asks and not authenticated_recently(request):
            return ask_again(request, keeps_form=not is_new)
        return super().changeform_view(request, object_id, form_url, extra_context)


class NewPersonForm(AdminUserCreationForm):  # type: ignore[type-arg]  # Django takes none
    """A person added by staff; User.clean checks the name."""

    class Meta(AdminUserCreationForm.Meta):
        model = User
        fields = ("username", "email")


class OthersPasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]  # Django takes none
    """A password given by staff, which is stored alone: a colleague may ban the user meanwhile."""

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit=False)
        user.save(update_fields=["password"])
        return user


@admin.register(User)
class UserAdmin(
    PasswordFirst,
    GuardedHistory,
    LongList,
    WithoutJQuery,
    DjangoUserAdmin,  # type: ignore[type-arg]  # Django takes none
):
    """Users with their games, bans and log."""

    add_form = NewPersonForm
    change_password_form = OthersPasswordForm
    list_display = (
        "username",
        "kind",
        "owner",
        "state",
        "email",
        "is_staff",
        "date_joined",
        "last_login",
        "games",
    )
    list_filter = (by_month("date_joined"), "kind", StateFilter, "is_staff")
    list_per_page = 25
    list_select_related = ("owner",)
    ordering = LongList.ordering
    actions = (BAN.action(), *(action.action() for action in OTHERS))
    search_fields = ("username", "email", "owner__username")
    inlines = (EmailAddressInline, SecondFactorInline, TokenInline, AccountEventInline)
    fieldsets = (
        (None, {"fields": ("username", "kind", "owner", "state", "games", "password", "email")}),
        (_("Ban"), {"fields": ("banned_at", "ban_reason", "chat_muted_until")}),
        (_("Permissions"), {"fields": POWERS}),
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
        "owner",
        "state",
        "games",
        "banned_at",
        "ban_reason",
        "chat_muted_until",
        "date_joined",
        "last_login",
        "deleted_at",
        "claimed_by",
        "is_active",
    )

    @admin.display(description=_("state"))
    def state(self, user: User) -> str:
        if user.is_deleted:
            return gettext("deleted")
        if user.is_banned:
            return gettext("banned")
        if user.claimed_by_id:
            return gettext("claimed")
        return gettext("active") if user.is_active else gettext("closed")

    @admin.display(description=_("games"))
    def games(self, user: User) -> str:
        # The path is spelled out, because this application knows nothing of games.
        query = urlencode({"player": user.username})
        return format_html(
            '<a href="{}games/game/?{}">{}</a>', reverse("admin:index"), query, gettext("Games")
        )

    # ---- who may do what --------------------------------------------------------------------

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Let nobody change deleted accounts, and only superusers those of staff."""
        if obj and (obj.is_deleted or (obj.is_staff and not request.user.is_superuser)):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Keep rows, because games point to them; an action makes them anonymous."""
        return False

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Return whether staff may ban and mute; whoever may change accounts may do that, too."""
        return may_moderate(signed_in_user(request))

    def has_remove_second_factor_permission(self, request: HttpRequest) -> bool:
        """Let in superusers only: without the second step a colleague's password is enough."""
        return bool(request.user.is_superuser)

    def has_delete_accounts_permission(self, request: HttpRequest) -> bool:
        """Return whether staff may delete accounts, whose rows stay all the same."""
        return bool(request.user.has_perm("accounts.delete_user"))

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        # The database lets only people be staff.
        if request.user.is_superuser and (obj is None or obj.is_person):
            return self.readonly_fields
        return (*self.readonly_fields, *POWERS)

    # ---- what is written --------------------------------------------------------------------

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        names = [name for name in LOGGED if name in form.changed_data]
        held = User.objects.select_for_update(no_key=True).filter(pk=obj.pk)
        before = held.values(*LOGGED).first() or {}
        if change:  # what was changed alone: a colleague may have changed the rest meanwhile
            obj.save(update_fields=names)
        else:
            super().save_model(request, obj, form, change)
        after = {name: getattr(obj, name) for name in names}
        changed = [name for name in names if before.get(name) != after[name]]
        if changed:
            record(
                AccountEvent.Kind.CHANGED,
                user=obj,
                actor=signed_in_user(request),
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
                actor=signed_in_user(request),
                request=request,
                before=before,
                after=after,
            )

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        if self.has_change_permission(request) and not authenticated_recently(request):
            return ask_again(request, keeps_form=False)
        before = self.get_object(request, id)
        response = super().user_change_password(request, id, form_url)
        after = self.get_object(request, id)
        if before and after and before.password != after.password:
            record(
                AccountEvent.Kind.PASSWORD,
                user=after,
                actor=signed_in_user(request),
                request=request,
            )
            # The owner is elsewhere, and waits no more for what others have tried.
            forget_attempts(after, request)
            services.announce_ended_sessions(after, request)
        return response


def _given_powers(user: User) -> dict[str, list[str]]:
    permissions = user.user_permissions.order_by("codename")
    return {
        "groups": list(user.groups.order_by("name").values_list("name", flat=True)),
        "permissions": list(permissions.values_list("codename", flat=True)),
    }


@admin.register(Group)
class GroupAdmin(PasswordFirst, WithoutJQuery, GuardedHistory, LongList, DjangoGroupAdmin):
    """Powers that several members of staff share; only superusers give and take them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser


@admin.register(AccountEvent)
class AccountEventAdmin(ReadOnly, GuardedHistory, LongList):
    """The log, to be read."""

    list_display = ("at", "kind", "user", "actor", "reason", "address")
    list_filter = (by_month("at"), "kind")
    list_select_related = ("user", "actor")
    search_fields = ("user__username", "actor__username", "reason")
