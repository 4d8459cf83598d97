"""What the database keeps of games."""

from games.models.bot import BotConditions
from games.models.chat import ChatLine
from games.models.columns import match_columns, milliseconds, moment, turn_columns, utc_now
from games.models.competing.decision import StaffDecision
from games.models.competing.rating import SEEKERS_STAY, Pool, Rated, Rating, RatingChange, Seek
from games.models.competing.round import HALVES, Round, RoundQuerySet
from games.models.competing.tournament import Tournament, TournamentEntry, TournamentQuerySet
from games.models.event import AppendOnly, Event, EventQuerySet
from games.models.fairness import FirstCellProof
from games.models.game import CREATORS_STAY, Game, GameQuerySet
from games.models.game_choices import MarkChoices
from games.models.lab import MAX_VERSION_LENGTH, LabRun, LabRunQuerySet
from games.models.learning.duel import Duel, DuelQuerySet, DuelSeat
from games.models.learning.lesson import LessonAnswer
from games.models.learning.mistake import Mistake, MistakeQuerySet
from games.models.learning.puzzle import (
    DailyPuzzle,
    Puzzle,
    PuzzleAttempt,
    PuzzleQuerySet,
    PuzzleRating,
)
from games.models.learning.puzzle_run import Storm, Streak
from games.models.move import Move
from games.models.notices import DecisionNotice, RefundNotice, TurnMail
from games.models.position import PositionCount, PositionValue
from games.models.processes import Heartbeat, Lock, Outage, ServerProcess
from games.models.push import MAX_ENDPOINT, PushDevice, PushKind, PushNotice
from games.models.report import MAX_REPORT_LENGTH, Report
from games.models.review import Review, WantedReview
from games.models.workshop import Workshop, WorkshopGame, WorkshopPlayer

__all__ = [
    "CREATORS_STAY",
    "HALVES",
    "MAX_ENDPOINT",
    "MAX_REPORT_LENGTH",
    "MAX_VERSION_LENGTH",
    "SEEKERS_STAY",
    "AppendOnly",
    "BotConditions",
    "ChatLine",
    "DailyPuzzle",
    "DecisionNotice",
    "Duel",
    "DuelQuerySet",
    "DuelSeat",
    "Event",
    "EventQuerySet",
    "FirstCellProof",
    "Game",
    "GameQuerySet",
    "Heartbeat",
    "LabRun",
    "LabRunQuerySet",
    "LessonAnswer",
    "Lock",
    "MarkChoices",
    "Mistake",
    "MistakeQuerySet",
    "Move",
    "Outage",
    "Pool",
    "PositionCount",
    "PositionValue",
    "PushDevice",
    "PushKind",
    "PushNotice",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleQuerySet",
    "PuzzleRating",
    "Rated",
    "Rating",
    "RatingChange",
    "RefundNotice",
    "Report",
    "Review",
    "Round",
    "RoundQuerySet",
    "Seek",
    "ServerProcess",
    "StaffDecision",
    "Storm",
    "Streak",
    "Tournament",
    "TournamentEntry",
    "TournamentQuerySet",
    "TurnMail",
    "WantedReview",
    "Workshop",
    "WorkshopGame",
    "WorkshopPlayer",
    "match_columns",
    "milliseconds",
    "moment",
    "turn_columns",
    "utc_now",
]
