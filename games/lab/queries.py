"""Runs of the lab, as pages and tables show them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Max

from accounts.models import User
from games.core.rules import TIC_TAC_TOE, Mark, Ruleset
from games.models import LabRun, LabRunQuerySet

MOST_LISTED = 20


def run_of(run_id: int, user_id: int | None) -> LabRun | None:
    """The run, with its bot and the bot's owner, if this user may see it. One query.

    Another one reads its walk where that is wanted: whoever waits for the next step asks often.
    """
    runs = _shown(LabRun.objects.visible_to(user_id))
    found: LabRun | None = runs.filter(pk=run_id).first()
    return found


def own_runs(owner: User) -> list[LabRun]:
    """The newest runs of *owner*'s bots. One query."""
    return list(_listed(LabRun.objects.filter(bot__owner=owner)))


def public_runs(user_id: int | None) -> list[LabRun]:
    """The newest runs of others' bots with a verdict that everyone may see. One query."""
    runs = LabRun.objects.visible_to(user_id).exclude(verdict="")
    return list(_listed(runs.exclude(bot__owner=user_id) if user_id else runs))


def is_void(run: LabRun) -> bool:
    """Whether the program has changed since: a newer run names another version. One query."""
    newer = LabRun.objects.filter(bot=run.bot_id, pk__gt=run.pk)
    return newer.exclude(version=run.version).exists()


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The newest runs of a bot on a board that ended with a verdict: as X and as O.

    One of another version than the newest of both is left out.
    """

    x: LabRun | None = None
    o: LabRun | None = None

    @property
    def runs(self) -> list[LabRun]:
        return [run for run in (self.x, self.o) if run]

    @property
    def is_proven(self) -> bool:
        """In both seats."""
        return self._have(LabRun.Verdict.PROVEN)

    @property
    def is_unbeaten(self) -> bool:
        """In both seats, though not proven in both."""
        return self._have(LabRun.Verdict.PROVEN, LabRun.Verdict.UNBEATEN)

    def _have(self, *verdicts: str) -> bool:
        return all(run is not None and run.verdict in verdicts for run in (self.x, self.o))


def latest_verdicts(
    bots: Collection[User],
    ruleset: Ruleset = TIC_TAC_TOE,
    among: LabRunQuerySet | None = None,
) -> Mapping[int, Verdicts]:
    """What the lab has shown of *bots*, by id; those without a verdict are not in it. One query.

    All runs count, whoever may see them, or those *among* others.
    """
    runs = LabRun.objects.all() if among is None else among
    on_board = runs.filter(
        bot__in=[bot.pk for bot in bots], m=ruleset.m, n=ruleset.n, k=ruleset.k
    ).exclude(verdict="")
    newest = on_board.order_by().values("bot", "seat").annotate(newest=Max("pk"))
    runs = LabRun.objects.filter(pk__in=newest.values("newest")).defer("walk").order_by("pk")
    found: dict[int, dict[str, LabRun]] = {}
    for run in runs:  # the newest last
        others = found.get(run.bot_id, {})
        kept = {seat: other for seat, other in others.items() if other.version == run.version}
        found[run.bot_id] = {**kept, run.seat: run}
    return {bot: Verdicts(seats.get(Mark.X), seats.get(Mark.O)) for bot, seats in found.items()}


def _shown(runs: LabRunQuerySet) -> LabRunQuerySet:
    return runs.select_related("bot", "bot__owner").defer("walk")


def _listed(runs: LabRunQuerySet) -> LabRunQuerySet:
    return _shown(runs).order_by("-pk")[:MOST_LISTED]
