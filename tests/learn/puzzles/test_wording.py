"""What is said of a solved puzzle is true of the move that solved it."""

import pytest

from games.core.rules import Position, Ruleset
from games.core.symmetry import canonical, image, symmetries
from games.learn.puzzles import wording
from games.learn.puzzles.making import puzzle_of
from games.models import Puzzle, PuzzleAttempt
from tests.learn.puzzles.test_fives import TWO_THREES, at, cell

Theme = Puzzle.Theme
# X b2, O a1 on 4×4 with three in a row: X c2 makes two threats, and X d3 wins in nine plies.
THREES = Position.after(Ruleset(4, 4, 3), (5, 0))
# X has c4 d4 e4 and O b4: X f4 is the first of fours, e9 is none.
FOURS = at("c4 b4 d4 i9 e4 a9 f6 i6 f7 i1")


def why(puzzle, position, move):
    """What is said after *move* of *position*, which is *puzzle*'s in some image."""
    ways = symmetries(position.ruleset)
    way = next(way for way in ways if image(position, way) == canonical(position))
    attempt = PuzzleAttempt(puzzle=puzzle, uid="0" * 10, state="solved", moves=[way[move]])
    shown = [attempt.transform.apply(each) for each in attempt.moves]
    return wording.verdict_of(attempt, shown, []).text


@pytest.mark.parametrize(("move", "is_fork"), [(6, True), (11, False)])
def test_only_a_move_with_two_threats_is_said_to_have_them(move, is_fork):
    puzzle = puzzle_of(THREES, plies=3, blocks=False, proof=Puzzle.Proof.SEARCH, is_only=False)
    said = why(puzzle, THREES, move)
    assert ("can stop only one" in said) == is_fork
    assert ("wins by force" in said) == (not is_fork)


@pytest.mark.parametrize(
    ("theme", "position", "shown", "other", "words"),
    [
        (Theme.TWO_THREES, TWO_THREES, "e4", "c7", "two open threes"),
        (Theme.FOURS, FOURS, "f4", "e9", "wins by fours"),
    ],
)
def test_only_the_move_of_a_theme_is_said_to_be_of_it(theme, position, shown, other, words):
    proof = Puzzle.Proof.THREATS
    puzzle = puzzle_of(position, plies=7, blocks=False, proof=proof, theme=theme)
    assert words in why(puzzle, position, cell(shown))
    said = why(puzzle, position, cell(other))
    assert words not in said
    assert "wins by force" in said
