"""The computer's levels by name, and `choose`, which asks one of them for a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Cell, Position, Ruleset
from games.engine import perfect_player, random_player, rules_player, searcher
from games.engine.limits import Limits

Player = Callable[[Position, Limits], Cell]


class UnknownLevel(GameError):
    """A name that no level has."""

    def __init__(self) -> None:
        super().__init__("unknown_level")


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player: how programs and people call it, and where it can play."""

    name: str
    title: str  # the name of its account
    description: str  # one sentence for people who choose an opponent
    supports: Callable[[Ruleset], bool]
    player: Player


def _every_board(ruleset: Ruleset) -> bool:
    return True


def _only_tic_tac_toe(ruleset: Ruleset) -> bool:
    return ruleset == TIC_TAC_TOE


_IN_ORDER_OF_STRENGTH = (
    Level(
        "random",
        "Random",
        "Marks any free cell without a thought; good for a first win.",
        _every_board,
        random_player.choose,
    ),
    Level(
        "rules",
        "Rules",
        "Wins when it can and blocks when it must, but never looks further ahead.",
        _every_board,
        rules_player.choose,
    ),
    Level(
        "searcher",
        "Searcher",
        "Looks several moves ahead on any board and punishes open rows.",
        _every_board,
        searcher.choose,
    ),
    Level(
        "perfect",
        "Perfect",
        "Never loses at 3×3 and wins at the first slip; a draw is all you can get.",
        _only_tic_tac_toe,
        perfect_player.choose,
    ),
)

LEVELS: Mapping[str, Level] = MappingProxyType(
    {level.name: level for level in _IN_ORDER_OF_STRENGTH}
)


def choose(level: str, position: Position, limits: Limits | None = None) -> Cell:
    """The cell that *level* marks in *position*, which stays as it is.

    Raises UnknownLevel, or GameError: level_unsupported, game_over.
    """
    chosen = LEVELS.get(level)
    if chosen is None:
        raise UnknownLevel
    if not chosen.supports(position.ruleset):
        raise GameError("level_unsupported")
    if position.is_over:
        raise GameError("game_over")
    return chosen.player(position, limits or Limits())
