"""What the database keeps of games."""

from games.models.event import AppendOnly, Event, EventQuerySet
from games.models.game import Game, GameQuerySet, MarkChoice, new_uid, standing
from games.models.moments import milliseconds, moment
from games.models.move import Move

__all__ = [
    "AppendOnly",
    "Event",
    "EventQuerySet",
    "Game",
    "GameQuerySet",
    "MarkChoice",
    "Move",
    "milliseconds",
    "moment",
    "new_uid",
    "standing",
]
