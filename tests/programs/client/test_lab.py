"""The lab without an account: every line, the values of positions, CS50's contract."""

import random
from collections import Counter
from pathlib import Path

import pytest

from mnk import Game
from mnk.commands import main
from mnk.commands.lab import STATUS
from mnk.lab import online
from mnk.lab.contract import Contract, masks, positions
from mnk.lab.report import findings
from mnk.lab.trial import TIMES_ASKED_OFTEN, Trial, TrialLines
from mnk.lab.values import TooLarge, Values
from mnk.programs.python import cs50_board, load_file

PROGRAMS = Path(__file__).with_name("programs")
CS50 = str(PROGRAMS / "tictactoe.py")
TICTACTOE = load_file(CS50)


def perfect(game: Game) -> str:
    """The cell of CS50's perfect player."""
    row, column = TICTACTOE.minimax(cs50_board(game))
    return game.name(3 * row + column)


def lines(choose, board=(3, 3, 3), *, is_first: bool, seed: int = 0):
    values = Values(*board)
    return Trial(*board, is_first=is_first, ask=choose, values=values, seed=seed).run()


# ---- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "value"), [((3, 3, 3), 0), ((4, 3, 3), 1), ((4, 4, 4), 0), ((5, 3, 4), 0)]
)
def test_boards_are_worth_what_is_known(board, value):
    assert Values(*board).of(0, 0) == value


def test_a_board_that_is_too_large_is_refused():
    with pytest.raises(TooLarge):
        Values(5, 5, 4, most=1000).of(0, 0)


# ---- lines ------------------------------------------------------------------------------------


def test_each_position_is_asked_twice_and_those_of_the_first_plies_often():
    asked = []

    def choose(game):
        asked.append(game)
        return perfect(game)

    found = lines(choose, is_first=False)
    times = Counter(map(masks, asked))
    assert len(times) == found.asked == found.asked_twice
    assert found.is_certain
    assert Counter(times.values()) == {2: found.asked - 9, TIMES_ASKED_OFTEN: 9}
    assert [len(game.moves) for game in asked] == sorted(len(game.moves) for game in asked)
    assert found.changed is None


def test_who_opens_by_chance_is_caught_in_twenty_of_twenty_runs():
    for seed in range(20):
        chance = random.Random(seed)

        def choose(game, chance=chance):
            return perfect(game) if game.moves else chance.choice(("a1", "a3", "c1", "c3"))

        found = lines(choose, is_first=True, seed=seed)
        assert found.changed == ()
        assert not found.is_certain


def test_the_mistake_that_is_shown_belongs_to_the_lost_game():
    for seed in range(5):
        chance = random.Random(seed)
        found = lines(lambda game, chance=chance: chance.choice(game.free), is_first=False)
        assert found.mistake == found.loss[: len(found.mistake)]


def test_who_plays_by_chance_is_found_out():
    found = lines(lambda game: random.choice(game.free), is_first=False)
    assert found.changed is not None


# ---- the command ------------------------------------------------------------------------------


def lab(capsys, *arguments: str) -> tuple[int, list[str]]:
    with pytest.raises(SystemExit) as ended:
        main(["lab", *arguments])
    return ended.value.code, capsys.readouterr().out.splitlines()


@pytest.fixture
def bot(tmp_path):
    """A file with the given lines as the body of its function."""

    def bot(*body: str) -> str:
        text = "import random\ndef choose(game):\n" + "".join(f"    {line}\n" for line in body)
        (tmp_path / "bot.py").write_text(text)
        return f"{tmp_path}/bot.py:choose"

    return bot


def test_a_perfect_cs50_file_is_proven(capsys):
    status, told = lab(capsys, "--cs50", CS50, "--offline")
    assert status == 0
    assert [line.partition(" (")[0] for line in told] == [
        "tictactoe.py, first: never loses",
        "tictactoe.py, second: never loses",
    ]


