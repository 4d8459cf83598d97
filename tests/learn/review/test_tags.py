"""What a review shows for every move."""

import re
from dataclasses import dataclass

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from games.core.rules import Mark
from games.engine.analysis.grades import Evaluation
from games.engine.analysis.labels import Label
from games.engine.search.value import Value
from games.learn.review.graph import MAX_POINTS, graph_of
from games.learn.review.tags import EvaluationBar, MoveComment, review_steps
from games.learn.review.words import LABELS
from games.models import Game
from tests.markup import compact


@dataclass
class NumberedMove:
    number: int
    mark: Mark
    cell_name: str
    spent_ms: int


STEPS = [NumberedMove(1, Mark.X, "b2", 400), NumberedMove(2, Mark.O, "a1", 12_000)]


def game(**columns):
    return Game(opponent="device", x_name="<b>Ann", o_name="Ben", **columns)


def steps(judged=(), shown=0, **columns):
    """The list as the page has it."""
    moves = review_steps(game(**columns), STEPS, judged, shown)
    return render_to_string("learn/review/_steps.html", moves)


def words(text):
    return strip_tags(text.replace("<", " <")).split()


def test_given_moves_are_told_from_those_played():
    text = steps(shown=2, setup=1)
    assert " ".join(words(text)) == (
        "1. X b2 &lt;b&gt;Ann given Position 1. b2 2. O a1 Ben 12 s Position 2. a1"
    )


def test_a_game_that_is_not_judged_says_who_moved_where():
    text = steps(shown=2)
    assert " ".join(words(text)) == (
        "1. X b2 &lt;b&gt;Ann 0.4 s Position 1. b2 2. O a1 Ben 12 s Position 2. a1"
    )
    assert re.findall(r'href="\?ply=(\d)"( aria-current="step")?', text) == [
        ("1", ""),
        ("2", ' aria-current="step"'),
    ]


def test_a_judged_move_has_its_label_its_reason_and_how_it_stood():
    judged = [
        MoveComment(LABELS[Label.BEST], "Fine & good.", "Draw"),
        MoveComment(LABELS[Label.BLUNDER], "Oh.", "X wins"),
    ]
    text = steps(judged)
    assert "Ann" not in text
    assert '<span class="step__reason">Fine &amp; good.<small>Draw</small></span>' in compact(text)
    assert re.findall(r"label--(\w+)", text) == ["good", "bad"]
    assert " ".join(words(text)).endswith("O a1 ?? Blunder Oh. X wins 12 s Why? 2. a1")
    links = re.findall(r'href="/games/\w+/position/\?ply=(\d)">Why', compact(text))
    assert links == ["0", "1"]


def test_an_estimate_looks_otherwise_than_a_proof_and_names_the_better_move():
    text = steps(
        [
            MoveComment(
                LABELS[Label.GOOD],
                "Fine.",
                "X looks better (estimated)",
                is_estimated=True,
                better="c3",
                is_better_proven=False,
                bar=EvaluationBar(50, 10, is_proven=False),
            ),
            MoveComment(LABELS[Label.MISTAKE], "Oh.", "X wins", has_answer=True),
        ]
    )
    assert text.count("label--estimated") == text.count("step__bar--estimated") == 1
    assert "<b>Looks best: c3</b>" in compact(text)
    assert 'href="?ply=2&amp;why=1#why"' in text


def evaluation(value):
    return Evaluation(value, None, None, 0.2)


def graph(graph):
    context = {"game": game(), "graph": graph}
    return render_to_string("learn/review/_graph.html", context)


def test_the_graph_has_a_point_for_each_position_and_shows_one():
    evaluations = [evaluation(None), evaluation(Value.DRAW), evaluation(Value.WIN)]
    drawn = graph_of(evaluations, x_began=True, shown=1)
    text = graph(drawn)
    assert re.findall(r'data-point="(\d)"', text) == ["0", "1", "2"]
    assert text.count("graph__point--estimated") == 1
    assert text.count("is-shown") == 1
    assert f'x1="{drawn.points[1].x}" x2="{drawn.points[1].x}" y1="4" y2="140"' in text


@pytest.mark.parametrize(("moves", "radius"), [(MAX_POINTS, "4"), (MAX_POINTS + 1, "1.5")])
def test_points_are_small_where_there_are_many(moves, radius):
    text = graph(graph_of([evaluation(None)] * (moves + 1), x_began=True))
    assert text.count(f'r="{radius}"') == moves + 1
