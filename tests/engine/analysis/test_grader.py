"""Whole games judged: how they stood, what was only estimated, and in how many steps."""

from math import tanh

import pytest

from games.core.notation import parse_cell
from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import Limits
from games.engine.analysis import grader as grader_module
from games.engine.analysis.accuracy import COSTS, is_decision
from games.engine.analysis.analyser import analyse
from games.engine.analysis.grader import Grader, grade
from games.engine.analysis.labels import Code, Label, grade_move
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.analysis.shapes import Shape
from games.engine.search import strong
from games.engine.search.strong import CellChoice
from games.engine.search.value import Proven, Value
from tests.engine.clocks import FakeClock
from tests.engine.positions import TWO_ROWS, board, quiet_positions, some_game_to

AMPLE = Limits(seconds=1000)
GOMOKU = Ruleset(15, 15, 5)
FEW = Limits(seconds=1000, nodes=20_000, seed=1)


def test_a_game_is_judged_one_position_at_a_time():
    cells = [4, 1, 0, 8, 6, 3, 2]
    grader = Grader(TIC_TAC_TOE, cells, AMPLE)
    shares = [grader.share_done]
    while not grader.is_done:
        grader.judge_next()
        shares.append(grader.share_done)
    assert shares == [number / 8 for number in range(9)]
    assert grader.grades == grade(TIC_TAC_TOE, cells, AMPLE)


def test_evaluations_are_those_of_the_side_that_began():
    evaluations = grade(TIC_TAC_TOE, [0, 1, 4, 2, 8], AMPLE).evaluations
    values = [(evaluation.value, evaluation.plies) for evaluation in evaluations]
    win = Value.WIN
    assert values == [
        (Value.DRAW, None),
        (Value.DRAW, None),
        (win, 5),
        (win, 4),
        (win, 1),
        (win, 0),
    ]
    assert [evaluation.estimate for evaluation in evaluations] == [0, 0, 1, 1, 1, 1]


def test_a_full_board_ends_as_a_draw():
    evaluations = grade(TIC_TAC_TOE, [4, 0, 8, 2, 1, 7, 3, 5, 6], AMPLE).evaluations
    assert {evaluation.value for evaluation in evaluations} == {Value.DRAW}


def test_a_game_that_was_given_up_is_judged_to_its_last_position():
    grades = grade(TIC_TAC_TOE, [0, 1], AMPLE)
    assert len(grades.moves) == 2
    assert [evaluation.value for evaluation in grades.evaluations] == [0, 0, 1]


def test_nothing_is_claimed_that_its_analysis_does_not_prove():
    for position in quiet_positions(Ruleset(4, 4, 3), 5, seed=4, ply=5):
        cells = some_game_to(position)
        few = grade(position.ruleset, cells, Limits(seconds=1000, nodes=200))
        for move in few.moves:
            truth = analyse(Position.after(position.ruleset, cells[: move.ply]), AMPLE)
            assert move.value in (None, truth.of(move.cell).value)
            if move.reason.code in (Code.LEAVES_WIN, Code.ALLOWS_WIN, Code.LEAVES_LINE):
                continue  # these say that nothing is proven of the other moves
            if move.label in COSTS and move.label not in (Label.GOOD, Label.ONLY):
                assert (
                    COSTS[move.label] == 0
                    or move.value < truth.value
                    or move.cell not in truth.best
                )


def test_a_large_board_is_estimated_where_nothing_is_proven():
    grades = grade(GOMOKU, [112, 0, 97, 14, 113, 210], FEW)
    assert {move.value for move in grades.moves[::2]} <= {None, Value.WIN}  # by threats
    assert {move.value for move in grades.moves[1::2]} <= {None, Value.LOSS}
    assert all(-1 <= evaluation.estimate <= 1 for evaluation in grades.evaluations)
    assert grades.evaluations[-1].estimate > grades.evaluations[1].estimate
    weak = [move.reason.code for move in grades.moves[1::2]]
    assert Code.LOOKS_WEAKER in weak or Code.ALLOWS_WIN in weak


def test_a_win_by_threats_that_is_put_off_is_still_one():
    cells = [*some_game_to(TWO_ROWS), 224]
    move = grade(GOMOKU, cells, FEW).moves[-1]
    assert (move.label, move.reason.code) == (Label.GOOD, Code.KEEPS_WIN)
    assert move.best == (34,)  # where the two rows meet
    assert move.reason.numbers["within"] > 3