def test_a_flawed_function_is_refuted_by_the_shortest_game(capsys, bot):
    function = bot("return game.free[0]")
    status, told = lab(capsys, "--function", function, "3", "3", "3", "--seat", "o", "--offline")
    assert status == 1
    assert "loses" in told[0]
    assert len(told[0].rpartition("): ")[2].replace(". ", ".").split()) == 5
    assert told[1].startswith("  The last of these moves is a mistake: 1. ")


@pytest.mark.parametrize(
    ("body", "status"), [("return 'z9'", 2), ("return 1 / 0", 2), ("return None", 2)]
)
def test_a_broken_function_is_told_with_the_position(capsys, bot, body, status):
    with pytest.raises(SystemExit) as ended:
        main(["lab", "--function", bot(body), "--offline"])
    assert ended.value.code == status
    assert "After no moves: It " in capsys.readouterr().err


def test_a_function_that_plays_by_chance_has_proven_nothing(capsys, bot):
    perfect = "return random.choice(game.free) if len(game.moves) < 1 else best(game)"
    path = bot(perfect).partition(":")[0]
    Path(path).write_text(
        Path(path).read_text()
        + f"import sys\nsys.path.insert(0, {str(PROGRAMS)!r})\nimport tictactoe\n"
        "from mnk.programs.python import cs50_board\n"
        "def best(game):\n    i, j = tictactoe.minimax(cs50_board(game))\n"
        "    return game.name(3 * i + j)\n"
    )
    status, told = lab(capsys, "--function", path, "--seat", "x", "--offline", "--seeds", "20")
    assert status == 3
    assert "lost none of" in told[0]
    assert told[1] == "  It plays by chance: with other seeds, other games"


def test_a_function_that_plays_alike_with_all_seeds_plays_by_no_chance(capsys, bot):
    function = bot("return game.free[0]")
    _, told = lab(capsys, "--function", function, "--offline", "--seeds", "3")
    assert "by chance" not in " ".join(told)


def test_a_command_that_cannot_be_split_is_named(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["lab", "--program", "./my 'bot"])
    assert ended.value.code == 2
    assert "cannot be started: No closing quotation" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--cs50", CS50, "4", "4", "4"], "does not play 4×4, 4 in a row"),
        (["--cs50", CS50, "3", "3"], "A board is three numbers"),
        (["--cs50", CS50, "3", "3", "4"], "There is no board 3,3,4"),
        (["--program", "true", "--contract"], "--contract is for --cs50"),
        (["--program", "true", "--dialect", "codingame"], "cannot be asked for single positions"),
        (["--function", "json:dumps", "6", "6", "4"], "This board is too large to work out here"),
    ],
)
def test_what_the_lab_cannot_do_is_said(capsys, monkeypatch, arguments, sentence):
    monkeypatch.setattr("mnk.lab.values.MAX_POSITIONS", 1000)
    monkeypatch.setattr(Values.__init__, "__defaults__", (1000,))
    with pytest.raises(SystemExit) as ended:
        main(["lab", *arguments, "--offline"])
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


# ---- CS50's contract --------------------------------------------------------------------------


def verdict(path: str, name: str):
    return Contract(load_file(path), lambda name, tried: None).verdict(name)


def test_a_game_can_reach_5478_positions():
    found = list(positions())
    assert len(found) == 5478
    assert sum(game.is_over for game in found) == 958


def test_a_right_file_is_right_on_all_positions(capsys):
    status, told = lab(capsys, "--cs50", CS50, "--contract")
    assert status == 0
    names = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
    tried = dict.fromkeys(names, "5,478") | {"utility": "958"}
    assert told == [f"{name}: right on all {tried[name]} positions" for name in names]


FLAWS = {
    "player": "def player(board): return X",
    "actions": "def actions(board): return {(1, 1)}",
    "result": (
        "def result(board, action):\n"
        "    new = board.copy()\n"
        "    new[action[0]][action[1]] = player(board)\n"
        "    return new"
    ),
    "winner": "def winner(board): return board[0][0] if board[0][0] == board[0][1] else None",
    "terminal": "def terminal(board): return not actions(board)",
    "utility": "def utility(board): return 1",
    "minimax": "def minimax(board): return min(actions(board), default=None)",
}


