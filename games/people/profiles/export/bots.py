"""What an export holds of a user's bots: what they play, and how they did in the lab."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from games.core.notation import ruleset_text
from games.models import (
    BotConditions,
    LabRun,
)
from games.people.profiles.export.chunks import Data, in_chunks


def conditions_data(user: User) -> Iterator[Data]:
    """Yield what each bot of *user* plays, if that was ever set."""
    for conditions in in_chunks(
        BotConditions.objects.filter(bot__owner=user).select_related("bot")
    ):
        yield {
            "bot": conditions.bot.username,
            "open": conditions.is_open,
            "opponents": conditions.opponents,
            "smallest": conditions.smallest,
            "largest": conditions.largest,
            "shortest": conditions.shortest,
            "longest": conditions.longest,
            "untimed": conditions.untimed,
            "timed": conditions.timed,
            "days": conditions.days,
            "least_seconds": conditions.least_seconds,
            "most_seconds": conditions.most_seconds,
            "at_once": conditions.at_once,
            "a_day": conditions.a_day,
        }


def lab_runs_data(user: User) -> Iterator[Data]:
    """Yield every run in the lab of *user*'s bots, the oldest first, without the walk itself."""
    runs = LabRun.objects.filter(bot__owner=user).select_related("bot").defer("walk")
    for run in in_chunks(runs):
        yield {
            "bot": run.bot.username,
            "version": run.version,
            "board": ruleset_text(run.ruleset),
            "seat": run.seat,
            "state": run.state,
            "verdict": run.verdict,
            "asked": run.asked,
            "won": run.won,
            "drawn": run.drawn,
            "lost": run.lost,
            "slips": run.slips,
            "shortest_loss": run.shortest_loss,
            "shortest_slip": run.shortest_slip,
            "fault": run.fault,
            "started_at": run.started_at,
            "ended_at": run.ended_at,
        }
