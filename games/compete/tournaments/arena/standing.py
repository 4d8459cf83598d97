"""The standing of an arena, as its page and its socket show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Q

from games.compete.ratings.pages.showing import ratings_of
from games.compete.tournaments.standings import STANDING, counting
from games.models import Round, Tournament, TournamentEntry
from games.protocol.arenas import RoundChip, StandingMessage, StandingRow
from games.text.wording import points_text

ROWS = 10  # of a page of the standing
MAX_CHIPS = 10  # the last rounds of somebody


def listed(tournament: Tournament) -> Q:
    """Return the condition for who stands in it: nobody banned, or gone before they had played."""
    takes_part = Q(withdrawn_at=None) | Q(rounds__gt=0)
    return Q(tournament=tournament, user__banned_at=None) & takes_part


def count(tournament: Tournament) -> int:
    """Return how many stand in it."""
    return TournamentEntry.objects.filter(listed(tournament)).count()


def rows(tournament: Tournament, first: int = 1, most: int = ROWS) -> list[StandingRow]:
    """Return the rows from place *first* on. Three queries."""
    entries = TournamentEntry.objects.filter(listed(tournament)).order_by(*STANDING)
    page = list(entries.select_related("user")[first - 1 : first - 1 + most])
    return _rows(tournament, page, first)


def own_row(tournament: Tournament, entry: TournamentEntry) -> StandingRow:
    """Return the row of *entry*, wherever it stands. Four queries."""
    return _rows(tournament, [entry], place_of(tournament, entry))[0]


def place_of(tournament: Tournament, entry: TournamentEntry) -> int:
    """Return the place of *entry*, counted from 1. One query."""
    same = Q(halves=entry.halves)
    ahead = (
        Q(halves__gt=entry.halves)
        | same & Q(rounds__lt=entry.rounds)
        | same & Q(rounds=entry.rounds, pk__lt=entry.pk)
    )
    return TournamentEntry.objects.filter(listed(tournament)).filter(ahead).count() + 1


def _rows(
    tournament: Tournament, entries: Sequence[TournamentEntry], first: int
) -> list[StandingRow]:
    users = [entry.user for entry in entries]
    ratings = ratings_of(users, tournament.pool) if tournament.pool else {}
    chips = _chips(tournament, [user.pk for user in users])
    return [
        StandingRow(
            place=place,
            name=entry.user.username,
            is_bot=entry.user.is_bot,
            rating=ratings[entry.user_id].text if entry.user_id in ratings else "",
            chips=chips[entry.user_id][-MAX_CHIPS:],
            points=points_text(entry.halves),
            rounds=entry.rounds,
            is_away=bool(entry.paused_at or entry.withdrawn_at),
        )
        for place, entry in enumerate(entries, first)
    ]


def _chips(tournament: Tournament, users: Iterable[int]) -> dict[int, list[RoundChip]]:
    users = set(users)
    theirs = Q(first__in=users) | Q(second__in=users)
    going = Q(tournament=tournament, state=Round.State.GOING)
    shown = counting(tournament) if tournament.is_over else counting(tournament) | going
    found = Round.objects.filter(shown).filter(theirs).order_by("pk")
    chips: dict[int, list[RoundChip]] = defaultdict(list)
    for round in found.only("first", "second", "halves", "state"):
        for user_id in {round.first_id, round.second_id} & users:
            chips[user_id].append(_chip(round.halves_of(user_id)))
    return chips


def _chip(halves: int | None) -> RoundChip:
    if halves is None:
        return RoundChip("…", is_going=True)
    return RoundChip(points_text(halves), is_full=halves == 4)


def message_of(tournament: Tournament) -> StandingMessage:
    """Return what everybody who looks at the arena is told. Five queries."""
    return StandingMessage(
        state=tournament.state,
        players=count(tournament),
        playing=tournament.rounds.all().going().count(),
        rows=rows(tournament),
    )
