"""mnk pbrain: be a Gomocup brain, with a function of yours or a level of the site

It speaks the Gomocup protocol on stdin and stdout, so Piskvork and other managers can play against
it: five or more in a row, on boards up to 19×19 (START 20 is answered with ERROR). --level needs
the site's own code: run it in the project's folder, where the levels can be loaded. They are not
part of this package, and the site lets no program play them on its machines.
"""

from __future__ import annotations

import importlib
import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from mnk.brain import Brain, Choose
from mnk.errors import Unusable
from mnk.game import Game
from mnk.programs.program import GameTable, ask
from mnk.programs.python import load_function


def add_arguments(parser: ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--function", metavar="MOD:NAME", help="such as my_bot:choose")
    group.add_argument("--level", metavar="NAME", help="such as expert or perfect")


def run(options: Namespace) -> int:
    answers = sys.stdout
    # What a module prints as it loads, or its function later, must not look like an answer.
    sys.stdout = sys.stderr
    try:
        choose = level(options.level) if options.level else _function(options.function)
        Brain(options.level or options.function, choose).serve(sys.stdin, answers)
    finally:
        sys.stdout = answers
    return 0


def level(name: str) -> Choose:
    """Return the level of that name, played by the site's own engine. Raises Unusable."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        engine: Any = importlib.import_module("games.engine")
    except ImportError as error:
        raise Unusable("Levels play only in the folder of the site's own code.") from error
    if name not in engine.LEVELS:
        raise Unusable(f"There is no level {name}. Choose from {', '.join(engine.LEVELS)}.")

    def choose(game: Game, seconds: float) -> str:
        position = engine.Position.after(
            engine.Ruleset(game.m, game.n, game.k), [game.index(cell) for cell in game.moves]
        )
        return game.name(engine.choose(name, position, engine.Limits(seconds=seconds)))

    return choose


def _function(text: str) -> Choose:
    function = load_function(text)

    def choose(game: Game, seconds: float) -> str:
        player = function.sit(GameTable(game.m, game.n, game.k))
        return ask(player, game, seconds)[0]

    return choose
