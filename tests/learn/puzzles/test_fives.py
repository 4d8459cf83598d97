"""Puzzles of five in a row: what comes with the engine holds, and no move that wins is refused."""

from math import inf

import pytest

from games.core.notation import parse_cell
from games.core.rules import Position, Ruleset
from games.core.symmetry import canonical, image, symmetries
from games.engine import Limits
from games.engine.puzzles.game_files import five_puzzles
from games.engine.puzzles.tasks import ThreatTask
from games.engine.search.value import Value
from games.learn.puzzles.judging import MoveVerdict, judged_by_threats
from games.learn.puzzles.making import add_fives
from games.learn.puzzles.verification import faults_of
from games.models import Puzzle

BOARD = Ruleset(9, 9, 5)
WINS = {ThreatTask.FOURS, ThreatTask.FOUR_AND_THREE, ThreatTask.TWO_THREES, ThreatTask.THREES}


def at(moves: str, board: Ruleset = BOARD) -> Position:
    return Position.after(board, [parse_cell(board, name) for name in moves.split()])


def cell(name: str, board: Ruleset = BOARD) -> int:
    return parse_cell(board, name)


# X has c4 d4 and e2 e3 : e4 makes two threes. O's marks are out of the way.
TWO_THREES = at("c4 a9 d4 i9 e2 a7 e3 i6")
# O has e4 f4 g4, with both ends free and X to move.
THREE = at("a9 e4 i9 f4 a1 g4")


def lone(task, most=1):
    """Some of the puzzles that come with the engine, as the site has them."""
    found = [one for one in five_puzzles() if one.task is task][:most]
    assert found
    for one in found:
        ways = symmetries(one.position.ruleset)
        way = next(w for w in ways if image(one.position, w) == canonical(one.position))
        yield canonical(one.position), way[one.cell], one


def test_a_move_that_wins_is_right_though_another_one_is_shorter():
    found = judged_by_threats(TWO_THREES, cell("e4"), Value.WIN)
    assert (found.verdict, found.plies) == (MoveVerdict.RIGHT, 5)
    assert found.reply is not None
    for name in ("c7", "g9"):  # no threats themselves
        slower = judged_by_threats(TWO_THREES, cell(name), Value.WIN)
        assert (slower.verdict, slower.plies > 5) == (MoveVerdict.RIGHT, True)


def test_a_move_that_lets_a_three_through_is_refuted_to_the_line():
    found = judged_by_threats(THREE, cell("e9"), Value.DRAW)
    assert (found.verdict, found.value) == (MoveVerdict.WRONG, Value.LOSS)
    end = Position.after(BOARD, [*[cell(n) for n in ["a9", "e4", "i9", "f4", "a1", "g4", "e9"]]])
    for each in found.refutation:
        end = end.play(each)
    assert end.is_won
    assert judged_by_threats(THREE, cell("d4"), Value.DRAW).verdict is MoveVerdict.RIGHT


def test_where_all_threats_fail_it_says_which_reply_stops_them():
    position = at("e5 e6 d5 d6")
    found = judged_by_threats(position, cell("a1"), Value.WIN)
    assert (found.verdict, found.value) == (MoveVerdict.WRONG, None)


def test_a_search_that_is_stopped_refuses_nothing():
    for value, cell_name in ((Value.WIN, "a2"), (Value.DRAW, "d4")):
        found = judged_by_threats(TWO_THREES, cell(cell_name), value, Limits(seconds=0.0))
        assert found.verdict is MoveVerdict.OPEN


@pytest.mark.parametrize("task", list(ThreatTask))
def test_the_move_of_a_puzzle_is_right(task):
    for position, right, one in lone(task):
        value = Value.WIN if one.task in WINS else Value.DRAW
        found = judged_by_threats(position, right, value)
        assert (found.verdict, found.value) == (
            MoveVerdict.RIGHT,
            Value.WIN if value is Value.WIN else None,
        )


@pytest.mark.django_db
def test_all_that_come_with_the_engine_are_added_once():
    number = add_fives()
    assert number == Puzzle.objects.count() > 0
    assert add_fives() == number == Puzzle.objects.decided().count()
    assert set(Puzzle.objects.values_list("m", "n", "k")) == {(15, 15, 5), (9, 9, 5)}
    themes = set(Puzzle.objects.values_list("theme", flat=True))
    assert {"fours", "four_and_three", "two_threes", "stop_three", "defence"} <= themes


@pytest.mark.django_db
def test_one_that_says_what_is_not_so_is_named():
    add_fives()
    puzzle = Puzzle.objects.filter(theme="stop_three", m=9).first()
    assert faults_of(puzzle, inf) == []
    puzzle.theme = "defence"
    assert faults_of(puzzle, inf) == ["the theme is not defence"]
    other = Puzzle(m=9, n=9, k=5, key=bytes(22), proof="threats", theme="stop_three", value=0)
    assert faults_of(other, inf) == ["no lone move is found"]


@pytest.mark.django_db
@pytest.mark.slow
def test_some_of_all_are_found_again_and_hold():
    add_fives()
    for puzzle in Puzzle.objects.order_by("key")[:60]:
        assert faults_of(puzzle, inf) == []
