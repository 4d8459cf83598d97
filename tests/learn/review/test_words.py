"""Every label has its word and glyph, every reason its sentence."""

import re
import string

import pytest

from games.core.rules import TIC_TAC_TOE, Mark, Ruleset
from games.engine.analysis.grades import Evaluation
from games.engine.analysis.labels import Code, Label, LabelReason, MoveGrade
from games.engine.analysis.shapes import DECISIVE, Shape
from games.engine.search.value import Value
from games.learn.review import words
from games.text import wording

ALL_NUMBERS = {"plies": 5, "best": 4, "best_plies": 3, "at": 8}
WHOLE_SENTENCE = re.compile(r"[A-Z][^{}%]{,97}\.")
ONLY_KNOWN_TO_SUFFICE = {"within": 9, "best": 4, "best_within": 7, "at": 8}


def sentence(reason, ruleset=TIC_TAC_TOE, *, ply=0):
    """What is said of a move with *reason*, in a game that X began."""
    move = MoveGrade(ply, 0, Label.OPEN, reason, None, ())
    (text,) = words.reason_texts([move], ruleset, Mark.X)
    return text


def test_no_two_labels_look_or_sound_the_same():
    assert set(words.LABELS) == set(Label)
    assert len({word.glyph for word in words.LABELS.values()}) == len(Label)
    assert len({str(word.word) for word in words.LABELS.values()}) == len(Label)


@pytest.mark.parametrize("numbers", [ALL_NUMBERS, ONLY_KNOWN_TO_SUFFICE, {"best": 4, "at": 8}])
def test_every_reason_is_a_sentence(numbers):
    texts = [sentence(LabelReason(code, numbers)) for code in Code]
    assert [text for text in texts if not WHOLE_SENTENCE.fullmatch(text)] == []


def test_no_two_reasons_say_the_same():
    assert len({str(words.SENTENCES[code]) for code in Code}) == len(Code)


def test_all_reasons_use_known_numbers():
    parsed = [string.Formatter().parse(str(words.SENTENCES[code])) for code in Code]
    fields = {name for parts in parsed for _, name, _, _ in parts if name is not None}
    assert fields <= {"span", "best_span", "best", "at", "other", "length", "best_length"}


@pytest.mark.parametrize("code", list(words.WITHOUT_BEST))
def test_a_better_move_that_nobody_knows_is_not_named(code):
    text = sentence(LabelReason(code, {"within": 8}))
    assert WHOLE_SENTENCE.fullmatch(text)
    assert "Another move" in text


def test_moves_are_the_winners_own_in_reasons_as_in_evaluations():
    reason = LabelReason(Code.WIN_TO_LOSS, {"plies": 4, "best": 7, "best_plies": 5})
    assert sentence(reason, Ruleset(4, 3, 3)) == "Loses in 2 moves. d2 wins in 3 moves."
    before, after = Evaluation(Value.WIN, 5, None, 1.0), Evaluation(Value.LOSS, 3, None, -1.0)
    texts = words.evaluation_texts([before, after], "X", "O")
    assert texts == ["X wins in 3 moves", "O wins in 2 moves"]
    assert wording.span(None, 9) == "in at most 5 moves"
    assert wording.span(None) == "by force"


def test_how_long_a_lost_game_lasts_is_said_where_it_is_known():
    assert sentence(LabelReason(Code.RESISTS, {"plies": 4})) == (
        "Already lost, but this lasts longest (2 moves)."
    )
    assert sentence(LabelReason(Code.RESISTS, {"within": 4})).endswith("longest (at most 2 moves).")
    assert sentence(LabelReason(Code.RESISTS)) == "Already lost, but this lasts longest."


@pytest.mark.parametrize(("ply", "other"), [(0, "O"), (1, "X")])
def test_the_opponent_is_called_by_the_mark(ply, other):
    reason = LabelReason(Code.LEAVES_LINE, {"at": 8, "best": 4})
    assert sentence(reason, ply=ply) == f"Leaves c1 open, which lets {other} win immediately."


@pytest.mark.parametrize(
    ("evaluation", "text"),
    [
        (Evaluation(Value.DRAW, None, None, 0.0), "Draw"),
        (Evaluation(Value.WIN, 5, None, 1.0), "X wins in 3 moves"),
        (Evaluation(Value.LOSS, 4, None, -1.0), "O wins in 2 moves"),
        (Evaluation(Value.LOSS, None, 9, -1.0), "O wins in at most 5 moves"),
        (Evaluation(Value.WIN, 0, None, 1.0), "X has won"),
        (Evaluation(None, None, None, 0.4), "X looks better (estimated)"),
        (Evaluation(None, None, None, -0.4), "O looks better (estimated)"),
        (Evaluation(None, None, None, 0.0), "about even (estimated)"),
    ],
)
def test_how_it_stands_is_said_with_its_certainty(evaluation, text):
    assert words.evaluation_texts([evaluation], "X", "O") == [text]


def test_a_side_without_decisions_has_no_accuracy():
    assert words.accuracy_text(None) == "–"
    assert words.accuracy_text(66.6667) == "67%"


def graded(code, label=Label.OPEN, numbers=None, **shapes):
    return MoveGrade(0, 112, label, LabelReason(code, numbers or {}), None, (), **shapes)


@pytest.mark.parametrize(
    ("move", "word", "estimated"),
    [
        (graded(Code.LOOKS_BEST), "Best", True),
        (graded(Code.LOOKS_GOOD), "Good", True),
        (graded(Code.LOOKS_WEAKER), "Inaccuracy", True),
        (graded(Code.NOT_PROVEN), "Open", False),
        (graded(Code.STILL_LOST, Label.GOOD), "No defence", False),
        (graded(Code.KEEPS_WIN, Label.GOOD), "Good", False),
    ],
)
def test_people_see_a_label_where_there_is_only_an_estimate(move, word, estimated):
    assert str(words.label_of(move).word) == word
    assert words.is_estimated(move) is estimated


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (
            graded(Code.ALLOWS_WIN, numbers={"within": 6}, threat=Shape.OPEN_FOUR),
            "Leaves an open three. Loses in at most 3 moves. "
            "Nobody knows if another move saves the game.",
        ),
        (
            graded(
                Code.LEAVES_WIN,
                numbers={"best": 112, "best_within": 5},
                threat=Shape.FOUR_AND_THREE,
            ),
            "Misses h8, which wins in at most 3 moves. Nobody knows if this wins too. "
            "h8 makes a four and a three.",
        ),
        (
            graded(Code.LOOKS_GOOD, makes=Shape.OPEN_THREE),
            "Makes an open three. Fine, as far as the computer can tell.",
        ),
        (
            graded(Code.LOOKS_BEST, makes=Shape.FOUR, stops=Shape.OPEN_FOUR),
            "Stops an open three. Best, as far as the computer can tell.",
        ),
        (graded(Code.COMPLETES_LINE, makes=Shape.OPEN_FOUR), "Completes the line and wins."),
    ],
)
def test_threats_are_called_by_their_names(move, text):
    assert words.reason_texts([move], Ruleset(15, 15, 5), Mark.X) == [text]


def test_every_shape_has_its_words():
    made = set(Shape) - {Shape.FOURS, Shape.THREES}
    assert set(words.MADE) == made
    assert set(words.STOPPED) == DECISIVE
    assert (
        set(words.LET_THROUGH)
        == set(words.MISSED)
        == set(Shape)
        - {
            Shape.FOUR,
            Shape.OPEN_THREE,
        }
    )
