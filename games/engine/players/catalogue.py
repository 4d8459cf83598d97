"""All computer players by name, with what can be set about them and where they come from.

    player("monte_carlo", playouts=5)(position, limits)
    parse_player("alpha_beta:horizon=3,heuristic=none")

The levels that people choose from are some of these players; see `levels`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from types import MappingProxyType

from games.core.errors import GameError
from games.core.rules import MAX_SIDE, Cell, Position
from games.engine.budget import Limits
from games.engine.player import check_to_move
from games.engine.players import blind, lessons, monte_carlo, perfect, rules, tree
from games.engine.players.parameters import (
    OneOf,
    Parameter,
    Real,
    Setting,
    Several,
    Whole,
    parse_settings,
    settings_of,
    settings_text,
)
from games.engine.search.worth import HEURISTICS

CELLS_OF_LARGEST = MAX_SIDE**2
HORIZON = 4  # moves of both sides; on large boards the limits end a search before it gets there
PLAYOUTS = 10  # for a cell
UCT_PLAYOUTS = 1000  # for a move
NO_LIMIT = 10**12  # positions: more than any search looks at


class UnknownPlayer(GameError):
    """A name that no player has."""

    def __init__(self) -> None:
        super().__init__("unknown_player", f"the players are {', '.join(ALGORITHMS)}")


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A way to choose a cell."""

    name: str
    title: str
    description: str  # one sentence
    source: str  # who published it, where it is in common use, or what it is for
    choose: Callable[..., Cell]  # a position of any board, limits, a keyword for each parameter
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """An algorithm with its settings: a player."""

    algorithm: Algorithm
    settings: Mapping[str, Setting]

    def __call__(self, position: Position, limits: Limits) -> Cell:
        """Return the cell that this player marks in *position*.

        Raises GameError: impossible_position, game_over, and what the algorithm refuses about its
        settings on this board.
        """
        check_to_move(position)
        return self.algorithm.choose(position, limits, **self.settings)


def player(name: str, **settings: Setting) -> NamedPlayer:
    """Return the player called *name*, with these *settings* in place of the usual ones.

    Raises UnknownPlayer, UnknownParameter or BadParameter.
    """
    algorithm = _algorithm(name)
    checked = settings_of(algorithm.parameters, settings)
    return NamedPlayer(algorithm, MappingProxyType(checked))


def player_text(player: NamedPlayer) -> str:
    """Return, for example, "alpha_beta:horizon=3", or "random"."""
    settings = settings_text(player.algorithm.parameters, player.settings)
    return f"{player.algorithm.name}:{settings}" if settings else player.algorithm.name


def parse_player(text: str) -> NamedPlayer:
    """Read what `player_text` writes. Raises UnknownPlayer, UnknownParameter or BadParameter."""
    name, _, settings = text.partition(":")
    algorithm = _algorithm(name)
    checked = parse_settings(algorithm.parameters, settings)
    return NamedPlayer(algorithm, MappingProxyType(checked))


def _algorithm(name: str) -> Algorithm:
    algorithm = ALGORITHMS.get(name)
    if algorithm is None:
        raise UnknownPlayer
    return algorithm


def _complete_or_block(position: Position, limits: Limits) -> Cell:
    return rules.choose(position, limits, order=rules.COMPLETING_ORDER)


def _uct(position: Position, limits: Limits, *, playouts: int, exploration: float) -> Cell:
    from games.engine.players import uct  # loads the compiler

    return uct.choose(position, limits, playouts, exploration)


def _strong(position: Position, limits: Limits, *, nodes: int) -> Cell:
    from games.engine.search import strong  # loads the compiler

    most = nodes if limits.nodes is None else min(nodes, limits.nodes)
    return strong.search(position, replace(limits, nodes=most)).cell


def _ensemble(position: Position, limits: Limits, *, players: Sequence[str]) -> Cell:
    return lessons.choose_by_vote(position, limits, players=[player(name) for name in players])


_HORIZON = Parameter("horizon", "moves to look ahead", HORIZON, Whole(1, CELLS_OF_LARGEST))
_HEURISTIC = Parameter(
    "heuristic",
    "what judges the positions at the horizon; with none, chance does",
    "lines",
    OneOf(HEURISTICS),
)