@pytest.mark.parametrize("name", FLAWS)
def test_a_flaw_is_shown_on_the_first_position_that_has_it(tmp_path, name):
    (tmp_path / f"flawed_{name}.py").write_text(f"{Path(CS50).read_text()}\n\n{FLAWS[name]}\n")
    found = verdict(f"{tmp_path}/flawed_{name}.py", name)
    assert 0 < found.wrong <= found.tried
    assert found.first
    assert found.first.problem


def test_a_result_that_shares_rows_with_its_board_is_found(tmp_path):
    """check50 compares with a shallow copy, which changes as well."""
    (tmp_path / "shallow.py").write_text(f"{Path(CS50).read_text()}\n\n{FLAWS['result']}\n")
    found = verdict(f"{tmp_path}/shallow.py", "result")
    assert found.first
    assert found.first.problem == "changes the board that it is given"


def test_a_function_that_ends_the_program_is_wrong(tmp_path):
    (tmp_path / "quits.py").write_text(
        f"{Path(CS50).read_text()}\n\ndef utility(board):\n    raise SystemExit\n"
    )
    found = verdict(f"{tmp_path}/quits.py", "utility")
    assert found.first
    assert found.first.problem == "raises SystemExit: "


def test_it_is_said_how_much_was_asked_twice(capsys):
    counts = {"asked": 90, "asked_twice": 12, "won": 5, "drawn": 1, "lost": 0}
    state = {"verdict": "unbeaten", "counts": counts, "loss": None, "slip": None, "url": "/lab/1/"}
    told = list(online.findings("mine", "x", state))
    assert told[0] == "mine, first: never lost (90 positions; 5 won, 1 drawn, 0 lost)"
    assert told[1] == "  Asked 12 positions twice or more, always the same answer"
    here = TrialLines(won=5, asked=90, asked_twice=12)
    assert list(findings("mine", True, here)) == [
        "mine, first: never lost (5 lines: 5 won, 0 drawn);"
        " asked 12 positions twice or more, always the same answer"
    ]


def test_in_a_seat_that_is_lost_it_is_not_said_that_a_program_never_loses():
    counts = {"asked": 90, "asked_twice": 90, "won": 5, "drawn": 1, "lost": 7}
    state = {"verdict": "proven", "counts": counts, "loss": None, "slip": None, "url": "/lab/1/"}
    said, _ = online.findings("mine", "o", state)
    assert said == "mine, second: gives nothing away (90 positions; 5 won, 1 drawn, 7 lost)"


def test_a_run_that_its_owner_has_stopped_is_neither_proven_nor_refuted():
    counts = {"asked": 9, "won": 2, "drawn": 1, "lost": 0}
    state = {"verdict": None, "counts": counts, "loss": None, "slip": None, "url": "/lab/1/"}
    said, link = online.findings("mine", "x", state)
    assert said == "mine, first: stopped without a verdict (9 positions; 2 won, 1 drawn, 0 lost)"
    assert link == "  /lab/1/"
    assert STATUS[None] == 4


def test_a_run_that_was_too_slow_says_so():
    counts = {"asked": 9, "won": 0, "drawn": 0, "lost": 0}
    fault = {"code": "too_slow", "moves": ["a1", "b2"], "said": ""}
    state = {"verdict": "broken", "counts": counts, "loss": None, "slip": None, "fault": fault}
    told = list(online.findings("mine", "x", {**state, "url": "/lab/1/"}))
    assert told[1] == "  After 1. a1 b2: too_slow"


def test_who_is_late_is_told_how_to_have_more_time(tmp_path, capfd):
    file = tmp_path / "slow.py"
    file.write_text("import threading\ndef choose(game):\n    threading.Event().wait()\n")
    with pytest.raises(SystemExit) as ended:
        main(["lab", "--offline", "--function", f"{file}:choose", "--move-time", "1"])
    assert ended.value.code == 2
    said = capfd.readouterr().err
    assert "It has not answered within 1 s. --move-time SECONDS allows more." in said
