"""Which openings are even, by games of the strong player against itself.

For boards where nothing is proven. An opening is good if X's share of the points is within EVEN and
at most MAX_DRAWN_SHARE of the games are drawn, because draws do not show who is stronger. It is
dropped as soon as it is 95 % certain not to be good. The positions that the strong player may look
at vary by chance from move to move, so hardly any game is played twice; they depend on the seed and
not on time, so the same candidate has the same games again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb
from random import Random

from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import canonical, image, settled_moves, symmetries
from games.engine.arena.elo import score
from games.engine.budget import Limits
from games.engine.openings.measured import MeasuredOpening

EVEN = (0.45, 0.55)
MAX_DRAWN_SHARE = 2 / 3
MIN_MARKS, MAX_MARKS = 3, 5
REACH = 3  # columns and rows from the middle
NODES, SPREAD = 1_000, 3.0  # positions a move, divided or multiplied by up to so much
FIRST_LOOK = 10  # games from an opening before it may be dropped


def candidates(ruleset: Ruleset) -> Iterator[tuple[Cell, ...]]:
    """Yield all openings near the middle of *ruleset*, one for all that are symmetric.

    Their order is random, but always the same.
    """
    random, seen = Random(f"openings of {ruleset.m},{ruleset.n},{ruleset.k}"), set()
    near = _near_the_middle(ruleset)
    counts = range(MIN_MARKS, MAX_MARKS + 1)
    left = sum(comb(len(near), count) * comb(count, count // 2) for count in counts)  # positions
    while left:
        marks = random.sample(near, random.randint(MIN_MARKS, MAX_MARKS))
        position = canonical(Position.after(ruleset, marks))
        if position not in seen:
            seen.add(position)
            left -= len({image(position, symmetry) for symmetry in symmetries(ruleset)})
            if not position.is_over:
                yield settled_moves(position)


def _near_the_middle(ruleset: Ruleset) -> list[Cell]:
    return [
        cell
        for cell in range(ruleset.cells)
        if abs(2 * (cell % ruleset.m) - ruleset.m + 1) <= 2 * REACH
        and abs(2 * (cell // ruleset.m) - ruleset.n + 1) <= 2 * REACH
    ]


def measured(
    ruleset: Ruleset,
    moves: tuple[Cell, ...],
    games: int,
    seed: str = "",
    *,
    to_the_end: bool = False,
) -> MeasuredOpening:
    """Return the results of *games* games from *moves*, or of fewer if these show that the opening
    is not good. *to_the_end* plays all; another *seed* plays other games.
    """
    results: Counter[float] = Counter()
    for number in range(games):
        results[first_players_points(ruleset, moves, f"{moves} {number} {seed}")] += 1
        found = MeasuredOpening(moves, results[1.0], results[0.5], results[0.0])
        if not to_the_end and number + 1 >= FIRST_LOOK and not may_be_good(found):
            break
    return found


def is_good(found: MeasuredOpening) -> bool:
    """Return whether the measured score and draws are within EVEN and MAX_DRAWN_SHARE."""
    least, most = EVEN
    is_even = least <= found.points / found.games <= most
    return is_even and found.drawn <= MAX_DRAWN_SHARE * found.games


def may_be_good(found: MeasuredOpening) -> bool:
    """Return whether the true score and draws may be within them, by 95 % intervals."""
    interval, drawn = score(found.points, found.games), score(found.drawn, found.games)
    least, most = EVEN
    return interval.least <= most and interval.most >= least and drawn.least <= MAX_DRAWN_SHARE


def first_players_points(ruleset: Ruleset, moves: tuple[Cell, ...], seed: str) -> float:
    """Return 1, ½ or 0 for X in one game from *moves*."""
    end = Position.after(ruleset, play_game(ruleset, moves, Random(seed)))
    return float(end.ply % 2) if end.is_won else 0.5


def play_game(
    ruleset: Ruleset,
    moves: tuple[Cell, ...],
    random: Random,
    nodes: int = NODES,
    max_marks: int | None = None,
) -> tuple[Cell, ...]:
    """Return the moves of one game that begins with *moves*; it ends at *max_marks* at most."""
    from games.engine.search import strong  # loads the compiler

    position, played = Position.after(ruleset, moves), list(moves)
    while not position.is_over and position.ply != max_marks:
        most = int(nodes * SPREAD ** random.uniform(-1, 1))
        limits = Limits(seconds=float("inf"), nodes=most, seed=random.getrandbits(32))
        played.append(strong.search(position, limits).cell)
        position = position.play(played[-1])
    return tuple(played)
