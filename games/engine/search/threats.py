"""Proofs by threats alone, for positions that the exact search cannot settle.

    won = win_by_threats(position, limits)     # the side to move forces a line
    lost = moves_lost_to_threats(position, limits)   # moves after which the other side does

`win_by_threats` looks for wins by fours first, the shortest before longer ones: each four leaves
the defender one reply. Then come wins by threes and fours (see `search.threes`), where every reply
that could spoil them is answered. What is found is proven; what is not found may still be there. A
win says how many plies suffice; there may be a faster one.
"""

from __future__ import annotations

from dataclasses import replace

from games.core.rules import Cell, Position
from games.engine.budget import Budget, Limits
from games.engine.kernels.threat_proofs import NONE
from games.engine.kernels.watchdog import Flag, watched
from games.engine.search.glance import blocking_cells, passed, winning_cells
from games.engine.search.strong import forced_line
from games.engine.search.threat_trees import ThreatTree
from games.engine.search.threes import THREES, ThreatSearcher, can_search, win_by_threes
from games.engine.search.value import ForcedWin

MAX_NODES = 5_000  # positions looked at for one question by fours
NODES_A_MOVE, NODES_A_REPLAY = 1_000, 400  # for one of many questions by threes
MAX_PROOFS = 100_000
MAX_EARLIER = 4  # wins against other moves that are tried first


def win_by_threats(position: Position, limits: Limits) -> ForcedWin | None:
    """Return a win of the side to move in an unfinished position, if one is found in *limits*."""
    budget = Budget(limits)
    if line := _fours(position, limits):
        whole = _to_the_end(position, line)
        return ForcedWin(line[0], len(whole), whole, by_fours=True)
    if tree := _threes(position, budget.rest):
        return ForcedWin(tree.cell, tree.within, tree.line, by_fours=False, answers=tree.answers)
    return None


def moves_lost_to_threats(position: Position, limits: Limits) -> dict[Cell, int]:
    """Return the moves after which the other side forces a line, with the plies that suffice.

    The plies are counted from before the move. If the other side would not win by threats even with
    the move now, no move is looked at: an extra mark of the side to move never helps the other.
    Moves that end the game are left out.
    """
    budget = Budget(limits)
    if budget.is_spent:
        return {}
    moves = [cell for cell in position.legal_moves() if not position.play(cell).is_over]
    if can_search(position.ruleset):
        THREES.ensure_ready()
        with watched(limits) as stop:
            lost = _lost_to_threes(position, moves, limits, stop)
        if lost:
            return lost
    if not _fours(passed(position), budget.rest):
        return {}
    lost = {}
    for cell in moves:
        if budget.is_spent:
            break
        if won := win_by_threats(position.play(cell), budget.rest):
            lost[cell] = won.within + 1
    return lost


def _lost_to_threes(
    position: Position, moves: list[Cell], limits: Limits, stop: Flag
) -> dict[Cell, int]:
    """Do as `moves_lost_to_threats` for threes and fours; one win mostly refutes many moves."""
    most = MAX_NODES if limits.nodes is None else min(MAX_NODES, limits.nodes)
    nodes = min(NODES_A_MOVE, most)
    searcher = ThreatSearcher(passed(position), most, MAX_PROOFS, stop)
    threat = searcher.win(most)
    if threat == NONE:
        return {}
    tree, earlier, lost = searcher.tree(threat), [threat], {}
    for cell in moves:
        if not _could_spoil(position, cell, tree):
            lost[cell] = tree.within + 1
            continue
        searcher.toggle(cell, 1)
        if (proof := searcher.win(nodes, earlier, NODES_A_REPLAY)) != NONE:
            lost[cell] = searcher.plies(proof) + 1
            earlier = [proof, *earlier[: MAX_EARLIER - 1]]
        searcher.toggle(cell, 1)
    return lost


def _fours(position: Position, limits: Limits) -> tuple[Cell, ...]:
    nodes = MAX_NODES if limits.nodes is None else min(MAX_NODES, limits.nodes)
    return forced_line(position, replace(limits, nodes=nodes))


def _threes(position: Position, limits: Limits) -> ThreatTree | None:
    return win_by_threes(position, limits) if can_search(position.ruleset) else None


def _could_spoil(position: Position, cell: Cell, tree: ThreatTree) -> bool:
    """Return whether the win needs the cell, or a mark there makes a four."""
    if tree.zones[0] >> cell & 1:
        return True
    ruleset = position.ruleset
    return any(
        not line & position.opposing and (line & position.own).bit_count() >= ruleset.k - 2
        for line in ruleset.lines_through[cell]
    )


def _to_the_end(position: Position, line: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return *line*, which may end with two threats, up to the mark that completes a line."""
    for cell in line:
        position = position.play(cell)
    if position.is_won:
        return line
    stopped = blocking_cells(position)[0]
    return (*line, stopped, winning_cells(position.play(stopped))[0])
