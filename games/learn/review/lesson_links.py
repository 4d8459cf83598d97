"""Which lesson teaches what a move overlooked."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.rules import Cell, Position, Ruleset
from games.engine.analysis.grades import Grades
from games.engine.analysis.shapes import Shape
from games.learn.review.answers import MISSED, start_and_line
from games.learn.review.words import LETS_THROUGH

OPEN_THREE = "open-three"
# The slug of the lesson about each shape.
LESSON_OF: Mapping[Shape, str] = {
    Shape.OPEN_THREE: OPEN_THREE,
    Shape.OPEN_FOUR: "stop-a-three",
    Shape.FOUR: "fours",
    Shape.TWO_FOURS: "fours",
    Shape.FOURS: "fours",
    Shape.FOUR_AND_THREE: "four-and-three",
    Shape.TWO_THREES: "two-threes",
    Shape.THREES: "two-threes",
}
BROKEN_THREES, DEFENCE, OPENING = "broken-threes", "defence", "opening"
FIRST_MOVES = 5  # counted for both sides together, as in the lesson on openings


def lesson_about(grades: Grades, number: int, ruleset: Ruleset) -> str:
    """Return the slug of the lesson that teaches what move *number* (from 1) missed or allowed.

    Return "" if there is none.
    """
    move = grades.moves[number - 1]
    if move.threat is None:
        return ""
    if move.reason.code in LETS_THROUGH:
        if move.stops is Shape.OPEN_FOUR:  # it blocked a three, and that was not enough
            return DEFENCE
        if move.threat is Shape.THREES and number <= FIRST_MOVES:
            return OPENING
    if move.threat is Shape.OPEN_FOUR and move.reason.code in MISSED:
        return OPEN_THREE  # the mover had an open three, and did not go on with it
    found = start_and_line(grades, number)
    if found and move.threat is Shape.OPEN_FOUR:
        start, (cell, *_) = found
        cells = [each.cell for each in grades.moves[:start]]
        if _fills_gap(Position.after(ruleset, cells), cell):  # the three had a gap
            return BROKEN_THREES
    return LESSON_OF[move.threat]


def _fills_gap(position: Position, cell: Cell) -> bool:
    """Return whether *cell* lies between three marks of the side to move, alone on one line.

    Along a line the numbers of its cells rise, so the marks on one side are those with lower bits.
    """
    for line in position.ruleset.lines_through[cell]:
        marks = line & position.own
        if marks.bit_count() == 3 and not line & position.opposing:
            before = marks & ((1 << cell) - 1)
            if before and before != marks:
                return True
    return False
