"""What a player gains by accomplices who give up: friends, or other accounts of the same person.

The accomplices have new accounts and lose rounds by turns, ten minutes apart. The ratings come from
the site's own calculation. *doubted* was the site's former rule against this; *trusted* is a site
without such a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import MappingProxyType

from games.compete.ratings.calculation import Change, DatedStrength, RoundResult, changes_of_both
from games.core.rating import RatedResult, Strength, updated

BEGUN_AT = datetime(2026, 1, 1, tzinfo=UTC)
APART = timedelta(minutes=10)
MIN_DEVIATION_IN_DOUBT = 350.0  # the least deviation of whoever gave up, by the former rule

Rule = Callable[[DatedStrength, DatedStrength, RoundResult], tuple[Change, Change]]


def trusted(
    winner: DatedStrength, loser: DatedStrength, round: RoundResult
) -> tuple[Change, Change]:
    """Return the changes as if every game had been played."""
    return changes_of_both(winner, loser, replace(round, unplayed=()))


def doubted(
    winner: DatedStrength, loser: DatedStrength, round: RoundResult
) -> tuple[Change, Change]:
    """Return the changes as if hardly anything were known of whoever gave up."""
    won, lost = trusted(winner, loser, round)
    if not round.unplayed:
        return won, lost
    deviation = max(won.opponent.deviation, MIN_DEVIATION_IN_DOUBT)
    after = updated(
        won.before, [RatedResult(replace(won.opponent, deviation=deviation), round.score)]
    )
    return replace(won, after=after), lost


RULES: Mapping[str, Rule] = MappingProxyType(
    {"trusted": trusted, "doubted": doubted, "as it is": changes_of_both}
)
# Of a round won by 2–0: the winner's scores in the games that were not really played.
WAYS: Mapping[str, tuple[float, ...]] = MappingProxyType(
    {
        "both games given up, or one and the round left": (1.0, 1.0),
        "one game lost on the board, the other given up": (1.0,),
        "both games lost on the board": (),
    }
)


@dataclass(frozen=True, slots=True)
class Gain:
    """The winner's strength and the mean rating of the accomplices after all rounds."""

    winner: Strength
    accomplice: float


def gain(
    rule: Rule, unplayed: tuple[float, ...], *, start: Strength, rounds: int, accounts: int
) -> Gain:
    """Return the outcome of *rounds* rounds that *accounts* new accounts lose to one of *start*."""
    winner, losers = DatedStrength(start, BEGUN_AT), [DatedStrength() for _ in range(accounts)]
    for number in range(rounds):
        at, turn = BEGUN_AT + number * APART, number % accounts
        won, lost = rule(winner, losers[turn], RoundResult(1.0, at, unplayed=unplayed))
        winner, losers[turn] = DatedStrength(won.after, at), DatedStrength(lost.after, at)
    return Gain(winner.strength, sum(one.strength.rating for one in losers) / accounts)
