"""What can be done with a round robin and with no other tournament, mostly by its creator.

Each of the creator's functions is one transaction that holds the tournament's row. A second call
does nothing, except that `create` makes another round robin, and that after a `remove` before the
start nobody is left to remove.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.levels import is_measured
from games.compete.tournaments import services as tournaments
from games.compete.tournaments.robin.queries import chart_of
from games.compete.tournaments.services import MAX_ENTRIES, lock, write
from games.core.errors import GameError
from games.core.series import GAMES_OF_ROUND
from games.engine import LEVELS, UnknownLevel
from games.models import Round, Tournament, TournamentEntry
from games.play.game.creation import engine_account

SEEING_STORED_EVERY = timedelta(seconds=5)  # a page says more often that its player is here
State = Tournament.State


@transaction.atomic
def create(
    *,
    user: User,
    levels: Iterable[str] = (),
    **terms: Any,
) -> Tournament:
    """Announce a round robin on these *terms*, and enter the computer's *levels*.

    Raises GameError as `tournaments.create` and `enter_level` do.
    """
    made = tournaments.create(user=user, kind=Tournament.Kind.ROUND_ROBIN, **terms)
    for level in levels:
        enter_level(uid=made.uid, user=user, level=level)
    return made


@transaction.atomic
def enter_level(*, uid: str, user: User, level: str) -> TournamentEntry:
    """Let one of the computer's levels take part in *user*'s round robin, before it begins.

    Raises GameError: no_such_tournament, not_your_tournament, tournament_over, tournament_begun,
    tournament_full, unknown_level, level_unmeasured.
    """
    tournament = own(uid, user)
    _require_announced(tournament)
    if level not in LEVELS:
        raise UnknownLevel
    if tournament.pool and not is_measured(LEVELS[level].title, tournament.pool):
        raise GameError("level_unmeasured")
    account = engine_account(level)
    # Before the places are counted: a second call does nothing, even if none is left by now.
    if found := tournament.entries.filter(user=account).first():
        return found
    if tournament.entries.count() >= MAX_ENTRIES[Tournament.Kind.ROUND_ROBIN]:
        raise GameError("tournament_full")
    entry = tournament.entries.create(user=account)
    write(tournament)
    return entry


@transaction.atomic
def begin(*, uid: str, user: User) -> Tournament:
    """Start the round robin before its announced time, with those entered so far.

    Raises GameError: no_such_tournament, not_your_tournament, tournament_over, too_few_players.
    """
    tournament = own(uid, user)
    if tournament.is_going:
        return tournament
    _require_announced(tournament)
    if not chart_of(tournament).meetings:
        raise GameError("too_few_players")
    start(tournament, timezone.now())
    return tournament


def start(tournament: Tournament, now: datetime) -> None:
    """Start it. The caller holds the row, and has seen that somebody meets somebody."""
    tournament.state, tournament.begun_at = State.GOING, now
    tournament.entries.update(free_since=now)
    write(tournament, "state", "begun_at")


@transaction.atomic
def pause(*, uid: str, user: User) -> Tournament:
    """Begin no further rounds until `resume`; those under way are played to their ends.

    Raises GameError: no_such_tournament, not_your_tournament, tournament_over, not_begun.
    """
    tournament = _own_going(uid, user)
    if tournament.paused_at is None:
        tournament.paused_at = timezone.now()
        write(tournament, "paused_at")
    return tournament


@transaction.atomic
def resume(*, uid: str, user: User) -> Tournament:
    """Let rounds begin again; nobody counts as away for the time in between.

    Raises GameError: no_such_tournament, not_your_tournament, tournament_over, not_begun.
    """
    tournament = _own_going(uid, user)
    if tournament.paused_at is not None:
        end_pause(tournament)
    return tournament


def end_pause(tournament: Tournament) -> None:
    """Let rounds begin again. The caller holds the row, and has seen that it is paused."""
    tournament.paused_at = None
    tournament.entries.update(free_since=timezone.now())
    write(tournament, "paused_at")


@transaction.atomic
def remove(*, uid: str, user: User, name: str) -> None:
    """Take somebody out: before the start as if they had never joined, later as withdrawn.

    Raises GameError: no_such_tournament, not_your_tournament, tournament_over, not_joined.
    """
    tournament = own(uid, user)
    if tournament.is_over:
        raise GameError("tournament_over")
    removed: User | None = User.objects.find(name)
    entry = tournament.entries.filter(user=removed).first() if removed else None
    if entry is None:
        raise GameError("not_joined")
    if tournament.state == State.ANNOUNCED:
        entry.delete()
    elif entry.withdrawn_at is None:
        withdraw([entry], timezone.now())
    else:
        return
    write(tournament)


def withdraw(entries: list[TournamentEntry], now: datetime) -> None:
    for entry in entries:
        entry.withdrawn_at = now
    TournamentEntry.objects.bulk_update(entries, ["withdrawn_at"])


@transaction.atomic
def replay(*, uid: str, user: User, round: str) -> None:
    """Annul the round with the uid *round*, so that it is played again; it is still shown.

    A rated round cannot be played again: creators could annul their own losses. Nor can one with a
    player who has withdrawn: the other player would win it without a game.

    Raises GameError: no_such_tournament, not_your_tournament, tournament_over, not_begun,
    no_such_round, not_over, rated_round, player_withdrawn.
    """
    # The round first: whoever settles one holds it, and then the tournament.
    held = Round.objects.select_for_update(of=("self",))
    # PostgreSQL refuses NUL, which a form may hold.
    again = held.filter(uid=round).first() if round.isprintable() else None
    tournament = _own_going(uid, user)
    if again is None or again.tournament_id != tournament.pk:
        raise GameError("no_such_round")
    if not again.is_over:
        raise GameError("not_over")
    if again.annulled_at is not None:
        return
    if again.rated_at is not None:
        raise GameError("rated_round")
    if chart_of(tournament).withdrawn & {again.first_id, again.second_id}:
        raise GameError("player_withdrawn")
    again.annulled_at, again.annulled_by = timezone.now(), user
    again.save(update_fields=["annulled_at", "annulled_by"])
    # Players who had no rounds left may have gone. They get the whole time to come back.
    round_over(again)
    write(tournament)


def see(*, entry: TournamentEntry, now: datetime | None = None) -> None:
    """Note that *entry*'s player is here: they can be paired."""
    now = now or timezone.now()
    if entry.seen_at is None or now - entry.seen_at > SEEING_STORED_EVERY:
        # Not by `save`: before the start the entry may have been removed meanwhile.
        TournamentEntry.objects.filter(pk=entry.pk).update(seen_at=now)


