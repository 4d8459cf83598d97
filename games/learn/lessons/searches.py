"""What the searches say of the lessons' positions. All answers in lessons come from here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce

from games.core.rules import Cell, Position, Ruleset
from games.engine.analysis.shapes import Shape
from games.engine.budget import Budget, Limits
from games.engine.explanation.counts import SearchCounts, counts_of
from games.engine.explanation.methods import explain
from games.engine.explanation.story import count
from games.engine.proving.proof_files import ProofFile
from games.engine.proving.stored import proofs_of
from games.engine.search.alpha_beta import AlphaBeta
from games.engine.search.events import Cut, Entered, Improved, Path, Valued, WorthSource
from games.engine.search.worth import Worth, heuristic_named

KEPT = 256  # answers; a position of the lessons takes milliseconds, the largest about a second
ENDLESS = Limits(seconds=float("inf"))


@dataclass(frozen=True, slots=True)
class NodeWorth:
    """What a search found a node to be worth, and how."""

    worth: Worth
    source: WorthSource


# No question is about more than three moves. Deeper nodes are thousands, so they are not kept.
@lru_cache(KEPT)
def nodes_of(position: Position, method: str, deepest: int = 3) -> dict[Path, NodeWorth]:
    """Return the worths that *method* found up to *deepest* moves after *position*.

    They are seen by the side to move in *position*.
    """
    return {
        event.path: NodeWorth(event.worth, event.source)
        for event in explain(position, method, limits=ENDLESS)
        if isinstance(event, Valued) and len(event.path) <= deepest
    }


def worths_of_moves(position: Position) -> dict[Cell, Worth]:
    """Return what each move is worth to the side that makes it."""
    nodes = nodes_of(position, "minimax_with_table")
    return {path[0]: seen.worth for path, seen in nodes.items() if len(path) == 1}


def worth_of(position: Position, path: Path = ()) -> Worth:
    """Return what the position after *path* is worth to the side to move before it."""
    return nodes_of(position, "minimax_with_table")[path].worth


@lru_cache(KEPT)
def root_worth(position: Position) -> Worth:
    """Return the worth of *position* to its side to move, by less work than `worth_of` takes."""
    (last,) = [
        event.worth
        for event in explain(position, "alpha_beta_with_table", limits=ENDLESS)
        if isinstance(event, Valued) and not event.path
    ]
    return last


@lru_cache(KEPT)
def cut_at(position: Position, path: Path) -> Cut | None:
    """Return the cut that alpha-beta makes among the replies to *path*; None if it makes none."""
    events = explain(position, "alpha_beta", limits=ENDLESS)
    return next((one for one in events if isinstance(one, Cut) and one.path == path), None)


@lru_cache(KEPT)
def counts(position: Position, method: str) -> SearchCounts:
    """Return how many positions *method* looks at from *position*, and how many moves it skips."""
    return count(position, method, ENDLESS)


@lru_cache(KEPT)
def different_positions(position: Position) -> int:
    """Return how many different positions minimax looks at, however often it comes to each."""
    events = explain(position, "minimax_with_table", limits=ENDLESS)
    entered = (event.path for event in events if isinstance(event, Entered))
    return len({reduce(Position.play, path, position) for path in entered})


@lru_cache(KEPT)
def nodes_with_first(position: Position, cell: Cell) -> int:
    """Return how many positions alpha-beta looks at if it tries *cell* first."""
    others = [other for other in position.legal_moves() if other != cell]
    search = AlphaBeta(
        position.ruleset.cells, heuristic_named("lines", ENDLESS.random()), Budget(ENDLESS)
    )
    return counts_of(search.search(position, [cell, *others])).nodes


@lru_cache(KEPT)
def best_move(position: Position) -> Cell | None:
    """Return the first of the best moves; None if the game is over."""
    if position.is_over:
        return None
    best: Cell | None = None
    for event in explain(position, "minimax_with_table", limits=ENDLESS):
        if isinstance(event, Improved) and not event.path:
            best = event.cell
    return best


def replies_that_last(position: Position, cell: Cell) -> list[Cell]:
    """Return the replies to *cell* after which its side cannot win with its next mark.

    Their number is the proof number of *cell* as long as nothing deeper has been looked at.
    """
    at_once = position.free.bit_count() - 2  # the worth of a line that the third move completes
    nodes = nodes_of(position, "minimax_with_table")
    return [
        path[1]
        for path, seen in nodes.items()
        if len(path) == 2 and path[0] == cell and seen.worth < at_once
    ]


@lru_cache(KEPT)
def shapes_of(position: Position) -> dict[Cell, Shape | None]:
    """Return what the side to move makes in each free cell, as players of five in a row call it."""
    from games.engine.analysis.shape_finder import made_by  # loads the compiler

    return {cell: made_by(position, cell) for cell in position.legal_moves()}


@lru_cache(KEPT)
def lost_by_force(position: Position) -> dict[Cell, tuple[Cell, ...]]:
    """Return the moves after which the other side wins by threats, each with that win's moves."""
    from games.engine.search.threats import moves_lost_to_threats, win_by_threats

    lost = {}
    for cell in moves_lost_to_threats(position, ENDLESS):
        won = win_by_threats(position.play(cell), ENDLESS)
        lost[cell] = won.line if won else ()
    return lost


def proof_of(ruleset: Ruleset, moves: tuple[Cell, ...]) -> ProofFile | None:
    """Return the engine's stored proof that the first player wins after *moves*; None without one.

    The proof begins with all of *moves* but the last, and the last is a reply that it answers.
    """
    *before, reply = moves
    proofs = proofs_of(ruleset).values()
    return next((one for one in proofs if [*one.moves] == before and reply in one.replies), None)
