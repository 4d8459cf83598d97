"""Being a Gomocup brain."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from mnk import Game
from mnk.brain import Brain

ROOT = Path(__file__).parents[3]


def answers(*orders: str, choose=lambda game, seconds: game.free[0]) -> list[str]:
    out = io.StringIO()
    Brain("first", choose).serve(io.StringIO("\r\n".join(orders) + "\r\n"), out)
    return out.getvalue().splitlines()


def test_a_game_is_played_from_begin_on():
    said = answers("START 15", "BEGIN", "TURN 7,7", "TURN 1,0", "END", "BEGIN")
    assert said == ["OK", "0,0", "1,0", "ERROR that cell is not free"]


def test_a_board_is_taken_up_where_it_stands():
    games = []

    def choose(game: Game, seconds: float) -> str:
        games.append((game.moves, seconds))
        return "c15"

    orders = ["START 15", "INFO timeout_turn 1500", "BOARD", "7,7,2", "0,0,1", "8,8,2", "DONE"]
    assert answers(*orders, choose=choose) == ["OK", "2,0"]
    assert games == [(("h8", "a15", "i7"), 1.4)]


def test_the_rest_of_the_match_is_shared_among_the_moves():
    seconds = []
    answers(
        "START 15",
        "INFO timeout_turn 30000",
        "INFO timeout_match 180000",
        "INFO time_left 60000",
        "BEGIN",
        choose=lambda game, given: seconds.append(given) or "a1",
    )
    assert seconds == [2.9]


@pytest.mark.parametrize(
    ("orders", "last"),
    [
        (["START 20"], "ERROR boards go from 5x5 to 19x19"),
        (["START 4"], "ERROR boards go from 5x5 to 19x19"),
        (["START"], "ERROR boards go from 5x5 to 19x19"),
        (["RECTSTART 19,5"], "OK"),
        (["RECTSTART 19"], "ERROR boards go from 5x5 to 19x19"),
        (["BEGIN"], "ERROR START comes first"),
        (["START 9", "TURN 9,0"], "ERROR that is no cell of the board"),
        (["START 9", "TURN one,two"], "ERROR that is no cell of the board"),
        (["START 9", "BOARD", "0,0,1", "DONE"], "ERROR no game leads to that board with our turn"),
        (["START 9", "BOARD", "0,99,1", "DONE"], "ERROR that is no cell of the board"),
        (
            ["START 9", "INFO rule 1", "BEGIN"],
            "ERROR rule 1 is not played here, only 0: five or more",
        ),
        (["START 9", "TURN 0,0", "TAKEBACK 5,5"], "ERROR that is not the last move"),
        (["START 9", "TURN 0,0", "TAKEBACK 1,0"], "OK"),
        (["START 9", "BEGIN", "RESTART", "BEGIN"], "0,0"),
        (["START 9", "INFO timeout_turn --5", "BEGIN"], "0,0"),
        (["SWAP2BOARD"], "UNKNOWN command"),
        (["ABOUT"], 'name="first", version="1.0", country="-"'),
    ],
)
def test_orders_are_answered(orders, last):
    assert answers(*orders)[-1] == last


@pytest.mark.parametrize(
    "module",
    [
        "def choose(game):\n    print('hm')\n    return game.free[0]\n",
        "print('loading')\ndef choose(game):\n    return game.free[0]\n",
    ],
)
def test_the_command_speaks_on_its_own_streams(tmp_path, module):
    (tmp_path / "loud.py").write_text(module)
    done = subprocess.run(
        [sys.executable, "-m", "mnk", "pbrain", "--function", f"{tmp_path}/loud.py:choose"],
        cwd=ROOT / "client",
        input="START 15\r\nBEGIN\r\nEND\r\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["OK", "0,0"]
