"""Copies of the whole database, whichever it is: what `backup` writes and `restore` reads."""

from __future__ import annotations

from django.db import connection

from games.management.copies import postgresql, sqlite
from games.management.copies.form import Copies


def copies() -> Copies:
    """How the database of the settings is copied."""
    return sqlite if connection.vendor == "sqlite" else postgresql
