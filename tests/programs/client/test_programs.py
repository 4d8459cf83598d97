"""The kinds of programs: what each is told, may answer, and what becomes of one that fails."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from pathlib import Path

import pytest

from mnk import Game
from mnk.commands import parser
from mnk.errors import Broken, Late, Unsupported, Unusable
from mnk.programs.choice import BLOCK, version_of
from mnk.programs.gomocup import Gomocup
from mnk.programs.lines import Codingame, JsonLines, question
from mnk.programs.process import Process
from mnk.programs.program import GameTable, ask, seconds_for
from mnk.programs.python import Cs50, Function, cs50_board, load_function

PROGRAMS = Path(__file__).with_name("programs")
CC = shutil.which("cc")
SECONDS = 60.0


def python(name: str, *arguments: str) -> str:
    """A command that runs one of our programs."""
    return " ".join([sys.executable, str(PROGRAMS / name), *arguments])


def play_on(player, game: Game, moves: int = 1, reply: int = -1) -> Game:
    """The game after so many of *player*'s moves; the opponent takes one of the free cells."""
    for _ in range(moves):
        cell, _ = ask(player, game, SECONDS)
        game = game.after(cell)
        if not game.is_over:
            game = game.after(game.free[reply])
    return game


@pytest.fixture
def sit(request):
    """Has a program sit down, and get up at the end."""

    def sit(program, m=3, n=3, k=3, **terms):
        player = program.sit(GameTable(m, n, k, **terms))
        request.addfinalizer(player.close)
        return player

    return sit


# ---- Python -----------------------------------------------------------------------------------

TEN_LINES = '''
import random

def choose(game):
    """The cell to mark, like 'b2'."""
    for cell in game.free:
        if game.wins(cell):  # win
            return cell
    for cell in game.free:
        if game.blocks(cell):  # or block
            return cell
    return random.choice(game.free)
'''


@pytest.mark.parametrize(
    "way", ["{folder}/ten_lines.py:choose", "{folder}/ten_lines.py", "ten_lines"]
)
def test_the_ten_line_bot_wins_and_blocks(tmp_path, monkeypatch, sit, way):
    (tmp_path / "ten_lines.py").write_text(TEN_LINES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "ten_lines", raising=False)
    bot = sit(load_function(way.format(folder=tmp_path)))
    assert ask(bot, Game(moves=("a1", "a3", "b1", "b3")), SECONDS)[0] == "c1"
    assert ask(bot, Game(moves=("a1", "a3", "b1")), SECONDS)[0] == "c1"
    assert ask(bot, Game(), SECONDS)[0] in Game().free


@pytest.mark.parametrize(
    "way",
    [
        "{folder}/bots/my_bot.py:choose",
        "{folder}/bots/my_bot.py",
        "bots/my_bot.py",
        "bots.my_bot:choose",
        "bots.my_bot",
    ],
)
def test_a_version_changes_with_the_file_of_the_function(tmp_path, monkeypatch, way):
    file = tmp_path / "bots" / "my_bot.py"
    file.parent.mkdir()
    monkeypatch.chdir(tmp_path)
    arguments = ["lab", "--function", way.format(folder=tmp_path)]
    versions = set()
    for text in ("first", "second"):
        file.write_text(text)
        versions.add(version_of(parser().parse_args(arguments)))
    assert len(versions - {""}) == 2


@pytest.mark.parametrize("way", ["--program", "--gomocup"])
@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("python3 bot.py", ["bot.py"]),
        ("./bot", ["bot"]),
        ("./bot --net weights.bin", ["bot", "weights.bin"]),
    ],
)
def test_a_version_changes_with_each_file_of_a_command(tmp_path, monkeypatch, way, command, names):
    monkeypatch.chdir(tmp_path)
    for name in names:
        (tmp_path / name).write_text("first")
    options = parser().parse_args(["lab", way, command])
    versions = {"", version_of(options)}
    for name in names:
        (tmp_path / name).write_text("second")
        versions.add(version_of(options))
    assert len(versions) == 2 + len(names)


def test_a_version_of_large_files_takes_little_memory(tmp_path):
    contents = {"bot": b"x" * (8 * BLOCK), "weights.bin": b"y" * (8 * BLOCK)}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    options = parser().parse_args(["lab", "--program", f"{tmp_path}/bot {tmp_path}/weights.bin"])
    tracemalloc.start()
    try:
        version = version_of(options)
        assert tracemalloc.get_traced_memory()[1] < 4 * BLOCK
    finally:
        tracemalloc.stop()
    assert version == hashlib.sha256(b"".join(contents.values())).hexdigest()[:12]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no_such_module_here:choose", "There is no module no_such_module_here here"),
        ("no_such_file.py:choose", "There is no file no_such_file.py"),
        ("json:choose", "There is no function choose in json"),
    ],
)
def test_a_function_that_is_not_there_is_named(text, sentence):
    with pytest.raises(Unusable, match=sentence):
        load_function(text)


