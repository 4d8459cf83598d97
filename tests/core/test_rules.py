from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import rules
from games.core.errors import BadRuleset, GameError, IllegalMove
from games.core.rules import TIC_TAC_TOE, Mark, Position, Ruleset, cells_of, perft
from tests.core.strategies import games, rulesets


def is_row(ruleset, cells):
    """Whether the cells, ascending, are evenly spaced neighbours: the slow way to see a line."""
    spots = [divmod(cell, ruleset.m) for cell in cells]
    steps = {(r2 - r1, c2 - c1) for (r1, c1), (r2, c2) in pairwise(spots)}
    return len(steps) == 1 and steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}


def test_each_mark_has_the_other():
    assert Mark.X.other is Mark.O
    assert Mark.O.other is Mark.X


@pytest.mark.parametrize(
    "numbers",
    [(2, 3, 3), (3, 2, 3), (20, 3, 3), (3, 20, 3), (3, 3, 2), (3, 3, 4), (5, 4, 6), (-3, 3, 3)],
)
def test_numbers_that_make_no_game_are_refused(numbers):
    with pytest.raises(BadRuleset) as refused:
        Ruleset(*numbers)
    assert refused.value.code == "bad_ruleset"
    assert isinstance(refused.value, GameError)


@pytest.mark.parametrize("numbers", [(3, 3, 3), (19, 19, 19), (3, 19, 19), (19, 3, 4), (5, 4, 5)])
def test_the_smallest_and_the_largest_numbers_are_accepted(numbers):
    ruleset = Ruleset(*numbers)
    assert (ruleset.m, ruleset.n, ruleset.k) == numbers


@pytest.mark.parametrize(
    ("numbers", "lines"),
    [((3, 3, 3), 8), ((15, 15, 5), 572), ((4, 3, 3), 14), ((4, 4, 4), 10), ((3, 19, 19), 3)],
)
def test_known_numbers_of_lines(numbers, lines):
    assert len(Ruleset(*numbers).lines) == lines


@given(rulesets(largest=5))
def test_lines_are_all_the_rows_of_k_cells_there_are(ruleset):
    rows = {
        sum(1 << cell for cell in cells)
        for cells in combinations(range(ruleset.cells), ruleset.k)
        if is_row(ruleset, cells)
    }
    assert set(ruleset.lines) == rows
    assert len(ruleset.lines) == len(rows)


@given(rulesets(largest=8))
def test_the_lines_through_a_cell_are_those_that_contain_it(ruleset):
    for cell, lines in enumerate(ruleset.lines_through):
        assert set(lines) == {line for line in ruleset.lines if line >> cell & 1}


@given(st.sets(st.integers(0, 360)))
def test_the_cells_of_a_set_are_its_bits_ascending(cells):
    assert cells_of(sum(1 << cell for cell in cells)) == tuple(sorted(cells))


# Depth 5 is 9*8*7*6*5; from depth 6 on, finished games no longer branch.
@pytest.fixture
def remembering(monkeypatch):
    """Let `perft` count below a position once, however it came about: a position is a value."""
    monkeypatch.setattr(rules, "perft", cache(rules.perft))


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize(
    ("depth", "sequences"),
    list(enumerate([1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872])),
)
def test_perft_of_tic_tac_toe(depth, sequences):
    assert rules.perft(Position(TIC_TAC_TOE), depth) == sequences


@pytest.mark.usefixtures("remembering")
def test_perft_of_a_board_that_is_not_square():
    assert rules.perft(Position(Ruleset(4, 3, 3)), 6) == 622_944


def test_perft_of_a_finished_game_is_nothing():
    assert perft(Position.after(TIC_TAC_TOE, [0, 3, 1, 4, 2]), 1) == 0


def test_an_empty_board_has_every_move():
    position = Position(Ruleset(5, 4, 4))
    assert position.legal_moves() == tuple(range(20))
    assert position.ply == 0
    assert not position.is_over


