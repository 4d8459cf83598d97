"""CS50's seven functions against the rules, on every position that a game can reach.

What the course asks for: `player` returns "X" or "O"; `winner` "X", "O" or None; `actions` the set
of free cells (i, j); `result` a new board, and an exception for an action that is none; `terminal`
whether the game is over; `utility` 1, -1 or 0 for a finished game; `minimax` an optimal action, or
None for a finished game. None of them changes the board that it is given.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from mnk.game import Game
from mnk.lab.values import Values
from mnk.programs.printing import by_program
from mnk.programs.python import CS50_FUNCTIONS, Cs50Board, cell_number, cs50_board

OUTSIDE = ((3, 1), (-1, 2), (0, -1), (1, 3))
UTILITY = {"X": 1, "O": -1, None: 0}

Problem = str  # what is wrong, or "" if nothing is


@dataclass(frozen=True)
class Flaw:
    """Where a function does not do what it should: the first of the positions."""

    board: Cs50Board
    problem: Problem


@dataclass(frozen=True)
class ContractVerdict:
    """How one function did: on how many positions it was tried, and on how many it was wrong."""

    name: str
    tried: int
    wrong: int
    first: Flaw | None


def positions() -> Iterator[Game]:
    """Yield all 5,478 positions that a game of tic-tac-toe can reach, each once."""
    layer = {(0, 0): Game()}
    while layer:
        yield from layer.values()
        following: dict[tuple[int, int], Game] = {}
        for game in layer.values():
            if not game.is_over:
                for cell in game.free:
                    child = game.after(cell)
                    following.setdefault(masks(child), child)
        layer = following


def masks(game: Game) -> tuple[int, int]:
    """Return the cells of the side to move and of the other one, as masks."""
    own = len(game.moves) % 2
    sides = (game.moves[own::2], game.moves[1 - own :: 2])
    mine, other = (sum(1 << game.index(cell) for cell in side) for side in sides)
    return mine, other


class Contract:
    """The functions of *module*, tried on every position. *watch* is told a name and a count."""

    def __init__(self, module: ModuleType, watch: Callable[[str, int], None]) -> None:
        self._module, self._watch = module, watch
        self._values = Values(3, 3, 3)
        self._positions = list(positions())

    def verdicts(self) -> Iterator[ContractVerdict]:
        """Yield a verdict for each function, in the order of the course."""
        for name in CS50_FUNCTIONS:
            yield self.verdict(name)

    def verdict(self, name: str) -> ContractVerdict:
        """Return how the function *name* does."""
        checks: dict[str, Callable[[Game], Problem]] = {
            "player": self._player,
            "actions": self._actions,
            "result": self._result,
            "winner": self._winner,
            "terminal": self._terminal,
            "utility": self._utility,
            "minimax": self._minimax,
        }
        tried = wrong = 0
        first: Flaw | None = None
        for game in self._positions:
            if name == "utility" and not game.is_over:
                continue  # it need not answer
            tried += 1
            self._watch(name, tried)
            if problem := checks[name](game):
                wrong += 1
                first = first or Flaw(cs50_board(game), problem)
        return ContractVerdict(name, tried, wrong, first)

    # ---- one position ---------------------------------------------------------------------

    def _call(self, name: str, board: Cs50Board, *rest: object) -> Any:
        """Return what the function returns. Raises _Wrong if it raises, or changes the board."""
        # Rows are lists of their own: those of a shallow copy would change with the board's.
        before = copy.deepcopy(board)
        try:
            with by_program():
                answer = getattr(self._module, name)(board, *rest)
        except (Exception, SystemExit) as error:
            if board != before:
                raise _Wrong("changes the board that it is given") from error
            raise _Raised(f"raises {type(error).__name__}: {error}") from error
        if board != before:
            raise _Wrong("changes the board that it is given")
        return answer

    def _expect(self, name: str, game: Game, expected: object) -> Problem:
        try:
            answer = self._call(name, cs50_board(game))
        except _Wrong as wrong:
            return str(wrong)
        # For Python True equals 1; the course does not take it for that.
        if answer == expected and type(answer) is type(expected):
            return ""
        return f"returns {answer!r:.80} instead of {expected!r}"

    def _player(self, game: Game) -> Problem:
        if game.is_over:  # anything will do
            return self._unchanged("player", game)
        return self._expect("player", game, "XO"[len(game.moves) % 2])

    def _actions(self, game: Game) -> Problem:
        if game.is_over:
            return self._unchanged("actions", game)
        free = {divmod(game.index(cell), 3) for cell in game.free}
        try:
            answer = self._call("actions", cs50_board(game))
            found = {tuple(action) for action in answer}
        except _Wrong as wrong:
            return str(wrong)
        except TypeError:
            return "returns no set of actions (i, j)"
        # The lengths differ where an action is there twice, as in a list.
        return "" if found == free and len(answer) == len(free) else f"returns {answer!r:.80}"

    def _result(self, game: Game) -> Problem:
        marked = {divmod(game.index(cell), 3) for cell in game.moves}
        free = [] if game.is_over else [divmod(game.index(cell), 3) for cell in game.free]
        try:
            for action in free:
                if problem := self._result_of(game, action):
                    return problem
            return next(filter(None, (self._refuses(game, one) for one in [*marked, *OUTSIDE])), "")
        except _Wrong as wrong:
            return str(wrong)

    def _result_of(self, game: Game, action: tuple[int, int]) -> Problem:
        expected = cs50_board(game)
        expected[action[0]][action[1]] = "XO"[len(game.moves) % 2]
        answer = self._call("result", cs50_board(game), action)
        try:
            found = [list(row) for row in answer]
        except TypeError:
            return f"returns {answer!r:.80} for {action}, which is no board"
        return "" if found == expected else f"returns {answer!r:.80} for {action}"

    def _refuses(self, game: Game, action: tuple[int, int]) -> Problem:
        try:
            self._call("result", cs50_board(game), action)
        except _Raised:
            return ""
        return f"raises no exception for {action}, which is no action there"

    def _winner(self, game: Game) -> Problem:
        return self._expect("winner", game, _winner(game))

    def _terminal(self, game: Game) -> Problem:
        return self._expect("terminal", game, game.is_over)

    def _utility(self, game: Game) -> Problem:
        return self._expect("utility", game, UTILITY[_winner(game)])

    def _minimax(self, game: Game) -> Problem:
        if game.is_over:
            return self._expect("minimax", game, None)
        try:
            action = self._call("minimax", cs50_board(game))
            cell = cell_number(*action)
        except _Wrong as wrong:
            return str(wrong)
        except (TypeError, ValueError):
            return f"returns {action!r:.80}, which is no action (i, j)"
        return self._worth(game, cell, action)

    def _worth(self, game: Game, cell: int, action: object) -> Problem:
        """Return what is wrong with a move that does not keep what the position is worth."""
        own, other = masks(game)
        if (own | other) >> cell & 1:
            return f"returns {action!r}, which is taken"
        value = self._values.of(own, other)
        wins = self._values.wins_at(own, cell)
        after = 1 if wins else -self._values.of(other, own | 1 << cell)
        words = {1: "wins", 0: "draws", -1: "loses"}
        return "" if after == value else f"returns {action!r}, which {words[after]}"

    def _unchanged(self, name: str, game: Game) -> Problem:
        try:
            self._call(name, cs50_board(game))
        except _Raised:
            return ""
        except _Wrong as wrong:
            return str(wrong)
        return ""


class _Wrong(Exception):
    """What is wrong, in words."""


class _Raised(_Wrong):
    """The function raised an exception."""


def _winner(game: Game) -> str | None:
    return None if game.winner is None else "X" if game.winner == game.first else "O"
