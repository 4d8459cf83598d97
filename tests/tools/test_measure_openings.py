"""`python -m tools measure_openings` keeps what is good, goes on where it ended, and checks it."""

import pytest
from django.core.management import CommandError

from games.core.rules import Ruleset
from games.engine.openings import measured
from games.engine.openings.measured import MeasuredOpening, MeasuredOpenings
from tests.management.calling import refusal, run
from tools import balance
from tools.management.commands import measure_openings as command

BOARD = Ruleset(9, 9, 5)


@pytest.fixture(autouse=True)
def own_file(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "FILE", tmp_path / "openings.txt")
    command.FILE.write_text("")


@pytest.fixture(autouse=True)
def known_games(monkeypatch):
    """X scores half from openings of four marks, and wins every game from the others."""

    def points(ruleset, moves, seed):
        if len(moves) != 4:
            return 1.0
        return float(int(seed.split(") ")[1].split()[0]) % 2)

    monkeypatch.setattr(balance, "first_players_points", points)


def stored_openings():
    return measured.parse_file(command.FILE.read_text())[BOARD]


def test_it_ends_with_as_many_as_are_to_be_kept():
    assert run("measure_openings", "9,9,5", "--keep", 2, "--games", 60)[1] == 0
    assert [(len(one.moves), one.won, one.lost) for one in stored_openings().kept] == [
        (4, 30, 30)
    ] * 2
    assert stored_openings().tried >= 2


def test_it_goes_on_where_it_ended():
    run("measure_openings", "9,9,5", "--keep", 3, "--games", 60)
    at_once = stored_openings()
    command.FILE.write_text("")
    tries = 0
    while tries < at_once.tried:
        run("measure_openings", "9,9,5", "--keep", 3, "--games", 60, "--tries", 2)
        tries += 2
    assert stored_openings() == at_once


def test_a_check_plays_other_games_and_fails_where_one_is_not_good():
    good = MeasuredOpening((30, 31, 40, 41), 30, 0, 30)
    bad = MeasuredOpening((30, 31, 42), 30, 0, 30)
    boards = {BOARD: MeasuredOpenings((good,), 9)}
    command.FILE.write_text(measured.file_text(boards))
    output, code = run("measure_openings", "--check", "--games", 100)
    assert code == 0
    assert "9,9,5 d6 e6 e5 f5: 50.0 % of 100 (40.4 to 59.6), 0 drawn" in output
    boards = {BOARD: MeasuredOpenings((good, bad), 9)}
    command.FILE.write_text(measured.file_text(boards))
    with pytest.raises(CommandError, match=r"9,9,5 d6 e6 g5: 100\.0 % of 100"):
        run("measure_openings", "--check", "--games", 100)
    assert stored_openings() == boards[BOARD]


def test_a_check_of_a_board_without_kept_openings_says_that_there_are_none():
    command.FILE.write_text(measured.file_text({BOARD: MeasuredOpenings((), 9)}))
    output, code = run("measure_openings", "--check")
    assert (output, code) == (
        "9,9,5: 0 openings are on average 0.0 percentage points off half\n",
        0,
    )


def test_what_is_no_board_is_refused(capsys):
    line = refusal(command.Command(), "measure_openings", "9,9", capsys=capsys)
    assert "isn’t a board" in line
