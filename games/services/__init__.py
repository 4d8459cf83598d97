"""The verbs: everything that changes a game goes through one of these.

They are coroutines with keyword-only arguments; synchronous callers use `async_to_sync`. Those
of `reports`, in which no room has a part, are plain functions.
"""

from games.live.database import Unavailable
from games.live.deferred import Deferred
from games.live.downtime import SILENCE
from games.live.loading import NotFound
from games.live.roll_call import RollCallListener
from games.live.room import Room
from games.services.challenges import challenge, decline
from games.services.chat import pass_on, say
from games.services.creation import engine_account
from games.services.explanation import Explanation, can_explain, explain
from games.services.lobby import cancel, create_game, join, join_random, quick_match
from games.services.play import (
    abort,
    answer,
    claim,
    claim_draw,
    give_time,
    offer,
    play,
    resign,
    swap,
)
from games.services.removal import remove_ended_sessions, remove_unplayed
from games.services.reports import close_reports, mute_reported, report
from games.services.review import Grading, grading_of, request_review
from games.services.seats import leave_all, show_new_name, transfer_games
from games.services.series import again
from games.services.staff import adjudicate, flag_for_review, staff_abort
from games.services.terms import Terms
from games.services.turn_mail import address_of, send_turn_mail, want_turn_mail
from games.services.upkeep import compare_rooms, expect_outage, fall_flags, write_heartbeat
from games.services.watching import (
    catch_up,
    look,
    on_hint,
    send_state,
    unwatch,
    unwatch_lobby,
    watch,
    watch_lobby,
)

__all__ = [
    "SILENCE",
    "Deferred",
    "Explanation",
    "Grading",
    "NotFound",
    "RollCallListener",
    "Room",
    "Terms",
    "Unavailable",
    "abort",
    "address_of",
    "adjudicate",
    "again",
    "answer",
    "can_explain",
    "cancel",
    "catch_up",
    "challenge",
    "claim",
    "claim_draw",
    "close_reports",
    "compare_rooms",
    "create_game",
    "decline",
    "engine_account",
    "expect_outage",
    "explain",
    "fall_flags",
    "flag_for_review",
    "give_time",
    "grading_of",
    "join",
    "join_random",
    "leave_all",
    "look",
    "mute_reported",
    "offer",
    "on_hint",
    "pass_on",
    "play",
    "quick_match",
    "remove_ended_sessions",
    "remove_unplayed",
    "report",
    "request_review",
    "resign",
    "say",
    "send_state",
    "send_turn_mail",
    "show_new_name",
    "staff_abort",
    "swap",
    "transfer_games",
    "unwatch",
    "unwatch_lobby",
    "want_turn_mail",
    "watch",
    "watch_lobby",
    "write_heartbeat",
]