def test_a_win_by_threats_that_is_played_is_good():
    best = grade(GOMOKU, [*some_game_to(TWO_ROWS), 224], FEW).moves[-1].best[0]
    grades = grade(GOMOKU, [*some_game_to(TWO_ROWS), best], FEW)
    assert (grades.moves[-1].label, grades.moves[-1].reason.code) == (Label.GOOD, Code.KEEPS_WIN)
    assert grades.evaluations[-2].within is not None


# A four of o that can be blocked at the edge, and an open three that wins for o afterwards.
FOUR_AND_OPEN_THREE = board(
    "xoooo..........",
    "...............",
    "...............",
    "..x............",
    "......x........",
    "...............",
    "...............",
    "....ooo........",
    "...............",
    "..........x....",
    "...............",
    "...........x...",
    "...............",
    ".............x.",
    "...............",
    k=5,
)


def test_not_to_block_a_four_is_inexact_even_if_the_game_is_lost():
    before = some_game_to(FOUR_AND_OPEN_THREE)
    move = grade(GOMOKU, [*before, 150], FEW).moves[-1]
    assert (move.label, move.reason.code) == (Label.SLOWER, Code.LEAVES_LINE)
    assert move.reason.numbers == {"at": 5, "best": 5}
    assert grade(GOMOKU, [*before, 5], FEW).moves[-1].label is Label.FORCED


def test_a_five_that_is_missed_or_not_blocked_is_a_blunder_though_the_rest_is_open():
    cells = [0, 200, 1, 216, 2, 180, 3, 150, 100]  # o does not block at 4, then x does not complete
    left, missed = grade(GOMOKU, cells, FEW).moves[-2:]
    assert (left.label, left.reason.code) == (Label.BLUNDER, Code.LEAVES_LINE)
    assert (missed.label, missed.reason.code) == (Label.BLUNDER, Code.MISSES_LINE)
    assert (left.threat, missed.threat) == (Shape.FOUR, Shape.FOUR)


# X can complete a five at h8, where O would block it and make two open threes.
FIVE_OR_TWO_THREES = board(
    "..............x",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    "..oxxxx........",
    ".......oo......",
    ".......o.o.....",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    k=5,
)


def test_a_five_that_is_missed_is_told_by_itself_also_where_the_other_side_wins_then():
    missed = grade(GOMOKU, [*some_game_to(FIVE_OR_TWO_THREES), 0], FEW).moves[-1]
    assert missed.reason.code is Code.MISSES_LINE
    assert (missed.value, missed.threat, missed.answers) == (Value.LOSS, Shape.FOUR, {})


def test_an_open_three_that_is_overlooked_is_a_mistake_with_its_name():
    names = ["h8", "a1", "h9", "o15", "h10", "a15"]
    move = grade(GOMOKU, [parse_cell(GOMOKU, name) for name in names], FEW).moves[-1]
    assert (move.label, move.reason.code) == (Label.MISTAKE, Code.ALLOWS_WIN)
    assert move.threat is Shape.OPEN_FOUR
    assert grade(GOMOKU, [parse_cell(GOMOKU, name) for name in names], FEW).moves[4].makes is (
        Shape.OPEN_THREE
    )


def test_a_move_that_stops_an_open_three_says_so():
    names = ["h8", "a1", "h9", "o15", "h10", "h11"]
    move = grade(GOMOKU, [parse_cell(GOMOKU, name) for name in names], FEW).moves[-1]
    assert (move.stops, move.threat) == (Shape.OPEN_FOUR, None)


def test_a_win_by_threats_that_was_put_off_is_told_with_its_line():
    grades = grade(GOMOKU, [*some_game_to(TWO_ROWS), 224], FEW)
    before = grades.evaluations[-2]
    assert before.line[0] == 34
    assert len(before.line) == before.within
    position = TWO_ROWS
    for cell in before.line:
        position = position.play(cell)
    assert position.is_won


def test_every_unfinished_position_has_an_estimate_and_a_move():
    names = ["h8", "g8", "h9", "h7", "g9", "i9", "f10", "e11"]
    grades = grade(GOMOKU, [parse_cell(GOMOKU, name) for name in names], FEW)
    moves = [*grades.moves, None]
    for move, evaluation in zip(moves, grades.evaluations, strict=True):
        assert evaluation.looks_best is not None or (move and move.best) or evaluation.line


def test_a_win_that_the_game_goes_on_to_prove_is_no_slip():
    # Two open threes of x win in many ways; the one that is played is not the first that is found.
    open_threes = [112, 0, 113, 2, 114, 30, 160, 4, 161, 224, 162, 60]
    position = Position.after(GOMOKU, open_threes)
    found = analyse(position, FEW).best[0]
    other = next(cell for cell in (111, 115, 159, 163) if cell != found)
    move = grade(GOMOKU, [*open_threes, other, 14], FEW).moves[-2]
    assert (move.label, move.value) == (Label.GOOD, Value.WIN)


