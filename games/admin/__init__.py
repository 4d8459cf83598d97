"""Games in the administration: shown, and changed only through the services."""

# Importing these registers their pages.
from games.admin import (  # noqa: F401
    accounts,
    bots,
    chat,
    competing,
    events,
    games,
    puzzles,
    ratings,
    reports,
)
