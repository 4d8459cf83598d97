"""Users, their preferences and relations, and the log of their accounts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import marks, names
from accounts.errors import NameRefused
from accounts.managers import UserManager
from accounts.programs.token_model import Scope, Token
from accounts.validators import name_error, validate_colour, validate_name, validate_symbol

__all__ = ["AccountEvent", "Preferences", "Relation", "Scope", "Token", "User"]


class User(AbstractBaseUser, PermissionsMixin):
    """Anyone who can take a seat in a game: a person, a guest, a bot or an engine's level.

    Rows are not deleted, because games point to them; see services.delete_account. Only guests
    who have left nothing are: see accounts.signin.session_cleanup.
    """

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        GUEST = "guest", _("guest")
        BOT = "bot", _("bot")
        ENGINE = "engine", _("engine")

    username = models.CharField(
        _("name"),
        max_length=names.MAX_LENGTH,
        unique=True,
        validators=[validate_name],
        help_text=_("2 to 20 letters, digits, “_” or “-”. Everyone can see it."),
        error_messages={"unique": _("This name is taken.")},
    )
    canonical = models.CharField(max_length=names.MAX_SKELETON_LENGTH, unique=True, editable=False)
    skeleton = models.CharField(max_length=names.MAX_SKELETON_LENGTH, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.PERSON)
    is_staff = models.BooleanField(
        _("staff"), default=False, help_text=_("Can use the admin site.")
    )
    is_active = models.BooleanField(
        _("active"), default=True, help_text=_("Off once the account is deleted or claimed.")
    )
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)
    banned_at = models.DateTimeField(_("banned"), null=True, blank=True)
    ban_reason = models.CharField(_("reason for the ban"), max_length=200, blank=True)
    chat_muted_until = models.DateTimeField(_("may not chat until"), null=True, blank=True)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)
    # Sessions are checked against it, so raising it ends all of them.
    session_epoch = models.PositiveIntegerField(default=0, editable=False)
    claimed_by = models.ForeignKey(
        "self",
        verbose_name=_("claimed by"),
        help_text=_("The account that took over this guest’s games."),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="claimed_guests",
    )
    owner = models.ForeignKey(
        "self",
        verbose_name=_("owner"),
        help_text=_("The person who made this bot and answers for it."),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="bots",
    )

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        permissions = (("moderate_user", _("Can ban and mute users")),)
        indexes = (models.Index(fields=["email"], name="user_email"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=["person", "guest", "bot", "engine"]),
                name="user_kind_known",
            ),
            models.CheckConstraint(
                condition=models.Q(is_staff=False) | models.Q(kind="person"),
                name="user_staff_are_people",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="bot", owner__isnull=False)
                | ~models.Q(kind="bot") & models.Q(owner__isnull=True),
                name="user_bots_alone_have_owners",
            ),
        )

    def __str__(self) -> str:
        return self.username

    @property
    def is_guest(self) -> bool:
        """Whether this user plays without having signed up."""
        return self.kind == self.Kind.GUEST

    @property
    def is_person(self) -> bool:
        """Whether somebody signed up for this account."""
        return self.kind == self.Kind.PERSON

    @property
    def is_bot(self) -> bool:
        """Whether a program plays under this name, for its owner."""
        return self.kind == self.Kind.BOT

    @property
    def is_engine(self) -> bool:
        """Whether this is one of the site's own players."""
        return self.kind == self.Kind.ENGINE

    @property
    def is_banned(self) -> bool:
        """Whether staff shut this user out."""
        return self.banned_at is not None

    @property
    def is_muted(self) -> bool:
        """Whether staff keep this user from chatting for a while."""
        return self.chat_muted_until is not None and self.chat_muted_until > timezone.now()

    @property
    def is_deleted(self) -> bool:
        """Whether the account was deleted; its name is then a placeholder."""
        return self.deleted_at is not None

    def get_full_name(self) -> str:
        """Return the name; parts of Django call this."""
        return self.username

    def get_short_name(self) -> str:
        """Return the name; parts of Django call this."""
        return self.username

    def get_session_auth_hash(self) -> str:
        """Return the value that a session must hold; a new password changes it."""
        return self._session_hash(settings.SECRET_KEY)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the same under each former secret key."""
        return map(self._session_hash, settings.SECRET_KEY_FALLBACKS)

    def clean(self) -> None:
        """Check what forms and the admin cannot check field by field."""
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)
        try:
            self.clean_name()
        except ValidationError as error:
            raise ValidationError({"username": error}) from error

    def clean_name(self) -> None:
        """Normalise the name; raise ValidationError if this user cannot have it.

        Guests and engines carry reserved names. An account that keeps its name is not asked
        again, so that a name reserved later does not lock its owner out of every form.
        """
        check = names.clean_own_name if self.kind in ("person", "bot") else names.clean_name
        try:
            self.username = check(self.username)
        except NameRefused as refused:
            if refused.code != "name_reserved" or not self._keeps_name():
                raise name_error(refused.code) from refused
        if type(self).objects.like(self.username).exclude(pk=self.pk).exists():
            raise name_error("name_taken")

    def save(self, **kwargs: Any) -> None:
        """Store the user, with the forms in which names are compared."""
        self.canonical = names.canonical(self.username)
        self.skeleton = names.skeleton(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            # They follow from the name, and are what makes it unique.
            kwargs["update_fields"] = {*fields, "canonical", "skeleton"}
        super().save(**kwargs)

    def _session_hash(self, secret: str) -> str:
        value = f"{self.session_epoch} {self.password}"
        return salted_hmac("accounts.session", value, secret, algorithm="sha256").hexdigest()

    def _keeps_name(self) -> bool:
        return (
            self.pk is not None
            and type(self)
            .objects.filter(pk=self.pk, kind=self.kind, canonical=names.canonical(self.username))
            .exists()
        )


class Preferences(models.Model):
    """How a user likes to see and play games. Unsaved, it holds what everybody starts with."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("System")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Confirm(models.TextChoices):
        OFF = "off", _("Never")
        TWO_STEP = "two_step", _("When cells are small")
        ALWAYS = "always", _("For every move")

    class Board(models.TextChoices):
        """What boards look like. Their colours are in tokens.css, their papers in marks.py."""

        PAPER = "paper", _("Graph paper")
        PLAIN = "plain", _("Plain")
        BLACKBOARD = "blackboard", _("Blackboard")
        CONTRAST = "contrast", _("High contrast")
        PASTEL = "pastel", _("Pastel")

    user = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="preferences"
    )
    theme = models.CharField(_("theme"), max_length=10, choices=Theme, default=Theme.SYSTEM)
    sound = models.BooleanField(_("sound"), default=True)
    volume = models.PositiveSmallIntegerField(
        _("volume"), default=70, validators=[MaxValueValidator(100)]
    )
    chat = models.BooleanField(_("chat during games"), default=True)
    confirm = models.CharField(
        _("confirm moves"), max_length=10, choices=Confirm, default=Confirm.TWO_STEP
    )
    premove = models.BooleanField(_("premoves"), default=True)
    zen = models.BooleanField(_("zen mode"), default=False)
    board = models.CharField(_("board style"), max_length=10, choices=Board, default=Board.PAPER)
    coordinates = models.BooleanField(_("coordinates beside the board"), default=True)
    x_symbol = models.CharField(
        _("symbol for X"),
        max_length=marks.MAX_SYMBOL_LENGTH,
        blank=True,
        validators=[validate_symbol],
    )
    o_symbol = models.CharField(
        _("symbol for O"),
        max_length=marks.MAX_SYMBOL_LENGTH,
        blank=True,
        validators=[validate_symbol],
    )
    x_colour = models.CharField(
        _("colour of X"), max_length=7, blank=True, validators=[validate_colour]
    )
    o_colour = models.CharField(
        _("colour of O"), max_length=7, blank=True, validators=[validate_colour]
    )

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"


