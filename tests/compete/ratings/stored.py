"""Ratings put into the database as they are, without rounds."""

from django.utils import timezone

from games.models import PuzzleRating, Rating


def make_rating(user, rating=1700.0, deviation=50.0, *, pool="fours", at=None, **columns):
    """One that is listed, if nothing else is said."""
    return Rating.objects.create(
        user=user,
        pool=pool,
        rating=rating,
        deviation=deviation,
        of_bot=user.is_bot,
        at=at or timezone.now(),
        **{"volatility": 0.06, "rounds": 20, "opponents": 5, **columns},
    )


def make_puzzle_rating(user, rating=1700.0, deviation=50.0, *, at=None, plays=20):
    return PuzzleRating.objects.create(
        user=user, rating=rating, deviation=deviation, plays=plays, rated_at=at or timezone.now()
    )
