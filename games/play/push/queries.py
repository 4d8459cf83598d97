"""What waits for those who have a device: read from the games themselves, never from a move.

Whatever a server that died has not told is found here again, for as long as it waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.core.rules import Mark
from games.core.series import TIME_TO_BEGIN
from games.models import Game, PushDevice, PushKind, Round, Seek, TournamentEntry
from games.play.notices.queries import turn_since
from games.text.phrases import NOTICES
from games.text.seat_names import name_of

PATIENCE = timedelta(seconds=10)  # whoever has the page before them sees it there meanwhile
SECONDS_BETWEEN_PASSES = 5.0  # a process looks for what waits, and puts off what is watched there
# Where it cannot wait that long. By then each process has had a pass, even if that took a while.
SOON = timedelta(seconds=SECONDS_BETWEEN_PASSES + 2)
TO_BEGIN = timedelta(milliseconds=TIME_TO_BEGIN)
BEFORE_TOURNAMENTS = timedelta(minutes=10)
A_DAY = timedelta(days=1)
ROUND_BEGUN = gettext_lazy("Your round against {name} on {size} has begun.")


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits for one person. It has the same *key* whenever it is read.

    It has waited since *since*, is told once it has waited for its *patience*, and is of no use
    after *until*. Of all things with the same *subject* a device shows only the last. *words* makes
    the sentence, in the language that is active.
    """

    kind: PushKind
    user_id: int
    key: str
    subject: str
    path: str
    since: datetime
    until: datetime
    words: Callable[[], str]
    game: str = ""  # the uid of a game on whose page it is shown, too
    patience: timedelta = PATIENCE


def all_that_waits(now: datetime) -> Iterator[Waiting]:
    """Yield what waits for anybody with a device that is told of its kind. Five queries."""
    yield from _turns(now)
    yield from _challenges(now)
    yield from _round_invitations(now)
    yield from _rounds(now)
    yield from _tournaments(now)


def _turns(now: datetime) -> Iterator[Waiting]:
    """Yield games with days for a move, each for the player whose turn it is."""
    told = _users(PushKind.TURN)
    games = Game.objects.ongoing().filter(control__endswith="d", opponent__in=Game.BETWEEN_PEOPLE)
    games = games.filter(Q(x_player__in=told) | Q(o_player__in=told)).with_players()
    dated: QuerySet[Any] = games.annotate(turn_since=turn_since())
    for game in dated.iterator():
        mark = Mark(game.first).at(game.ply)
        player = game.player(mark)
        assert player
        # A move that was taken back leads to the same ply again, and to another turn.
        taken_back = game.x_taken_back + game.o_taken_back
        yield Waiting(
            PushKind.TURN,
            player.pk,
            key=f"turn:{game.uid}:{game.ply}:{taken_back}",
            subject=f"game:{game.uid}",
            path=game.get_absolute_url(),
            since=game.turn_since or now,
            until=game.deadline or now + A_DAY,
            words=_worded(NOTICES["notice_turn"], game, game.player(mark.other)),
            game=game.uid,
        )


def _challenges(now: datetime) -> Iterator[Waiting]:
    games = Game.objects.open().filter(invited__in=_users(PushKind.CHALLENGE)).with_players()
    for game in games.iterator():
        assert game.invited_id
        yield Waiting(
            PushKind.CHALLENGE,
            game.invited_id,
            key=f"challenge:{game.uid}",
            subject=f"game:{game.uid}",
            path=game.get_absolute_url(),
            since=game.created_at,
            until=now + A_DAY,
            words=_worded(NOTICES["notice_challenge"], game, game.creator),
            game=game.uid,
        )


def _round_invitations(now: datetime) -> Iterator[Waiting]:
    """Yield invitations to rated rounds from people who are there and wait."""
    seeks = Seek.objects.present(now).filter(invited__in=_users(PushKind.CHALLENGE))
    for seek in seeks.iterator():
        assert seek.invited_id
        yield Waiting(
            PushKind.CHALLENGE,
            seek.invited_id,
            key=f"invited:{seek.uid}",
            subject=f"seek:{seek.uid}",
            path=reverse("games:waiting"),
            since=seek.created_at,
            until=now + timedelta(minutes=5),
            words=_worded(NOTICES["notice_round"], seek, seek.user),
            patience=SOON,
        )


def _rounds(now: datetime) -> Iterator[Waiting]:
    """Yield games of rounds on a clock without a move yet: one is due within TIME_TO_BEGIN."""
    told = _users(PushKind.ROUND)
    rounds = (
        Round.objects.going()
        .filter(Q(first__in=told) | Q(second__in=told))
        .with_players_and_games()
    )
    for round in rounds.exclude(control__endswith="d").iterator():
        game = round.game
        if game.status != Game.Status.ONGOING or game.ply != game.setup:
            continue
        for player in round.players:
            yield Waiting(
                PushKind.ROUND,
                player.pk,
                key=f"round:{game.uid}",
                subject=f"game:{game.uid}",
                path=game.get_absolute_url(),
                since=game.started_at or now,
                until=(game.started_at or now) + TO_BEGIN,
                words=_worded(ROUND_BEGUN, game, round.opponent_of(player)),
                game=game.uid,
                patience=SOON,
            )


def _tournaments(now: datetime) -> Iterator[Waiting]:
    """Yield tournaments that are about to begin, for those who have entered."""
    entries = TournamentEntry.objects.filter(
        user__in=_users(PushKind.TOURNAMENT),
        withdrawn_at=None,
        tournament__state="announced",
        tournament__starts_at__range=(now, now + BEFORE_TOURNAMENTS),
    )
    for entry in entries.select_related("tournament").iterator():
        tournament = entry.tournament
        yield Waiting(
            PushKind.TOURNAMENT,
            entry.user_id,
            key=f"tournament:{tournament.uid}",
            subject=f"tournament:{tournament.uid}",
            path=tournament.get_absolute_url(),
            since=max(tournament.starts_at - BEFORE_TOURNAMENTS, entry.joined_at),
            until=tournament.starts_at,
            words=_about_to_begin(tournament.full_title),
            patience=SOON,
        )


def devices_of(user: User) -> QuerySet[PushDevice]:
    """Return the devices of *user*, the one that was added last first. One query."""
    return user.push_devices.order_by("-created_at", "-pk")


def _users(kind: PushKind) -> QuerySet[PushDevice, Any]:
    """Return the ids of users with a device that is told of *kind*, for use in a query."""
    return PushDevice.objects.filter(kinds__contains=kind.value).values("user")


def _worded(phrase: object, what: Game | Seek, other: User | None) -> Callable[[], str]:
    """Return *phrase* with the board and the *other* player, once it is asked for."""

    def words() -> str:
        name = name_of(other) if other else ""
        return str(phrase).format(name=name, size=f"{what.m}×{what.n}")

    return words


def _about_to_begin(title: str) -> Callable[[], str]:
    return lambda: _("%(title)s begins in less than 10 minutes.") % {"title": title}