def test_a_module_that_does_not_load_says_where(tmp_path):
    (tmp_path / "half.py").write_text("import json\n1 / 0\n")
    with pytest.raises(Unusable, match=r"ZeroDivisionError: .*\(half.py, line 2\)"):
        load_function(f"{tmp_path}/half.py:choose")


@pytest.mark.parametrize("load", [load_function, Cs50])
def test_a_module_that_ends_as_it_loads_is_named(tmp_path, load):
    (tmp_path / "script.py").write_text("import sys\nsys.exit()\n")
    with pytest.raises(Unusable, match=r"SystemExit \(script.py, line 2\)"):
        load(f"{tmp_path}/script.py")


def crashes(game):
    raise KeyError("b2")


@pytest.mark.parametrize(
    ("choose", "sentence"),
    [
        (crashes, r"It crashed: KeyError: 'b2' \(test_programs.py, line \d+\)"),
        (lambda game: sys.exit(1), "It crashed: SystemExit"),
        (lambda game: 4, "It answered 4, which is no cell"),
        (lambda game: None, "It answered None, which is no cell"),
        (lambda game: "z9", "It answered 'z9', which is no cell"),
        (lambda game: "b2", "It answered b2, which is not free"),
        (lambda game: time.sleep(3), "It has not answered within 0.1 s"),
    ],
)
def test_a_function_that_fails_is_told_from_the_rest(sit, choose, sentence):
    with pytest.raises(Broken, match=sentence):
        ask(sit(Function("it", choose)), Game(moves=("b2",)), 0.1)


def test_a_function_may_take_its_time_for_each_of_several_games(sit):
    first_is_asked, first_may_end, second_waits = (threading.Event() for _ in range(3))
    found: list[str] = []

    class Turn(threading.Condition):
        def wait(self, timeout=None):
            if timeout is None:  # its own time does not run yet
                second_waits.set()
            return super().wait(timeout)

    def choose(game):
        if not game.moves:
            first_is_asked.set()
            first_may_end.wait(SECONDS)
        return game.free[-1]

    def play(game):
        found.append(ask(player, game, SECONDS)[0])

    function = Function("it", choose)
    function._turn = Turn()
    player = sit(function)
    threads = [threading.Thread(target=play, args=(Game(moves=moves),)) for moves in ((), ("a1",))]
    threads[0].start()
    assert first_is_asked.wait(SECONDS)
    threads[1].start()
    assert second_waits.wait(SECONDS)
    first_may_end.set()
    for thread in threads:
        thread.join(SECONDS)
    assert found == ["c1", "c1"]


def test_a_function_that_hangs_holds_up_no_other_game_for_longer_than_its_time(sit):
    player = sit(Function("it", lambda game: threading.Event().wait()))
    for _ in range(2):
        with pytest.raises(Late):
            player.choose(Game(), 0.05)


def test_a_clock_decides_how_long_is_waited():
    table = GameTable(3, 3, 3, turn_seconds=7.0)
    assert seconds_for(table, Game()) == 7.0
    assert seconds_for(table, Game(seconds=90.0)) == 91.0


# ---- CS50 -------------------------------------------------------------------------------------


def test_whoever_moves_first_is_x_for_a_cs50_file():
    game = Game(moves=("a3", "b2"), first="o")
    assert cs50_board(game) == [["X", None, None], [None, "O", None], [None, None, None]]


def test_a_cs50_file_plays_to_a_draw_against_itself(sit):
    player = sit(Cs50(str(PROGRAMS / "tictactoe.py")))
    game = Game()
    while not game.is_over:
        game = game.after(ask(player, game, SECONDS)[0])
    assert game.winner is None


def test_a_cs50_file_may_answer_with_a_list_and_change_its_board(sit, tmp_path):
    text = (PROGRAMS / "tictactoe.py").read_text()
    spoiling = "\n\ndef minimax(board):\n    board[0][0] = X\n    return [2, 1]\n"
    (tmp_path / "spoiling.py").write_text(text + spoiling)
    player = sit(Cs50(str(tmp_path / "spoiling.py")))
    game = Game()
    assert ask(player, game, SECONDS)[0] == "b1"
    assert game.moves == ()


@pytest.mark.parametrize("answer", ["None", "(3, 0)", "(-1, 0)", "(True, 'a')", "5"])
def test_what_is_no_action_is_refused(sit, tmp_path, answer):
    text = (PROGRAMS / "tictactoe.py").read_text()
    (tmp_path / "odd.py").write_text(f"{text}\n\ndef minimax(board):\n    return {answer}\n")
    with pytest.raises(Broken, match="which is no action"):
        ask(sit(Cs50(str(tmp_path / "odd.py"))), Game(), SECONDS)