_SINGLE = (
    Algorithm(
        "random",
        "Random",
        "Marks any free cell, each as likely as the others.",
        "the usual baseline of every collection of players",
        blind.choose_at_random,
    ),
    Algorithm(
        "weights",
        "Weights",
        "Marks the free cell with the greatest weight and sees no marks.",
        "common in tic-tac-toe programs, with 5 for the centre",
        blind.choose_by_weights,
        (
            Parameter(
                "weights",
                "one for every cell, row by row; if empty, 1 more than the lines through the cell",
                (),
                Several(Real(-1e9, 1e9)),
            ),
        ),
    ),
    Algorithm(
        "rules",
        "Rules",
        "Follows the first of some simple rules that applies.",
        "common in tic-tac-toe programs: win, block, centre, corner, side",
        rules.choose,
        (
            Parameter(
                "order",
                "the rules, the most important first",
                rules.PLAIN_ORDER,
                Several(OneOf(tuple(rules.RULES)), least=1, most=20),
            ),
        ),
    ),
    Algorithm(
        "complete_or_block",
        "Complete or block",
        "Opens in a corner; fills a line of either side that lacks one mark, else centre, corner.",
        "common in beginners' tic-tac-toe programs",
        _complete_or_block,
    ),
    Algorithm(
        "heuristic",
        "Heuristic",
        "Marks the cell after which the open lines look best.",
        "the common count of open lines, in the manner of C.E. Shannon's evaluation of chess, 1950",
        tree.choose_by_heuristic,
    ),
    Algorithm(
        "minimax",
        "Minimax",
        "Looks at every line of play up to its horizon.",
        "C.E. Shannon, Programming a computer for playing chess, 1950",
        tree.choose_by_minimax,
        (_HORIZON, _HEURISTIC),
    ),
    Algorithm(
        "alpha_beta",
        "Alpha-beta",
        "Finds what minimax finds, but skips lines of play that cannot change the answer.",
        "D.E. Knuth and R.W. Moore, An analysis of alpha-beta pruning, 1975",
        tree.choose_by_alpha_beta,
        (_HORIZON, _HEURISTIC),
    ),
    Algorithm(
        "monte_carlo",
        "Monte Carlo",
        "Plays some random games after each move and makes the move that won most often.",
        "B. Abramson, Expected-outcome, 1990; B. Brügmann, Monte Carlo Go, 1993",
        monte_carlo.choose,
        (Parameter("playouts", "games for each cell", PLAYOUTS, Whole(1, 1_000_000)),),
    ),
    Algorithm(
        "uct",
        "UCT",
        "Plays random games, mostly after moves that did well before; the move most tried is made.",
        "L. Kocsis and C. Szepesvári, Bandit based Monte-Carlo planning, 2006",
        _uct,
        (
            Parameter("playouts", "games for a move", UCT_PLAYOUTS, Whole(1, 100_000_000)),
            Parameter(
                "exploration",
                "how much it tries moves that it knows little of",
                sqrt(2),
                Real(0, 100),
            ),
        ),
    ),
    Algorithm(
        "strong",
        "Strong",
        "Sees shapes, wins by threats where it can, and searches as deep as its limits allow.",
        "this project; threats after L.V. Allis, 1994, search after J. Pearl's Scout, 1980",
        _strong,
        (Parameter("nodes", "positions to look at for a move", NO_LIMIT, Whole(1, NO_LIMIT)),),
    ),
    Algorithm(
        "perfect",
        "Perfect",
        "Plays what is proven to be best, and as Strong does where nothing is proven in time.",
        "this project; see docs/engine.md",
        perfect.choose,
    ),
    Algorithm(
        "scripted",
        "Scripted",
        "Marks the first free cell of its list, then any.",
        "for lessons and tests",
        lessons.choose_by_script,
        (
            Parameter(
                "cells", "numbered row by row from 0", (), Several(Whole(0, CELLS_OF_LARGEST - 1))
            ),
        ),
    ),
)
_ENSEMBLE = Algorithm(
    "ensemble",
    "Ensemble",
    "Asks other players and marks what most of them would.",
    "for lessons and tests",
    _ensemble,
    (
        Parameter(
            "players",
            "whom to ask; of equal votes the earliest counts",
            ("rules", "heuristic", "monte_carlo"),
            Several(OneOf(tuple(one.name for one in _SINGLE)), least=1, most=20),
        ),
    ),
)

ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType(
    {algorithm.name: algorithm for algorithm in (*_SINGLE, _ENSEMBLE)}
)
