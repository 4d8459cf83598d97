"""What is read of a round robin. All of it stands in the database, so a new process goes on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Game, WorkshopGame, WorkshopPlayer

MAX_CRASHES = 3  # with the third a player is withdrawn

UNPLAYED = Q(game=None) | Q(
    game__termination__in=(Game.Termination.ABORT, Game.Termination.CANCELLED)
)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a game that is to be played; one of the computer's has a level."""

    user: User
    level: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of the round robin that is to be played."""

    pk: int
    x: Seat
    o: Seat

    @property
    def visitors(self) -> frozenset[int]:
        """The users of those who have to be here."""
        return frozenset(seat.user.pk for seat in (self.x, self.o) if not seat.level)

    @property
    def level(self) -> str:
        return self.x.level or self.o.level


def paired(workshop_id: int) -> QuerySet[WorkshopGame]:
    """The games of the round robin."""
    return WorkshopGame.objects.filter(workshop=workshop_id).exclude(x=None)


def players_of(pair: WorkshopGame) -> tuple[WorkshopPlayer, WorkshopPlayer]:
    """Return who has X and who has O in a game of the round robin."""
    # They are paired together.
    assert pair.x is not None
    assert pair.o is not None
    return pair.x, pair.o


def to_play(workshop_id: int) -> tuple[Pairing, ...]:
    """What is to be played, in the order of Berger's table, but for those who are withdrawn."""
    unplayed = paired(workshop_id).filter(UNPLAYED).select_related("x__user", "o__user")
    away = withdrawn(workshop_id)
    return tuple(
        Pairing(pair.pk, *map(_seat, players_of(pair)))
        for pair in unplayed.order_by("pk")
        if not {pair.x_id, pair.o_id} & away
    )


def _seat(player: WorkshopPlayer) -> Seat:
    return Seat(player.user, player.level)


def being_played(workshop_id: int) -> QuerySet[WorkshopGame]:
    return paired(workshop_id).filter(game__status=Game.Status.ONGOING)


def withdrawn(workshop_id: int) -> frozenset[int]:
    """The players that have crashed too often."""
    found = crashes(workshop_id)
    players = WorkshopPlayer.objects.filter(pk__in=found).values_list("pk", "forgiven")
    return frozenset(pk for pk, forgiven in players if found[pk] - forgiven >= MAX_CRASHES)


def crashes(workshop_id: int) -> Counter[int]:
    """How many games of the round robin each player has lost without playing them to the end.

    Who goes away or does not answer resigns, so what the games say is all there is to know.
    """
    resigned = paired(workshop_id).filter(game__termination=Game.Termination.RESIGNATION)
    seats = resigned.values_list("x", "o", "game__outcome")
    return Counter(o if outcome == "x" else x for x, o, outcome in seats)
