"""Copies of the whole database, which `backup` writes and `restore` reads."""

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
        """Raise BadCopy unless *file* is a copy of a site's database."""

    def load(self, file: Path) -> None:
        """Replace the whole database by the copy *file*, or change nothing."""


def copies() -> Copies:
    """Return how the database of the settings is copied."""
    # Our modules are called as Django calls the vendors of databases.
    return cast(Copies, import_module(f"{__name__}.{connection.vendor}"))
