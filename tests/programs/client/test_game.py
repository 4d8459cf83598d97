"""The rules that a bot asks."""

import random

import pytest

from mnk import Game


def test_cells_are_named_as_on_the_site():
    game = Game(5, 3, 3)
    assert game.free[:2] == ("a3", "b3")
    assert game.free[-1] == "e1"
    assert [game.index(cell) for cell in ("a3", "e3", "a2", "E1")] == [0, 4, 5, 14]
    assert all(game.index(game.name(index)) == index for index in range(15))


@pytest.mark.parametrize("cell", ["", "b", "f1", "a4", "a0", "a01", "1a", "a1 ", "b22"])
def test_other_cells_are_refused(cell):
    with pytest.raises(
        ValueError, match=r"There is no cell .* on a board of 5×3: cells are a1 to e3"
    ):
        Game(5, 3, 3).index(cell)


@pytest.mark.parametrize("board", [(2, 3, 3), (3, 20, 3), (3, 3, 4), (3, 3, 2)])
def test_boards_that_the_site_does_not_have_are_refused(board):
    with pytest.raises(ValueError, match="There is no board"):
        Game(*board)


def test_sides_move_in_turn():
    game = Game(first="o")
    assert [game.to_move, game.after("b2").to_move] == ["o", "x"]
    assert game.after("b2").mark_at("b2") == "o"
    assert game.after("b2").after("a3").rows[0] == ("x", None, None)
    assert str(game.after("b2")) == ". . .\n. o .\n. . ."


def test_a_line_that_can_be_completed_wins_or_is_blocked():
    game = Game(moves=("a1", "a3", "b1", "b3"))
    assert [cell for cell in game.free if game.wins(cell)] == ["c1"]
    assert [cell for cell in game.free if game.blocks(cell)] == ["c3"]
    assert not game.wins("a1")
    assert game.after("c1").winner == "x"
    assert game.after("c1").is_over


def test_marked_cells_and_finished_games_take_no_moves():
    with pytest.raises(ValueError, match="marked twice"):
        Game().after("a1").after("A1")
    won = Game(moves=("a1", "a3", "b1", "b3", "c1"))
    with pytest.raises(ValueError, match="is over"):
        won.after("c3")


@pytest.mark.parametrize("board", [(3, 3, 3), (6, 4, 4), (15, 15, 5), (4, 7, 6)])
def test_random_games_end_as_their_lines_say(board):
    chance = random.Random(str(board))
    for _ in range(20):
        game = Game(*board)
        while not game.is_over:
            cell = chance.choice(game.free)
            wins = game.wins(cell)
            game = game.after(cell)
            assert (game.winner is not None) == wins
        assert game.winner or not game.free
