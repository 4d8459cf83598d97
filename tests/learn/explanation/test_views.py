"""/games/<uid>/explain/ and the same as JSON"""

import re

import pytest
from django.core.cache import cache

from games.core.rules import Mark, Ruleset
from games.engine.analysis.grades import VERSION, Evaluation, Grades
from games.engine.analysis.labels import Code, Label, LabelReason, MoveGrade
from games.engine.search.value import Value
from games.learn.explanation.presets import PRESETS
from games.learn.review.grade_codec import grades_json
from games.models import Review
from tests import stored
from tests.markup import compact

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


@pytest.fixture
def game(alice, bob):
    return stored.play(stored.new_game(alice, bob), (4, 1, 0, 8, 6, 3, 2))


@pytest.fixture
def large(alice, bob):
    game = stored.new_game(alice, bob, ruleset=Ruleset(15, 15, 5))
    return stored.play(game, (0, 15, 1, 16, 2, 17, 3, 18, 4))


def page(game) -> str:
    return f"/games/{game.uid}/explain/"


def data(game) -> str:
    return f"/games/{game.uid}/explain.json"


def keep_review(game, evaluations) -> None:
    moves = [
        MoveGrade(ply, cell, Label.OPEN, LabelReason(Code.NOT_PROVEN), None, ())
        for ply, cell in enumerate(game.cells)
    ]
    grades = grades_json(Grades(tuple(moves), tuple(evaluations), (None, None)))
    Review.objects.create(game=game, grader=VERSION, ply=len(moves), grades=grades)


def test_it_shows_the_tree_the_steps_and_the_counts(client, game):
    text = compact(client.get(page(game), {"ply": 4}).text)
    assert "X to move: X wins in 2 moves" in text
    assert ">93<" in text
    assert ">238<" in text
    assert "Step 26 of 26" in text
    assert '<a id="step-2" href="?ply=4&amp;step=2" data-swap>X tries c3.</a>' in text


def test_a_step_has_its_tree_its_window_and_its_line_of_code(client, game):
    text = client.get(page(game), {"ply": 4, "step": 16}).text
    assert "X c2 can’t beat the +3 that X already has. The other 3 replies are skipped." in text
    assert "The window is closed: nothing here can matter." in text
    assert re.search(r'<code class="is-now" aria-current="step">\s*if α &gt;= β: break', text)
    assert text.count(">skipped</text>") == 3
    for address in ("step=15", "step=17"):
        assert f'href="?ply=4&amp;{address}"' in text


@pytest.mark.parametrize("method", ["minimax", "alpha_beta_with_table"])
def test_any_method_is_told(client, game, method):
    text = client.get(page(game), {"ply": 4, "method": method, "step": 7}).text
    assert f'href="?ply=4&amp;method={method}&amp;step=8"' in text
    assert ("β" in text) is (method != "minimax")
    assert ("table.put" in text) is method.endswith("table")


def test_a_prediction_is_judged_by_the_search(client, game):
    where = {"ply": 4, "predict": 1}
    asked = client.get(page(game), {**where, "step": 15}).text
    assert "Does it look at the next reply to X c2, or skip the rest?" in asked
    assert 'href="?ply=4&amp;predict=1&amp;step=16&amp;answer=yes"' in asked
    for answer, told in (("yes", "Right"), ("no", "Not this time")):
        text = client.get(page(game), {**where, "step": 16, "answer": answer}).text
        assert f"{told}</p>" in text
    text = client.get(page(game), {**where, "step": 16, "answer": "perhaps"}).text
    assert "now__verdict" not in text


def test_what_is_to_be_predicted_is_not_told_before(client, game):
    text = client.get(page(game), {"ply": 4, "predict": 1}).text
    assert "Step 1 of 26" in text
    assert "X wins in 2 moves" not in text


def test_any_position_can_be_named(client):
    for text, path in (
        ("3x3x3 a3 b3 b2 c1", "/p/3x3x3/a3b3b2c1/explain/?ply=4"),
        ("4x4x3", "/p/4x4x3/explain/?ply=0"),
        ("3x3x3/a1b2", "/p/3x3x3/a1b2/explain/?ply=2"),
    ):
        assert client.get("/explain/", {"position": text})["Location"] == path
    assert client.get("/explain/")["Location"] == "/p/3x3x3/a3b3b2c1/explain/?ply=4"


@pytest.mark.parametrize("text", ["", "3x3", "9x9x9 a1 a1", "3x3x3 z9", "15x15x5", "x" * 500, "²"])
def test_what_names_no_position_is_refused_kindly(client, text):
    answer = client.get("/explain/", {"position": text})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.board + preset.moves)
def test_a_preset_is_shown_as_the_one_that_is_chosen(client, preset):
    text = client.get(preset.address).text
    assert f'<a href="{preset.address}" aria-current="page">' in text


