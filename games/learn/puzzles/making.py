"""Making puzzles: of all positions of a small board, of what comes with the engine, and of slips in
graded games.

    add_from_table(Ruleset(4, 4, 4), most=10_000)     # `make_puzzles 4 4 4 --limit 10000`
    add_fives()                                       # those of 15×15 and 9×9
    add_usual()                                       # what a new site begins with
    add_from_game(game, cells, grades)                # when a game has been graded

All of them leave alone what is there already, so each can be repeated.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import image, key_of, symmetries
from games.engine.analysis.grades import Evaluation, Grades
from games.engine.analysis.labels import Label, MoveGrade
from games.engine.puzzles.game_files import five_puzzles
from games.engine.puzzles.tasks import LoneThreatMove
from games.engine.search.glance import blocking_cells
from games.engine.search.value import Value
from games.learn.puzzles.themes import first_rating, theme_of, theme_of_task
from games.models import Game, Puzzle

if TYPE_CHECKING:
    from games.engine.analysis.exhaustive import LoneMove, LoneMoves

# The boards a new site has puzzles of, and how many at most.
USUAL: tuple[tuple[Ruleset, int | None], ...] = (
    (Ruleset(3, 3, 3), None),
    (Ruleset(4, 3, 3), None),
    (Ruleset(4, 4, 4), 10_000),
)
MAX_CELLS = 16  # of a board whose positions are all valued
MAX_BLOCKS_SHARE = 0.1  # of a sample; of all that are found nine in ten are blocks
AT_ONCE = 1_000  # rows in one statement
SLIPS = frozenset({Label.SLIP, Label.MISTAKE, Label.BLUNDER})


def add_usual() -> int:
    """Add the puzzles that a new site begins with; return how many that is.

    It takes some four seconds. `tictactoe_site.prepare` calls this if there are no puzzles.
    """
    return sum(add_from_table(ruleset, most) for ruleset, most in USUAL) + add_fives()


def add_from_table(ruleset: Ruleset, most: int | None = None) -> int:
    """Add the puzzles of a board of at most 16 cells; return how many these are, also if not new.

    Wins in one move are not puzzles. With *most* only a sample is added, always the same: as many
    of each theme, but few blocks. Raises ValueError for a larger board.
    """
    from games.engine.analysis.exhaustive import lone_moves  # loads numpy

    found = lone_moves(ruleset)
    puzzles = [_of_table(found[index]) for index in _sample(found, most)]
    Puzzle.objects.bulk_create(puzzles, ignore_conflicts=True, batch_size=AT_ONCE)
    return len(puzzles)


def add_fives() -> int:
    """Add the puzzles of five in a row that come with the engine; return how many come with it."""
    puzzles = [_of_threats(found) for found in five_puzzles()]
    Puzzle.objects.bulk_create(puzzles, ignore_conflicts=True, batch_size=AT_ONCE)
    return len(puzzles)


def add_from_game(game: Game, cells: Sequence[Cell], grades: Grades) -> list[Puzzle]:
    """Add a puzzle for each proven slip of *game* where one move was best; return those puzzles.

    A puzzle that was there before is returned, too, and keeps its first source.
    """
    found, position = [], Position(game.ruleset)
    for ply, cell in enumerate(cells):
        move, before = grades.moves[ply], grades.evaluations[ply]
        puzzle = _of_slip(position, move, before) if move.label in SLIPS else None
        if puzzle:
            made, _ = Puzzle.objects.get_or_create(
                m=puzzle.m,
                n=puzzle.n,
                k=puzzle.k,
                key=puzzle.key,
                defaults={
                    **{name: getattr(puzzle, name) for name in (*FOUND, *Puzzle.STRENGTH)},
                    "source": game,
                    "source_ply": ply,
                },
            )
            found.append(made)
        position = position.play(cell)
    return found


FOUND = ("theme", "value", "plies", "proof", "is_only")


def puzzle_of(
    position: Position,
    *,
    plies: int | None,
    blocks: bool,
    proof: Puzzle.Proof,
    is_only: bool = True,
    theme: Puzzle.Theme | None = None,
) -> Puzzle:
    """Return a puzzle, not stored yet, whose best move wins in *plies* or (None) holds the draw.

    *position* may be any image. *blocks* says that the move only stops a line. Without a *theme*,
    the puzzle gets the one that follows from *plies* and *blocks*.
    """
    ruleset, theme = position.ruleset, theme or theme_of(plies, blocks=blocks)
    key = key_of(position)
    puzzle = Puzzle(
        m=ruleset.m,
        n=ruleset.n,
        k=ruleset.k,
        key=key,
        theme=theme,
        value=Value.DRAW if plies is None else Value.WIN,
        plies=plies,
        proof=proof,
        is_only=is_only,
    )
    puzzle.strength = first_rating(ruleset, theme, key)
    return puzzle


def _of_table(found: LoneMove) -> Puzzle:
    return puzzle_of(
        found.position,
        plies=found.plies or None,
        blocks=found.block,
        proof=Puzzle.Proof.TABLE,
    )


def _of_threats(found: LoneThreatMove) -> Puzzle:
    return puzzle_of(
        found.position,
        plies=found.plies,
        blocks=False,
        proof=Puzzle.Proof.THREATS,
        theme=theme_of_task(found.task, found.plies),
    )


def _sample(found: LoneMoves, most: int | None) -> list[int]:
    """Return the indexes of those *found* to take: *most* at most, but all of rare themes."""
    by_theme: dict[Puzzle.Theme, list[int]] = defaultdict(list)
    rows = zip(found.plies.tolist(), found.blocks.tolist(), strict=True)
    for index, (plies, blocks) in enumerate(rows):
        by_theme[theme_of(plies or None, blocks=blocks)].append(index)
    by_theme.pop(Puzzle.Theme.FINISH, None)
    if most is None:
        return [index for some in by_theme.values() for index in some]
    # Seeded, so that every call draws the same sample.
    chance = random.Random(most)
    blocks = by_theme.pop(Puzzle.Theme.BLOCK, [])
    chosen = chance.sample(blocks, min(len(blocks), int(most * MAX_BLOCKS_SHARE)))
    # What a rare theme does not use of its share goes to those that come after it.
    rarest_first = sorted(by_theme.values(), key=len)
    for number, some in enumerate(rarest_first):
        share = (most - len(chosen)) // (len(rarest_first) - number)
        chosen += chance.sample(some, min(len(some), share))
    return chosen


def _of_slip(position: Position, move: MoveGrade, before: Evaluation) -> Puzzle | None:
    """Return a puzzle of *position*, where *move* was a slip, if one move is proven to be best.

    There is none where a move wins at once, or where every move loses.
    """
    value = before.value
    if value is None or not move.best or not _is_one(position, move.best):
        return None
    if position.ply % 2:
        value = Value(-value)
    if value is Value.LOSS or before.plies == 1:
        return None
    if value is Value.DRAW:
        blocks = move.best[0] in blocking_cells(position)
        return puzzle_of(position, plies=None, blocks=blocks, proof=Puzzle.Proof.SEARCH)
    # On large boards only threats prove a win, and only a number of plies that suffices is known.
    plies, proof = before.plies, Puzzle.Proof.SEARCH
    if plies is None:
        plies, proof = before.within, Puzzle.Proof.THREATS
    if plies is None:
        return None
    return puzzle_of(position, plies=plies, blocks=False, proof=proof, is_only=False)


def _is_one(position: Position, cells: Sequence[Cell]) -> bool:
    """Return whether *cells* are one move and its images under the position's own symmetries."""
    stays = [way for way in symmetries(position.ruleset) if image(position, way) == position]
    return set(cells) == {way[cells[0]] for way in stays}
