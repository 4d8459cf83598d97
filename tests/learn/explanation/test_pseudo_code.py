"""The pseudo-code is a search: made Python, it finds what it should."""

from collections.abc import Callable
from math import inf
from types import SimpleNamespace
from typing import Any

from games.core.rules import TIC_TAC_TOE, Cell, Position
from games.engine.explanation.steps import StepKind, StoryStep
from games.learn.explanation.pseudo_code import code_at


class Board:
    """A board to which a move can be added."""

    def __init__(self, *cells: Cell) -> None:
        self.cells = cells
        self.position = Position.after(TIC_TAC_TOE, cells)

    def __add__(self, move: Cell) -> "Board":
        return Board(*self.cells, move)

    @property
    def x_moves(self) -> bool:
        return len(self.cells) % 2 == 0

    @property
    def score(self) -> int:
        if not self.position.is_won:
            return 0
        return -1 if self.x_moves else 1


def value_by(method: str, **names: object) -> Callable[..., float]:
    """The function that the pseudo-code of *method* writes."""
    lines = code_at(StoryStep(StepKind.STARTED, ()), method, "X", ends_early=False)
    code = "\n".join(line.text for line in lines)
    known: dict[str, Any] = {
        "inf": inf,
        "over": lambda board: board.position.is_over,
        "score": lambda board: board.score,
        "free": lambda board: board.position.legal_moves(),
        **names,
    }
    exec(code.replace("X moves", "board.x_moves").replace("∞", "inf"), known)
    found: Callable[..., float] = known["value"]
    return found


def test_minimax_finds_what_a_board_is_worth():
    value = value_by("minimax")
    assert value(Board(4, 1, 0, 8)) == 1
    assert value(Board(4, 0, 8, 2, 1, 7)) == 0
    assert value(Board(0, 1, 3, 4, 8)) == -1


def test_alpha_beta_finds_what_a_board_is_worth():
    value = value_by("alpha_beta")
    assert value(Board(4, 1, 0, 8), -inf, inf) == 1
    assert value(Board(0, 1, 3, 4, 8), -inf, inf) == -1


def test_a_draw_that_the_table_knows_is_not_searched_again():
    table = SimpleNamespace(get=lambda board, low, high: 0)
    assert value_by("alpha_beta_with_table", table=table, free=None)(Board(4, 0), -1, 1) == 0