def test_a_cs50_file_plays_tic_tac_toe_only(tmp_path):
    program = Cs50(str(PROGRAMS / "tictactoe.py"))
    assert program.plays(3, 3, 3)
    assert not program.plays(4, 4, 4)
    with pytest.raises(Unsupported):
        program.sit(GameTable(4, 4, 4))
    (tmp_path / "empty.py").write_text("def minimax(board): ...\n")
    with pytest.raises(Unusable, match="has no player, actions, result, winner, terminal, utility"):
        Cs50(str(tmp_path / "empty.py"))


# ---- lines ------------------------------------------------------------------------------------


def test_a_question_is_a_line_of_json():
    assert question(Game(moves=("a1", "b2"), seconds=2.5)) == (
        '{"m":3,"n":3,"k":3,"to_move":"x","rows":["...",".o.","x.."],"moves":["a1","b2"],'
        '"free":["a3","b3","c3","a2","c2","b1","c1"],"seconds":2.5}'
    )


@pytest.mark.skipif(not CC, reason="There is no C compiler.")
def test_a_compiled_program_plays_a_whole_game(sit, tmp_path):
    subprocess.run([CC, "-o", tmp_path / "a.out", PROGRAMS / "first_free.c"], check=True)
    player = sit(JsonLines(str(tmp_path / "a.out")), 7, 6, 4)
    game = play_on(player, Game(7, 6, 4), moves=4)
    assert game.moves == ("a6", "g1", "b6", "f1", "c6", "e1", "d6")
    assert game.winner == "x"


def test_what_a_program_says_unasked_is_passed_over(sit, tmp_path):
    (tmp_path / "chatty.py").write_text(
        "print('Hello', flush=True)\nwhile True:\n    input()\n    print('a1\\nbye', flush=True)\n"
    )
    player = sit(JsonLines(f"{sys.executable} {tmp_path}/chatty.py"))
    assert wait_until(lambda: player._process._heard.qsize() == 1)
    assert ask(player, Game(), SECONDS)[0] == "a1"
    assert wait_until(lambda: player._process._heard.qsize() == 1)
    assert ask(player, Game(), SECONDS)[0] == "a1"


def test_a_codingame_program_plays_a_whole_game(sit):
    player = sit(Codingame(python("codingame.py")))
    assert play_on(player, Game(), moves=3, reply=0).moves == ("c1", "a3", "b1", "b3", "a1")


def test_a_codingame_program_cannot_begin_in_the_middle(sit):
    program = Codingame(python("codingame.py"))
    with pytest.raises(Broken, match="cannot take up a game in the middle"):
        ask(sit(program), Game(moves=("a1", "a2", "a3")), SECONDS)
    with pytest.raises(Unsupported):
        program.sit(GameTable(4, 4, 4))


@pytest.mark.parametrize(
    ("way", "sentence"),
    [
        ("crash", "It has ended, with exit status 1"),
        ("signal", r"It was ended by signal \d+ \(Real-time signal 1\)"),
        ("nonsense", "It answered 'the middle, please', which is no cell"),
        ("taken", "It answered a1, which is not free"),
        ("sleep", "It has not answered in time"),
    ],
)
def test_a_program_that_fails_is_told_from_the_rest(sit, monkeypatch, way, sentence):
    monkeypatch.setattr("mnk.programs.lines.START_SECONDS", SECONDS if way != "sleep" else 0.0)
    player = sit(JsonLines(python("misbehaving.py", way)))
    with pytest.raises(Broken, match=sentence):
        ask(player, Game(moves=("a1",)), 0.5)


def test_a_program_that_cannot_be_started_is_named():
    with pytest.raises(Unusable, match=r"'\./no-such-program' cannot be started"):
        JsonLines("./no-such-program").sit(GameTable(3, 3, 3))


# ---- Gomocup ----------------------------------------------------------------------------------


def test_a_brain_plays_a_whole_game(sit, capfd):
    player = sit(Gomocup(python("brain.py")), 15, 15, 5, turn_seconds=4.0)
    game = play_on(player, Game(15, 15, 5), moves=5)
    assert game.moves[::2] == ("a15", "b15", "c15", "d15", "e15")
    assert game.winner == "x"
    player.close()
    orders = capfd.readouterr().err.split("\n")
    assert orders[:6] == [
        "START 15",
        "INFO timeout_turn 4000",
        "INFO timeout_match 0",
        "INFO time_left 2147483647",
        "INFO game_type 1",
        "INFO rule 0",
    ]
    assert orders[6:10] == [
        "INFO time_left 2147483647",
        "BEGIN",
        "INFO time_left 2147483647",
        "TURN 14,14",
    ]
    assert orders[-2] == "END"


