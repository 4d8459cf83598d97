"""`python -m tools measure_levels` plays rounds from the book, and goes on where it ended."""

from pathlib import Path

import pytest

from games.engine.openings.balanced import book
from tests.management.calling import refusal, run
from tools import ladder
from tools.management.commands import measure_levels as command

FEW = ("--levels", "random", "weights", "rules")


@pytest.fixture(autouse=True)
def own_file(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "LADDER", tmp_path / "ladder.json")
    command.LADDER.write_text("{}")


def stored_ladder():
    return ladder.parse_ladders(command.LADDER.read_text())["fours"]


def measure(*arguments):
    output, code = run("measure_levels", "fours", *FEW, *arguments)
    assert code == 0
    return output


def test_neighbours_and_the_next_meet_in_rounds():
    output = measure("--rounds", 3)
    assert [(one.weaker, one.stronger, one.rounds) for one in stored_ladder().meetings] == [
        ("random", "weights", 3),
        ("weights", "rules", 3),
        ("random", "rules", 3),
    ]
    head, *rows = output.splitlines()
    assert head.startswith("fours, 6,6,4, ")
    assert [row.split()[0] for row in rows[:3]] == ["random", "weights", "rules"]


def test_it_can_be_ended_while_it_writes(monkeypatch):
    measure("--rounds", 1)
    before = stored_ladder()

    def end_half_way(path, text, *_encoding):
        with path.open("w") as file:
            file.write(text[: len(text) // 2])
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", end_half_way)
        with pytest.raises(KeyboardInterrupt):
            measure("--rounds", 2)
    assert stored_ladder() == before
    assert list(command.LADDER.parent.iterdir()) == [command.LADDER]


def test_it_goes_on_where_it_ended():
    measure("--rounds", 4)
    at_once = stored_ladder()
    measure("--rounds", 2, "--anew")
    assert {one.rounds for one in stored_ladder().meetings} == {2}
    measure("--rounds", 4)
    assert stored_ladder() == at_once


def test_with_other_positions_a_move_it_begins_anew():
    measure("--rounds", 2)
    measure("--rounds", 1, "--nodes", 1_000)
    assert (stored_ladder().nodes, {one.rounds for one in stored_ladder().meetings}) == (1_000, {1})


def test_a_new_level_is_measured_as_the_others_were():
    measure("--rounds", 2, "--nodes", 1_000)
    assert run("measure_levels", "fours", "--levels", *FEW[1:], "guard")[1] == 0
    found = stored_ladder()
    assert found.nodes == 1_000
    assert {one.rounds for one in found.meetings if "guard" in _pair(one)} == {2}


def _pair(meeting):
    return meeting.weaker, meeting.stronger


def test_a_round_is_played_from_the_book_and_the_next_from_another_opening(monkeypatch):
    played = []

    def play_round(entrant, other, terms, opening, seed):
        played.append((entrant.name, opening, seed))
        return ()

    monkeypatch.setattr(command, "play_round", play_round)
    found = ladder.Ladder(ladder.parse_ruleset("6,6,4"), None, 1_000)
    for won in range(0, 6, 2):
        command._with_another_round(found, ladder.LevelPairing("random", "rules", won=won))
    assert [(name, seed) for name, _, seed in played] == [
        ("random", 0),
        ("random", 2),
        ("random", 4),
    ]
    openings = {opening for _, opening, _ in played}
    assert len(openings) == 3
    assert openings <= set(book(found.board))


def test_what_is_no_pool_is_refused(capsys):
    line = refusal(command.Command(), "measure_levels", "threes", capsys=capsys)
    assert "threes" in line
