"""Rated rounds for programs: a bot looks for another one, or asks one of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from asgiref.sync import async_to_sync
from django.utils import timezone
from ninja import Schema, Status
from pydantic import Field

from accounts.models import User
from games.compete.rounds import queries, seeks
from games.compete.rounds.queries import ShownSeek
from games.compete.rounds.seeks import Wish
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.models import Seek
from games.play.notices import services as notices
from games.programs.api.auth import CHALLENGE, READ, ProgramRequest, routes
from games.programs.api.reads import REFUSED as NOT_READ
from games.programs.api.schemas import REFUSED, Side, Taken, Text, Whole, example
from tictactoe_site.common.addresses import address_of, pseudonym

DONE = {204: None, **REFUSED}
TAG = ["rounds"]
PoolOfBoards = Literal["fives", "fours"]
Reach = Annotated[Literal[0, 100, 200, 400], Whole]


class NewSeek(Taken):
    """What to play: a board of a pool, and "60+1", "120+2", "180+2" or "300+3".

    `reach` is how many points of rating the opponent may be away, 0 for any; if it `widens`, twice
    as many after 30 seconds, and so on. `invited` names the one bot that may accept.
    """

    model_config = example(m=6, n=6, k=4, control="120+2", reach=200, widens=True)

    m: Side
    n: Side
    k: Side
    control: Text = Field(max_length=20)
    reach: Reach = 0
    widens: bool = False
    invited: Text = Field("", max_length=20)


class OwnSeek(Schema):
    """What this bot looks for. `round` is the uid of the round that was found and of its first
    game; "" as long as there is none. `reach` is the present one, if it widens."""

    uid: str
    pool: PoolOfBoards
    m: int
    n: int
    k: int
    control: str
    reach: int
    invited: str
    declined: bool
    round: str


class ListedSeek(Schema):
    """A bot that looks for an opponent. `invited` says that it asks this bot alone."""

    uid: str = Field(alias="seek.uid")
    name: str = Field(alias="user.username")
    rating: int = Field(alias="rating.rating")
    margin: int = Field(alias="rating.margin")
    pool: PoolOfBoards = Field(alias="seek.pool")
    m: int = Field(alias="seek.m")
    n: int = Field(alias="seek.n")
    k: int = Field(alias="seek.k")
    control: str = Field(alias="seek.control")
    reach: int
    invited: bool

    @staticmethod
    def resolve_invited(shown: ShownSeek) -> bool:
        return shown.seek.invited_id is not None


class RoundName(Schema):
    """The uid of a round, which is also that of its first game."""

    round: str


@routes.post("rounds/seek", **CHALLENGE, tags=TAG, response={201: OwnSeek, **REFUSED})
def seek_round(request: ProgramRequest, asked: NewSeek) -> Status[dict[str, Any]]:
    """Look for a rated round in place of what this bot looked for before.

    If somebody waits who fits, the round begins at once. Otherwise ask how it stands at least
    every 15 seconds: whoever does not is taken to have left. Bots meet bots only; against a level,
    begin with `rounds/level`.
    """
    wish = Wish(
        Ruleset(asked.m, asked.n, asked.k),
        parse_time_control(asked.control),
        asked.reach,
        asked.widens,
    )
    address = address_of(request)
    found = seeks.seek(
        user=request.auth.account,
        wish=wish,
        invited=_user_named(asked.invited),
        network=pseudonym(address),
        address=address,
    )
    if found.invited_id and not found.round_uid:
        async_to_sync(notices.tell_of_round)(found)
    return Status(201, _own(found))


@routes.get("rounds/seek", **CHALLENGE, tags=TAG, response={200: OwnSeek, **REFUSED})
def own_seek(request: ProgramRequest) -> dict[str, Any]:
    """How the search of this bot stands; asking says that the bot is still there."""
    found = seeks.look(user=request.auth.account)
    if found is None:
        raise GameError("no_such_seek")
    return _own(found)


@routes.delete("rounds/seek", **CHALLENGE, tags=TAG, response=DONE)
def cancel_seek(request: ProgramRequest) -> Status[None]:
    """Look no longer. A round that has begun goes on."""
    seeks.cancel(user=request.auth.account)
    return Status(204, None)


@routes.get(
    "rounds/seeks",
    **READ,
    tags=TAG,
    operation_id="seeks",
    response={200: list[ListedSeek], **NOT_READ},
)
def listed_seeks(request: ProgramRequest) -> list[ShownSeek]:
    """The bots that look for an opponent now: first those that ask this bot, then those that take
    whoever fits, each with the longest waiting first."""
    bot = request.auth.account
    asking, others = queries.who_invites(bot), queries.who_looks(bot)
    return [shown for shown in (*asking, *others) if not shown.is_own]


@routes.post(
    "rounds/seeks/{uid:uid}/accept", **CHALLENGE, tags=TAG, response={200: RoundName, **REFUSED}
)
def accept_round(request: ProgramRequest, uid: str) -> dict[str, str]:
    """Play the round that another bot looks for. It begins at once; again, this does nothing."""
    address = address_of(request)
    found = seeks.accept(
        uid=uid, user=request.auth.account, network=pseudonym(address), address=address
    )
    return {"round": found.round_uid}


@routes.post("rounds/seeks/{uid:uid}/decline", **CHALLENGE, tags=TAG, response=DONE)
def decline_round(request: ProgramRequest, uid: str) -> Status[None]:
    """Say no to a bot that asks this one."""
    seeks.decline(uid=uid, user=request.auth.account)
    return Status(204, None)


def _user_named(name: str) -> User | None:
    if not name:
        return None
    invited: User | None = User.objects.find(name)
    if invited is None:
        raise GameError("no_such_player")
    return invited


def _own(found: Seek) -> dict[str, Any]:
    return {
        **{name: getattr(found, name) for name in ("uid", "pool", "m", "n", "k", "control")},
        "reach": seeks.reach_of(found, timezone.now()),
        "invited": found.invited.username if found.invited else "",
        "declined": found.declined_at is not None,
        "round": found.round_uid,
    }
