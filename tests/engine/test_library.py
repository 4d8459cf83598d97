"""The engine as a library: one import, positions one can read, limits that hold."""

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

import games.engine
from games.core.clock import parse_time_control
from games.core.notation import parse_cell, parse_ruleset
from games.core.rules import TIC_TAC_TOE
from games.engine import (
    GameError,
    Limits,
    Position,
    Ruleset,
    analyse,
    choose,
    explain,
    player,
    solve,
)
from games.engine.warming import parts
from tests.engine.clocks import FakeClock

DOCS = Path("docs/engine.md")


def test_the_lines_in_the_documentation_run():
    (lines,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    names = {}
    exec(lines, names)
    for line in lines.splitlines():  # what is said to come out comes out
        expression, _, result = line.partition("  # -> ")
        if result:
            assert str(eval(expression, names)) == result


def test_everything_that_is_offered_is_there():
    for name in games.engine.__all__:
        assert getattr(games.engine, name) is not None
    with pytest.raises(AttributeError, match="analyze"):
        games.engine.analyze  # noqa: B018


def test_neither_django_nor_the_compiler_is_loaded_before_it_is_needed():
    program = "import sys, games.engine; print(sys.modules.keys() & {'django', 'numba'} or 'none')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "none"


def test_a_position_is_printed_as_a_board():
    position = Position.after(Ruleset(4, 3, 3), [5, 0, 11])
    assert str(position) == "o . . .\n. x . .\n. . . x"
    assert repr(position) == "<Position 4,3,3 o.../.x../...x o to move>"


@pytest.mark.parametrize("seconds", [math.nan, None, -1, "1"])
def test_seconds_that_are_none_are_refused(seconds):
    with pytest.raises(GameError, match="bad_limits"):
        Limits(seconds=seconds)


@pytest.mark.parametrize("nodes", [-1, 1.5, math.nan, "1"])
def test_nodes_that_are_no_number_are_refused(nodes):
    with pytest.raises(GameError, match="bad_limits"):
        Limits(nodes=nodes)


def test_compiling_is_not_counted_as_searching(monkeypatch):
    clock, compiled = FakeClock(), []

    def compiles_for_long(name):
        compiled.append(name)
        clock.now += 100.0

    for part in parts():
        monkeypatch.setattr(part, "_is_ready", False)
        monkeypatch.setattr(part, "_use", lambda name=part.name: compiles_for_long(name))
    analysis = analyse(Position(Ruleset(4, 4, 3)), Limits(seconds=1.0, clock=clock))
    assert analysis.value is not None
    assert compiled == [part.name for part in parts()[:2]]


MIDDLE = Position.after(TIC_TAC_TOE, [4])


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: Ruleset(2, 3, 3), "bad_ruleset: m and n are from 3 to 19, k from 3 to the larger"),
        (lambda: MIDDLE.play(9), "no_such_cell: cells are numbered from 0 to 8, not 9"),
        (lambda: MIDDLE.play(4), "cell_taken: cell 4 has a mark"),
        (lambda: Limits(seconds=-1), "bad_limits: seconds are a number from 0, not -1"),
        (lambda: choose("grandmaster", MIDDLE), "unknown_level: the levels are random, "),
        (lambda: player("chess"), "unknown_player: the players are random, weights, "),
        (lambda: player("minimax", horizon=0), "bad_parameter: horizon is 1 to 361"),
        (lambda: player("minimax", depth=1), "unknown_parameter: horizon, heuristic can be set"),
        (lambda: solve(Position(TIC_TAC_TOE, 1, 1)), "impossible_position: a cell holds one mark"),
        (lambda: explain(MIDDLE, "magic"), "unknown_method: the methods are minimax, "),
        (
            lambda: parse_cell(TIC_TAC_TOE, "d4"),
            "bad_cell: cells of this board are called a1 to c3",
        ),
        (lambda: parse_ruleset("3x3"), 'bad_ruleset: it is written as "15,15,5", not'),
        (lambda: parse_time_control("9"), "bad_clock: a control is none, up to "),
    ],
)
def test_a_refusal_says_what_is_allowed(call, why):
    with pytest.raises(GameError) as refused:
        call()
    assert str(refused.value).startswith(why)
    assert refused.value.code == why.partition(":")[0]
