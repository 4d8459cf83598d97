"""Tournaments for programs. An owner whose program joins consents that it plays there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from ninja import Schema, Status
from pydantic import Field

from games.compete.tournaments import queries, services
from games.compete.tournaments.arena import standing
from games.compete.tournaments.robin.table import table_of
from games.core.errors import GameError
from games.models import Tournament
from games.programs.api.auth import PLAY, READ, ProgramRequest, routes
from games.programs.api.reads import MISSING
from games.programs.api.schemas import REFUSED
from tictactoe_site.common.addresses import address_of, pseudonym

DONE = {204: None, **REFUSED}
TAG = ["tournaments"]


class TournamentState(Schema):
    """A tournament. `control` is in seconds; `pool` is "" where nothing is rated."""

    uid: str
    kind: Literal["arena", "robin"]
    title: str
    m: int
    n: int
    k: int
    control: str
    pool: Literal["", "fives", "fours"]
    admits: Literal["people", "bots", "all"]
    state: Literal["announced", "going", "over", "off"]
    starts: datetime
    ends: datetime | None
    players: int
    joined: bool


class TournamentPlace(Schema):
    """Somebody in the standing."""

    place: int
    name: str
    bot: bool = Field(alias="is_bot")
    points: str
    rounds: int


class TournamentStanding(TournamentState):
    """A tournament with the best ten."""

    standing: list[TournamentPlace]
    paused: bool


class TableRow(Schema):
    """A row of a round robin: `against` has the points against each row's player, in the rows'
    order, null where nothing counts yet."""

    place: int
    name: str
    points: float
    tie_break: float
    elo: float | None
    margin: float | None
    withdrawn: bool
    against: list[float | None]


class RobinTable(Schema):
    """The cross table, best first, without those whose results do not count."""

    done: int
    rounds: int
    rows: list[TableRow]


@routes.get("tournaments", **READ, tags=TAG, response={200: list[TournamentState], **MISSING})
def tournaments(request: ProgramRequest) -> list[dict[str, Any]]:
    """The tournaments that go on, and those announced."""
    listed = queries.not_over(request.auth.account)
    return [_state(row.tournament, row.joined, row.is_joined) for row in listed]


@routes.get(
    "tournaments/{uid:uid}", **READ, tags=TAG, response={200: TournamentStanding, **MISSING}
)
def tournament(request: ProgramRequest, uid: str) -> dict[str, Any]:
    """A tournament, its best ten, and whether this bot takes part. One that has paused is told so:
    twice it did not come to a round, or it asked for a break."""
    found = queries.find(uid)
    entry = queries.entry_of(found, request.auth.account)
    is_joined = entry is not None and entry.withdrawn_at is None
    return {
        **_state(found, standing.count(found), is_joined),
        "paused": entry is not None and entry.paused_at is not None,
        "standing": standing.rows(found),
    }


@routes.get("tournaments/{uid:uid}/table", **READ, tags=TAG, response={200: RobinTable, **MISSING})
def tournament_table(request: HttpRequest, uid: str) -> dict[str, Any]:
    """The cross table of a round robin."""
    found = queries.find(uid)
    if found.is_arena:
        raise GameError("no_such_tournament")
    table = table_of(found)
    rows = [
        {
            "place": row.entrant.place,
            "name": table.users[row.entrant.key].username,
            "points": row.halves / 2,
            "tie_break": float(row.entrant.tie_break),
            "elo": row.rating.elo if row.rating else None,
            "margin": row.rating.error if row.rating else None,
            "withdrawn": row.entrant.is_withdrawn,
            "against": [cell.halves / 2 if cell.text else None for cell in row.cells],
        }
        for row in table.cross.rows
    ]
    return {"done": table.chart.done, "rounds": len(table.chart.meetings), "rows": rows}


@routes.post("tournaments/{uid:uid}/join", **PLAY, tags=TAG, response=DONE)
def join_tournament(request: ProgramRequest, uid: str) -> Status[None]:
    """Take part, also again after a break. Keep the stream of events open: it says that the bot is
    there, and which games wait for it."""
    network = pseudonym(address_of(request))
    # Only people are asked whether they mind bots.
    services.join(uid=uid, user=request.auth.account, knows_of_bots=True, network=network)
    return Status(204, None)


@routes.post("tournaments/{uid:uid}/pause", **PLAY, tags=TAG, response=DONE)
def pause_in_tournament(request: ProgramRequest, uid: str) -> Status[None]:
    """Take a break until the next `join`: the round that goes on is played to its end. In a round
    robin the bot is withdrawn once its break lasts longer than 10 minutes."""
    return _do(request, uid, services.pause)


@routes.post("tournaments/{uid:uid}/withdraw", **PLAY, tags=TAG, response=DONE)
def withdraw_from_tournament(request: ProgramRequest, uid: str) -> Status[None]:
    """Leave a tournament: the round that goes on is played to its end."""
    return _do(request, uid, services.withdraw)


def _do(request: ProgramRequest, uid: str, verb: Callable[..., object]) -> Status[None]:
    verb(uid=uid, user=request.auth.account)
    return Status(204, None)


def _state(found: Tournament, players: int, is_joined: bool) -> dict[str, Any]:
    fields = ("uid", "kind", "m", "n", "k", "control", "pool", "admits", "state")
    return {
        **{name: getattr(found, name) for name in fields},
        "title": found.full_title,
        "starts": found.starts_at,
        "ends": found.ends_at,
        "players": players,
        "joined": is_joined,
    }