def test_a_brain_is_told_of_the_clock(sit, capfd):
    player = sit(Gomocup(python("brain.py")), 15, 15, 5, match_seconds=180.0)
    ask(player, Game(15, 15, 5, seconds=61.5), SECONDS)
    player.close()
    orders = capfd.readouterr().err
    assert "INFO timeout_match 180000" in orders
    assert "INFO time_left 61500\nBEGIN" in orders


@pytest.mark.parametrize("way", ["rect", "suggest", "noise", "narrow"])
def test_brains_have_their_ways(sit, way):
    player = sit(Gomocup(python("brain.py", way)), 6, 6, 5)
    assert play_on(player, Game(6, 6, 5), moves=3).moves[::2] == ("a6", "b6", "c6")


def test_a_brain_is_given_the_board_in_the_middle_and_after_a_takeback(sit, capfd):
    player = sit(Gomocup(python("brain.py")), 7, 5, 5)
    middle = Game(7, 5, 5, ("a5", "b5", "c5"))
    assert ask(player, middle, SECONDS)[0] == "d5"
    assert ask(player, Game(7, 5, 5, ("a5", "g1")), SECONDS)[0] == "b5"
    player.close()
    orders = capfd.readouterr().err
    assert orders.startswith("RECTSTART 7,5\n")
    assert "BOARD\n" in orders  # our brain reads its lines without telling
    assert "RESTART\nINFO time_left 2147483647\nBOARD\n" in orders


@pytest.mark.parametrize("way", ["narrow", "short"])
def test_a_brain_without_an_order_is_given_another_board(sit, way):
    player = sit(Gomocup(python("brain.py", way)), 7, 7, 5)
    for moves, cell in [(("a7", "b7", "c7"), "d7"), (("a7", "g1"), "b7"), (("b7",), "a7")]:
        assert ask(player, Game(7, 7, 5, moves), SECONDS)[0] == cell


@pytest.mark.parametrize("ways", [["busy"], ["busy", "suggest"]])
def test_a_brain_hears_the_next_order_when_it_is_done_with_its_move(sit, ways):
    player = sit(Gomocup(python("brain.py", *ways)), 7, 7, 5)
    for moves, cell in [(("a7",), "b7"), (("a7", "b7", "c7"), "d7"), (("a7", "g1"), "b7")]:
        assert ask(player, Game(7, 7, 5, moves), SECONDS)[0] == cell


def test_a_size_that_a_brain_refuses_is_not_asked_for_again(sit):
    program = Gomocup(python("brain.py", "small"))
    assert program.plays(15, 15, 5)
    with pytest.raises(Unsupported, match="ERROR too large"):
        program.sit(GameTable(15, 15, 5))
    assert not program.plays(15, 15, 5)
    assert program.plays(10, 10, 5)
    assert not program.plays(10, 10, 4)
    assert play_on(sit(program, 10, 10, 5), Game(10, 10, 5)).moves[0] == "a10"


def test_a_brain_that_gives_up_is_broken(sit):
    player = sit(Gomocup(python("brain.py", "error")), 6, 6, 5)
    with pytest.raises(Broken, match="It answered ERROR out of ideas"):
        play_on(player, Game(6, 6, 5), moves=3)


def test_a_brain_that_does_not_end_is_killed(monkeypatch, tmp_path):
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text(
        "import time\nwhile True:\n try:\n  order = input()\n except EOFError:\n  time.sleep(60)\n"
        " if order.startswith('START'): print('OK', flush=True)\n"
    )
    player = Gomocup(f"{sys.executable} {stubborn}").sit(GameTable(15, 15, 5))
    assert player._process.is_running
    monkeypatch.setattr("mnk.programs.gomocup.END_SECONDS", 0.05)
    player.close()
    assert not player._process.is_running


# ---- processes --------------------------------------------------------------------------------


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def wait_until(holds) -> bool:
    deadline = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_what_a_program_has_started_ends_with_it():
    code = "import subprocess; print(subprocess.Popen(['sleep', '60']).pid, flush=True); input()"
    process = Process(f'{sys.executable} -c "{code}"')
    child = int(process.hear(time.monotonic() + SECONDS))
    process.end()
    assert wait_until(lambda: is_gone(child))


def test_programs_end_with_a_bridge_that_is_killed():
    code = (
        "import sys, time; from mnk.programs.process import Process;"
        "p = Process('sleep 60'); print(p._process.pid, flush=True); time.sleep(60)"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    bridge = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=env)
    with bridge:
        child = int(bridge.stdout.readline())
        assert not is_gone(child)
        bridge.send_signal(signal.SIGKILL)
    assert wait_until(lambda: is_gone(child))
