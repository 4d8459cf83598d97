"""Compares the tables of ratings with what the rounds come to, computed from the first one on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction

from accounts.models import User
from games.compete.ratings.calculation import Change, Standing, change
from games.compete.ratings.decisions import record
from games.compete.ratings.levels import level_standing
from games.compete.ratings.replay import AT_ONCE, BEGINNING, replay_all, steps_since
from games.compete.ratings.rows import change_row, is_same, refund_row, result_of
from games.compete.ratings.services import hold
from games.models import Rating, RatingChange, Round, StaffDecision

MAX_LOGGED = 50  # differences in one line of the log


@dataclass(frozen=True, slots=True)
class Difference:
    """What a table has of a user, and what it should have; "" for nothing."""

    user_id: int
    what: str  # a round's uid, "refund", "rating", or "change" with its key
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.user_id} {self.what}: {self.found or 'nothing'}, not {self.expected or '-'}"


def differences(pool: str) -> Iterator[Difference]:
    """All that differs in *pool*. A round that is rated meanwhile may differ, too: look again."""
    return _Check(pool).run()


@transaction.atomic
def repair(*, pool: str, staff: User | None, reason: str) -> int:
    """Make the ratings of *pool* what its rounds come to; return how many differences there were.

    No round is rated meanwhile.
    """
    hold(pool)
    found = list(differences(pool))
    if found:
        replay_all(pool)
        record(
            StaffDecision.Kind.REPAIRED,
            staff=staff,
            reason=reason,
            pool=pool,
            before={"differences": [str(one) for one in found[:MAX_LOGGED]]},
            after={"differences": [str(one) for one in differences(pool)][:MAX_LOGGED]},
        )
    return len(found)


@dataclass(slots=True)
class _Check:
    """One walk through all rounds and refunds of a pool, in which nothing is written."""

    pool: str
    standings: dict[int, Standing] = field(default_factory=dict)
    opponents: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    rounds: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    seen: set[int] = field(default_factory=set)  # changes that belong to a round that counts

    def run(self) -> Iterator[Difference]:
        for step in steps_since(self.pool, BEGINNING):
            yield from self._round(step) if isinstance(step, Round) else self._refund(step)
        yield from self._changes_of_nothing()
        yield from self._ratings()

    def _standing(self, user: User) -> Standing:
        if user.is_engine:
            return level_standing(user.username, self.pool)
        return self.standings.get(user.pk, Standing())

    def _round(self, round: Round) -> Iterator[Difference]:
        result = result_of(round)
        kept = {row.user_id: row for row in round.live_changes}  # type: ignore[attr-defined]  # by to_attr
        self.seen.update(row.pk for row in kept.values())
        one, other = (self._standing(player).on(result.at) for player in round.players)
        made = (change(one, other, result), change(other, one, result.of_second))
        for player, expected in zip(round.players, made, strict=True):
            if player.is_engine:
                continue
            row = kept.pop(player.pk, None)
            if row is None or not is_same(row, expected):
                yield self._differing(player, round, row, expected)
            self.standings[player.pk] = Standing(expected.after, result.at)
            self.opponents[player.pk].add(round.opponent_of(player).pk)
            self.rounds[player.pk] += 1
        for row in kept.values():
            yield Difference(row.user_id, round.uid, _said(row), "")

    def _differing(
        self, player: User, round: Round, row: RatingChange | None, expected: Change
    ) -> Difference:
        wanted = _said(change_row(round, player, expected))
        return Difference(player.pk, round.uid, _said(row) if row else "", wanted)

    def _refund(self, row: RatingChange) -> Iterator[Difference]:
        standing = self.standings.get(row.user_id)
        if standing is None:
            return  # without a rating that could be added to
        assert row.because_of is not None
        assert row.given is not None
        again = refund_row(row.user, self.pool, row.because_of, row.given, standing, row.at)
        if (again.before, again.after) != (row.before, row.after):
            yield Difference(row.user_id, "refund", _said(row), _said(again))
        self.standings[row.user_id] = Standing(again.after, standing.at)

    def _changes_of_nothing(self) -> Iterator[Difference]:
        live = RatingChange.objects.filter(
            pool=self.pool, undone_at=None, cause=RatingChange.Cause.ROUND
        )
        for row in live.order_by().iterator(chunk_size=AT_ONCE):
            if row.pk not in self.seen:
                yield Difference(row.user_id, f"change {row.pk}", _said(row), "")

    def _ratings(self) -> Iterator[Difference]:
        left = dict(self.standings)
        for row in Rating.objects.filter(pool=self.pool).iterator(chunk_size=AT_ONCE):
            expected = left.pop(row.user_id, None)
            wanted = self._line(row.user_id, expected) if expected else ""
            found = _rating_line(Standing(row.strength, row.at), row.rounds, row.opponents)
            if found != wanted:
                yield Difference(row.user_id, "rating", found, wanted)
        for user_id, standing in left.items():
            yield Difference(user_id, "rating", "", self._line(user_id, standing))

    def _line(self, user_id: int, standing: Standing) -> str:
        return _rating_line(standing, self.rounds[user_id], len(self.opponents[user_id]))


def _rating_line(standing: Standing, rounds: int, opponents: int) -> str:
    strength = standing.strength
    numbers = f"{strength.rating!r} {strength.deviation!r} {strength.volatility!r}"
    return f"{numbers}, {rounds} rounds, {opponents} opponents, {standing.at}"


def _said(row: RatingChange) -> str:
    before, after = (f"{it.rating!r} {it.deviation!r}" for it in (row.before, row.after))
    return f"{before} to {after}"
