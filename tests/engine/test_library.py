"""The engine as a library: one import, positions one can read, limits that hold."""

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

import games.engine
from games.engine import GameError, Limits, Position, Ruleset, analyse
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
        monkeypatch.setattr(part, "_has_begun", False)
        monkeypatch.setattr(part, "_is_ready", False)
        monkeypatch.setattr(part, "_use", lambda name=part.name: compiles_for_long(name))
    analysis = analyse(Position(Ruleset(4, 4, 3)), Limits(seconds=1.0, clock=clock))
    assert analysis.value is not None
    assert compiled == [part.name for part in parts()[:2]]
