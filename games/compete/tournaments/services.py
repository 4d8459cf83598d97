"""What people and programs can do with tournaments of any kind: make one, and take part.

Each verb but `create` is one transaction for each tournament, under the lock of its row, and does
nothing the second time. `arena.services` and `robin.running` make tournaments go on by themselves.
"""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts import names
from accounts.models import User
from games.compete.ratings.pools import CLOCKS, pool_of
from games.core.clock import MINUTE, TimeControl, parse_time_control, time_control_text
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.live.seats import require_welcome
from games.models import Lock, StaffDecision, Tournament, TournamentEntry
from games.models.competing.tournament import CODE_LENGTH
from games.play.game.bot_conditions import conditions_of, mismatches
from tictactoe_site.common.uids import random_code

MAX_TITLE_LENGTH = 40
SIGNS_IN_TITLES = " _-.'’&,!×:"
MAX_UNFINISHED_TOURNAMENTS = 2  # of a creator
MAX_TOURNAMENTS_PER_WEEK = 10
A_WEEK = timedelta(days=7)
MIN_MINUTES, MAX_MINUTES = 10, 180  # minutes of an arena
SOONEST, LATEST = timedelta(minutes=2), timedelta(days=14)  # until it starts
# Each side's time; rated clocks are all shorter. Nobody waits an hour for two who think.
SLOWEST = 10 * MINUTE
Kind, State, Admits = Tournament.Kind, Tournament.State, Tournament.Admits
# 24 players of a round robin have 276 rounds: an evening of a club, and a table that fits a page.
MAX_ENTRIES = {Kind.ARENA: 2_000, Kind.ROUND_ROBIN: 24}


def clean_title(text: str) -> str:
    """Return the title as others see it: letters, digits and a few signs, so that nobody takes it
    for a notice.

    Raises GameError: title_length, title_characters.
    """
    title = " ".join(unicodedata.normalize("NFKC", text[: 4 * MAX_TITLE_LENGTH]).split())
    if not 3 <= len(title) <= MAX_TITLE_LENGTH:
        raise GameError("title_length")
    if not all(names.is_letter_or_digit(sign) or sign in SIGNS_IN_TITLES for sign in title):
        raise GameError("title_characters")
    if not any(map(names.is_letter_or_digit, title)) or names.is_reserved(title.replace(" ", "-")):
        raise GameError("title_characters")
    return title


@transaction.atomic
def create(
    *,
    user: User,
    title: str,
    ruleset: Ruleset,
    control: TimeControl,
    starts_at: datetime,
    kind: str = Kind.ARENA,
    minutes: int = 40,
    is_rated: bool = True,
    admits: str = Admits.PEOPLE,
    is_listed: bool = True,
) -> Tournament:
    """Announce a tournament; a round robin has no *minutes*.

    One that is not listed is found by its link or its code. Raises GameError: banned,
    sign_up_first, people_only_create, title_length, title_characters, not_rateable, bad_clock,
    bad_minutes, bad_start, too_many_tournaments, tournaments_enough.
    """
    require_person(user)
    tournament = Tournament(
        title=clean_title(title),
        kind=kind,
        creator=user,
        pool=pool_for(ruleset, control) if is_rated else "",
        m=ruleset.m,
        n=ruleset.n,
        k=ruleset.k,
        control=time_control_text(control),
        admits=Admits(admits),
        starts_at=starts_at,
        minutes=minutes if kind == Kind.ARENA else 0,
    )
    set_listed(tournament, is_listed=is_listed)
    require_sense(tournament)
    require_start(tournament)
    # Or two forms sent at once would both count the tournaments before the other is stored.
    Lock.hold("tournaments")
    _require_few(user)
    tournament.save(force_insert=True)
    return tournament


@transaction.atomic
def cancel(*, uid: str, user: User) -> Tournament:
    """Call off one's own tournament before it begins; see `staff.call_off` for any other.

    A second call does nothing. Raises GameError: no_such_tournament, not_your_tournament,
    tournament_begun.
    """
    tournament = lock(uid)
    if user.pk != tournament.creator_id:
        raise GameError("not_your_tournament")
    call_off_unbegun(tournament)
    return tournament


def call_off_unbegun(tournament: Tournament) -> None:
    """Call off a tournament whose row is locked. A second call does nothing.

    Raises GameError: tournament_begun.
    """
    if tournament.state == State.OFF:
        return
    if tournament.state != State.ANNOUNCED:
        raise GameError("tournament_begun")
    call_off(tournament, timezone.now())


def call_off(tournament: Tournament, now: datetime) -> None:
    """Call it off. The caller holds the row, and nothing has been played."""
    tournament.state, tournament.over_at = State.OFF, now
    write(tournament, "state", "over_at")


