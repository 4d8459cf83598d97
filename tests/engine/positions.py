"""Positions to try an engine with: made by moves, drawn, all of a small board, or random ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.core.rules import TIC_TAC_TOE, Cell, Position, Ruleset, cells_of


def after(*cells: Cell, ruleset: Ruleset = TIC_TAC_TOE) -> Position:
    return Position.after(ruleset, cells)


def large() -> Position:
    """A position of 15×15 with five in a row, some moves after its beginning."""
    return Position.after(Ruleset(15, 15, 5), (112, 113, 97, 127, 98))


def board(*rows: str, k: int) -> Position:
    """The position of a drawing: the side to move as x, the other as o."""
    text = "".join(rows)
    masks = {mark: sum(1 << i for i, sign in enumerate(text) if sign == mark) for mark in "xo"}
    return Position(Ruleset(len(rows[0]), len(rows), k), own=masks["x"], opposing=masks["o"])


# Two rows of three of the side to move meet in an empty cell: a win by threats, not seen at once.
TWO_ROWS = board(
    "o.....o.......o",
    "...............",
    ".....xxx.......",
    "....x..........",
    "....x.....o....",
    "....x..........",
    "o.............o",
    *["..............."] * 8,
    k=5,
)


def spot(position: Position, row: int, column: int) -> Cell:
    return row * position.ruleset.m + column


def random_ruleset(random: Random, largest: int = 19) -> Ruleset:
    m, n = random.randint(3, largest), random.randint(3, largest)
    return Ruleset(m, n, random.randint(3, max(m, n)))


def random_position(random: Random, ruleset: Ruleset) -> Position:
    """An unfinished position: a random game, left at a random ply before its end."""
    position = Position(ruleset)
    for _ in range(random.randrange(ruleset.cells)):
        following = position.play(random.choice(position.legal_moves()))
        if following.is_over:
            break
        position = following
    return position


def unfinished(
    *, seed: int = 1, number: int = 50, ruleset: Ruleset = TIC_TAC_TOE
) -> list[Position]:
    random = Random(seed)
    return [random_position(random, ruleset) for _ in range(number)]


def reachable(ruleset: Ruleset) -> set[Position]:
    """Every position that some game of *ruleset* passes, finished ones too."""
    found: set[Position] = set()
    todo = [Position(ruleset)]
    while todo:
        position = todo.pop()
        if position not in found:
            found.add(position)
            todo.extend(position.play(cell) for cell in position.legal_moves())
    return found


def random_positions(
    ruleset: Ruleset, number: int, *, seed: int, plies: tuple[int, int] | None = None
) -> Iterator[Position]:
    """Unfinished positions after random moves, *plies* of them (least and most, included)."""
    random = Random(seed)
    least, most = plies or (0, ruleset.cells - 1)
    while number:
        position = Position(ruleset)
        for _ in range(random.randint(least, most)):
            if position.is_over:
                break
            position = position.play(random.choice(position.legal_moves()))
        if not position.is_over and position.ply >= least:
            number -= 1
            yield position


def some_game_to(position: Position) -> list[Cell]:
    """Moves that lead to the marks of *position*, each side's in the order of the cells."""
    first, second = position.own, position.opposing
    if position.ply % 2:
        first, second = second, first
    sides = cells_of(first), cells_of(second)
    return [sides[ply % 2][ply // 2] for ply in range(position.ply)]


def quiet_positions(ruleset: Ruleset, number: int, *, seed: int, ply: int) -> Iterator[Position]:
    """Unfinished positions of *ply* marks, from random games in which nobody takes a line."""
    random = Random(seed)
    while number:
        position = quiet_position(ruleset, ply, random)
        if position is not None:
            number -= 1
            yield position


def quiet_position(ruleset: Ruleset, ply: int, random: Random) -> Position | None:
    """One of them, or None if the game got to where every move takes a line."""
    position = Position(ruleset)
    while position.ply < ply:
        cells = [cell for cell in position.legal_moves() if not position.wins_at(cell)]
        if not cells:
            return None
        position = position.play(random.choice(cells))
    return position


def plain_distance(position: Position, known: dict[Position, int] | None = None) -> int:
    """By the plainest minimax: d if the side to move wins in d plies, -d if it loses, 0 drawn."""
    known = {} if known is None else known
    if position not in known:
        known[position] = _distance(position, known)
    return known[position]


def _distance(position: Position, known: dict[Position, int]) -> int:
    if any(position.wins_at(cell) for cell in position.legal_moves()):
        return 1
    results = [0]
    if cells := position.legal_moves():
        after = [plain_distance(position.play(cell), known) for cell in cells]
        results = [0 if d == 0 else 1 - d if d < 0 else -1 - d for d in after]
    wins = [d for d in results if d > 0]
    return min(wins) if wins else 0 if 0 in results else min(results)
