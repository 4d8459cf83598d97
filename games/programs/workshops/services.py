"""What can be done with workshops and in them, and what becomes of those whose time is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts import names
from accounts.guests import make_guest
from accounts.models import User
from accounts.signin.sessions import remove_if_nothing_is_left
from games.core.errors import GameError
from games.live import announce, limits
from games.live.rooms import rooms
from games.live.storage import database
from games.live.storage.database import log_errors
from games.models import Game, Lock, Workshop, WorkshopGame, WorkshopPlayer
from games.models.workshop import MAX_TIME
from games.play.game import services as playing
from games.play.game.leaving import insist
from games.play.game.terms import Terms
from games.play.lobby.services import create_game
from games.programs.workshops.names import require_no_account

MIN_MOVE_SECONDS, MAX_MOVE_SECONDS = 5, 600
MAX_WORKSHOPS = 5  # open ones of an owner
MAX_NAMES = 180  # in a workshop: 60 people, who may try another name
TERMS = Terms(opponent=Game.Opponent.FRIEND.value, side="x", first="x", takebacks=0)
KEPT_FOR = timedelta(days=90)  # after its end, unless its teacher keeps it
AT_ONCE = 20  # the caller repeats until nothing is left


def group_of_workshop(workshop_id: int) -> str:
    return f"workshop.{workshop_id}"


async def changed(workshop_id: int) -> None:
    """Have all processes look at the workshop again: its lobby, its games, whether it is open."""
    await announce.send(group_of_workshop(workshop_id), {"type": "workshop.changed"})


@transaction.atomic
def make_workshop(*, owner: User, title: str, hours: int) -> Workshop:
    """Open a workshop for so many *hours*.

    Raises GameError: banned, sign_in (guests have none), too_many_workshops, bad_hours.
    """
    if owner.is_banned:
        raise GameError("banned")
    if not owner.is_person:
        raise GameError("sign_in")
    if not 1 <= hours <= MAX_TIME.total_seconds() // 3600:
        raise GameError("bad_hours")
    Lock.hold("workshops")
    if Workshop.objects.open().filter(owner=owner).count() >= MAX_WORKSHOPS:
        raise GameError("too_many_workshops")
    ends_at = timezone.now() + timedelta(hours=hours)
    return Workshop.objects.create(owner=owner, title=title, ends_at=ends_at)


async def close_workshop(*, workshop: Workshop) -> None:
    """Send everybody away, and call off the games that go on. A second call does nothing."""
    uids = await database.run(_close, workshop)
    await changed(workshop.pk)
    await call_off(uids)


def _close(workshop: Workshop) -> list[str]:
    open_now = Workshop.objects.filter(pk=workshop.pk, closed_at=None)
    if not open_now.update(closed_at=timezone.now()):
        return []
    games = Game.objects.filter(workshop_game__workshop=workshop)
    return list(games.exclude(status=Game.Status.FINISHED).values_list("uid", flat=True))


def set_kept(*, workshop: Workshop, is_kept: bool) -> None:
    """Keep the workshop after its end, or let it be deleted KEPT_FOR later."""
    Workshop.objects.filter(pk=workshop.pk).update(is_kept=is_kept)


def set_move_time(*, workshop: Workshop, seconds: int) -> None:
    """Give each program *seconds* for a move. Raises GameError: bad_move_time."""
    if not MIN_MOVE_SECONDS <= seconds <= MAX_MOVE_SECONDS:
        raise GameError("bad_move_time")
    Workshop.objects.filter(pk=workshop.pk).update(move_seconds=seconds)


@transaction.atomic
def player_named(*, workshop_id: int, name: str) -> WorkshopPlayer:
    """Return the player of this name, which `clean_name` has returned; made at the first time.

    Raises GameError: banned, name_of_account, removed, room_full.
    """
    players = WorkshopPlayer.objects.select_related("user").filter(workshop=workshop_id)
    canonical = names.canonical(name)
    player = players.filter(canonical=canonical).first()
    if player is None:
        require_no_account(name)
        if players.count() >= MAX_NAMES:
            raise GameError("room_full")
        try:
            with transaction.atomic():
                player = WorkshopPlayer.objects.create(
                    workshop_id=workshop_id, user=make_guest(), name=name, canonical=canonical
                )
        except IntegrityError:  # somebody else has just made it
            player = players.get(canonical=canonical)
    return _playing(player)


def player_of(*, user: int) -> WorkshopPlayer:
    """Return the player as whom the guest *user* plays. Raises GameError: banned, removed."""
    return _playing(WorkshopPlayer.objects.select_related("user").get(user=user))


def _playing(player: WorkshopPlayer) -> WorkshopPlayer:
    """Return *player* if it may play and is still a guest: no visitor plays for an account.

    Raises GameError: banned, removed.
    """
    if player.is_removed:
        raise GameError("removed")
    if not player.user.is_guest or not player.user.is_active or player.user.is_banned:
        raise GameError("banned")
    return player


async def make_game(*, workshop_id: int, creator: User) -> Game:
    """Open a game by link, in which *creator* has X and begins.

    Raises TooFast, and what `create_game` raises. A round robin's games are not counted.
    """
    limits.enter((limits.GAMES_OF_WORKSHOP, workshop_id))
    game = await create_game(creator=creator, terms=TERMS)
    await database.run(WorkshopGame.objects.create, workshop_id=workshop_id, game=game)
    return game


async def give_up(*, uid: str, player: User) -> None:
    """Leave a game as it can be left now; whoever leaves one of the round robin has lost it.

    Otherwise a program that leaves early would have its games replayed for ever. Raises GameError.
    """
    is_paired = await database.run(
        WorkshopGame.objects.filter(game__uid=uid, x__isnull=False).exists
    )
    await (playing.resign if is_paired else playing.leave)(uid=uid, player=player)


async def call_off(uids: Iterable[str]) -> None:
    """End games without a result, since nobody has left them; nothing happens to what is over."""
    for uid in uids:
        with log_errors("the game %s is not called off", uid):
            await _call_off(uid)


async def _call_off(uid: str) -> None:
    try:
        async with rooms().enter(uid) as room:
            await insist(room, lambda match, now: match.call_off(now=now), actor_id=None)
    except GameError:  # it ended or was removed meanwhile
        return
    await announce.changed(uid, room.match.version)


# Every line of play.


def ask(*, workshop: Workshop, players: Iterable[int]) -> int:
    """Have these *players* asked every line of play; return how many they are.

    Raises GameError("nobody_chosen").
    """
    chosen = workshop.players.filter(pk__in=list(players), is_removed=False)
    count = chosen.update(verdict=WorkshopPlayer.Verdict.ASKING, loses_in=0)
    if not count:
        raise GameError("nobody_chosen")
    return count


def store_verdict(*, player: int, verdict: WorkshopPlayer.Verdict, loses_in: int) -> None:
    """Write down the *verdict* on the *player*."""
    WorkshopPlayer.objects.filter(pk=player).update(verdict=verdict, loses_in=loses_in)


def note(*, present: Iterable[int], refusals: Mapping[int, str]) -> None:
    """Write down which players, by their users, are there, and what they were refused last."""
    now = timezone.now()
    if here := list(present):
        WorkshopPlayer.objects.filter(user__in=here).update(seen_at=now)
    for user, code in refusals.items():
        WorkshopPlayer.objects.filter(user=user).update(refusal=code[:32], refused_at=now)


async def close_overdue(*, now: datetime) -> int:
    """Close the workshops whose time is over, and end their games; return how many.

    Raises Unavailable.
    """
    overdue = Workshop.objects.filter(closed_at=None, ends_at__lte=now)
    closed = 0
    found = await database.run(lambda: list(overdue[:AT_ONCE]))
    for workshop in found:
        with log_errors("the workshop %s is not closed", workshop.code):
            await close_workshop(workshop=workshop)
            closed += 1
    return closed


async def remove_old(*, now: datetime) -> int:
    """Remove workshops that ended long ago and that no teacher keeps, with their names and games.

    Returns how many. Raises Unavailable.
    """
    return await database.run(_remove_old, now)


@transaction.atomic
def _remove_old(now: datetime) -> int:
    since = now - KEPT_FOR
    over = Q(closed_at__lt=since) | Q(ends_at__lt=since)
    # A teacher who has deleted the account keeps nothing, and nobody else could let it go.
    is_let_go = Q(is_kept=False) | Q(owner__deleted_at__isnull=False)
    old = Workshop.objects.filter(over, is_let_go)
    some = list(old.values_list("pk", flat=True)[:AT_ONCE])
    players = WorkshopPlayer.objects.filter(workshop__in=some, level="")
    guests = list(players.values_list("user_id", flat=True))
    # The games first and the guests last, since whoever has a game left is protected.
    Game.objects.filter(workshop_game__workshop__in=some).delete()
    Workshop.objects.filter(pk__in=some).delete()
    for guest in guests:
        remove_if_nothing_is_left(guest)
    return len(some)