@transaction.atomic
def join(
    *,
    uid: str,
    user: User,
    knows_of_bots: bool = False,
    network: str = "",
    is_connected: bool = True,
    now: datetime | None = None,
) -> TournamentEntry:
    """Take part, or take part again. People who may meet bots there have to know of it.

    A user who is not connected yet is paired once they are. *network* is the pseudonym of where the
    user comes from. Raises GameError: no_such_tournament, banned, sign_up_first, tournament_over,
    removed_by_staff, tournament_begun (a round robin that the user is not in), only_people,
    only_bots, bots_play_too, tournament_full, bot_board, bot_line, bot_clock.
    """
    now = now or timezone.now()
    tournament = lock(uid)
    entry = tournament.entries.filter(user=user).first()
    _require_admitted(tournament, user, entry, knows_of_bots=knows_of_bots)
    if entry is None:
        entry = tournament.entries.create(user=user, joined_at=now)
    elif not entry.withdrawn_at and not entry.paused_at:
        return entry
    entry.withdrawn_at = None
    entry.network = network or entry.network
    entry.seen_at = now if is_connected else None
    _play_on(entry, now, "withdrawn_at", "network", "seen_at")
    return entry


def why_not_join(tournament: Tournament, user: User, entry: TournamentEntry | None) -> str:
    """Return the code with which `join` refuses *user*, who knows of bots; "" if it does not."""
    try:
        _require_admitted(tournament, user, entry, knows_of_bots=True)
    except GameError as refused:
        return refused.code
    return ""


def join_own(*, tournament: Tournament, network: str) -> None:
    """Have the creator take part, if the tournament is open to people."""
    creator = tournament.creator
    if creator is not None and tournament.admits != Admits.BOTS:
        join(uid=tournament.uid, user=creator, knows_of_bots=True, network=network)


@transaction.atomic
def pause(*, uid: str, user: User) -> TournamentEntry:
    """Take a break: the round that goes on is played, and no other begins.

    Raises GameError: no_such_tournament, tournament_over, not_joined.
    """
    entry = _entry(uid, user)
    if entry.paused_at is None:
        entry.paused_at = timezone.now()
        entry.save(update_fields=["paused_at"])
        write(entry.tournament)
    return entry


@transaction.atomic
def come_back(*, uid: str, user: User, now: datetime | None = None) -> TournamentEntry:
    """Play on after a break.

    Raises GameError: no_such_tournament, banned, tournament_over, not_joined.
    """
    require_welcome(user)
    now = now or timezone.now()
    entry = _entry(uid, user)
    if entry.paused_at is not None:
        entry.seen_at = now
        _play_on(entry, now, "seen_at")
    return entry


@transaction.atomic
def withdraw(*, uid: str, user: User) -> None:
    """Take part no more; before the start as if one had never joined. A second call does nothing.

    The round that goes on is played. Raises GameError: no_such_tournament.
    """
    tournament = lock(uid)
    entry = tournament.entries.filter(user=user, withdrawn_at=None).first()
    if entry is None or tournament.is_over:
        return
    if tournament.state == State.ANNOUNCED:
        entry.delete()
    else:
        entry.withdrawn_at = timezone.now()
        entry.save(update_fields=["withdrawn_at"])
    write(tournament)


def withdraw_everywhere(*, user: User) -> None:
    """Leave all tournaments that are not over, and call off one's own that have not begun."""
    entries = TournamentEntry.objects.filter(user=user, withdrawn_at=None)
    not_over = Tournament.objects.not_over()
    for uid in list(not_over.filter(entries__in=entries).values_list("uid", flat=True)):
        withdraw(uid=uid, user=user)
    announced = not_over.filter(creator=user, state=State.ANNOUNCED)
    for uid in list(announced.values_list("uid", flat=True)):
        with suppress(GameError):  # it has begun meanwhile
            cancel(uid=uid, user=user)


# ---- for those who make and edit them -----------------------------------------------------------


def require_person(user: User) -> None:
    """Raise GameError unless *user* may make one: banned, sign_up_first, people_only_create."""
    require_welcome(user)
    if user.is_guest:
        raise GameError("sign_up_first")
    if not user.is_person:
        raise GameError("people_only_create")


def pool_for(ruleset: Ruleset, control: TimeControl) -> str:
    """Return the pool in which rounds are rated. Raises GameError: not_rateable, bad_clock."""
    pool = pool_of(ruleset)
    if pool is None:
        raise GameError("not_rateable")
    if control not in CLOCKS:
        raise GameError("bad_clock")
    return pool.value


