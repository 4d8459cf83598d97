"""Puzzles of five in a row are found in games that can be repeated, and written as they are."""

from dataclasses import replace

import numpy as np
import pytest

from games.core.rules import Position, Ruleset
from games.core.symmetry import canonical, image, symmetries
from games.engine.analysis.threat_verification import FalseThreatTree
from games.engine.puzzles.game_files import (
    PuzzleGame,
    five_puzzles,
    game_line,
    in_order,
    parse_games,
)
from games.engine.puzzles.lone_moves import check, lone_move
from games.engine.puzzles.tasks import ThreatTask
from tools.self_play import play_game, search_game

BOARD = Ruleset(9, 9, 5)
STOP = np.zeros(1, np.uint8)


def of_task(task):
    """The first puzzle of a kind, in the image in which it was found."""
    found = next(one for one in five_puzzles() if one.task is task)
    for way in symmetries(found.position.ruleset):
        if image(found.position, way) == canonical(found.position):
            return replace(found, position=canonical(found.position), cell=way[found.cell])
    raise AssertionError


def test_a_game_has_the_same_moves_and_finds_each_time():
    assert play_game(BOARD, 7) == play_game(BOARD, 7) != play_game(BOARD, 8)
    game, *beside = search_game(BOARD, 7, STOP)
    assert [game, *beside] == search_game(BOARD, 7, STOP)
    assert [one.task for one in game.found] == [ThreatTask.STOP_THREE, ThreatTask.THREES]
    assert game.found[-1].position == Position.after(BOARD, game.moves)


def test_threes_to_stop_can_be_left_out():
    games = search_game(BOARD, 7, STOP, with_stops=False)
    assert games
    assert ThreatTask.STOP_THREE not in {one.task for game in games for one in game.found}


def test_a_line_is_read_as_it_was_written():
    game, *_ = search_game(BOARD, 7, STOP)
    assert list(parse_games(f"# a comment\n{game_line(game)}\n")) == [game]


def test_what_is_found_where_a_win_goes_on_otherwise_has_moves_of_its_own():
    whole = play_game(BOARD, 7)
    _, beside, *_ = search_game(BOARD, 7, STOP)
    assert whole[: len(beside.moves)] != beside.moves
    assert len(beside.found) == 1
    assert beside.found[0].position == Position.after(BOARD, beside.moves)
    assert list(parse_games(game_line(beside))) == [beside]


def test_a_position_that_comes_twice_is_kept_once():
    game, *_ = search_game(BOARD, 7, STOP)
    turned = symmetries(BOARD)[5]
    moves = tuple(turned[cell] for cell in game.moves)
    again = replace(game.found[-1], position=Position.after(BOARD, moves))
    twice = PuzzleGame(BOARD, 99, moves, (again,))
    assert list(in_order([twice, game])) == [game]


@pytest.mark.parametrize("task", list(ThreatTask))
def test_what_is_kept_is_found_again_and_accepted_by_the_checker(task):
    one = of_task(task)
    assert lone_move(one.position, STOP) == one
    check(one, STOP)


@pytest.mark.parametrize("task", [ThreatTask.FOURS, ThreatTask.THREES, ThreatTask.STOP_THREE])
def test_the_checker_refuses_another_move(task):
    one = of_task(task)
    others = [cell for cell in one.position.legal_moves() if cell != one.cell]
    with pytest.raises(FalseThreatTree):
        check(replace(one, cell=others[0]), STOP)


def test_the_checker_refuses_a_win_that_takes_longer():
    one = of_task(ThreatTask.FOURS)
    with pytest.raises(FalseThreatTree, match="longer"):
        check(replace(one, plies=one.plies - 2), STOP)


def test_the_empty_board_has_no_lone_move():
    assert lone_move(Position(BOARD), STOP) is None
