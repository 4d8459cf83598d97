"""Proving a puzzle again, by other means than those that made it.

- Boards of up to 16 cells: by brute force over all positions, without symmetry or pruning.
- Larger boards: by the prover, in limited time; moves that it does not settle are reported.
- Puzzles that come with the engine: found again, and then replayed by the checker of threats.
"""

from __future__ import annotations

from games.core.rules import Cell, Position
from games.core.symmetry import canonical, image, symmetries
from games.engine.budget import Limits
from games.engine.search.glance import blocking_cells
from games.engine.search.value import Value
from games.learn.puzzles.making import MAX_CELLS
from games.learn.puzzles.themes import theme_of, theme_of_task
from games.models import Puzzle

Worth = tuple[int, int | None]  # a value, and plies until the line


def faults_of(puzzle: Puzzle, seconds: float) -> list[str]:
    """Return what is wrong with *puzzle*, or could not be proven; nothing if all is proven again.

    *seconds* limit a search on a board that is too large for brute force.
    """
    position = puzzle.position
    if position.is_over or position != canonical(position):
        return ["not a position that puzzles are made of"]
    if puzzle.is_by_threats and puzzle.is_only:
        return _faults_of_threats(puzzle, seconds)
    by_force = puzzle.ruleset.cells <= MAX_CELLS
    worths = _by_force(position) if by_force else _by_prover(position, seconds)
    return _faults(puzzle, worths)


def _faults(puzzle: Puzzle, worths: dict[Cell, Worth | None]) -> list[str]:
    known = {cell: worth for cell, worth in worths.items() if worth is not None}
    if not known:
        return ["nothing is proven"]
    value = max(worth for worth, _ in known.values())
    if value != puzzle.value:
        return [f"the value is {value}, not {puzzle.value}"]
    keeping = {cell: plies for cell, (worth, plies) in known.items() if worth == value}
    if puzzle.is_by_threats:
        shortest = min((plies for plies in keeping.values() if plies is not None), default=None)
        if shortest is None:
            return ["it is not proven how many plies it takes"]
        return [] if shortest <= (puzzle.plies or 0) else [f"it takes {shortest} plies"]
    if len(known) < len(worths):
        return [f"{len(worths) - len(known)} moves are not proven"]
    plies = min(keeping.values(), key=lambda length: length or 0)
    best = [cell for cell, length in keeping.items() if length == plies]
    faults = []
    if plies != puzzle.plies:
        faults.append(f"it takes {plies} plies, not {puzzle.plies}")
    if puzzle.is_only:
        best = list(keeping)
        if len(keeping) == len(worths):
            faults.append("every move is as good")
    if not _is_one(puzzle.position, best):
        faults.append(f"{len(best)} moves are as good")
    blocks = best[0] in blocking_cells(puzzle.position)
    if theme_of(plies, blocks=blocks) != puzzle.theme:
        faults.append(f"the theme is not {puzzle.theme}")
    return faults


def _faults_of_threats(puzzle: Puzzle, seconds: float) -> list[str]:
    from games.engine.analysis.threat_verification import FalseThreatTree  # these load the compiler
    from games.engine.kernels.watchdog import watched
    from games.engine.puzzles.lone_moves import check, lone_move

    with watched(Limits(seconds=seconds)) as stop:
        found = lone_move(puzzle.position, stop)
        if found is None:
            return ["no lone move is found"]
        try:
            check(found, stop)
        except FalseThreatTree as error:
            return [str(error)]
    faults = []
    if found.plies != puzzle.plies:
        faults.append(f"it takes {found.plies} plies, not {puzzle.plies}")
    if theme_of_task(found.task, found.plies) != puzzle.theme:
        faults.append(f"the theme is not {puzzle.theme}")
    return faults


def _is_one(position: Position, cells: list[Cell]) -> bool:
    """Return whether one of the position's own symmetries leads from the first of *cells*
    to each.
    """
    return all(
        any(
            way[cells[0]] == cell and image(position, way) == position
            for way in symmetries(position.ruleset)
        )
        for cell in cells
    )


def _by_force(position: Position) -> dict[Cell, Worth | None]:
    from games.engine.search.full_table import full_table, number_of  # loads the compiler

    table = full_table(position.ruleset)
    worths: dict[Cell, Worth | None] = {}
    for cell in position.legal_moves():
        after = position.play(cell)
        if after.is_over:
            worths[cell] = (Value.WIN, 1) if after.is_won else (Value.DRAW, None)
        else:
            plies = int(table[number_of(after)])  # 3: the side to move wins in 3, -2: loses in 2
            value = (plies < 0) - (plies > 0)
            worths[cell] = (value, abs(plies) + 1 if plies else None)
    return worths


def _by_prover(position: Position, seconds: float) -> dict[Cell, Worth | None]:
    from games.engine.analysis.analyser import analyse  # loads the compiler

    found = analyse(position, Limits(seconds=seconds))
    return {
        move.cell: None if move.value is None else (int(move.value), move.plies or move.within)
        for move in found.moves
    }
