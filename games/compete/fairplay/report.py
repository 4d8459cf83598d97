"""What is known of how a player plays: findings with their numbers, which prove nothing.

A finding is *striking* where it is hard to explain by chance. Somebody who has learned a board by
heart finds the only moves, friends share a network, and a bad line makes people leave; so staff
look at the games, and ask, before they decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.compete.fairplay import queries
from games.compete.fairplay.decisions import MoveDecision, decisions
from games.compete.fairplay.statistics import Estimate, difference, share, variation
from games.models import Pool, RatingChange, Round

MIN_ROUNDS = 10  # with fewer, shares of rounds are not striking
MIN_POINTS = 100.0
MIN_SHARE_FROM_TWO = 0.6  # of the points won
MIN_QUICK_LOSSES = 3
MIN_LEFT_SHARE = 0.2  # of the rounds
MIN_ROUNDS_TOGETHER = 5  # rounds of two from one network
MIN_DECISIONS = 20
STEADY = 0.35  # people's times vary by more than half of their mean
WEEK = timedelta(days=7)
MAX_ROUNDS_OF_WEEK = 500
MAX_PLAYERS_OF_WEEK = 50


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: a stable *code*, a sentence with its numbers, and whether it
    is *striking*. An *estimate* says how certain it is."""

    code: str
    title: str
    text: str
    is_striking: bool
    estimate: Estimate | None = None


@dataclass(frozen=True, slots=True)
class FairPlayReport:
    """All findings about *user* in one pool."""

    user: User
    pool: str
    rounds: int
    findings: list[Finding] = field(default_factory=list)

    @property
    def striking(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.is_striking]


def report_of(user: User, pool: str, now: datetime | None = None) -> FairPlayReport:
    """Return what the last rounds of *user* in *pool* show. Fifteen queries at most."""
    now = now or timezone.now()
    changes = queries.changes_of(user, pool, now)
    rounds = queries.rounds_of(user)
    findings = [*_of_results(user, changes, rounds), *_of_moves(user, pool, changes)]
    return FairPlayReport(user, pool, len(changes), findings)


def most_striking(now: datetime | None = None) -> list[FairPlayReport]:
    """Return reports on players of the last week with striking findings, those with most first.

    Of very many players only those are looked at who played last.
    """
    now = now or timezone.now()
    found = []
    for pool in Pool.values:
        rounds = Round.objects.rated().filter(pool=pool, rated_at__gt=now - WEEK)
        latest = rounds.order_by("-rated_at", "-pk").values_list("first", "second")
        players = dict.fromkeys(key for pair in latest[:MAX_ROUNDS_OF_WEEK] for key in pair)
        users = User.objects.filter(banned_at=None, deleted_at=None)
        people = users.exclude(kind=User.Kind.ENGINE).in_bulk(players)
        last = [people[key] for key in players if key in people][:MAX_PLAYERS_OF_WEEK]
        found += [report_of(user, pool, now) for user in last]
    striking = [report for report in found if report.striking]
    return sorted(striking, key=lambda report: -len(report.striking))


def _of_results(user: User, changes: list[RatingChange], rounds: list[Round]) -> Iterator[Finding]:
    yield _farming(changes)
    yield _sandbagging(user, changes)
    yield _leaving(user, rounds)
    yield from _networks(user, rounds, changes)


def _farming(changes: list[RatingChange]) -> Finding:
    gains = queries.gains(changes)
    part = gains.from_two / gains.points if gains.points else 0.0
    names = _names(gains.opponents)
    text = _("Of %(points)d points won in %(rounds)d rounds, %(part)d %% came from %(names)s.") % {
        "part": round(100 * part),
        "points": round(gains.points),
        "rounds": gains.rounds,
        "names": names or "–",
    }
    is_striking = (
        part >= MIN_SHARE_FROM_TWO and gains.points >= MIN_POINTS and gains.rounds >= MIN_ROUNDS
    )
    return Finding("farming", _("Points from one or two accounts"), text, is_striking)


def _sandbagging(user: User, changes: list[RatingChange]) -> Finding:
    losses = queries.quick_losses(user, changes)
    text = _(
        "Resigned %(given)d of %(rounds)d rounds early against much weaker players, and won "
        "%(won)d others."
    ) % {"given": losses.given_up, "rounds": losses.rounds, "won": losses.won_otherwise}
    is_striking = losses.given_up >= MIN_QUICK_LOSSES and losses.won_otherwise > 0
    estimate = share(losses.given_up, losses.rounds)
    return Finding("sandbagging", _("Losing on purpose"), text, is_striking, estimate)


