"""`python -m tools prove_with_brain` asks a brain for moves, and ends it."""

import sys
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from games.engine.proving import first_player, guided
from games.engine.proving.proof_files import parse_proof
from games.management.commands import prove
from tests.management.calling import run

PROGRAMS = Path(__file__).parents[1] / "programs" / "client" / "programs"


@pytest.fixture(autouse=True)
def little_is_found_at_once(monkeypatch):
    # Priorities cannot be raised again, and these tests are not all that this process runs.
    monkeypatch.setattr(prove.os, "nice", lambda value: value)
    monkeypatch.setattr(first_player, "AT_ONCE", 1)
    for limit in ("AT_ONCE", "BEFORE_ASKING"):
        monkeypatch.setattr(guided, limit, 1)


def proved(folder, *ways, board=(5, 5, 5)):
    """What is said of the first answer a5. Nobody wins this board, so every reply stays open."""
    brain = " ".join([sys.executable, str(PROGRAMS / "brain.py"), *ways])
    options = ("--folder", folder, "--answer", "a5", "--positions", 3, "--seconds", 7)
    return run("prove_with_brain", *board, "--brain", brain, *options)[0].splitlines()


@pytest.mark.slow
def test_a_brain_is_asked_for_the_side_that_is_to_win(tmp_path, capfd):
    assert proved(tmp_path) == ["a5: 0 of 22 replies answered"]
    (file,) = tmp_path.iterdir()
    third = parse_proof(file.read_text()).moves[-1]
    orders = capfd.readouterr().err.splitlines()
    boards = [orders[at + 1 : at + 6] for at, order in enumerate(orders) if order == "BOARD"]
    own = {"2,2,1", f"{third % 5},{third // 5},1"}
    assert "INFO timeout_turn 7000" in orders
    assert {stone for board in boards for stone in board[0:4:2]} == own
    assert all(board[1] == "0,0,2" and board[4] == "DONE" for board in boards)
    assert len({board[3] for board in boards}) == 22
    assert orders[-1] == "END"


@pytest.mark.parametrize(
    ("way", "board", "sentence"),
    [("rect", (5, 5, 4), "It does not play 5×5, 4 in a row"), ("error", (5, 5, 5), "out of ideas")],
)
def test_a_brain_that_fails_ends_the_command_with_its_reason(tmp_path, way, board, sentence):
    with pytest.raises(CommandError, match=sentence):
        proved(tmp_path, way, board=board)
