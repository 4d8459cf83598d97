"""What an export holds of learning: lessons, puzzles and races."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from games.core.notation import cell_name, ruleset_text
from games.core.symmetry import settled_moves
from games.models import (
    PuzzleRating,
)
from games.people.profiles.export.chunks import Data, in_chunks


def lessons_data(user: User) -> Iterator[Data]:
    """Yield every question of the lessons that *user* has answered."""
    for answer in in_chunks(user.lesson_answers.all()):
        yield {"lesson": answer.lesson, "question": answer.question}


def puzzle_rating_data(user: User) -> Data | None:
    """Return how *user* stands at puzzles; None if they have no rating."""
    rating = PuzzleRating.objects.filter(user=user).first()
    if rating is None:
        return None
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "plays": rating.plays,
        "at": rating.rated_at,
        "on": rating.is_on,
    }


def puzzles_data(user: User) -> Iterator[Data]:
    """Yield every puzzle that *user* tried, the oldest first."""
    for attempt in in_chunks(user.puzzle_attempts.all()):
        yield {
            "puzzle": attempt.puzzle_id,
            "state": attempt.state,
            "rated": attempt.is_rated,
            "rating": attempt.rating_after and round(attempt.rating_after),
            "at": attempt.at,
        }


def streaks_data(user: User) -> Iterator[Data]:
    """Yield every streak of *user*, the oldest first."""
    for streak in in_chunks(user.streaks.all()):
        yield {
            "solved": streak.solved,
            "started_at": streak.started_at,
            "ended_at": streak.ended_at,
        }


def storms_data(user: User) -> Iterator[Data]:
    """Yield every storm of *user*, the oldest first."""
    for storm in in_chunks(user.storms.all()):
        yield {
            "solved": storm.solved,
            "missed": len(storm.missed),
            "started_at": storm.started_at,
            "ended_at": storm.ended_at,
        }


def duels_data(user: User) -> Iterator[Data]:
    """Yield every duel in which *user* has a seat, and how far they came."""
    for seat in in_chunks(user.duel_seats.select_related("duel")):
        yield {
            "uid": seat.duel.uid,
            "state": seat.duel.state,
            "won": seat.duel.winner == seat.number,
            "solved": seat.solved,
            "wrong": seat.wrong,
            "finished_ms": seat.finished_ms,
            "at": seat.duel.created_at,
        }


def mistakes_data(user: User) -> Iterator[Data]:
    """Yield every position that *user* is to repeat or has removed, with its card as FSRS
    has it.
    """
    for mistake in in_chunks(user.mistakes.select_related("game")):
        names = [cell_name(mistake.ruleset, cell) for cell in settled_moves(mistake.position)]
        yield {
            "board": ruleset_text(mistake.ruleset),
            "position": names,
            "game": mistake.game.uid if mistake.game else None,
            "ply": mistake.ply,
            "reviews": mistake.reviews,
            "due": mistake.due,
            "card": mistake.card,
            "removed_at": mistake.removed_at,
        }