def _leaving(user: User, rounds: list[Round]) -> Finding:
    over = [round for round in rounds if round.state != Round.State.GOING]
    left = sum(round.left_by_id == user.pk for round in over)
    text = _("Left %(left)d of the last %(rounds)d rounds.") % {"left": left, "rounds": len(over)}
    estimate = share(left, len(over))
    is_striking = bool(
        estimate and estimate.sample >= MIN_ROUNDS and estimate.value >= MIN_LEFT_SHARE
    )
    return Finding("leaving", _("Leaving rounds"), text, is_striking, estimate)


def _networks(user: User, rounds: list[Round], changes: list[RatingChange]) -> Iterator[Finding]:
    for one in queries.from_one_network(user, rounds, changes):
        text = _(
            "%(rounds)d rounds with %(name)s came from one network. They changed the rating by "
            "%(points)+d points."
        ) % {"rounds": one.rounds, "name": _names((one.other,)), "points": round(one.points)}
        is_striking = one.rounds >= MIN_ROUNDS_TOGETHER and one.points > 0
        yield Finding("network", _("The same network"), text, is_striking)


def _of_moves(user: User, pool: str, changes: list[RatingChange]) -> Iterator[Finding]:
    rounds = [change.round for change in changes if change.round]
    own = [one for one in decisions(rounds) if one.user_id == user.pk]
    others: list[MoveDecision] = []
    if own:
        rating = changes[0].rating_before
        of_others, near = queries.rounds_of_others(user, pool, rating)
        others = [one for one in decisions(of_others) if (one.round_id, one.user_id) in near]
    yield _moves(own, others)
    yield _times(own)


def _moves(own: list[MoveDecision], others: list[MoveDecision]) -> Finding:
    title = _("Finding only moves")
    found, usual = _share_found(own), _share_found(others)
    if found is None:
        return Finding("moves", title, _("No hard decision has been reviewed."), False)
    text = _(
        "Found %(share)d %% of %(sample)d moves where only one move was right (with 95 %% "
        "certainty from %(low)d to %(high)d %%)."
    ) % {**_percents(found), "sample": found.sample}
    if usual is None:
        text += " " + _("There are no players with a similar rating to compare with.")
    else:
        text += " " + _(
            "Players with a similar rating find %(share)d %% of %(sample)d (%(low)d to "
            "%(high)d %%)."
        ) % {**_percents(usual), "sample": usual.sample}
    is_striking = bool(
        usual and min(found.sample, usual.sample) >= MIN_DECISIONS and found.low > usual.high
    )
    return Finding("moves", title, text, is_striking, found)


def _times(own: list[MoveDecision]) -> Finding:
    title = _("Time for hard moves")
    hard = [one.seconds for one in own if one.is_hard]
    easy = [one.seconds for one in own if not one.is_hard]
    more, steady = difference(hard, easy), variation(hard + easy)
    if more is None or steady is None:
        return Finding("times", title, _("Too few moves have been reviewed."), False)
    text = _(
        "Hard moves took %(more)+.1f seconds more than others (with 95 %% certainty from "
        "%(low)+.1f to %(high)+.1f; %(sample)d moves). Times vary by %(steady)d %% of their mean."
    ) % {
        "more": more.value,
        "low": more.low,
        "high": more.high,
        "sample": more.sample,
        "steady": round(100 * steady),
    }
    is_striking = (
        more.sample >= MIN_DECISIONS and len(hard) >= 5 and steady < STEADY and more.low <= 0
    )
    return Finding("times", title, text, is_striking, more)


def _share_found(moves: list[MoveDecision]) -> Estimate | None:
    hard = [one for one in moves if one.is_hard]
    return share(sum(one.is_found for one in hard), len(hard))


def _percents(estimate: Estimate) -> dict[str, int]:
    return {
        "share": round(100 * estimate.value),
        "low": round(100 * estimate.low),
        "high": round(100 * estimate.high),
    }


def _names(keys: tuple[int, ...]) -> str:
    by_key = dict(User.objects.filter(pk__in=keys).values_list("pk", "username"))
    return ", ".join(by_key[key] for key in keys if key in by_key)
