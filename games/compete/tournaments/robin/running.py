"""How a round robin goes on by itself: begins at its time, pairs whoever is free, and ends.

One step reads all that is stored and does what follows from it, in one transaction. So any process
may take it at any time, again and again, and one that is killed costs nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.compete.round_robin.chart import Chart, Meeting
from games.compete.rounds import services as rounds
from games.compete.tournaments.robin.queries import (
    chart_of,
    here,
    last_outage,
    members_of,
    rounds_that_count,
)
from games.compete.tournaments.robin.services import (
    end_pause,
    keep_standings,
    start,
    withdraw,
)
from games.compete.tournaments.services import call_off, lock, write
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.models import Lock, Round, Tournament, TournamentEntry
from games.play.game.bot_conditions import busy_bots

# A lesson's break is shorter, and a club waits no longer for somebody who has gone home, or who
# takes a break alone. For a longer break of all, the creator pauses the tournament.
MAX_ABSENCE = timedelta(minutes=10)
# A club that meets every week can go on where it stopped; a creator who never comes back cannot.
MAX_PAUSE = timedelta(days=8)
State = Tournament.State


@transaction.atomic
def advance(*, uid: str, now: datetime) -> list[Round]:
    """Take one step; return the rounds that begin. Raises GameError("no_such_tournament")."""
    tournament = lock(uid)
    if tournament.state == State.ANNOUNCED and tournament.starts_at <= now:
        _begin_at_its_time(tournament, now)
    if not tournament.is_going:
        return []
    if tournament.paused_at is not None and not _is_led(tournament):
        end_pause(tournament)
    if tournament.paused_at is not None and now - tournament.paused_at > MAX_PAUSE:
        # Resumed with nobody here, all would be withdrawn, and most of their results struck.
        _end(tournament, now)
        return []
    entries = members_of(tournament)
    table = chart_of(tournament, entries)
    if _withdraw_the_absent(tournament, table, entries, now):
        table = chart_of(tournament, entries)
    if table.is_finished:
        _end(tournament, now)
        return []
    if tournament.paused_at is not None:
        return []
    return _pair(tournament, table, entries, now)


def _begin_at_its_time(tournament: Tournament, now: datetime) -> None:
    if chart_of(tournament).meetings:
        start(tournament, now)
    else:
        call_off(tournament, now)


def _is_led(tournament: Tournament) -> bool:
    """Return whether its creator can still lead it: without one no pause would ever end."""
    creator = tournament.creator
    return creator is not None and creator.is_active and not creator.is_banned


def _withdraw_the_absent(
    tournament: Tournament, table: Chart, entries: list[TournamentEntry], now: datetime
) -> bool:
    """Withdraw those who left too many rounds, and those who are away for too long.

    Returns whether there were any.
    """
    gone = table.withdrawn
    if tournament.paused_at is None:
        gone |= _away_for_long(tournament, table, entries, now)
    found = [entry for entry in entries if entry.user_id in gone and not entry.withdrawn_at]
    if found:
        withdraw(found, now)
        write(tournament)
    return bool(found)


def _away_for_long(
    tournament: Tournament, table: Chart, entries: list[TournamentEntry], now: datetime
) -> frozenset[int]:
    awaited = {key for meeting in table.unplayed for key in meeting.pair}
    # Whoever plays is there, although the page that notes it is closed.
    awaited -= {key for one in table.playing for key in one.pair}
    outage = last_outage()
    return frozenset(
        entry.user_id
        for entry in entries
        if entry.user_id in awaited
        and not entry.user.is_engine
        and now - _away_since(entry, tournament, outage) > MAX_ABSENCE
    )


def _away_since(
    entry: TournamentEntry, tournament: Tournament, outage: datetime | None
) -> datetime:
    """Return since when *entry*'s player could have come and did not."""
    # During a break it says nothing that they are here: nobody can meet them.
    known = (tournament.begun_at, entry.free_since, entry.paused_at or entry.seen_at, outage)
    return max(at for at in known if at)


def _pair(
    tournament: Tournament, table: Chart, entries: list[TournamentEntry], now: datetime
) -> list[Round]:
    present = here(entries, rounds_that_count(tournament), now)
    # Asked without the lock first: this is done every second, and mostly nothing may begin.
    if not table.may_begin(_free(entries, present)):
        return []
    # The lock under which rounds begin everywhere, so that nobody begins two at once.
    Lock.hold(Lock.WAITING)
    free = _free(entries, present)
    by_user = {entry.user_id: entry for entry in entries}
    begun = (_begin(tournament, meeting, by_user) for meeting in table.may_begin(free))
    found = [round for round in begun if round]
    if found:
        write(tournament)
    return found


def _free(entries: list[TournamentEntry], present: set[int]) -> set[int]:
    """Return who of those *present* plays no round; of bots, who can play one more game."""
    bots = [entry.user for entry in entries if entry.user.is_bot and entry.user_id in present]
    return present - Round.objects.going().players_among(present) - busy_bots(bots)


def _begin(
    tournament: Tournament, meeting: Meeting, entries: dict[int, TournamentEntry]
) -> Round | None:
    """Begin the round; return None if a bot has begun another game meanwhile, and plays as many as
    it may: a later step tries again.
    """
    both = entries[meeting.first], entries[meeting.second]
    try:
        round = rounds.begin(
            first=both[0].user,
            second=both[1].user,
            ruleset=tournament.ruleset,
            control=parse_time_control(tournament.control),
            pool=tournament.pool,
            tournament=tournament,
            networks=(both[0].network, both[1].network),
        )
    except GameError:
        return None
    for entry in both:
        entry.free_since = None
        entry.save(update_fields=["free_since"])
    return round


def _end(tournament: Tournament, now: datetime) -> None:
    keep_standings(tournament)
    tournament.state, tournament.over_at = State.OVER, now
    write(tournament, "state", "over_at")
