"""Computes ratings again from one round on, as if it had always been what it is now.

Whoever played it may have played others since, and these yet others. Anyone whose rating comes out
differently is followed from there on; everybody else's rounds stay as they are. No change is
rewritten: one that no longer holds is marked as undone, and another one is added.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from datetime import UTC, datetime

from django.db.models import F, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.calculation import DatedStrength, change_of_one
from games.compete.ratings.levels import level_standing
from games.compete.ratings.rows import change_row, is_same, refund_row, result_of
from games.models import Rating, RatingChange, Round

AT_ONCE = 500  # rounds in memory
BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)  # before all rounds

Step = Round | RatingChange


def replay(round: Round) -> set[int]:
    """Compute again all that follows from *round*, which has been changed.

    Return the ids of the users whose ratings are computed again.

    The caller holds the pool, and has stored the round.
    """
    assert round.rated_at is not None
    again = Replay(round.pool, round.rated_at)
    for player in round.players:
        again.follow(player)
    # Before the walk, which does not meet the round if it has been annulled.
    RatingChange.objects.filter(round=round, undone_at=None).update(undone_at=again.now)
    return again.store()


def replay_user(user: User, pool: str, since: datetime) -> set[int]:
    """Compute again what follows if something but a round changed *user*'s rating at *since*."""
    again = Replay(pool, since)
    again.follow(user)
    return again.store()


def replay_all(pool: str) -> set[int]:
    """Compute all ratings of *pool* again from its first round on; return the users' ids.

    The caller holds the pool.
    """
    again = Replay.of_all(pool)
    stale_changes(pool).update(undone_at=again.now)
    return again.store()


def stale_changes(pool: str) -> QuerySet[RatingChange]:
    """Return the changes in *pool* that should be undone.

    Their rounds do not count, or their users are engines or did not play them.
    """
    live = RatingChange.objects.filter(pool=pool, undone_at=None, cause=RatingChange.Cause.ROUND)
    counting = Q(round__in=Round.objects.rated().filter(pool=pool).order_by())
    is_players = Q(user=F("round__first")) | Q(user=F("round__second"))
    return live.exclude(counting & is_players & ~Q(user__kind=User.Kind.ENGINE))


