"""How users are looked up and made."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models

from accounts import names


class UserQuerySet(models.QuerySet[AbstractBaseUser]):
    """Users by what they are and how they are called."""

    def named(self, name: str) -> UserQuerySet:
        """Whoever is called *name*, in any case: one user or none."""
        if "\x00" in name:  # PostgreSQL does not take it even in a question
            return self.none()
        return self.filter(canonical=names.canonical(name))

    def called(self, name: str) -> AbstractBaseUser | None:
        """Whoever is called *name*, in any case; nobody if the account is gone. One query."""
        if not name.isprintable():
            return None  # no database has to be asked about it, and some refuse NUL
        user: AbstractBaseUser | None = (
            self.filter(deleted_at=None, claimed_by=None).named(name).first()
        )
        return user

    def like(self, name: str) -> UserQuerySet:
        """Those whose name could be taken for *name*, in any case."""
        return self.filter(
            models.Q(canonical=names.canonical(name)) | models.Q(skeleton=names.skeleton(name))
        )

    def guests(self) -> UserQuerySet:
        """Those who play without having signed up."""
        return self.filter(kind=self.model.Kind.GUEST)

    def engines(self) -> UserQuerySet:
        """The accounts of the engine's levels."""
        return self.filter(kind=self.model.Kind.ENGINE)

    def playing(self) -> UserQuerySet:
        """Those who may play: neither deleted, banned nor claimed by another account."""
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
        """Make a user of any kind (a person, if nothing is said).

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