@pytest.mark.parametrize(("ply", "told"), [(2, "X wins in at most 4 moves"), (3, "Draw")])
def test_it_says_what_the_review_has_proven(client, alice, bob, ply, told):
    game = stored.play(stored.new_game(alice, bob, ruleset=Ruleset(6, 6, 4)), (14, 0, 15, 5, 20))
    game = stored.resign(game, Mark.O)
    evaluations = [Evaluation(None, None, None, 0.2)] * 6
    evaluations[2] = Evaluation(Value.WIN, None, 7, 1.0)
    evaluations[3] = Evaluation(Value.DRAW, None, None, 0.0)
    keep_review(game, evaluations)
    found = client.get(data(game), {"ply": ply}).json()
    assert found["tree"]["text"] == f"{told} (proven)"
    if ply == 2:
        (played,) = (one for one in found["tree"]["children"] if one["name"] == "d4")
        assert played["text"] == "Draw (proven)"


def test_a_larger_board_is_proven_where_the_search_only_estimates(client, alice, bob):
    moves = (14, 0, 15, 5, 20)  # two in the middle: three, and either end of them wins
    game = stored.play(stored.new_game(alice, bob, ruleset=Ruleset(6, 6, 4)), moves)
    game = stored.resign(game, Mark.O)
    found = client.get(data(game), {"ply": 4}).json()
    assert found["is_estimated"]
    assert found["tree"]["text"].startswith("X wins in ")
    assert found["tree"]["text"].endswith("(proven)")


def test_it_goes_on_with_moves_that_were_not_played(client, game):
    text = client.get(page(game), {"ply": 4, "line": "a2-c3"}).text
    assert 'href="?ply=4&amp;line=a2"' in text
    assert 'href="?ply=4&amp;line=a2-c3-c2"' in text
    assert "Step" in text


def test_the_review_leads_there(client, game, large):
    assert f'href="{page(game)}?ply=3"' in client.get(f"/games/{game.uid}/review/?ply=3").text
    assert page(large) not in client.get(f"/games/{large.uid}/review/").text


def test_the_same_can_be_read_as_json(client, game):
    found = client.get(data(game), {"ply": 4}).json()
    assert found["tree"]["text"] == "X wins in 2 moves"
    assert {branch["name"] for branch in found["tree"]["children"]} == {
        "c3",
        "a2",
        "c2",
        "a1",
        "b1",
    }
    assert [count["nodes"] for count in found["counts"]][:1] == [238]
    assert len(found["steps"]) == 26


def test_the_end_has_nothing_to_think_about(client, game):
    assert "The game is over here" in client.get(page(game)).text
    assert client.get(data(game)).json()["over"] is True


def test_a_large_board_is_refused_kindly(client, large):
    answer = client.get(page(large))
    assert answer.status_code == 200
    assert "too large" in answer.text
    assert client.get(data(large)).json()["code"] == "too_large"


def test_a_move_that_cannot_be_made_is_refused(client, game):
    assert client.get(page(game), {"ply": 4, "line": "b2"}).status_code == 422
    answer = client.get(data(game), {"ply": 4, "line": "b2"})
    assert (answer.status_code, answer.json()["code"]) == (409, "bad_cell")


@pytest.mark.parametrize("line", ["", "-", "zz", "a1-", "a1-a1", "a2" * 200, "\x00", "²", "a99"])
@pytest.mark.parametrize("ply", ["-1", "x", "9999", "4"])
def test_odd_questions_break_nothing(client, game, line, ply):
    odd = {"ply": ply, "line": line, "step": ply, "method": line, "predict": "1", "answer": line}
    for address in (page(game), data(game)):
        assert client.get(address, odd).status_code < 500


def test_a_game_that_goes_on_is_never_explained(client, alice, bob):
    game = stored.play(stored.new_game(alice, bob), (4, 0))
    client.force_login(alice)
    answer = client.get(page(game))
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())
    answer = client.get(data(game))
    assert (answer.status_code, answer.json()["code"]) == (409, "not_over")


def test_a_game_that_is_not_there_is_not_found(client):
    for name in ("explain/", "explain.json"):
        assert client.get(f"/games/0000000000/{name}").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_it_is_only_read(client, game, method):
    for address in (page(game), data(game)):
        assert getattr(client, method)(address).status_code == 405


def test_names_are_shown_as_text(client, alice):
    game = stored.new_game(alice, alice, opponent="device", x_symbol="<", x_name="<b>A</b>")
    text = client.get(page(stored.play(game, stored.X_WINS)), {"ply": 2}).text
    assert "<b>A</b>" not in text
    assert "&lt;</text>" in text


def test_a_proven_win_on_a_larger_board_is_shown_by_its_line(client):
    text = client.get(PRESETS[2].address).text.split('<ol class="film">')[1]
    frames = re.findall(r"<b>([XO] \w\d)</b></a><small>([^<]+)</small>", text.split("</ol>")[0])
    assert len(frames) == 5
    assert [name[0] for name, _ in frames] == list("XOXOX")
    assert frames[-1][1] == "completes the line"
    assert "28 other replies of O: all lose too." in text
    assert "29 other first moves of X" in text
    assert "film" not in client.get(PRESETS[0].address).text.split("</head>")[1]