def set_listed(tournament: Tournament, *, is_listed: bool) -> None:
    """Set whether everybody finds it. One that is not listed gets a code, which it keeps."""
    tournament.is_listed = is_listed
    if not is_listed and not tournament.code:
        tournament.code = _new_code()


def require_sense(tournament: Tournament) -> None:
    """Raise GameError unless it can be held: bad_clock, bad_minutes."""
    control = parse_time_control(tournament.control)
    if not control.initial_ms or control.initial_ms > SLOWEST:
        raise GameError("bad_clock")
    if tournament.is_arena and not MIN_MINUTES <= tournament.minutes <= MAX_MINUTES:
        raise GameError("bad_minutes")


def require_start(tournament: Tournament) -> None:
    """Raise GameError("bad_start") unless it starts neither too soon nor too late."""
    now = timezone.now()
    if not now + SOONEST <= tournament.starts_at <= now + LATEST:
        raise GameError("bad_start")


# ---- for those who carry a tournament on -------------------------------------------------------


def lock(uid: str) -> Tournament:
    """Return the tournament, whose row is held until the transaction ends.

    Raises GameError("no_such_tournament").
    """
    # Without the key, so that rounds, which refer to the row, may begin meanwhile.
    tournament = Tournament.objects.select_for_update(no_key=True).filter(uid=uid).first()
    if tournament is None:
        raise GameError("no_such_tournament")
    return tournament


def write(tournament: Tournament, *fields: str) -> None:
    """Store the *fields* of a locked tournament that has changed, with its next version."""
    tournament.version += 1
    tournament.save(update_fields=["version", *fields])


def _entry(uid: str, user: User) -> TournamentEntry:
    tournament = lock(uid)
    if tournament.is_over:
        raise GameError("tournament_over")
    entry: TournamentEntry | None = tournament.entries.filter(user=user, withdrawn_at=None).first()
    if entry is None:
        raise GameError("not_joined")
    return entry


def _play_on(entry: TournamentEntry, now: datetime, *fields: str) -> None:
    """Store that *entry* has no break, and its *fields*; it is free unless its round goes on."""
    entry.paused_at = None
    if _is_free(entry):
        entry.free_since = now
        fields = (*fields, "free_since")
    # Nothing else: its round may end meanwhile, and store the points and that it is free.
    entry.save(update_fields=["paused_at", *fields])
    write(entry.tournament)


def _is_free(entry: TournamentEntry) -> bool:
    tournament = entry.tournament
    return tournament.is_going and not tournament.rounds.all().going().of(entry.user_id).exists()


def _require_admitted(
    tournament: Tournament, user: User, entry: TournamentEntry | None, *, knows_of_bots: bool
) -> None:
    require_welcome(user)
    if user.is_guest or user.is_engine:
        raise GameError("sign_up_first")
    if tournament.is_over:
        raise GameError("tournament_over")
    takes_part = entry is not None and entry.withdrawn_at is None
    if not takes_part and _was_removed(tournament, user):
        raise GameError("removed_by_staff")
    if tournament.is_going and not tournament.is_arena and not takes_part:
        raise GameError("tournament_begun")
    if user.is_bot:
        _require_fit(tournament, user)
    elif tournament.admits == Admits.BOTS:
        raise GameError("only_bots")
    elif tournament.admits == Admits.ALL and not knows_of_bots:
        raise GameError("bots_play_too")
    if entry is None and tournament.entries.count() >= MAX_ENTRIES[Kind(tournament.kind)]:
        raise GameError("tournament_full")


def _was_removed(tournament: Tournament, user: User) -> bool:
    """Return whether staff took *user* out: before the start the log alone knows of it."""
    removed = StaffDecision.objects.filter(kind=StaffDecision.Kind.REMOVED, uid=tournament.uid)
    return removed.filter(user=user).exists()


def _require_fit(tournament: Tournament, bot: User) -> None:
    """Require that *bot* plays such games. Whom it meets there is its owner's own business."""
    if tournament.admits == Admits.PEOPLE:
        raise GameError("only_people")
    control = parse_time_control(tournament.control)
    if code := next(mismatches(conditions_of(bot), tournament.ruleset, control), ""):
        raise GameError(code)


def _new_code() -> str:
    while True:
        code = random_code(CODE_LENGTH)
        if not Tournament.objects.filter(code=code).exists():
            return code


def _require_few(user: User) -> None:
    own = Tournament.objects.filter(creator=user)
    if own.not_over().count() >= MAX_UNFINISHED_TOURNAMENTS:
        raise GameError("too_many_tournaments")
    if own.filter(created_at__gt=timezone.now() - A_WEEK).count() >= MAX_TOURNAMENTS_PER_WEEK:
        raise GameError("tournaments_enough")
