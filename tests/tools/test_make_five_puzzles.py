"""`python -m tools make_five_puzzles` keeps what it finds, and goes on where it ended."""

from games.engine.puzzles.game_files import HEAD, parse_games
from tests.management.calling import refusal, run
from tools.management.commands import make_five_puzzles


def test_it_goes_on_after_the_last_game_that_is_kept(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{HEAD}9,9,5 3 f5d8f4f6e4d4e5e3d6g3c7b8d3 13:stop_three:g6\n")
    printed, code = run("make_five_puzzles", "9,9,5", "--games", 1, "--file", path)
    games = list(parse_games(path.read_text()))
    assert sorted({game.number for game in games}) == [3, 4]
    assert code == 0
    assert "9,9,5: " in printed


def test_a_board_without_five_in_a_row_is_refused(tmp_path, capsys):
    path = tmp_path / "puzzles.txt"
    asked = ("9,9,5", "4,4,4", "--games", 1, "--file", path)
    command = make_five_puzzles.Command()
    assert "4,4,4" in refusal(command, "make_five_puzzles", *asked, capsys=capsys)
    assert not path.exists()
