"""`simulate_arena` plays an arena in made-up time, and fails if its pairing is wrong."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest
from django.core.management.base import CommandError

from tests.management.calling import run
from tools import arena_simulation
from tools.arena_simulation import Simulation, SimulationReport
from tools.management.commands import simulate_arena as command

RIGHT = SimulationReport(rounds=2, idle=[6.0] * 4, pairing=[0.1])


@pytest.fixture(autouse=True)
def own_database(monkeypatch):
    """The tests' own instead of another one."""
    monkeypatch.setattr(command, "setup_databases", lambda **terms: None)
    monkeypatch.setattr(command, "teardown_databases", lambda databases, **terms: None)


@pytest.mark.django_db
def test_an_arena_is_played_and_its_figures_are_told(monkeypatch):
    monkeypatch.setattr(arena_simulation, "SHORTEST", 2)
    monkeypatch.setattr(arena_simulation, "LONGEST", 9)
    # What the command asks for takes longer.
    monkeypatch.setattr(command, "Simulation", lambda players, minutes, seed: Simulation(4, 2, 1))
    output, code = run("simulate_arena", "--players", 4)
    told = {line[:31].strip(): line[31:].strip() for line in output.splitlines()}
    assert code == 0
    assert int(told["rounds"]) > 3
    assert told["same opponent twice in a row"] == "0"
    assert told["over 20 s in vain"] == "0"
    assert told["standing is its rounds"] == "True"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"waited_in_vain": 1}, "the pairing is wrong"),
        ({"again": 1}, "the pairing is wrong"),
        ({"is_kept": False}, "the pairing is wrong"),
        ({"pairing": [0.1, 0.6]}, "pairing takes too long"),
    ],
)
def test_what_is_wrong_fails_it(monkeypatch, wrong, said):
    report = partial(replace, RIGHT, **wrong)
    monkeypatch.setattr(command, "Simulation", lambda *terms: SimpleNamespace(run=report))
    with pytest.raises(CommandError, match=said):
        run("simulate_arena")
