"""Runs of the lab, as pages and tables show them."""

from __future__ import annotations

from accounts.models import User
from games.models import LabRun, LabRunQuerySet

MAX_LISTED = 20


def run_of(run_id: int, user_id: int | None) -> LabRun | None:
    """Return the run, with its bot and the bot's owner, if this user may see it. One query.

    The walk is left for another query: whoever waits for the next step asks often.
    """
    runs = _with_owner(LabRun.objects.visible_to(user_id))
    found: LabRun | None = runs.filter(pk=run_id).first()
    return found


def own_runs(owner: User) -> list[LabRun]:
    """Return the newest runs of *owner*'s bots. One query."""
    return list(_listed(LabRun.objects.filter(bot__owner=owner)))


def public_runs(user_id: int | None) -> list[LabRun]:
    """Return the newest runs of others' bots with a verdict that everyone may see. One query."""
    runs = LabRun.objects.visible_to(user_id).exclude(verdict="")
    return list(_listed(runs.exclude(bot__owner=user_id) if user_id else runs))


def is_void(run: LabRun) -> bool:
    """Return whether the program has changed since: a newer run names another version.

    One query.
    """
    newer = LabRun.objects.filter(bot=run.bot_id, pk__gt=run.pk)
    return newer.exclude(version=run.version).exists()


def _with_owner(runs: LabRunQuerySet) -> LabRunQuerySet:
    return runs.select_related("bot", "bot__owner").defer("walk")


def _listed(runs: LabRunQuerySet) -> LabRunQuerySet:
    return _with_owner(runs).order_by("-pk")[:MAX_LISTED]
