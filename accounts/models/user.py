"""Users, who are people, guests and programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.errors import NameRefused
from accounts.validators import name_error, validate_name


class UserQuerySet(models.QuerySet["User"]):
    """Users by kind and by name."""

    def with_name(self, name: str) -> UserQuerySet:
        """Return the users called *name*, in upper or lower case: one or none."""
        if "\x00" in name:  # PostgreSQL refuses NUL even in a query
            return self.none()
        return self.filter(canonical=names.canonical(name))

    def find(self, name: str) -> User | None:
        """Return the user called *name*, in any case; None if the account is gone. One query."""
        if not name.isprintable():
            return None  # no such name exists, and PostgreSQL refuses NUL
        return self.filter(deleted_at=None, claimed_by=None).with_name(name).first()

    def like(self, name: str) -> UserQuerySet:
        """Return users whose name could be mistaken for *name*."""
        return self.filter(
            models.Q(canonical=names.canonical(name)) | models.Q(skeleton=names.skeleton(name))
        )

    def guests(self) -> UserQuerySet:
        """Return users who play without having signed up."""
        return self.filter(kind=User.Kind.GUEST)

    def engines(self) -> UserQuerySet:
        """Return the accounts of the engine's levels."""
        return self.filter(kind=User.Kind.ENGINE)

    def playing(self) -> UserQuerySet:
        """Return users who may play: not deleted, banned or claimed by another account."""
        return self.filter(is_active=True, banned_at=None, deleted_at=None)


FromUserQuerySet = BaseUserManager.from_queryset(UserQuerySet)


class UserManager(FromUserQuerySet["User"]):  # type: ignore[valid-type]  # mypy cannot see it
    """A manager that makes users whose names have been checked."""

    use_in_migrations = False

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return *email* in lower case, as it is looked up and as django-allauth stores it."""
        return (email or "").lower()

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user called *username*, in any case."""
        return self.get(canonical=names.canonical(username or ""))

    def create_user(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> User:
        """Make a user of any kind (a person by default).

        Raises ValidationError if the name is malformed, reserved (people and bots only), taken, or
        looks like one that is taken. Without *password* nobody can sign in to the account.
        """
        user = self.model(username=username, email=self.normalize_email(email), **fields)
        user.set_password(password)  # None makes it unusable
        user.clean_name()
        user.save(using=self._db)
        return user

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> User:
        """Make a person who may do everything in the admin."""
        return self.create_user(
            username, email, password, **{**fields, "is_staff": True, "is_superuser": True}
        )


class User(AbstractBaseUser, PermissionsMixin):
    """Anyone who can take a seat in a game: a person, a guest, a bot or an engine's level.

    Rows are not deleted, because games point to them; see services.delete_account. Only guests
    who left nothing behind are deleted: see accounts.signin.sessions.
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
    # When a guest, who had joined before, became this person; of all others nothing.
    signed_up_at = models.DateTimeField(null=True, editable=False)
    banned_at = models.DateTimeField(_("banned"), null=True, blank=True)
    ban_reason = models.CharField(_("reason for the ban"), max_length=200, blank=True)
    chat_muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)
    # Whether the home page leaves out its suggestions for newcomers.
    hides_first_steps = models.BooleanField(default=False, db_default=False, editable=False)
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
        help_text=_("The person who created this bot and is responsible for it."),
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
        """Whether it is a person's own account, which no guest has."""
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
        """Return the values by former secret keys, which older sessions may still hold."""
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

        Guests and engines carry reserved names. A name that was reserved after an
        account took it stays the account's: its owner must not be locked out of every form.
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
