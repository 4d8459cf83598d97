"""What is read of tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameError
from games.models import Tournament, TournamentEntry

MAX_SOON = 2
SOON = timedelta(days=1)
MAX_NOT_OVER = 50
FINISHED_A_PAGE = 20
State = Tournament.State
# The home page shows an arena that goes on, or begins within this time.
COMING = timedelta(hours=6)
CONSIDERED = 5  # such arenas: the first of them in which rounds still begin is shown


@dataclass(frozen=True, slots=True)
class ListedTournament:
    """A tournament with how many take part, whether the viewer does, and who won."""

    tournament: Tournament
    joined: int
    is_joined: bool = False
    winner: User | None = None


def find(uid: str) -> Tournament:
    """Return the tournament *uid*. Raises GameError: no_such_tournament."""
    found = Tournament.objects.select_related("creator").filter(uid=uid).first()
    if found is None:
        raise GameError("no_such_tournament")
    return found


def address_of_tournament(code: str) -> str | None:
    """Return the address of the tournament with this *code*, in capitals; None without one."""
    found = Tournament.objects.filter(code=code).first()
    return found.get_absolute_url() if found else None


def soon(user: User | None) -> list[ListedTournament]:
    """Return at most two tournaments that go on or begin within a day, the next first.

    Two queries.
    """
    until = timezone.now() + SOON
    coming = _with_numbers(Tournament.objects.listed().not_over().filter(starts_at__lt=until))
    return _listed(coming.order_by("starts_at", "pk")[:MAX_SOON], user)


def not_over(user: User | None) -> list[ListedTournament]:
    """Return tournaments that go on, then those announced, the next first. Two queries."""
    coming = _with_numbers(Tournament.objects.listed().not_over().select_related("creator"))
    # In the alphabet "going" comes after "announced": so it is first.
    return _listed(coming.order_by("-state", "starts_at", "pk")[:MAX_NOT_OVER], user)


def finished(
    user: User | None, before: int | None = None
) -> tuple[list[ListedTournament], int | None]:
    """Return tournaments that are over, the newest first, and the *before* of the next page.

    Three queries.
    """
    over = Tournament.objects.listed().filter(state=State.OVER).order_by("-pk")
    if before is not None:
        over = over.filter(pk__lt=before)
    # One more than the page has, instead of counting how many there are.
    page = _listed(_with_winners(_with_numbers(over))[: FINISHED_A_PAGE + 1], user)
    more = page[FINISHED_A_PAGE - 1].tournament.pk if len(page) > FINISHED_A_PAGE else None
    return page[:FINISHED_A_PAGE], more


def entry_of(tournament: Tournament, user: User | None) -> TournamentEntry | None:
    """Return how *user* takes part, or took part before they withdrew."""
    if user is None or user.pk is None:
        return None
    found: TournamentEntry | None = tournament.entries.filter(user=user).first()
    return found


def _with_numbers(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    taking_part = Count("entries", filter=Q(entries__withdrawn_at=None))
    return tournaments.annotate(joined=taking_part)


def _with_winners(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    first = TournamentEntry.objects.filter(
        tournament=OuterRef("pk"), rounds__gt=0, user__banned_at=None
    )
    best = first.order_by(F("place").asc(nulls_last=True), "-halves", "rounds", "pk").values(
        "user"
    )[:1]
    return tournaments.annotate(winner=Subquery(best))


def _listed(tournaments: QuerySet[Tournament], user: User | None) -> list[ListedTournament]:
    found: Sequence[Tournament] = list(tournaments)
    own: set[int] = set()
    if user is not None and user.pk is not None:
        entries = TournamentEntry.objects.filter(user=user, withdrawn_at=None)
        own = set(entries.filter(tournament__in=found).values_list("tournament", flat=True))
    winners = {getattr(one, "winner", None) for one in found} - {None}
    people = User.objects.in_bulk(winners) if winners else {}
    return [
        ListedTournament(
            one,
            getattr(one, "joined", 0),
            one.pk in own,
            people.get(getattr(one, "winner", None) or 0),
        )
        for one in found
    ]


@dataclass(frozen=True, slots=True)
class ComingArena:
    """An arena with the keys of those who take part."""

    tournament: Tournament
    players: frozenset[int]

    @property
    def joined(self) -> int:
        return len(self.players)

    @property
    def ms_left(self) -> int:
        """Until it starts, or until it ends."""
        return self.tournament.ms_left(timezone.now())

    def has(self, user: User) -> bool:
        """Return whether *user* takes part."""
        return user.pk in self.players


def coming_arena() -> ComingArena | None:
    """Return the arena that the home page shows. Two queries at most, mostly one."""
    now = timezone.now()
    shown = Tournament.objects.listed().not_over().filter(kind=Tournament.Kind.ARENA)
    shown = shown.exclude(admits=Tournament.Admits.BOTS).filter(starts_at__lt=now + COMING)
    for one in shown.order_by("starts_at", "pk")[:CONSIDERED]:
        if _is_open(one, now):
            players = one.entries.filter(withdrawn_at=None).values_list("user", flat=True)
            return ComingArena(one, frozenset(players))
    return None


def _is_open(arena: Tournament, now: datetime) -> bool:
    """Return whether rounds still begin, so that it is worth joining."""
    return not arena.is_going or now < arena.last_pairing_at
