"""How users are looked up and made."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models

from accounts import names


class UserQuerySet(models.QuerySet[AbstractBaseUser]):
    """Users by kind and by name."""

    def named(self, name: str) -> UserQuerySet:
        """The user called *name*, in upper or lower case: one or none."""
        if "\x00" in name:  # PostgreSQL refuses NUL even in a query
            return self.none()
        return self.filter(canonical=names.canonical(name))

    def called(self, name: str) -> AbstractBaseUser | None:
        """The user called *name*, in any case; None if the account is gone. One query."""
        if not name.isprintable():
            return None  # no such name exists, and PostgreSQL refuses NUL
        user: AbstractBaseUser | None = (
            self.filter(deleted_at=None, claimed_by=None).named(name).first()
        )
        return user

    def like(self, name: str) -> UserQuerySet:
        """Users whose name could be mistaken for *name*."""
        return self.filter(
            models.Q(canonical=names.canonical(name)) | models.Q(skeleton=names.skeleton(name))
        )

    def guests(self) -> UserQuerySet:
        """Users who play without having signed up."""
        return self.filter(kind=self.model.Kind.GUEST)

    def engines(self) -> UserQuerySet:
        """The accounts of the engine's levels."""
        return self.filter(kind=self.model.Kind.ENGINE)

    def playing(self) -> UserQuerySet:
        """Users who may play: not deleted, banned or claimed by another account."""
        return self.filter(is_active=True, banned_at=None, deleted_at=None)


class UserManager(BaseUserManager.from_queryset(UserQuerySet)):  # type: ignore[misc]
    """Makes users whose names have been checked."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> Any:
        """Return the user called *username*, in any case."""
        return self.get(canonical=names.canonical(username or ""))

    def create_user(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> Any:
        """Make a user of any kind (a person by default).

        Raises ValidationError if the name is malformed, reserved (people and bots only), or
        taken by one that looks like it. Without *password* nobody can sign in to the account.
        """
        user = self.model(username=username, email=self.normalize_email(email), **fields)
        user.set_password(password)  # None makes it unusable
        user.clean_name()
        user.save(using=self._db)
        return user

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> Any:
        """Make a person who may do everything in the admin."""
        return self.create_user(
            username, email, password, **{**fields, "is_staff": True, "is_superuser": True}
        )
