"""A library of m,n,k games: who wins, what each move is worth, and players of all strengths.

    from games.engine import Limits, Position, Ruleset, analyse, choose, solve

    position = Position(Ruleset(4, 4, 4)).play(5)
    solve(position).value, analyse(position).best, choose("perfect", position, Limits(seconds=0.5))

A position and limits go in, a proof, an analysis or a cell comes out. Pure: no Django, no settings,
no clock but the one in the limits. What needs the compiled kernels is loaded when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from games.core.errors import GameError
from games.core.rules import Position, Ruleset
from games.engine.levels import LEVELS, Level, UnknownLevel, choose, find_player
from games.engine.limits import Limits
from games.engine.players import (
    ALGORITHMS,
    NamedPlayer,
    UnknownPlayer,
    parse_player,
    player,
    player_text,
)

if TYPE_CHECKING:
    from games.engine.analysis import Analysis, analyse
    from games.engine.explanation import explain
    from games.engine.grader import Grades, grade
    from games.engine.grading import Label
    from games.engine.inquiry import Value
    from games.engine.proof import Proof, solve

_LOADED_ON_DEMAND = {
    "Analysis": "analysis",
    "Grades": "grader",
    "Label": "grading",
    "Proof": "proof",
    "Value": "inquiry",
    "analyse": "analysis",
    "explain": "explanation",
    "grade": "grader",
    "solve": "proof",
}


def __getattr__(name: str) -> Any:
    if name not in _LOADED_ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LOADED_ON_DEMAND[name]}"), name)


__all__ = [
    "ALGORITHMS",
    "LEVELS",
    "Analysis",
    "GameError",
    "Grades",
    "Label",
    "Level",
    "Limits",
    "NamedPlayer",
    "Position",
    "Proof",
    "Ruleset",
    "UnknownLevel",
    "UnknownPlayer",
    "Value",
    "analyse",
    "choose",
    "explain",
    "find_player",
    "grade",
    "parse_player",
    "player",
    "player_text",
    "solve",
]