def round_over(round: Round) -> None:
    """Free both players of *round*, whose result is new, changed or annulled.

    If the round robin is over, its stored standings are brought up to date.
    """
    assert round.tournament
    # Held, so that no other round, and no end of the round robin, is counted at the same time.
    tournament = lock(round.tournament.uid)
    entries = tournament.entries.filter(user__in=(round.first_id, round.second_id))
    entries.update(free_since=timezone.now())
    if tournament.is_over:
        keep_standings(tournament)


def give_places_back(*, user: User) -> None:
    """Give *user*, whose ban is lifted, a place in the round robins that ended meanwhile."""
    without = TournamentEntry.objects.filter(user=user, place=None)
    over = Tournament.objects.filter(
        kind=Tournament.Kind.ROUND_ROBIN, state=State.OVER, entries__in=without
    )
    for uid in over.values_list("uid", flat=True):
        with transaction.atomic():
            keep_standings(lock(uid))


def keep_standings(tournament: Tournament) -> None:
    """Store in the entries how they stand now. The caller holds the tournament's row."""
    chart = chart_of(tournament)
    standings = {one.key: one for one in chart.standings}
    games = Counter(key for game in chart.results if game.counts for key in (game.x, game.o))
    entries = list(tournament.entries.all())
    for entry in entries:
        one = standings[entry.user_id]
        entry.halves, entry.place = one.halves, one.place or None
        entry.rounds = games[entry.user_id] // GAMES_OF_ROUND
    TournamentEntry.objects.bulk_update(entries, ["halves", "rounds", "place"])


def own(uid: str, user: User) -> Tournament:
    """Return *user*'s own round robin, locked.

    Raises GameError: no_such_tournament, not_your_tournament.
    """
    tournament = lock(uid)
    if tournament.is_arena:
        raise GameError("no_such_tournament")
    if tournament.creator_id != user.pk:
        raise GameError("not_your_tournament")
    return tournament


def _own_going(uid: str, user: User) -> Tournament:
    tournament = own(uid, user)
    if tournament.is_over:
        raise GameError("tournament_over")
    if not tournament.is_going:
        raise GameError("not_begun")
    return tournament


def _require_announced(tournament: Tournament) -> None:
    if tournament.is_over:
        raise GameError("tournament_over")
    if tournament.is_going:
        raise GameError("tournament_begun")
