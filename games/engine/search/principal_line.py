"""The moves of a game that both sides play perfectly, from a position whose value is proven."""

from __future__ import annotations

from games.core.rules import Cell, Position
from games.engine.kernels.watchdog import Flag
from games.engine.search.inquiry import Inquiry
from games.engine.search.prover import ENDLESS, Prover
from games.engine.search.value import Value
from games.engine.search.worth import urgencies


def principal_line(prover: Prover, inquiry: Inquiry, nodes: int, stop: Flag) -> tuple[Cell, ...]:
    """Return best moves of both sides, from the inquiry's position on.

    The line breaks off after *nodes* positions or at *stop*. It is empty if the value, or the
    distance of a win or a loss, is not known.
    """
    if not inquiry.is_settled:
        return ()
    position, value, plies = inquiry.position, inquiry.value, inquiry.plies
    end = prover.nodes + nodes
    line: list[Cell] = []
    while not position.is_over:
        cell = _best(prover, position, value, plies, end, stop)
        if cell is None:
            break
        line.append(cell)
        position = position.play(cell)
        value = None if value is None else Value(-value)
        plies = None if plies is None else plies - 1
    return tuple(line)


def _best(
    prover: Prover,
    position: Position,
    value: Value | None,
    plies: int | None,
    end: int,
    stop: Flag,
) -> Cell | None:
    """Return a move that keeps the value and the distance; None if none is found in time."""
    for cell in by_urgency(position):
        after = position.play(cell)
        left = end - prover.nodes
        if left <= 0 or stop[0]:
            return None
        if after.is_over:
            if value is (Value.WIN if after.is_won else Value.DRAW):
                return cell
            continue
        if plies == 1:
            continue
        keeps: bool | None
        if plies == 2:  # the other side completes a line next, whatever this move is
            keeps = True
        elif value is Value.WIN and plies is not None:
            keeps = prover.wins_within(after, mover=False, plies=plies - 1, nodes=left, stop=stop)
        else:
            # A side moves at every second ply: sooner than in plies - 1 is in plies - 3 at most.
            sooner = ENDLESS if plies is None else plies - 3
            loses = prover.wins_within(after, mover=True, plies=sooner, nodes=left, stop=stop)
            keeps = None if loses is None else not loses
        if keeps:
            return cell
        if keeps is None:
            return None
    return None


def by_urgency(position: Position) -> list[Cell]:
    """Return the legal moves, those that build or block most first."""
    urgency = urgencies(position)
    return sorted(urgency, key=urgency.__getitem__, reverse=True)
