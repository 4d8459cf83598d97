import csv
import json
from io import StringIO

import pytest

from games.core.notation import parse_cell
from games.core.rules import TIC_TAC_TOE, Position
from games.management.commands import arena as command
from games.management.commands.arena import Command
from tests.management.calling import refusal, run


def arena(*arguments, **options):
    output, code = run("arena", *arguments, "--seconds", 60, **options)
    assert code == 0
    return output


def test_a_round_robin_ends_with_a_table():
    head, columns, *rows = arena("round-robin", "random", "rules", "--games", 20).splitlines()
    assert head.startswith("3×3, 3 in a row; 20 games, 60 s per move, 2 random moves first, seed 0")
    assert columns.split()[:5] == ["player", "won", "drawn", "lost", "score"]
    assert [row.split()[:2] for row in rows] == [["1.", "rules"], ["2.", "random"]]


def test_a_measurement_tells_each_score_and_how_sure_it_is():
    output = arena("measurement", "rules", "random", "weights", "--games", 8)
    told = [line for line in output.splitlines() if line.startswith("rules – ")]
    assert len(told) == 2
    assert all(" of 8, " in line and line.endswith(" Elo") for line in told)


def test_json_holds_everything():
    found = json.loads(arena("elimination", "rules", "random", "weights", "--json", "-"))
    assert found["kind"] == "elimination"
    assert {one["name"] for one in found["standings"]} == {"rules", "random", "weights"}
    for game in found["games"]:
        cells = [parse_cell(TIC_TAC_TOE, name) for name in game["moves"]]
        end = Position.after(TIC_TAC_TOE, cells)
        assert end.is_over
        winner = (game["first"], game["second"])[(end.ply - 1) % 2]
        assert game["winner"] == (winner if end.is_won else "")


def test_csv_holds_a_row_for_each_game():
    rows = list(csv.DictReader(StringIO(arena("round-robin", "rules", "rules", "--csv", "-"))))
    assert len(rows) == 10
    assert {row["first"] for row in rows} == {"rules", "rules#2"}


def test_files_are_written(tmp_path):
    table, everything = tmp_path / "games.csv", tmp_path / "all.json"
    output = arena("round-robin", "rules", "random", "--csv", table, "--json", everything)
    assert "player" in output
    assert len(table.read_text().splitlines()) == 11
    assert len(json.loads(everything.read_text())["games"]) == 10


def test_the_same_seed_gives_the_same_games():
    call = ("round-robin", "random", "rules", "--csv", "-", "--seed")
    assert arena(*call, 3) == arena(*call, 3) != arena(*call, 4)


def test_it_can_be_silent():
    assert arena("round-robin", "rules", "random", verbosity=0) == ""


def test_what_was_played_before_an_interruption_is_told(monkeypatch):
    def interrupted(entrants, terms):
        for number, game in enumerate(command.round_robin(entrants, terms)):
            if number == 3:
                raise KeyboardInterrupt
            yield game

    monkeypatch.setitem(command.KINDS, "round-robin", interrupted)
    assert "; 3 games, " in arena("round-robin", "rules", "random")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["knockout", "rules", "random"], "invalid choice: 'knockout'"),
        (["round-robin"], "the following arguments are required: PLAYER"),
        (["round-robin", "rules"], "A tournament needs at least two players."),
        (["round-robin", "rules", "foo"], "There is no player “foo”. Choose from "),
        (["round-robin", "rules", "uct:c=1"], "The player “uct” has no parameter “c”"),
        (["round-robin", "rules", "random", "--board", 4, 4], "expected 3 arguments"),
        (
            ["round-robin", "rules", "random", "--board", 4, 4, 5],
            "5 in a row doesn’t fit on a 4×4 board",
        ),
        (["round-robin", "rules", "random", "--games", 0], "“0” isn’t a whole number from 1 to"),
        (["round-robin", "rules", "random", "--seconds", 0], "“0” isn’t a number of seconds"),
        (["round-robin", "rules", "random", "--csv", "/nowhere/x"], "Can’t write “/nowhere/x”"),
        (["round-robin", "rules", "random", "--json", "/"], "Can’t write “/”: Is a dir"),
        (["round-robin", "rules", "random", "--json", "a\0b"], "Can’t write "),
    ],
)
def test_a_wrong_call_is_answered_with_one_sentence(arguments, sentence, capsys):
    assert sentence in refusal(Command(), "arena", *arguments, capsys=capsys)
