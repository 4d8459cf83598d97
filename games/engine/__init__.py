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
from games.engine.budget import Limits
from games.engine.players.catalogue import (
    ALGORITHMS,
    NamedPlayer,
    UnknownPlayer,
    parse_player,
    player,
    player_text,
)
from games.engine.players.levels import LEVELS, Level, UnknownLevel, choose, find_player

if TYPE_CHECKING:
    from games.engine.analysis.analyser import analyse
    from games.engine.analysis.grader import grade
    from games.engine.analysis.grades import Grades
    from games.engine.analysis.labels import Label
    from games.engine.analysis.moves import Analysis
    from games.engine.explanation.methods import explain
    from games.engine.search.proof import Proof, solve
    from games.engine.search.value import Value

_LOADED_ON_DEMAND = {
    "Analysis": "analysis.moves",
    "Grades": "analysis.grades",
    "Label": "analysis.labels",
    "Proof": "search.proof",
    "Value": "search.value",
    "analyse": "analysis.analyser",
    "explain": "explanation.methods",
    "grade": "analysis.grader",
    "solve": "search.proof",
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
