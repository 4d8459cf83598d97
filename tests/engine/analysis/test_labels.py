"""Labels and reasons for moves whose worth is known."""

import pytest

from games.core.errors import IllegalMove
from games.core.rules import TIC_TAC_TOE, Ruleset
from games.engine import Limits
from games.engine.analysis.grader import grade
from games.engine.analysis.labels import Code, Label, LabelReason, grade_move
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.search.value import Proven, Value
from tests.engine.positions import TWO_ROWS, random_positions, some_game_to

AMPLE = Limits(seconds=1000)
FEW = Limits(seconds=1000, nodes=1_000)


def graded(cells, ruleset=TIC_TAC_TOE):
    """The label and the reason of the last move."""
    last = grade(ruleset, cells, AMPLE).moves[-1]
    return last.label, last.reason


@pytest.mark.parametrize(
    ("cells", "label", "reason"),
    [
        ([4], Label.BEST, LabelReason(Code.HOLDS_DRAW)),
        ([0, 4], Label.ONLY, LabelReason(Code.ONLY_DRAW)),
        ([0, 1], Label.MISTAKE, LabelReason(Code.DRAW_TO_LOSS, {"plies": 6, "best": 4})),
        ([0, 1, 4], Label.BEST, LabelReason(Code.WINS, {"plies": 5})),
        ([0, 1, 4, 8], Label.FORCED, LabelReason(Code.BLOCKS_LINE)),
        ([0, 1, 4, 2], Label.SLOWER, LabelReason(Code.LEAVES_LINE, {"at": 8, "best": 8})),
        ([0, 1, 4, 2, 8], Label.BEST, LabelReason(Code.COMPLETES_LINE)),
        ([0, 3, 1, 4, 8], Label.BLUNDER, LabelReason(Code.MISSES_LINE, {"best": 2})),
        ([0, 1, 2], Label.MISTAKE, LabelReason(Code.WIN_TO_DRAW, {"best": 3, "best_plies": 5})),
        ([4, 0, 1, 7, 3, 5, 2, 6, 8], Label.FORCED, LabelReason(Code.LAST_CELL)),
    ],
)
def test_a_move_is_judged_and_the_reason_given(cells, label, reason):
    assert graded(cells) == (label, reason)


@pytest.mark.parametrize(
    ("within", "label"), [(5, Label.MISTAKE), (13, Label.SLIP), (21, Label.OPEN)]
)
def test_a_win_left_for_a_move_that_nobody_can_judge_counts_by_how_near_it_was(within, label):
    moves = [MoveWorth(cell, None, None, 0.5) for cell in TWO_ROWS.legal_moves()]
    known = {34: Proven(Value.WIN, within=within)}
    analysis = Analysis(TWO_ROWS, tuple(moves), 0).knowing(known)
    move = grade_move(analysis, 224)
    assert (move.label, move.best) == (label, (34,))
    assert move.reason == LabelReason(Code.LEAVES_WIN, {"best": 34, "best_within": within})


def test_the_label_stays_open_where_nobody_has_counted_the_win():
    """As of a win by a stored proof, which nobody can be expected to see."""
    moves = [MoveWorth(cell, None, None, 0.5) for cell in TWO_ROWS.legal_moves()]
    analysis = Analysis(TWO_ROWS, tuple(moves), 0)
    left = grade_move(analysis.knowing({34: Proven(Value.WIN)}), 224)
    assert (left.label, left.reason) == (Label.OPEN, LabelReason(Code.LEAVES_WIN, {"best": 34}))
    found = grade_move(analysis.knowing({34: Proven(Value.WIN)}), 34)
    assert (found.label, found.reason) == (Label.GOOD, LabelReason(Code.KEEPS_WIN))
    lost = grade_move(analysis.knowing({224: Proven(Value.LOSS)}), 224)
    assert (lost.label, lost.reason) == (Label.OPEN, LabelReason(Code.ALLOWS_WIN))


def test_a_slower_win_is_told_from_a_fast_one():
    assert graded([0], Ruleset(4, 3, 3)) == (
        Label.SLOWER,
        LabelReason(Code.WINS_SLOWER, {"plies": 9, "best": 1, "best_plies": 7}),
    )


def test_a_win_thrown_away_for_a_loss_is_a_blunder():
    assert graded([4], Ruleset(4, 3, 3)) == (
        Label.BLUNDER,
        LabelReason(Code.WIN_TO_LOSS, {"plies": 10, "best": 1, "best_plies": 7}),
    )


def test_accuracy_counts_decisions_only():
    perfect = grade(TIC_TAC_TOE, [4, 0, 8, 2, 1, 7, 3, 5, 6], AMPLE)
    assert perfect.accuracy == (100.0, 100.0)
    slip = grade(TIC_TAC_TOE, [0, 1, 4, 8], AMPLE)
    assert slip.accuracy == (100.0, 50.0)


def test_a_game_without_moves_has_no_accuracy():
    grades = grade(TIC_TAC_TOE, [], AMPLE)
    assert (grades.moves, grades.accuracy) == ((), (None, None))


def test_moves_that_cannot_be_made_are_refused():
    with pytest.raises(IllegalMove):
        grade(TIC_TAC_TOE, [0, 0], AMPLE)


def test_without_time_no_label_is_claimed():
    grades = grade(Ruleset(7, 7, 5), [24, 25, 17], Limits(seconds=0))
    assert {move.label for move in grades.moves} == {Label.OPEN}
    assert {move.reason.code for move in grades.moves} == {Code.NOT_PROVEN}
    assert grades.accuracy == (None, None)


def test_boards_too_large_to_prove_are_graded_where_a_line_decides():
    cells = [0, 19, 1, 20, 2, 21, 3, 22, 18, 23]
    labels = [move.label for move in grade(Ruleset(19, 19, 5), cells, FEW).moves]
    assert labels == [*[Label.OPEN] * 7, Label.BLUNDER, Label.BLUNDER, Label.BEST]


def test_every_move_of_random_games_gets_a_label():
    for position in random_positions(Ruleset(4, 3, 3), 5, seed=3, plies=(6, 9)):
        cells = some_game_to(position)
        grades = grade(position.ruleset, cells, AMPLE)
        assert [move.cell for move in grades.moves] == cells
        assert Label.OPEN not in {move.label for move in grades.moves}
