"""Games in the administration: shown, and changed only through the services."""

# What these have registers itself.
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
