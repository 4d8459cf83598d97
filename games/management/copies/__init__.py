"""Copies of the whole database, whichever it is: what `backup` writes and `restore` reads."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from django.db import connection


class BadCopy(Exception):
    """Why a copy cannot be made, or put back."""


class Copies(Protocol):
    """How one kind of database is copied; each function may raise BadCopy."""

    def save(self, file: Path) -> None:
        """Write the database as it is at one moment into *file*."""

    def check(self, file: Path) -> None:
        """Raise BadCopy unless *file* is such a copy."""

    def load(self, file: Path) -> None:
        """Make the database what *file* is: all of it, or nothing."""


def copies() -> Copies:
    """Return how the database of the settings is copied."""
    # Django's names of databases name our modules, as they name its own backends.
    return cast(Copies, import_module(f"{__name__}.{connection.vendor}"))
