"""The computer's levels: a program always finds an opponent in them, casually or rated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from asgiref.sync import async_to_sync
from django.http import HttpRequest
from ninja import Schema, Status
from pydantic import Field

from games.compete.ratings.levels import level_marks
from games.compete.rounds import seeks
from games.engine import LEVELS, Level
from games.models import Game, Pool
from games.play.lobby.services import create_game
from games.programs.api.auth import CHALLENGE, READ, ProgramRequest, routes
from games.programs.api.reads import REFUSED as NOT_READ
from games.programs.api.rounds import PoolOfBoards, RoundName
from games.programs.api.schemas import REFUSED, GameName, NewTerms, Taken, example
from tictactoe_site.common.addresses import address_of, pseudonym

if TYPE_CHECKING:
    LevelName = str
else:
    LevelName = Literal[tuple(LEVELS)]


class LevelRating(Schema):
    """A level's measured strength in a pool, right to `margin` with 95 % certainty."""

    pool: PoolOfBoards
    rating: int
    margin: int


class LevelState(Schema):
    """A level of the computer. Rated rounds against it are played in the pools that it names."""

    number: int
    name: LevelName
    title: str
    description: str
    ratings: list[LevelRating]

    @staticmethod
    def resolve_ratings(level: Level) -> list[dict[str, Any]]:
        marks = [(pool, mark) for pool in Pool for mark in level_marks(pool)]
        return [
            {"pool": pool, "rating": mark.rating, "margin": mark.margin}
            for pool, mark in marks
            if mark.name == level.name
        ]


class NewLevelGame(NewTerms):
    """Which level to play. Every level plays every board."""

    model_config = example(level="guard", m=5, n=5, k=4, control="180+2")

    level: LevelName


class NewLevelRound(Taken):
    """Which level to be rated against, on the pool's usual board and clock."""

    model_config = example(level="guard", pool="fours")

    level: LevelName
    pool: PoolOfBoards = Field("fours")


@routes.get("levels", **READ, tags=["levels"], response={200: list[LevelState], **NOT_READ})
def levels(request: HttpRequest) -> list[Level]:
    """The computer's levels, from the weakest on."""
    return list(LEVELS.values())


@routes.post("games", **CHALLENGE, tags=["levels"], response={201: GameName, **REFUSED})
def play_level(request: ProgramRequest, asked: NewLevelGame) -> Status[dict[str, str]]:
    """Begin a casual game against a level of the computer. It counts for no rating.

    Keep the game's stream or socket open: the computer moves while somebody is there.
    """
    terms = replace(asked.terms, opponent=Game.Opponent.COMPUTER, level=asked.level)
    made = async_to_sync(create_game)(
        creator=request.auth.account, terms=terms, address=address_of(request)
    )
    return Status(201, {"uid": made.uid})


@routes.post("rounds/level", **CHALLENGE, tags=["levels"], response={201: RoundName, **REFUSED})
def play_level_rated(request: ProgramRequest, asked: NewLevelRound) -> Status[dict[str, str]]:
    """Begin a rated round against a level of the computer: two games, with X and with O.

    The second game follows when the first is over. The first names it as its `next`, and the
    stream of events tells of it.
    """
    address = address_of(request)
    round = seeks.begin_against_level(
        user=request.auth.account,
        level=asked.level,
        pool=Pool(asked.pool),
        network=pseudonym(address),
        address=address,
    )
    return Status(201, {"round": round.uid})
