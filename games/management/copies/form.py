"""What a copy of the whole database is."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol


class BadCopy(Exception):
    """Why a copy cannot be made, or put back."""


class Copies(Protocol):
    """How one kind of database is copied; all may raise BadCopy."""

    def save(self, file: Path) -> None:
        """Write the database as it is at one moment into *file*."""

    def check(self, file: Path) -> None:
        """Raise BadCopy unless *file* is such a copy."""

    def load(self, file: Path) -> None:
        """Make the database what *file* is: all of it, or nothing."""
