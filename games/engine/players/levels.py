"""The levels that people choose an opponent from, and `choose`, which asks one for a move.

Each is one of the named players with its settings. They stand in order of strength; how it was
measured, and how to measure it again, is in docs/engine.md. A level's title is also reserved in
`accounts/names.py`, and its number stands in `static/js/play/offline/levels.js`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from games.core.errors import GameError
from games.core.rules import Cell, Position
from games.engine.budget import Limits
from games.engine.players.catalogue import NamedPlayer, parse_player


def gettext_noop(text: str) -> str:
    """Return *text*. The catalogues collect it by this function's name.

    `games/text/seat_names.py` translates it.
    """
    return text


class UnknownLevel(GameError):
    """A name that no level has."""

    def __init__(self) -> None:
        super().__init__("unknown_level", f"the levels are {', '.join(LEVELS)}")


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player: how programs and people call it, and what plays under its name."""

    name: str  # for programs, and where it is stored
    title: str  # the name of its account
    label: str  # what people choose it by, in English
    description: str  # one sentence for people who choose an opponent, in English
    player: NamedPlayer
    knows_swap: bool = False  # begins evenly where the other side may take over the first mark
    number: int = 0  # from 1, the weakest: its place in LEVELS


_IN_ORDER_OF_STRENGTH = (
    Level(
        "random",
        "Random",
        gettext_noop("Beginner"),
        gettext_noop("Plays at random."),
        parse_player("random"),
    ),
    Level(
        "weights",
        "Weights",
        gettext_noop("Easy"),
        gettext_noop("Loves the middle of the board and does not look at your marks."),
        parse_player("weights"),
    ),
    Level(
        "rules",
        "Rules",
        gettext_noop("Casual"),
        gettext_noop("Wins when it can and blocks when it must, but never looks further ahead."),
        parse_player("rules"),
    ),
    Level(
        "guard",
        "Guard",
        gettext_noop("Steady"),
        gettext_noop("Blocks your lines early and waits for your mistakes."),
        parse_player("rules:order=win/block/block_soon/lines"),
    ),
    Level(
        "heuristic",
        "Heuristic",
        gettext_noop("Skilled"),
        gettext_noop("Builds where the open lines look best and ignores your reply."),
        parse_player("heuristic"),
    ),
    Level(
        "searcher",
        "Searcher",
        gettext_noop("Strong"),
        gettext_noop("Looks several moves ahead on any board and punishes open rows."),
        parse_player("strong:nodes=500"),
    ),
    Level(
        "expert",
        "Expert",
        gettext_noop("Expert"),
        gettext_noop("Sees two threats coming from afar and looks deeper than most people do."),
        parse_player("strong:nodes=4000"),
        knows_swap=True,
    ),
    Level(
        "perfect",
        "Perfect",
        gettext_noop("Perfect"),
        gettext_noop("Never loses at 3×3, and on larger boards proves its moves wherever it can."),
        parse_player("perfect"),
        knows_swap=True,
    ),
)

LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        level.name: replace(level, number=number)
        for number, level in enumerate(_IN_ORDER_OF_STRENGTH, start=1)
    }
)


def choose(
    level: str, position: Position, limits: Limits | None = None, *, swap: bool = False
) -> Cell:
    """Return the cell that *level* marks in *position*, which stays as it is.

    With *swap* the other side may take over the first mark instead of answering it.
    Raises UnknownLevel, or GameError: impossible_position, game_over.
    """
    chosen = LEVELS.get(level)
    if chosen is None:
        raise UnknownLevel
    limits = limits or Limits()
    if swap and chosen.knows_swap and position == Position(position.ruleset):
        from games.engine.players.swapping import first_mark  # loads the compiler

        return first_mark(position.ruleset, limits)
    return chosen.player(position, limits)


def find_player(text: str) -> NamedPlayer:
    """Return the player of the level called *text*, else the player that *text* describes.

    Raises UnknownPlayer, UnknownParameter or BadParameter.
    """
    level = LEVELS.get(text)
    return level.player if level else parse_player(text)