def test_who_answers_nothing_is_not_accurate():
    names = ["h8", "a1", "h9", "c1", "h10", "e1", "h11", "o1", "h12"]
    cells = [parse_cell(GOMOKU, name) for name in names]
    assert grade(GOMOKU, cells, FEW).accuracy[1] < 80.0


def test_a_game_full_of_blunders_is_accurate_on_neither_side():
    cells = [0, 19, 1, 20, 2, 21, 3, 22, 18, 100, 23]
    first, second = grade(Ruleset(19, 19, 5), cells, FEW).accuracy
    assert first < 70
    assert second < 70


def test_a_move_of_a_game_that_is_lost_in_any_case_is_no_decision():
    cells = [112, 0, 113, 2, 114, 4, 115, 6, 116]  # an open four: everything loses in two
    last = grade(GOMOKU, cells, FEW).moves[-2]
    assert (last.label, last.reason.code) == (Label.BEST, Code.RESISTS)
    assert not is_decision(last, GOMOKU.cells)


def test_one_may_ask_for_less_time_for_a_position():
    grader = Grader(GOMOKU, [112, 113], AMPLE)
    grader.judge_next(at_most=0.0)
    assert not grader.is_done
    assert grader.grades.evaluations[0].value is None


def test_what_is_known_of_a_position_is_said_of_it_and_of_its_moves():
    """As a stored proof has it: X has won, nobody has counted how soon."""
    cells = [112, 0, 98, 61, 140]
    positions = [Position.after(GOMOKU, cells[:ply]) for ply in range(6)]
    known = {one: Proven(Value.LOSS if one.ply % 2 else Value.WIN) for one in positions[2:]}
    grades = judged(Grader(GOMOKU, cells, FEW, known))
    assert [one.value for one in grades.evaluations] == [None, None, 1, 1, 1, 1]
    assert [move.label for move in grades.moves[1:]] == [
        Label.OPEN,
        Label.GOOD,
        Label.GOOD,
        Label.GOOD,
    ]
    codes = [move.reason.code for move in grades.moves[1:]]
    assert codes == [Code.ALLOWS_WIN, Code.KEEPS_WIN, Code.STILL_LOST, Code.KEEPS_WIN]
    assert grades.evaluations[2].line[:1] == (98,)


def test_no_move_is_said_to_win_where_only_the_position_is_known_to():
    """As after a study whose winning move is not the one of the game, and is not found again."""
    cells = [112, 14, 50]
    known = {Position.after(GOMOKU, cells[:2]): Proven(Value.WIN)}
    grades = judged(Grader(GOMOKU, cells, FEW, known))
    assert grades.evaluations[2].value is Value.WIN
    assert grades.evaluations[2].line == ()
    move = grades.moves[2]
    assert (move.label, move.reason.code, move.best) == (Label.OPEN, Code.NOT_PROVEN, ())


def test_a_win_that_was_thrown_away_is_not_told_as_the_other_sides():
    """As after a study that proved the loss, of which no threats are known."""
    names = ["h8", "a1", "h9", "o15", "h10", "a15", "o1"]  # X has an open three, and goes elsewhere
    cells = [parse_cell(GOMOKU, name) for name in names]
    known = {Position.after(GOMOKU, cells): Proven(Value.WIN)}
    move = judged(Grader(GOMOKU, cells, FEW, known)).moves[-1]
    assert move.reason.code is Code.WIN_TO_LOSS
    assert (move.threat, move.answers) == (None, {})


@pytest.mark.parametrize(
    ("value", "worth", "label", "code"),
    [
        (Value.WIN, Value.LOSS, Label.BLUNDER, Code.WIN_TO_LOSS),
        (Value.WIN, Value.DRAW, Label.MISTAKE, Code.WIN_TO_DRAW),
        (Value.DRAW, Value.LOSS, Label.MISTAKE, Code.DRAW_TO_LOSS),
        (Value.DRAW, Value.DRAW, Label.BEST, Code.HOLDS_DRAW),
    ],
)
def test_a_move_is_judged_by_what_is_known_though_no_better_one_is(value, worth, label, code):
    position = Position(GOMOKU)
    moves = tuple(MoveWorth(cell, None, None, 0.0) for cell in position.legal_moves())
    analysis = Analysis(position, moves, 0).knowing({112: Proven(worth)}, Proven(value))
    move = grade_move(analysis, 112)
    assert (move.label, move.reason.code, move.best) == (label, code, ())
    assert "best" not in move.reason.numbers


