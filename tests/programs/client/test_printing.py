"""A program that prints does not hide what we say."""

import sys

import pytest

from mnk.commands import lab as lab_command
from mnk.commands import main
from mnk.programs.printing import limited
from mnk.programs.process import Process
from tests.programs.client.test_programs import PROGRAMS

LOUD = """
import sys
def choose(game):
    print("thinking about", game.moves)
    print("still thinking", file=sys.stderr)
    return game.free[0]
"""


def lab(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["lab", "--offline", *arguments])
    return ended.value.code


def test_the_verdict_of_a_loud_function_is_seen(tmp_path, capfd):
    (tmp_path / "loud.py").write_text(LOUD)
    lab("--function", f"{tmp_path}/loud.py:choose", "3", "3", "3")
    out, err = capfd.readouterr()
    assert "thinking" not in out
    assert "choose, first:" in out
    assert err.count("thinking") == 20
    assert "The program printed " in err
    assert err.rstrip().endswith("more lines.")


def test_the_verdicts_of_a_loud_cs50_file_are_seen_and_how_far_it_is(tmp_path, capfd, monkeypatch):
    def watch(name: str, tried: int) -> None:
        if tried == 5478:
            print("tried", name, file=sys.stderr)

    monkeypatch.setattr(lab_command, "_watch_functions", lambda: watch)
    quiet = (PROGRAMS / "tictactoe.py").read_text()
    loud = quiet.replace(
        "def actions(board):\n", 'def actions(board):\n    print("  actions")\n', 1
    )
    assert loud != quiet
    (tmp_path / "tictactoe.py").write_text(loud)
    lab("--cs50", f"{tmp_path}/tictactoe.py", "--contract")
    out, err = capfd.readouterr()
    assert out.count("\n") < 30
    assert err.count("  actions\n") == 20
    assert "tried actions\n" in err
    assert "tried minimax\n" in err


@pytest.mark.parametrize(("lines", "more"), [(50, "47 more lines"), (4, "1 more line")])
def test_what_a_process_writes_to_stderr_is_limited_too(tmp_path, capfd, lines, more):
    file = tmp_path / "loud.py"
    file.write_text(f"import sys\nfor n in range({lines}): print(n, file=sys.stderr)\n")
    with limited(3):
        Process(f"{sys.executable} {file}").end(grace=30)
    assert capfd.readouterr().err == f"0\n1\n2\nThe program printed {more}.\n"


def test_a_function_may_use_its_streams_as_python_s_own(tmp_path, capfd):
    (tmp_path / "own.py").write_text(
        "import sys\n"
        "sys.stdout.reconfigure(encoding='utf-8')\n"
        "sys.stdout.buffer.write(f'{sys.stdout.encoding}\\n'.encode())\n"
        "sys.stderr.fileno()\n"
        "def choose(game):\n"
        "    return game.free[0]\n"
    )
    lab("--function", f"{tmp_path}/own.py:choose", "3", "3", "3")
    assert "utf-8\n" in capfd.readouterr().out
