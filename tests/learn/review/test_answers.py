"""/games/<uid>/review/?why= and ?again=: why a move lost something, and trying another."""

import re

import pytest
from django.core.cache import cache

from games.core.notation import parse_cell
from games.core.rules import TIC_TAC_TOE, Mark, Ruleset
from games.engine import Limits
from games.engine.analysis.grader import grade
from games.learn.review import again
from games.learn.review.services import _keep
from tests import stored

pytestmark = pytest.mark.django_db(transaction=True)

GOMOKU = Ruleset(15, 15, 5)
# O overlooks an open three with move 6; X overlooks the win that follows, then O does not block.
NAMES = ("h8", "a1", "h9", "o15", "h10", "a15", "o1", "b1")


@pytest.fixture(autouse=True)
def _forgotten_limits():
    cache.clear()


@pytest.fixture
def game(alice, bob):
    cells = tuple(parse_cell(GOMOKU, name) for name in NAMES)
    game = stored.play(stored.new_game(alice, bob, ruleset=GOMOKU), cells)
    game = stored.resign(game, Mark.X)
    _keep(game, cells, grade(GOMOKU, cells, Limits(seconds=1000, nodes=5_000, seed=1)))
    return game


def page(client, game, **query):
    return client.get(f"/games/{game.uid}/review/", query)


def test_an_answer_of_the_opponent_is_drawn_after_the_move_that_is_crossed_out(client, game):
    text = page(client, game, ply=6, why=1).text
    assert "Leaves an open three." in text
    assert text.count('href="/learn/stop-a-three/"') >= 2  # beside the move, and here
    marks = re.findall(r"<span>([XO])</span> (\w+)", text)
    assert [mark for mark, _ in marks] == ["X", "O", "X", "O", "X"][: len(marks)]
    assert marks[0][1] in {"h7", "h11"}
    assert f"{marks[0][1]}, X, last move" in text
    assert text.count('class="answer__cross"') == 1
    assert text.count('class="answer__number"') == 1


def test_an_answer_of_ones_own_is_drawn_where_the_move_was_possible(client, game):
    text = page(client, game, ply=7, why=2).text
    assert "This was possible instead." in text
    assert text.count('class="answer__number"') == 2
    assert "o1, X" not in text.split("<template")[0].split('id="steps"')[0].split("why-line")[0]


def test_a_move_that_lost_nothing_has_no_answer(client, game):
    response = page(client, game, ply=1, why=1)
    assert response.context["answer"] is None
    assert 'id="why"' not in response.text


@pytest.mark.parametrize("why", ["0", "99", "9999"])
def test_more_marks_than_there_are_show_all(client, game, why):
    answer = page(client, game, ply=6, why=why).context["answer"]
    assert answer.shown == (1 if why == "0" else answer.last)


def test_one_can_try_again_without_a_script(client, game):
    text = page(client, game, ply=5, again=1).text
    assert "Your move, O" in text
    assert 'name="cell" value="0"' in text
    assert '<input type="hidden" name="again" value="1">' in text


@pytest.mark.parametrize(("name", "kind"), [("h11", "right"), ("a15", "wrong"), ("b2", "wrong")])
def test_another_try_is_judged(client, game, name, kind):
    response = page(client, game, ply=5, again=1, cell=parse_cell(GOMOKU, name))
    assert response.context["again"].verdict.kind == kind
    if kind == "right":  # nothing is proven of it, and it says so
        assert "h11 holds, as far as the computer can tell." in response.text


def test_no_try_holds_a_position_that_is_proven_lost(client, alice, bob, monkeypatch):
    """Also where the search for this one move has too little time to find that again."""

    async def open_still(*_):
        return None

    cells = tuple(parse_cell(GOMOKU, name) for name in ("h8", "a1", "h9", "o15", "h10", "a15"))
    cells = (*cells, parse_cell(GOMOKU, "h11"), parse_cell(GOMOKU, "b1"))  # an open four of X
    game = stored.play(stored.new_game(alice, bob, ruleset=GOMOKU), cells)
    game = stored.resign(game, Mark.O)
    _keep(game, cells, grade(GOMOKU, cells, Limits(seconds=1000, nodes=5_000, seed=1)))
    monkeypatch.setattr(again, "_worth_after", open_still)
    verdict = page(client, game, ply=7, again=1, cell=100).context["again"].verdict
    assert (verdict.kind, verdict.text) == ("wrong", "k9 loses in at most 1 move.")


@pytest.mark.parametrize(
    ("ruleset", "cells", "cell", "length"),
    [(Ruleset(4, 3, 3), (0, 1), 5, 4), (TIC_TAC_TOE, (0, 1, 4, 2), 8, 2)],
)
def test_what_lasts_longest_is_right_in_a_lost_position(
    client, alice, bob, ruleset, cells, cell, length
):
    """The review has said so, or that the cell was left open."""
    game = stored.play(stored.new_game(alice, bob, ruleset=ruleset), cells)
    game = stored.resign(game, Mark.X)
    _keep(game, cells, grade(ruleset, cells))
    ply = len(cells) - 1

    def verdict_on(cell):
        return page(client, game, ply=ply, again=1, cell=cell).context["again"].verdict

    longest = f"Already lost, but this lasts longest ({length} moves)."
    assert (verdict_on(cell).kind, verdict_on(cell).text) == ("right", longest)
    assert verdict_on(cells[-1]).kind == "wrong"


@pytest.mark.parametrize("cell", [parse_cell(GOMOKU, "h8"), 225, 9_999])
def test_a_cell_that_cannot_be_marked_is_refused_in_words(client, game, cell):
    response = page(client, game, ply=5, again=1, cell=cell)
    assert response.status_code == 200
    assert response.context["again"].verdict.kind == "refused"
    assert response.context["again"].tried == ()


def test_nothing_is_tried_in_a_game_that_is_not_reviewed(client, alice, bob):
    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    response = page(client, game, ply=1, again=1, cell=4)
    assert response.context["again"] is None
