"""The kits: their specs fail step by step until the solution is there, and their bots play."""

import json
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
from http.client import IncompleteRead
from pathlib import Path
from types import SimpleNamespace
from urllib.error import URLError

import pytest

from games.programs.workshops.kits import KITS, Address, file_of

SOLUTIONS = Path(__file__).parent / "solutions"
ADDRESS = Address("https://play.example", "K7QM5")


def lay_out(language: str, folder: Path) -> Path:
    """The kit's files in *folder*."""
    for name in KITS[language].files:
        (folder / name).write_text(file_of(KITS[language], name, ADDRESS))
    return folder


def run(folder: Path, *command: str) -> str:
    """What *command* says in *folder*, and how it ends."""
    # Without what the tests around this one have set.
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return f"{done.stdout}{done.stderr}\nended with {done.returncode}"


# Isolated: a fresh machine has Python, and nothing that was installed beside it.
PYTHON = (sys.executable, "-S", "-B")


def test_the_python_spec_says_which_step_comes_next(tmp_path):
    folder = lay_out("python", tmp_path)
    said = run(folder, *PYTHON, "test_ai.py")
    assert "step 2: did_player_win" in said
    assert "Ran 2 tests" in said
    assert "FAILED (errors=1)" in said
    assert "Ran 9 tests" in run(folder, *PYTHON, "-m", "unittest", "test_ai")


def test_the_python_spec_passes_with_the_solution(tmp_path):
    folder = lay_out("python", tmp_path)
    shutil.copy(SOLUTIONS / "ai.py", folder)
    said = run(folder, *PYTHON, "test_ai.py")
    assert "Ran 9 tests" in said
    assert said.endswith("OK\n\nended with 0")


@pytest.mark.parametrize(
    ("part", "step"),
    [
        ("did_player_win", "step_2a"),
        ("get_utility", "step_2b"),
        ("get_successors", "step_3"),
        ("minimax", "step_4a"),
        ("best_move", "step_4b"),
        ("alpha_beta", "step_5a"),
    ],
)
def test_the_python_spec_finds_what_is_wrong(tmp_path, part, step):
    folder = lay_out("python", tmp_path)
    solution = (SOLUTIONS / "ai.py").read_text()
    (folder / "ai.py").write_text(
        f"{solution}\n\ndef {part}(*args):\n    return [((0, 0), None)]\n"
    )
    said = run(folder, *PYTHON, "-m", "unittest", "test_ai")
    assert re.search(rf"^(FAIL|ERROR): test_{step}", said, re.MULTILINE)


@pytest.mark.node
def test_the_javascript_spec_says_which_step_comes_next(tmp_path):
    folder = lay_out("javascript", tmp_path)
    said = run(folder, os.environ["NODE"], "--test", "--test-reporter=tap")
    assert "step 2: didPlayerWin" in said
    assert "# pass 1\n" in said
    assert "# fail 8\n" in said


@pytest.mark.node
def test_the_javascript_spec_passes_with_the_solution(tmp_path):
    folder = lay_out("javascript", tmp_path)
    shutil.copy(SOLUTIONS / "ai.mjs", folder)
    said = run(folder, os.environ["NODE"], "--test", "--test-reporter=tap")
    assert "# pass 9\n" in said
    assert "# fail 0\n" in said


@pytest.mark.parametrize("language", KITS)
def test_a_kit_knows_its_steps(language):
    kit = KITS[language]
    ai = file_of(kit, next(iter(kit.files)), ADDRESS)
    assert all(f" {name}(" in ai for name in kit.steps.values())


@pytest.mark.parametrize("loss", [ConnectionError(), IncompleteRead(b""), URLError("no route")])
def test_the_python_bot_ends_quietly_also_while_it_waits_to_connect_again(monkeypatch, loss):
    def lose(name, joins):
        raise loss

    def press_ctrl_c(seconds):
        raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "ai", SimpleNamespace())
    monkeypatch.setattr(sys, "argv", ["bot.py", "ally"])
    bot: dict = {"__name__": "bot"}
    exec(file_of(KITS["python"], "bot.py", ADDRESS), bot)
    bot |= {"play": lose, "time": SimpleNamespace(sleep=press_ctrl_c)}
    try:
        bot["main"]()
    except KeyboardInterrupt:  # which would end all tests
        pytest.fail("Ctrl-C was not caught")


