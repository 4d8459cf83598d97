"""Programs that are Python: a function of yours, or a file in the shape of CS50's."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from mnk.errors import Broken, Late, Unsupported, Unusable
from mnk.game import Game
from mnk.programs.printing import by_program
from mnk.programs.program import GameTable

Choose = Callable[[Game], object]
Cs50Board = list[list[str | None]]
CS50_FUNCTIONS = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")


class Function:
    """A function that is given a Game and returns a cell such as "b2".

    It is asked one question at a time, so it may keep what it likes in its module. The time of a
    question begins with its turn.
    """

    def __init__(self, name: str, choose: Choose) -> None:
        self.name = name
        self._choose = choose
        self._turn = threading.Condition()
        self._is_asked = False
        self._is_late = False  # with the answer to what it is asked

    def plays(self, m: int, n: int, k: int) -> bool:
        return True

    def sit(self, table: GameTable) -> Function:
        return self

    def close(self) -> None:
        pass

    def choose(self, game: Game, seconds: float) -> str:
        """Wait for the function in a thread of its own: one that hangs must not hang the rest."""
        # Waiting for longer raises OverflowError.
        seconds = min(seconds, threading.TIMEOUT_MAX)
        self._wait_for_turn(seconds)
        found: list[object] = []
        threading.Thread(target=self._call, args=(game, found), daemon=True).start()
        with self._turn:
            if not self._turn.wait_for(lambda: found, seconds):
                self._is_late = True
                self._turn.notify_all()
                raise _late(seconds)
        (answer,) = found
        if isinstance(answer, BaseException):
            raise Broken(f"It crashed: {_in_words(answer)}") from answer
        if not isinstance(answer, str):
            raise Broken(f"It answered {answer!r:.60}, which is no cell such as 'b2'.")
        return answer.strip()

    def _wait_for_turn(self, seconds: float) -> None:
        """Wait while another question has its time, and *seconds* for one that is late."""
        with self._turn:
            while self._is_asked:
                if not self._turn.wait(seconds if self._is_late else None):
                    raise _late(seconds)
            self._is_asked, self._is_late = True, False

    def _call(self, game: Game, found: list[object]) -> None:
        answer: object
        try:
            with by_program():
                answer = self._choose(game)
        except BaseException as error:  # whatever a program of somebody else's does
            answer = error
        with self._turn:
            found.append(answer)
            self._is_asked = False
            self._turn.notify_all()


class Cs50(Function):
    """A file with CS50's seven functions, whose `minimax` plays 3×3. Raises Unusable."""

    def __init__(self, path: str) -> None:
        self.module = load_file(path)
        missing = [
            name for name in CS50_FUNCTIONS if not callable(getattr(self.module, name, None))
        ]
        if missing:
            raise Unusable(f"{path} has no {', '.join(missing)}.")
        super().__init__(Path(path).name, self._minimax)

    def plays(self, m: int, n: int, k: int) -> bool:
        return (m, n, k) == (3, 3, 3)

    def sit(self, table: GameTable) -> Cs50:
        if not self.plays(table.m, table.n, table.k):
            raise Unsupported("A CS50 file plays on 3×3 only.")
        return self

    def _minimax(self, game: Game) -> str:
        action = self.module.minimax(cs50_board(game))
        try:
            row, column = action
            return game.name(cell_number(row, column))
        except (TypeError, ValueError) as error:
            raise Broken(f"minimax returned {action!r:.60}, which is no action (i, j).") from error


def _late(seconds: float) -> Late:
    return Late(f"It has not answered within {seconds:.3g} s.")


def cs50_board(game: Game) -> Cs50Board:
    """Return a new board as CS50 has it: rows from the top, "X" for whoever moved first, None if
    free.
    """
    mark = {None: None, game.first: "X"}
    return [[mark.get(one, "O") for one in row] for row in game.rows]


def cell_number(row: Any, column: Any) -> int:
    """Return the number of CS50's cell (row, column). Raises ValueError, TypeError."""
    if not all(isinstance(side, int) and 0 <= side < 3 for side in (row, column)):
        raise ValueError("outside the board")
    number: int = 3 * row + column
    return number


def load_function(text: str) -> Function:
    """Return the function that *text* names: "my_bot:choose" or "folder/my_bot.py:choose".

    Without a colon it is `choose`. Raises Unusable, which says where the module went wrong.
    """
    where, name = module_and_name(text)
    module = load_file(where) if where.endswith(".py") else load_module(where)
    choose = getattr(module, name, None)
    if not callable(choose):
        raise Unusable(f"There is no function {name} in {where}.")
    return Function(text, choose)


def module_and_name(text: str) -> tuple[str, str]:
    """Return the module or the file in which *text* names a function, and the function's name."""
    where, colon, name = text.rpartition(":")
    if not colon or "/" in name or "\\" in name:  # a drive's colon is none
        return text, "choose"
    return where, name


def load_module(name: str) -> ModuleType:
    """Return the module *name*, also from the current folder. Raises Unusable."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        # Else it is there, and what it imports is not.
        if error.name == name:
            raise Unusable(f"There is no module {name} here.") from error
        raise Unusable(_as_it_went(name, error)) from error
    except (Exception, SystemExit) as error:
        raise Unusable(_as_it_went(name, error)) from error


def load_file(path: str) -> ModuleType:
    """Return the Python file at *path* as a module; it can import what lies beside it.

    Raises Unusable.
    """
    file = Path(path).resolve()
    if not file.is_file():
        raise Unusable(f"There is no file {path}.")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise Unusable(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(file.parent))
    # As `import` does it: a dataclass in it looks for its own module there.
    sys.modules[file.stem] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise Unusable(_as_it_went(path, error)) from error
    return module


def _as_it_went(where: str, error: BaseException) -> str:
    return f"{where} could not be loaded: {_in_words(error)}"


def _in_words(error: BaseException) -> str:
    """Return what went wrong, with the line of the program in which it did."""
    if isinstance(error, Broken):
        return str(error)
    words = "".join(traceback.format_exception_only(error)).strip()
    frames = traceback.extract_tb(error.__traceback__)
    if frames and not isinstance(error, SyntaxError):
        last = frames[-1]
        words += f" ({Path(last.filename).name}, line {last.lineno})"
    return words