class Replay:
    """One walk through the rounds of *pool* from *since* on, with those who are followed.

    It is stored, or only compared with what is stored.
    """

    def __init__(self, pool: str, since: datetime) -> None:
        self.now = timezone.now()
        self.standings: dict[int, DatedStrength] = {}  # of those who are followed
        self._pool, self._since = pool, since
        self._users: dict[int, User] = {}

    @classmethod
    def of_all(cls, pool: str) -> Replay:
        """Return a walk from the first round on, following all who have or should have a rating."""
        again = cls(pool, BEGINNING)
        rated = Round.objects.rated().filter(pool=pool).order_by()
        keys = {key for pair in rated.values_list("first", "second").iterator() for key in pair}
        keys |= {*Rating.objects.filter(pool=pool).values_list("user", flat=True)}
        for user in User.objects.filter(pk__in=keys).exclude(kind=User.Kind.ENGINE):
            again._take(user, DatedStrength())
        return again

    def follow(self, user: User) -> None:
        """Begin to follow *user* from where they stood before."""
        if user.is_engine:
            return
        earlier = RatingChange.objects.filter(
            user=user, pool=self._pool, undone_at=None, at__lt=self._since
        ).order_by("-at", "-pk")
        last = earlier.first()
        last_round = earlier.filter(cause=RatingChange.Cause.ROUND).first()
        # A refund before the first round adds to nothing.
        self._take(
            user,
            DatedStrength(last.after, last_round.at) if last and last_round else DatedStrength(),
        )

    def store(self) -> set[int]:
        """Exchange the changes that do not hold, write the ratings, and return whose they are."""
        for old, new in self.differences():
            if old:
                old.undone_at = self.now
                old.save(update_fields=["undone_at"])
            new.save()
        for pk, user in self._users.items():
            self._write(user, self.standings[pk])
        return set(self._users)

    def differences(self) -> Iterator[tuple[RatingChange | None, RatingChange]]:
        """Walk, and yield each change that does not hold, or None, with the one that does."""
        for step in _steps_since(self._pool, self._since):
            yield from self._play(step) if isinstance(step, Round) else self._refund(step)

    def _play(self, round: Round) -> Iterator[tuple[RatingChange | None, RatingChange]]:
        if not any(player.pk in self.standings for player in round.players):
            return
        result = result_of(round)
        kept = {row.user_id: row for row in round.live_changes}  # type: ignore[attr-defined]  # by to_attr
        strengths = {}
        for player in round.players:
            if player.is_engine:
                strengths[player.pk] = level_standing(player.username, self._pool).at_time(
                    result.at
                )
            elif player.pk in self.standings:
                strengths[player.pk] = self.standings[player.pk].at_time(result.at)
            else:
                # Not followed, so what the change of this round kept of them still holds.
                strengths[player.pk] = kept[player.pk].before
        for player, own in zip(round.players, (result, result.of_second), strict=True):
            if player.is_engine:
                continue
            other = round.opponent_of(player)
            made = change_of_one(strengths[player.pk], strengths[other.pk], own)
            row = kept.get(player.pk)
            # From here on this player is followed as well: all of their later rounds may differ.
            if row is None or not is_same(row, made):
                yield row, change_row(round, player, made)
                self._take(player, DatedStrength(made.after, result.at))
            elif player.pk in self.standings:
                self._take(player, DatedStrength(made.after, result.at))

    def _refund(self, row: RatingChange) -> Iterator[tuple[RatingChange, RatingChange]]:
        standing = self.standings.get(row.user_id)
        if standing is None or standing.at is None:
            return  # not followed, or without a rating that could be added to
        # A refund has both, by a constraint.
        assert row.because_of is not None
        assert row.given is not None
        again = refund_row(row.user, row.pool, row.because_of, row.given, standing, row.at)
        if (again.before, again.after) != (row.before, row.after):
            yield row, again
        self._take(row.user, DatedStrength(again.after, standing.at))

    def _take(self, user: User, standing: DatedStrength) -> None:
        self.standings[user.pk], self._users[user.pk] = standing, user

    def _write(self, user: User, standing: DatedStrength) -> None:
        """Store how *user* stands; without a round that counts the rating is deleted."""
        live = RatingChange.objects.filter(
            user=user, pool=self._pool, undone_at=None, cause=RatingChange.Cause.ROUND
        )
        rounds = live.count()
        if not rounds:
            Rating.objects.filter(user=user, pool=self._pool).delete()
            return
        rating = Rating.objects.filter(user=user, pool=self._pool).first()
        rating = rating or Rating(user=user, pool=self._pool, of_bot=user.is_bot)
        rating.strength, rating.at = standing.strength, standing.at
        rating.rounds = rounds
        rating.opponents = live.order_by().values("opponent").distinct().count()
        rating.save()


def _steps_since(pool: str, since: datetime) -> Iterator[Step]:
    """Yield rounds and refunds of *pool* from *since* on, in the order of time.

    The changes of each round that stand are its `live_changes`.
    """
    live = RatingChange.objects.filter(undone_at=None)
    changes = Prefetch("changes", queryset=live, to_attr="live_changes")
    rounds = Round.objects.rated().filter(pool=pool, rated_at__gte=since)
    rounds = rounds.select_related("first", "second", "first_game", "second_game")
    refunds = live.filter(pool=pool, cause=RatingChange.Cause.REFUND, at__gte=since)
    return heapq.merge(
        rounds.prefetch_related(changes).iterator(chunk_size=AT_ONCE),
        refunds.order_by("at", "pk")
        .select_related("user", "because_of")
        .iterator(chunk_size=AT_ONCE),
        key=_moment,
    )


def _moment(step: Step) -> datetime:
    at = step.rated_at if isinstance(step, Round) else step.at
    assert at is not None
    return at