def test_a_win_that_nobody_has_counted_costs_what_it_looks_like(monkeypatch):
    """Where it is left, and the side that left it stands well or badly."""
    known = {Position.after(GOMOKU, [112, 0, 98]): Proven(Value.LOSS)}
    for worth, label in ((-300, Label.OPEN), (300, Label.SLIP)):
        outlook = CellChoice(60, worth, 8, 1)  # of O, after the move
        monkeypatch.setattr(strong, "search", lambda position, limits, it=outlook: it)
        move = judged(Grader(GOMOKU, [112, 0, 113], FEW, known)).moves[2]
        assert (move.label, move.reason.code) == (label, Code.LEAVES_WIN)
        assert is_decision(move, GOMOKU.cells) == (label is Label.SLIP)


def test_how_it_stands_does_not_swing_with_the_side_to_move(monkeypatch):
    cells = [112, 96, 98, 126, 140]

    def search(position, limits):
        """Each side looks a little better when it is to move; the moves of the game are best."""
        best = cells[position.ply] if position.ply < len(cells) else 0
        return CellChoice(best, 160 if position.ply % 2 == 0 else -80, 8, 1)

    monkeypatch.setattr(strong, "search", search)
    estimates = [one.estimate for one in grade(GOMOKU, cells, FEW).evaluations]
    even = (tanh(160 / 600) + tanh(80 / 600)) / 2
    assert estimates[:-1] == pytest.approx([even] * len(cells))


def test_a_weaker_move_changes_only_what_comes_after_it(monkeypatch):
    worths = [60, -60, 60, 300]  # seen by the side to move: O's move number 4 is weak
    monkeypatch.setattr(
        strong, "search", lambda position, limits: CellChoice(0, worths[position.ply], 8, 1)
    )
    grades = grade(GOMOKU, [112, 96, 98], FEW)
    assert grades.moves[2].reason.code is Code.LOOKS_WEAKER
    estimates = [one.estimate for one in grades.evaluations]
    assert estimates == pytest.approx([tanh(0.1)] * 3 + [-tanh(0.5)])


def judged(grader):
    while not grader.is_done:
        grader.judge_next()
    return grader.grades


def test_a_win_has_the_line_that_leads_to_it():
    """Also where the game went another way; both sides play it as well as they can."""
    cells = [0, 1, 4, 2, 3, 5, 6]  # X misses the diagonal, and O the stop
    found = grade(TIC_TAC_TOE, cells, Limits(seconds=5))
    for ply, evaluation in enumerate(found.evaluations[:-1]):
        assert len(evaluation.line) == (evaluation.plies or 0)
        position = Position.after(TIC_TAC_TOE, (*cells[:ply], *evaluation.line))
        assert position.is_won == bool(evaluation.plies)
    assert found.evaluations[4].line == (8,)


def seconds_of_analyses(monkeypatch):
    """A list that grows by the seconds that a grader has for each position."""
    found = []

    def noted(position, limits, *arguments):
        found.append(limits.seconds)
        return analyse(position, limits, *arguments)

    monkeypatch.setattr(grader_module, "analyse", noted)
    return found


def test_positions_have_an_estimate_also_in_a_game_whose_time_is_spent(monkeypatch):
    clock, search = FakeClock(), strong.search

    def search_slowly(position, limits):
        choice = search(position, limits)
        clock.now += 100.0
        return choice

    monkeypatch.setattr(strong, "search", search_slowly)
    seconds = seconds_of_analyses(monkeypatch)
    names = ["h8", "g8", "h9", "h7", "g9", "i9"]
    cells = [parse_cell(GOMOKU, name) for name in names]
    grades = judged(Grader(GOMOKU, cells, Limits(seconds=5, seed=1, clock=clock)))
    assert seconds[1:] == [0.0] * len(cells)
    assert None not in [evaluation.looks_best for evaluation in grades.evaluations]
    assert Code.NOT_PROVEN not in {move.reason.code for move in grades.moves}


def test_a_game_has_all_its_time_though_it_waits_between_its_positions(monkeypatch):
    """As in the engine's queue while others play."""
    clock, seconds = FakeClock(), seconds_of_analyses(monkeypatch)
    grader = Grader(TIC_TAC_TOE, [4, 0], Limits(seconds=4.5, clock=clock))
    while not grader.is_done:
        grader.judge_next()
        clock.now += 100.0
    assert seconds == [1.0, 1.5, 3.0]  # of 1.5, 2.25 and 4.5, without those of estimates
