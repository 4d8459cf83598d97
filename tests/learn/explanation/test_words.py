"""A search in words: bounds are told as bounds, and every step in sentences."""

import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.analysis.grades import Evaluation
from games.engine.budget import Limits
from games.engine.explanation.counts import SearchCounts
from games.engine.explanation.methods import METHODS
from games.engine.explanation.steps import StepKind, StoryStep
from games.engine.explanation.story import STORIES, Node, tell
from games.engine.search.events import Bound
from games.engine.search.value import Value
from games.learn.explanation.telling import Telling
from games.learn.explanation.words import BOUNDED, METHOD_NAMES, Teller, count_text, cuts_text

ROOT = Position.after(TIC_TAC_TOE, (4, 1, 0, 8))  # five cells are free
TELLER = Teller(ROOT, "X", "O")


def telling_of(cells, method="alpha_beta") -> Telling:
    position = Position.after(TIC_TAC_TOE, cells)
    story = tell(position, method, Limits(seconds=1000))
    return Telling(story, method, Teller(position, "X", "O"), "X", "O")


@pytest.mark.parametrize(
    ("worth", "bound", "text"),
    [
        (3.0, Bound.EXACT, "X wins in 2 moves"),
        (3.0, Bound.AT_LEAST, "X wins in 2 moves or sooner"),
        (5.0, Bound.AT_MOST, "no better for X than a win in 1 move"),
        (0.0, Bound.EXACT, "Draw"),
        (0.0, Bound.AT_LEAST, "at least a draw for X"),
        (0.0, Bound.AT_MOST, "at most a draw for X"),
        (-4.0, Bound.EXACT, "O wins in 1 move"),
        (-4.0, Bound.AT_MOST, "O wins in 1 move or sooner"),
        (-4.0, Bound.AT_LEAST, "no worse for X than a loss in 1 move"),
        (0.25, Bound.EXACT, "25000 points for X (estimated)"),
        (-0.001, Bound.AT_MOST, "at most \N{MINUS SIGN}100 points for X (estimated)"),
    ],
)
def test_a_worth_says_who_wins_and_how_soon(worth, bound, text):
    assert TELLER.worth(worth, bound) == text


def test_only_exact_worths_sound_exact():
    for kind in ("win", "draw", "loss", "estimate"):
        assert len({str(BOUNDED[kind, bound]) for bound in Bound}) == 3


@pytest.mark.parametrize("method", STORIES)
@pytest.mark.parametrize("cells", [(4,), (4, 1, 0, 8)])
def test_every_step_of_a_story_is_told_in_sentences(cells, method):
    telling = telling_of(cells, method)
    for step in telling.story.steps:
        text = telling.text(step)
        assert text.endswith(".")
        assert not set("{}%") & set(text)


def test_the_story_reads_from_the_open_window_to_the_answer():
    telling = telling_of((0, 1, 4, 8))
    texts = [telling.text(step) for step in telling.story.steps]
    assert texts[:3] == [
        "Nothing found for X yet: the window is wide open.",
        "X tries c3.",
        "O answers a2: X wins in 2 moves. So X c3 is worth +3 at most.",
    ]
    assert texts[13] == "X tries c2. It must be worth more than +3 to matter."
    assert texts[-1] == "Done: X wins in 2 moves. 93 positions looked at. 24 moves skipped."


@pytest.mark.parametrize(
    ("worth", "bound", "text"),
    [
        (3.0, Bound.EXACT, "+3"),
        (-4.0, Bound.AT_MOST, "≤ \N{MINUS SIGN}4"),
        (-0.0, Bound.AT_LEAST, "≥ 0"),
        (float("inf"), Bound.EXACT, "+∞"),
        (0.25, Bound.EXACT, "+25,000"),
    ],
)
def test_a_score_is_a_short_number(worth, bound, text):
    assert TELLER.score(worth, bound) == text


def test_counts_that_were_stopped_say_so():
    assert count_text(SearchCounts(nodes=1)) == "1 position"
    assert count_text(SearchCounts(nodes=20_866)) == "20,866 positions"
    assert count_text(SearchCounts(nodes=500, is_complete=False)) == "more than 500 positions"
    assert count_text(SearchCounts(nodes=1, is_complete=False)) == "more than 1 position"


def test_skipped_moves_are_counted_as_positions_are():
    assert (cuts_text(SearchCounts()), cuts_text(SearchCounts(skipped=1))) == ("", "1 move skipped")
    assert cuts_text(SearchCounts(skipped=20_866)) == "20,866 moves skipped"


def test_every_method_has_a_name():
    assert set(METHOD_NAMES) == set(METHODS)


def test_what_is_proven_is_said_instead_of_the_estimate():
    proofs = {
        (): Evaluation(Value.WIN, None, 7, 1.0),
        (4,): Evaluation(Value.DRAW, None, None, 0.0),
    }
    teller = Teller(Position(Ruleset(6, 6, 4)), "X", "O", proofs)
    nodes = [Node(path, 0.25, Bound.EXACT, None, True, False) for path in ((), (4,), (5,))]
    assert [teller.node(node) for node in nodes] == [
        "X wins in at most 4 moves (proven)",
        "Draw (proven)",
        "25000 points for X (estimated)",
    ]
    story = tell(Position(Ruleset(6, 6, 4)), "minimax", Limits(seconds=0))
    done = Telling(story, "minimax", teller, "X", "O").text(StoryStep(StepKind.DONE, (), 0.25))
    assert done.endswith("By a deeper search: X wins in at most 4 moves (proven).")
