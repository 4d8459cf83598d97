"""The verbs: everything that changes a game goes through one of these.

They are coroutines with keyword-only arguments; synchronous callers use `async_to_sync`.
"""

from games.live.database import Unavailable
from games.live.downtime import expect_outage
from games.live.loading import NotFound
from games.live.room import Room
from games.services.creation import engine_account
from games.services.lobby import cancel, create_game, join, join_random, quick_match
from games.services.play import abort, answer, offer, play, resign, swap
from games.services.seats import leave_all, show_new_name, transfer_games
from games.services.series import again
from games.services.staff import adjudicate, flag_for_review, staff_abort
from games.services.terms import Terms
from games.services.upkeep import beat, fall_flags
from games.services.watching import look, unwatch, watch

__all__ = [
    "NotFound",
    "Room",
    "Terms",
    "Unavailable",
    "abort",
    "adjudicate",
    "again",
    "answer",
    "beat",
    "cancel",
    "create_game",
    "engine_account",
    "expect_outage",
    "fall_flags",
    "flag_for_review",
    "join",
    "join_random",
    "leave_all",
    "look",
    "offer",
    "play",
    "quick_match",
    "resign",
    "show_new_name",
    "staff_abort",
    "swap",
    "transfer_games",
    "unwatch",
    "watch",
]