class Relation(models.Model):
    """One user follows or has blocked another; see accounts.relations."""

    class Kind(models.TextChoices):
        FOLLOW = "follow", _("follows")
        BLOCK = "block", _("has blocked")

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="relations")
    # Its index serves the other direction: an account closes or changes hands.
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("relation")
        verbose_name_plural = _("relations")
        constraints = (
            models.UniqueConstraint(fields=["owner", "other", "kind"], name="relation_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("other")), name="relation_to_another"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["follow", "block"]), name="relation_kind_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.owner_id} {self.kind} {self.other_id}"


class AccountEventQuerySet(models.QuerySet["AccountEvent"]):
    """The log can be read and added to; only personal data can be removed from it."""

    def forget_person(self, user: User) -> None:
        """Remove names from what was done to *user*, and addresses from what they did, too."""
        lines = self.filter(user=user), self.filter(actor=user)
        # Around the log's own `update`, which refuses.
        models.QuerySet.update(lines[0], before={}, after={}, address=None)
        models.QuerySet.update(lines[1], address=None)

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("The account log is append-only.")

    def delete(self) -> NoReturn:
        raise TypeError("The account log is append-only.")


AccountEventManager = models.Manager.from_queryset(AccountEventQuerySet)


class AccountEvent(models.Model):
    """One line of the append-only log: who did what to an account, and what it changed."""

    class Kind(models.TextChoices):
        SIGNED_UP = "signed_up", _("signed up")
        CLAIMED = "claimed", _("guest claimed")
        CHANGED = "changed", _("changed by staff")
        PASSWORD = "password", _("password changed")
        EMAIL = "email", _("e-mail address changed")
        SECOND_FACTOR = "second_factor", _("two-step sign-in changed")
        BANNED = "banned", _("banned")
        UNBANNED = "unbanned", _("ban lifted")
        MUTED = "muted", _("muted")
        UNMUTED = "unmuted", _("may chat again")
        DELETED = "deleted", _("account deleted")
        BOT_MADE = "bot_made", _("bot made")
        TOKEN_MADE = "token_made", _("token made")
        TOKEN_REVOKED = "token_revoked", _("token revoked")

    user = models.ForeignKey(
        User, verbose_name=_("user"), on_delete=models.PROTECT, related_name="account_events"
    )
    actor = models.ForeignKey(
        User,
        verbose_name=_("done by"),
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text=_("Empty if a command did it."),
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    at = models.DateTimeField(_("at"), default=timezone.now)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    address = models.GenericIPAddressField(_("address"), null=True)
    request_id = models.CharField(_("request"), max_length=64, blank=True)

    objects: ClassVar[AccountEventManager] = AccountEventManager()

    class Meta:
        verbose_name = _("account event")
        verbose_name_plural = _("account events")
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=["user", "at"], name="account_event_user_at"),)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind} {self.user}"

    def save(self, **kwargs: Any) -> None:
        """Add the line; existing lines cannot be changed."""
        if not self._state.adding:
            raise TypeError("The account log is append-only.")
        super().save(force_insert=True, using=kwargs.get("using"))

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The account log is append-only.")
