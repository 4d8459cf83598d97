"""Games in the administration: shown, and changed only through the services."""

from games.admin.accounts import PlayerAdmin
from games.admin.bots import BotConditionsAdmin, LabRunAdmin
from games.admin.chat import ChatLineAdmin
from games.admin.competing import (
    RoundAdmin,
    SeekAdmin,
    TournamentAdmin,
    TournamentEntryAdmin,
)
from games.admin.events import EventAdmin
from games.admin.games import GameAdmin
from games.admin.puzzles import PuzzleAdmin
from games.admin.ratings import RatingAdmin, RatingChangeAdmin, StaffDecisionAdmin
from games.admin.reports import ReportAdmin

__all__ = [
    "BotConditionsAdmin",
    "ChatLineAdmin",
    "EventAdmin",
    "GameAdmin",
    "LabRunAdmin",
    "PlayerAdmin",
    "PuzzleAdmin",
    "RatingAdmin",
    "RatingChangeAdmin",
    "ReportAdmin",
    "RoundAdmin",
    "SeekAdmin",
    "StaffDecisionAdmin",
    "TournamentAdmin",
    "TournamentEntryAdmin",
]