def test_sides_alternate():
    after_one = Position(TIC_TAC_TOE).play(4)
    assert (after_one.own, after_one.opposing) == (0, 1 << 4)
    after_two = after_one.play(0)
    assert (after_two.own, after_two.opposing) == (1 << 4, 1 << 0)


def test_a_completed_row_wins_and_ends_the_game():
    position = Position.after(TIC_TAC_TOE, [0, 3, 1, 4, 2])
    assert position.is_won
    assert position.is_over
    assert not position.is_full
    assert position.legal_moves() == ()
    assert position.winning_line() == (0, 1, 2)


def test_a_full_board_without_a_line_is_a_draw():
    position = Position.after(TIC_TAC_TOE, [0, 1, 2, 4, 3, 5, 7, 6, 8])
    assert position.is_full
    assert position.is_over
    assert not position.is_won
    assert position.winning_line() == ()


def test_a_line_on_the_last_cell_wins_the_full_board():
    position = Position.after(TIC_TAC_TOE, [0, 1, 2, 3, 4, 5, 7, 6, 8])
    assert position.is_full
    assert position.is_won


def test_two_lines_completed_at_once_both_count():
    position = Position.after(TIC_TAC_TOE, [0, 1, 2, 3, 6, 5, 8, 7, 4])
    assert position.winning_line() == (0, 2, 4, 6, 8)


def test_more_than_k_in_a_row_win_too():
    position = Position.after(Ruleset(5, 3, 3), [0, 5, 1, 6, 3, 9, 4, 11, 2])
    assert position.winning_line() == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("cell", [-1, 9, 361, 10**9])
def test_a_cell_off_the_board_is_refused(cell):
    with pytest.raises(IllegalMove, match="no_such_cell"):
        Position(TIC_TAC_TOE).play(cell)


def test_a_taken_cell_is_refused():
    with pytest.raises(IllegalMove, match="cell_taken"):
        Position(TIC_TAC_TOE).play(4).play(4)


def test_a_move_after_the_end_is_refused():
    with pytest.raises(IllegalMove, match="game_over"):
        Position.after(TIC_TAC_TOE, [0, 3, 1, 4, 2, 8])


@given(games())
def test_marks_never_move_and_counts_agree(game):
    ruleset, moves = game
    position = Position.after(ruleset, moves)
    assert position.ply == len(moves)
    assert position.own & position.opposing == 0
    assert (position.own | position.opposing | position.free) == ruleset.all_cells
    assert cells_of(position.own | position.opposing) == tuple(sorted(moves))
    assert bool(position.legal_moves()) is not position.is_over


@given(games())
def test_a_cell_wins_if_and_only_if_playing_it_does(game):
    position = Position.after(*game)
    for cell in position.legal_moves():
        assert position.wins_at(cell) is position.play(cell).is_won


@given(games())
def test_playing_leaves_the_position_as_it_was(game):
    position = Position.after(*game)
    before = (position.own, position.opposing)
    for cell in position.legal_moves():
        position.play(cell)
    assert (position.own, position.opposing) == before


@given(games(largest=5))
def test_a_dead_position_is_one_from_which_no_line_can_come(game):
    ruleset, moves = game
    position = Position.after(ruleset, moves)
    colours = (position.own | position.free, position.opposing | position.free)
    can_come = any(line & colour == line for line in ruleset.lines for colour in colours)
    assert position.is_dead is not can_come


@pytest.mark.parametrize(
    ("moves", "is_dead"),
    [((), False), ((0, 1, 2, 4, 3, 5), False), ((0, 1, 2, 4, 3, 5, 7, 6), True)],
)
def test_a_position_is_dead_once_every_line_has_both_marks(moves, is_dead):
    assert Position.after(TIC_TAC_TOE, moves).is_dead is is_dead


def test_a_position_shows_its_board_and_who_is_to_move():
    position = Position.after(Ruleset(4, 3, 3), [5, 0, 11])
    assert str(position) == "o . . .\n. x . .\n. . . x"
    assert repr(position) == "<Position 4,3,3 o.../.x../...x o to move>"
    assert repr(position.play(1)) == "<Position 4,3,3 oo../.x../...x x to move>"
