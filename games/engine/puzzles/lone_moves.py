"""Positions of large boards in which one move is the right one, as far as threats can tell.

A lone win: one threat of the side to move wins, and no other one is found to. Each of the others
loses to threats itself, or all threats after it were tried in vain.

A lone defence: the other side threatens to win, and does so after every move but one. After that
one, and for the side to move itself, all threats were tried in vain.

What is claimed to win or to lose is proven, and `check` has it replayed by the slow checker, which
shares nothing with the search. That the other moves do not win is nowhere claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.core.rules import Cell, Position
from games.engine.analysis.shape_finder import won_by
from games.engine.analysis.shapes import Shape
from games.engine.analysis.threat_moves import ThreatJudge
from games.engine.analysis.threat_verification import FalseThreatTree, require, verify
from games.engine.budget import Limits
from games.engine.kernels.pattern_board import board_of
from games.engine.kernels.patterns import ONE_THREE
from games.engine.kernels.threat_nodes import prepares_fours
from games.engine.kernels.watchdog import Flag
from games.engine.puzzles.tasks import LoneThreatMove, ThreatTask
from games.engine.search.glance import blocking_cells, passed, winning_cells
from games.engine.search.threat_trees import NodeKind, ThreatNode, ThreatTree
from games.engine.search.threats import win_by_threats
from games.engine.search.value import ForcedWin

MIN_PLIES, MAX_PLIES = 5, 15  # of a win: shorter ones are too easy, longer ones too hard for people
# Plies of a win by the shape; a longer one begins with it, but is won by something else.
MAX_PLIES_OF = {Shape.FOUR_AND_THREE: 7, Shape.TWO_THREES: 9}
TASKS = {
    Shape.FOURS: ThreatTask.FOURS,
    Shape.FOUR_AND_THREE: ThreatTask.FOUR_AND_THREE,
    Shape.TWO_THREES: ThreatTask.TWO_THREES,
    Shape.THREES: ThreatTask.THREES,
}
PLIES_OF_A_THREE = 3  # until the line, if an open three is not stopped
NODES_AT_FIRST = 150  # positions that suffice to rule most positions out
MAX_REPLIES = 6  # to the first move of a win, which lead to more positions to look at


@dataclass(frozen=True, slots=True)
class LookedAt:
    """The lone move of a position, if it has one, and the beginnings of a win that is long enough.

    These lead to more positions to look at.
    """

    found: LoneThreatMove | None = None
    win_and_replies: tuple[tuple[Cell, Cell], ...] = ()


def lone_move(position: Position, stop: Flag) -> LoneThreatMove | None:
    """Return the lone win or the lone defence of an unfinished *position*, if it has one."""
    return look_at(position, stop).found


def look_at(position: Position, stop: Flag, *, with_stops: bool = True) -> LookedAt:
    """Return the lone move of an unfinished *position*, and how its win by threats begins.

    *with_stops* says whether to look for moves that stop an open three: a third of the time.
    """
    if winning_cells(position) or blocking_cells(position):
        return LookedAt()
    judge = ThreatJudge(position, stop)
    if judge.win(NODES_AT_FIRST):
        won = _win(position)
        return LookedAt(_lone_win(judge, won, stop), _goes_on(won)) if won else LookedAt()
    threat = judge.threat(NODES_AT_FIRST)
    if threat is None or (threat.within == PLIES_OF_A_THREE and not with_stops):
        return LookedAt()
    return LookedAt(_lone_defence(judge, threat))


def check(found: LoneThreatMove, stop: Flag) -> None:
    """Have the slow checker replay all that *found* says. Raises FalseThreatTree."""
    judge = ThreatJudge(found.position, stop)
    if found.plies is None:
        _check_defence(found, judge)
    else:
        _check_win(found, judge)


def _goes_on(won: ForcedWin) -> tuple[tuple[Cell, Cell], ...]:
    """Return the first move of a long win, with each reply that needs an answer."""
    if won.within < MIN_PLIES + 2:
        return ()
    replies = list(won.answers) or [won.line[1]]
    return tuple((won.cell, reply) for reply in replies[:MAX_REPLIES])


def _lone_win(judge: ThreatJudge, won: ForcedWin, stop: Flag) -> LoneThreatMove | None:
    position = judge.position
    if not MIN_PLIES <= won.within <= MAX_PLIES:
        return None
    task = _task(position, won)
    if task is None or not all(_is_refuted(judge, cell) for cell in _threats(position, won.cell)):
        return None
    if not judge.wins(won.cell).is_proven or not _is_played_out(position, won.cell, stop):
        return None
    return LoneThreatMove(position, task, won.cell, won.within)


def _win(position: Position) -> ForcedWin | None:
    return win_by_threats(position, Limits(float("inf")))


def _task(position: Position, won: ForcedWin) -> ThreatTask | None:
    shape = won_by(position, won)
    if shape and won.within > MAX_PLIES_OF.get(shape, MAX_PLIES):
        shape = Shape.FOURS if won.by_fours else Shape.THREES
    return TASKS.get(shape) if shape else None


def _threats(position: Position, but: Cell) -> Iterator[Cell]:
    """Yield the moves that make a three or a four, or prepare fours, the strongest first."""
    board = board_of(position)
    levels: dict[Cell, int] = {}
    for cell in position.legal_moves():
        place = board.places[cell]
        level = int(board.levels[place, 0])
        if cell != but and (level >= ONE_THREE or prepares_fours(board.kinds[place, 0])):
            levels[cell] = level
    yield from sorted(levels, key=lambda cell: -levels[cell])


def _is_refuted(judge: ThreatJudge, cell: Cell) -> bool:
    """Return whether *cell* loses to threats, or all threats after it were tried in vain."""
    found = judge.wins(cell)
    return not found.is_proven and (found.has_tried_all or judge.loses(cell).is_proven)


def _is_played_out(position: Position, cell: Cell, stop: Flag) -> bool:
    """Return whether the win is found anew after each reply, as whoever plays the puzzle needs."""
    while True:
        answer = ThreatJudge(position, stop).wins(cell)
        if not answer.is_proven:
            return False
        position = position.play(cell)
        if position.is_over:
            return True
        position = position.play(answer.line[0])
        won = _win(position)
        if won is None:
            return False
        cell = won.cell


def _lone_defence(judge: ThreatJudge, threat: ThreatTree) -> LoneThreatMove | None:
    left = []
    for cell in _likeliest_first(judge.position, judge.could_spoil(threat.zones[0])):
        if judge.refutation(cell, NODES_AT_FIRST) is None:
            left.append(cell)
        if len(left) > 1:
            return None
    if not left:
        return None
    found = judge.loses(left[0])
    if found.is_proven or not found.has_tried_all or not judge.has_no_win():
        return None
    is_three = threat.within == PLIES_OF_A_THREE
    task = ThreatTask.STOP_THREE if is_three else ThreatTask.DEFENCE
    return LoneThreatMove(judge.position, task, left[0], None)


def _likeliest_first(position: Position, cells: list[Cell]) -> list[Cell]:
    """Return *cells*, those whose lines are worth most first: the second that holds ends it all."""
    board = board_of(position)
    return sorted(cells, key=lambda cell: -int(board.worths[board.places[cell]].sum()))


def _check_win(found: LoneThreatMove, judge: ThreatJudge) -> None:
    won = _win(found.position)
    if won is None or won.cell != found.cell:
        raise FalseThreatTree("another move wins")
    tree = _tree_of_fours(won) if won.by_fours else judge.win()
    if tree is None or tree.cell != found.cell:
        raise FalseThreatTree("no tree")
    require(verify(found.position, tree).plies <= (found.plies or 0), "it takes longer")


def _tree_of_fours(won: ForcedWin) -> ThreatTree:
    return ThreatTree((ThreatNode(NodeKind.LINE, won.line),), won.within, (0, 0, 0))


def _check_defence(found: LoneThreatMove, judge: ThreatJudge) -> None:
    position = found.position
    threat = judge.threat()
    if threat is None:
        raise FalseThreatTree("nothing threatens")
    zone = verify(passed(position), threat).zones[0]
    for cell in judge.could_spoil(zone):
        if cell != found.cell:
            refutation = judge.refutation(cell)
            if refutation is None:
                raise FalseThreatTree("another move is not refuted")
            verify(position.play(cell), refutation)
