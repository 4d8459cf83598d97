"""What happens to the games of an account that changes hands or closes."""

from __future__ import annotations

from functools import partial

from django.db.models import Q

from accounts.models import User
from games.core.clock import Milliseconds
from games.core.errors import GameError
from games.core.events import Status, Termination
from games.core.match import Match, Step
from games.live import announce
from games.live.actor import Decide
from games.live.room import Room
from games.live.rooms import rooms
from games.live.seats import seat
from games.live.storage import database
from games.models import ChatLine, Game
from games.play.notices import services as notices
from games.text.seat_names import STORED_LEVELS

ATTEMPTS = 5  # at a game that others are writing


async def transfer_games(*, guest: User, user: User) -> int:
    """Give *guest*'s seats, open games, challenges and chat to *user*; return how many games.

    A game in which *user* already has a seat stays as it is, so that nobody plays both sides.
    """
    given = 0
    uids = await database.run(_uids_of, guest)
    # First, because each room reads its game again once the seats have changed.
    await database.run(_give_the_rest, guest, user)
    for uid in uids:
        try:
            async with rooms().enter(uid) as room:
                await insist(
                    room,
                    lambda match, now: match.reseat(was=guest.pk, player=user.pk),
                    actor_id=user.pk,
                )
        except GameError:  # nobody is to be seated anew, or the game was removed meanwhile
            continue
        # Another process may have the game in memory with the guest still in it.
        await announce.changed(uid, room.match.version)
        given += 1
    return given


async def leave_all(*, user: User, actor: User | None = None) -> None:
    """Close the user's sockets, and end every game that *user* plays, waits in or is asked for."""
    await announce.revoked(user.pk)  # first: what follows may take long, or fail
    for uid in await database.run(_unfinished_uids_of, user):
        try:
            async with rooms().enter(uid) as room:
                await insist(
                    room,
                    partial(_leave_or_decline, room.game, user.pk),
                    actor_id=(actor or user).pk,
                )
                await room.notices_sent()
        except GameError:  # it ended or was removed meanwhile
            continue
        await announce.closed(room.game)
        await announce.changed(uid, room.match.version)
        await _tell_of_challenge(room)


def remove_given_names(user: User) -> None:
    """Remove the names that *user* gave to seats of games on one device; the computer's stay.

    In a game that was played offline against the computer, the other seat has the account's name.
    """
    on_device = Game.objects.filter(creator=user, opponent=Game.Opponent.DEVICE)
    for name in ("x_name", "o_name"):
        on_device.exclude(**{f"{name}__in": ["", *STORED_LEVELS]}).update(**{name: ""})


async def show_new_name(*, user: User) -> None:
    """Show *user*'s present name in the games that are being played in this process.

    Other processes show it when they next read the game; nothing depends on it.
    """
    for uid in await database.run(_unfinished_uids_of, user):
        if room := rooms().find_open(uid):
            await room.reread()


def leave_match(match: Match, player: int, now: Milliseconds) -> Step:
    """End the match as *player* can end it now: call it off, abort it, or give it up."""
    if match.status is Status.OPEN:
        return match.cancel(now=now)
    if match.can_be_aborted:
        return match.abort(now=now)
    return match.resign(mark=seat(match, player), now=now)


async def insist(room: Room, decide: Decide, *, actor_id: int | None) -> None:
    """Do what *decide* decides; try again if others write the game at the same moment.

    Raises GameError: stale_ply after ATTEMPTS, and what *decide* raises.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await room.submit(decide, actor_id=actor_id)
        except GameError as error:
            # By now the room has read what was written elsewhere.
            if error.code != "stale_ply" or attempt == ATTEMPTS:
                raise
        else:
            return


def _leave_or_decline(game: Game, player: int, match: Match, now: Milliseconds) -> Step:
    if match.status is Status.OPEN and game.creator_id != player:
        return match.decline(now=now)
    return leave_match(match, player, now)


async def _tell_of_challenge(room: Room) -> None:
    """Tell the other user of a challenge that it was withdrawn or declined."""
    game, ended = room.game, room.match.termination
    if game.invited and ended is Termination.CANCELLED:
        await notices.tell("withdrawn", game, game.invited)
    elif ended is Termination.DECLINED:
        await notices.tell("declined", game, game.creator, reason="no_thanks")


def _uids_of(user: User) -> list[str]:
    waiting = Game.objects.open().filter(Q(creator=user) | Q(invited=user))
    return list((Game.objects.of(user) | waiting).values_list("uid", flat=True))


def _unfinished_uids_of(user: User) -> list[str]:
    unfinished = Game.objects.exclude(status=Game.Status.FINISHED)
    games = unfinished.of(user) | unfinished.filter(creator=user)
    games |= Game.objects.open().filter(invited=user)
    return list(games.distinct().values_list("uid", flat=True))


def _give_the_rest(guest: User, user: User) -> None:
    # An offline game that both accounts have added stays the guest's: the user has it already.
    own = Game.objects.filter(creator=user, offline_id__isnull=False).values("offline_id")
    Game.objects.filter(creator=guest).exclude(offline_id__in=own).update(creator=user)
    # Nobody can accept a challenge of their own.
    Game.objects.open().filter(invited=guest).exclude(creator=user).update(invited=user)
    ChatLine.objects.filter(author=guest).update(author=user)
