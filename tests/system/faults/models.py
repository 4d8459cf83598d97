"""The rules of the game against models of them that are too simple to be wrong."""

from __future__ import annotations

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from games.core.rules import TIC_TAC_TOE, Position
from tests.core.test_exhaustive import reachable, results
from tests.core.test_match_states import MatchMachine
from tests.system.faults.place import require

REACHABLE = 5_478
COMPLETE = {"x": 131_184, "o": 77_904, "draw": 46_080}


def stateful_model(_place: object, *, runs: int, commands: int) -> str:
    """Carry out random commands on a match; it must stay what its events tell without it."""
    obeyed = 0

    class Counted(MatchMachine):
        def carry_out(self, decide):
            nonlocal obeyed
            super().carry_out(decide)
            obeyed += 1

    sizes = settings(max_examples=runs, stateful_step_count=commands, deadline=None)
    run_state_machine_as_test(Counted, settings=sizes)
    return f"equal after each of {obeyed} commands in {runs} matches."


def exhaustive(_place: object) -> str:
    """All of 3×3, counted."""
    positions = len(reachable(Position(TIC_TAC_TOE), set()))
    require(positions == REACHABLE, f"{positions} positions, not {REACHABLE}.")
    counted = {outcome.value: number for outcome, number in results(Position(TIC_TAC_TOE)).items()}
    require(counted == COMPLETE, f"{counted} instead of {COMPLETE}.")
    return f"{positions} positions, {sum(counted.values())} games: {counted}."
