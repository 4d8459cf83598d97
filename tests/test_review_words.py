"""Every label has its word and glyph, every reason its sentence."""

import string

import pytest

from games import review_words
from games.core.rules import TIC_TAC_TOE, Ruleset
from games.engine.grader import Standing
from games.engine.grading import Code, Label, Reason
from games.engine.inquiry import Value

ALL_NUMBERS = {"plies": 5, "best": 4, "best_plies": 3, "at": 8}
ONLY_KNOWN_TO_SUFFICE = {"within": 9, "best": 4, "best_within": 7, "at": 8}


def test_no_two_labels_look_or_sound_the_same():
    assert set(review_words.LABELS) == set(Label)
    assert len({word.glyph for word in review_words.LABELS.values()}) == len(Label)
    assert len({str(word.word) for word in review_words.LABELS.values()}) == len(Label)


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("numbers", [ALL_NUMBERS, ONLY_KNOWN_TO_SUFFICE, {"best": 4, "at": 8}])
def test_every_reason_is_a_sentence(code, numbers):
    (text,) = review_words.reason_texts([Reason(code, numbers)], TIC_TAC_TOE)
    assert text[0].isupper()
    assert text.endswith(".")
    assert not set("{}%") & set(text)
    assert len(text) < 100


@pytest.mark.parametrize("code", Code)
def test_no_two_reasons_say_the_same_and_all_use_known_numbers(code):
    sentences = {str(review_words.SENTENCES[each]) for each in Code}
    assert len(sentences) == len(Code)
    fields = {name for _, name, _, _ in string.Formatter().parse(str(review_words.SENTENCES[code]))}
    assert fields <= {None, "span", "best_span", "best", "at"}


def test_cells_have_their_names_and_spans_their_number():
    reason = Reason(Code.WIN_TO_LOSS, {"plies": 2, "best": 7, "best_plies": 1})
    assert review_words.reason_texts([reason], Ruleset(4, 3, 3)) == [
        "Loses in 2 moves. d2 wins in 1 move."
    ]
    assert review_words.span(None, 9) == "in at most 9 moves"
    assert review_words.span(None) == "by force"


@pytest.mark.parametrize(
    ("standing", "text"),
    [
        (Standing(Value.DRAW, None, None, 0.0), "Draw"),
        (Standing(Value.WIN, 5, None, 1.0), "X wins in 5 moves"),
        (Standing(Value.LOSS, 4, None, -1.0), "O wins in 4 moves"),
        (Standing(Value.LOSS, None, 9, -1.0), "O wins in at most 9 moves"),
        (Standing(Value.WIN, 0, None, 1.0), "X has won"),
        (Standing(None, None, None, 0.4), "X looks better (estimated)"),
        (Standing(None, None, None, -0.4), "O looks better (estimated)"),
        (Standing(None, None, None, 0.0), "about even (estimated)"),
    ],
)
def test_how_it_stands_is_said_with_its_certainty(standing, text):
    assert review_words.standing_texts([standing], "X", "O") == [text]


def test_a_side_without_decisions_has_no_accuracy():
    assert review_words.accuracy_text(None) == "–"
    assert review_words.accuracy_text(66.6667) == "67%"
