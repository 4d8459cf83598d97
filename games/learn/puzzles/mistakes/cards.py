"""When a mistake is to be tried again: by FSRS, from what has become of it so far."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, cast

from fsrs import Card, Rating, Scheduler
from fsrs.card import CardDict

# Wrong: once more today. Right for the first time: tomorrow. From then on FSRS decides.
SCHEDULER = Scheduler(
    learning_steps=(timedelta(minutes=10), timedelta(days=1)),
    relearning_steps=(timedelta(minutes=10), timedelta(days=1)),
    enable_fuzzing=False,
)

State = dict[str, Any]  # of a card, as JSON has it


def new_card(now: datetime) -> State:
    """Return the card of something that is due at once."""
    # A card has the key of its row. Without a number FSRS would take the time for one, and sleep
    # so that the next card has another.
    return cast(State, Card(card_id=0, due=now).to_dict())


def reviewed(state: State, *, is_right: bool, now: datetime) -> tuple[State, datetime]:
    """Return the card after a review at *now*, and when it is due again."""
    rating = Rating.Good if is_right else Rating.Again
    card, _ = SCHEDULER.review_card(Card.from_dict(cast(CardDict, state)), rating, now)
    return cast(State, card.to_dict()), card.due