def test_the_python_bot_listens_while_its_program_thinks(monkeypatch):
    may_go, sent = threading.Event(), queue.Queue()

    def choose_move(board, me, other):
        assert may_go.wait(30)
        return (1, 1)

    monkeypatch.setitem(sys.modules, "ai", SimpleNamespace(choose_move=choose_move))
    bot: dict = {"__name__": "bot"}
    exec(file_of(KITS["python"], "bot.py", ADDRESS), bot)
    connection = bot["Connection"].__new__(bot["Connection"])
    connection.thinks_about = None
    connection.emit = lambda event, **data: sent.put((event, data["position"]))
    state = {"type": "ONGOING", "winner": None}
    told = {"status": state, "turn": "ally", "players": ["ally", "bo"], "board": [], "gameUid": "a"}
    for _ in range(2):  # the same board twice is one question
        bot["answer"](connection, "ally", told, False)  # returns, although nothing is chosen yet
    assert sent.empty()
    may_go.set()
    assert sent.get(timeout=30) == ("move", {"x": 1, "y": 1})
    assert sent.empty()


FINISHED = {"status": {"type": "FINISHED", "winner": "bo"}, "turn": None, "gameUid": "a"}
# What a bot hears that joins games: while it plays in one, somebody opens another.
HEARD = [("client:lobby", [{"gameUid": "b"}]), ("client:move", FINISHED)]


def test_the_python_bot_joins_what_has_waited_while_it_played(monkeypatch):
    sent = []

    class Connection:
        has_waiting = False

        def events(self):
            for event in HEARD:
                sent.clear()
                yield event

        def emit(self, event, **data):
            sent.append(event)

    monkeypatch.setitem(sys.modules, "ai", SimpleNamespace())
    bot: dict = {"__name__": "bot"}
    exec(file_of(KITS["python"], "bot.py", ADDRESS), bot)
    bot["Connection"] = Connection
    bot["play"]("ally", True)
    assert sent == ["join"]


@pytest.mark.node
def test_the_javascript_bot_joins_what_has_waited_while_it_played(tmp_path):
    folder = lay_out("javascript", tmp_path)
    packets = [f"42/K7QM5,{json.dumps(event)}" for event in HEARD]
    (folder / "heard.mjs").write_text(f"""
        const packets = ['0{{"sid":"1"}}', ...{json.dumps(packets)}];
        let sent = [];
        globalThis.fetch = async (url, {{ body }} = {{}}) => {{
          if (body) sent.push(body);
          else if (packets.length) sent = [];
          else console.log(sent.join()), process.exit();
          return {{ ok: true, text: async () => (body ? "ok" : packets.shift()) }};
        }};
        process.argv.push("ally", "join");
        await import("./bot.mjs");
    """)
    said = run(folder, os.environ["NODE"], "heard.mjs")
    assert '42/K7QM5,["join",{"username":"ally"}]\n' in said


@pytest.mark.node
def test_the_javascript_bot_ends_with_its_program_and_says_where_that_failed(tmp_path):
    folder = lay_out("javascript", tmp_path)
    (folder / "ai.mjs").write_text("export function chooseMove() { throw new Error('ouch'); }\n")
    state = {"type": "ONGOING", "winner": None}
    told = {"status": state, "turn": "ally", "players": ["ally", "bo"], "board": [], "gameUid": "a"}
    packets = ['0{"sid":"1"}', f"42/K7QM5,{json.dumps(['client:move', told])}"]
    (folder / "heard.mjs").write_text(f"""
        const packets = {json.dumps(packets)};
        globalThis.fetch = async (url, {{ body }} = {{}}) => {{
          if (!body && !packets.length) console.log("goes on"), process.exit();
          return {{ ok: true, text: async () => (body ? "ok" : packets.shift()) }};
        }};
        process.argv.push("ally");
        await import("./bot.mjs");
    """)
    command = [os.environ["NODE"], "heard.mjs"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode != 0, done.stdout
    assert "ouch" in done.stderr
    assert "ai.mjs:1" in done.stderr
