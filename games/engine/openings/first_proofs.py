"""Proofs of what `openings.first_cells` knows."""

from __future__ import annotations

from dataclasses import replace

from games.core.rules import Cell, Position, Ruleset
from games.engine.budget import Budget, Limits
from games.engine.kernels.watchdog import watched
from games.engine.openings.first_cells import FirstCell
from games.engine.proving.finding import find_lost_turn
from games.engine.proving.first_moves import first_answers
from games.engine.proving.stored import lengths_of
from games.engine.search.glance import middle_of
from games.engine.search.proof import nodes_of, solve
from games.engine.search.prover import MAX_CELLS, Prover
from games.engine.search.strong import STRONG
from games.engine.search.threats import win_by_threats
from games.engine.search.threes import THREES
from games.engine.search.value import Proven, Value
from games.engine.search.worth import urgencies

TABLE_BITS = 23  # 128 MB
SHARE_BY_PLIES = 0.25  # of the limits; two questions by proof numbers share the rest


def prove_first_cell(ruleset: Ruleset, cell: Cell, limits: Limits) -> FirstCell:
    """Return what marking *cell* first is worth, as far as it is proven within *limits*.

    Boards of more than MAX_CELLS cells are too large for the exact search: there the stored proofs
    are asked, and then a win by threats against every reply is looked for. All replies share the
    time, but each may take all the nodes.
    """
    position = Position(ruleset).play(cell)
    if ruleset.cells > MAX_CELLS:
        return _by_stored_proofs(position, limits) or _by_threats(position, limits)
    found = _by_plies(position, _part(limits, SHARE_BY_PLIES))
    if found.proven is None:
        return _by_proof_numbers(position, _part(limits, (1 - SHARE_BY_PLIES) / 2), found.nodes)
    return found


def _by_plies(position: Position, limits: Limits) -> FirstCell:
    """Ask the search that is the fastest for draws and short wins, and finds distances, too."""
    proof = solve(position, limits, Prover(position.ruleset, TABLE_BITS))
    if proof.value is None:
        return FirstCell(nodes=proof.nodes)
    return FirstCell(Proven(proof.value, proof.plies).before_move(), proof.nodes)


def _by_proof_numbers(position: Position, limits: Limits, nodes: int) -> FirstCell:
    """Ask the search that is the fastest for long wins; *limits* are for each of two questions."""
    prover = Prover(position.ruleset, TABLE_BITS)
    answers = [_ever_wins(prover, position, limits, mover=mover) for mover in (True, False)]
    value = None
    if True in answers:
        value = Value.LOSS if answers[0] else Value.WIN
    elif None not in answers:
        value = Value.DRAW
    return FirstCell(None if value is None else Proven(value), nodes + prover.nodes)


def _ever_wins(prover: Prover, position: Position, limits: Limits, *, mover: bool) -> bool | None:
    with watched(limits) as stop:
        return prover.ever_wins(position, mover=mover, nodes=nodes_of(limits), stop=stop)


def _part(limits: Limits, share: float) -> Limits:
    nodes = None if limits.nodes is None else int(limits.nodes * share)
    return replace(limits, seconds=limits.seconds * share, nodes=nodes)


def _by_stored_proofs(position: Position, limits: Limits) -> FirstCell | None:
    """Return a win with the positions that were verified and its length, where both were counted.

    None if no stored proof answers everything after this first mark.
    """
    if not find_lost_turn(position, limits):
        return None
    lengths = lengths_of(position.ruleset)
    if not lengths.keys() >= set(first_answers(position.ruleset)):
        return FirstCell(Proven(Value.WIN))
    # The first player has two marks before the reply from which lengths are counted.
    marks = 2 + max(each.most for each in lengths.values())
    nodes = sum(each.positions for each in lengths.values())
    return FirstCell(Proven(Value.WIN, within=2 * marks - 1), nodes)


def _by_threats(position: Position, limits: Limits) -> FirstCell:
    STRONG.ensure_ready()
    THREES.ensure_ready()
    budget = Budget(limits)
    if within := _lost_within(position, budget):
        return FirstCell(Proven(Value.WIN, within=within + 1))
    for cell in middle_of(position.ruleset):
        if cell in position.legal_moves() and (within := _lost_within(position.play(cell), budget)):
            return FirstCell(Proven(Value.LOSS, within=within + 2))
    return FirstCell()


def _lost_within(position: Position, budget: Budget) -> int | None:
    """Return in how many plies at most the side to move loses; None if that is not proven."""
    moves = urgencies(position)
    longest = 0
    # The most urgent first: if a move does not lose, it is soon found.
    for cell in sorted(moves, key=moves.__getitem__, reverse=True):
        won = None if budget.is_spent else win_by_threats(position.play(cell), budget.rest)
        if won is None:
            return None
        longest = max(longest, won.within + 1)
    return longest
