"""/games/<uid>/review/"""

import pytest

from accounts.models import Preferences
from games.core.rules import Mark, Ruleset
from games.engine.analysis.grades import VERSION, Evaluation, Grades
from games.engine.analysis.labels import Code, Label, LabelReason, MoveGrade
from games.engine.search.value import Value
from games.learn.review.grade_codec import grades_json
from games.models import Review
from tests import stored
from tests.markup import compact

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return stored.play(stored.new_game(alice, bob), stored.X_WINS)


def address(game) -> str:
    return f"/games/{game.uid}/review/"


def test_it_shows_the_end_with_headline_moves_and_line(client, game):
    response = client.get(address(game))
    assert response.status_code == 200
    assert "alice beat bob" in response.text
    assert response.context["ply"] == 5
    assert "a3, X, winning line" in response.text
    assert response.text.count('class="step"') == 5
    assert response.context["data"]["line"] == (0, 1, 2)


def test_it_shows_the_position_that_is_linked(client, game):
    response = client.get(address(game), {"ply": "2"})
    assert "Move 2 of 5" in response.text
    assert "a2, O, last move" in response.text
    assert "winning line" not in response.text.split("<template")[0]
    assert 'href="?ply=2" aria-current="step"' in response.text


@pytest.mark.parametrize(
    ("ply", "shown"),
    [("0", 0), ("99", 5), ("9999", 5), ("-1", 5), ("x", 5), ("", 5), ("1" * 5000, 5), ("²", 5)],
)
def test_a_ply_that_is_not_there_is_the_nearest_or_the_end(client, game, ply, shown):
    response = client.get(address(game), {"ply": ply})
    assert (response.status_code, response.context["ply"]) == (200, shown)


def test_it_can_be_stepped_through_without_a_script(client, game):
    text = client.get(address(game), {"ply": "2"}).text
    for ply in (0, 1, 3, 5):
        assert f'href="?ply={ply}"' in text


def test_a_game_that_goes_on_is_shown_where_it_is_played(client, alice, bob):
    game = stored.new_game(alice, bob)
    response = client.get(address(game))
    assert (response.status_code, response["Location"]) == (302, game.get_absolute_url())


def test_a_game_that_ended_without_a_move_has_a_page_too(client, alice, bob):
    game = stored.resign(stored.new_game(alice, bob), Mark.X)
    response = client.get(address(game))
    assert response.status_code == 200
    assert "No moves were made." in response.text


def test_own_marks_and_names_are_shown_as_text(client, alice):
    game = stored.new_game(
        alice, alice, opponent="device", x_symbol="<", x_name="<b>Ann</b>", o_name="</script>"
    )
    text = client.get(address(stored.play(game, stored.X_WINS))).text
    assert "&lt;b&gt;Ann&lt;/b&gt; beat" in text
    assert "<b>Ann</b>" not in text
    assert text.count("</script>") == text.count("<script")


def test_a_game_that_is_not_there_is_not_found(client):
    assert client.get("/games/0000000000/review/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_it_is_only_read(client, game, method):
    assert getattr(client, method)(address(game)).status_code == 405


def test_it_takes_few_queries(client, game, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        client.get(address(game))


def test_usual_marks_are_shown_as_the_reader_likes_them(alice, as_user, game):
    Preferences.objects.create(user=alice, x_symbol="★", o_colour="#c0561a")
    response = as_user(alice).get(address(game))
    assert "a3, ★, winning line" in response.text
    assert response.context["data"]["marks"]["o"] == {"symbol": "", "colour": "#c0561a"}


def test_marks_that_the_game_was_made_with_are_everybodys(alice, as_user, game):
    Preferences.objects.create(user=alice, x_symbol="★", o_colour="#c0561a")
    game.x_symbol = "♞"
    game.save(update_fields=["x_symbol"])
    response = as_user(alice).get(address(game))
    assert "a3, ♞, winning line" in response.text
    assert response.context["data"]["marks"]["o"] == {"symbol": "", "colour": ""}


@pytest.fixture
def lost_game(alice, bob):
    """X began with one of ten best moves in a position that is lost; nothing is proven of O's."""
    game = stored.play(stored.new_game(alice, bob, ruleset=Ruleset(4, 4, 4)), (0, 1))
    game = stored.resign(game, Mark.X)
    moves = (
        MoveGrade(0, 0, Label.BEST, LabelReason(Code.RESISTS), Value.LOSS, best=tuple(range(10))),
        MoveGrade(1, 1, Label.OPEN, LabelReason(Code.LOOKS_GOOD), None, best=()),
    )
    evaluations = (
        Evaluation(Value.LOSS, 10, None, -1.0, looks_best=5),
        Evaluation(None, None, None, -0.4, looks_best=6),
        Evaluation(None, None, None, -0.4),
    )
    grades = grades_json(Grades(moves, evaluations, (None, None)))
    Review.objects.create(game=game, grader=VERSION, ply=2, grades=grades)
    return game


def test_a_move_that_was_one_of_many_best_ones_has_no_better_one(client, lost_game):
    first, _ = client.get(address(lost_game)).context["judged"]
    assert first.better == ""


def test_what_only_looks_better_is_not_called_the_best(client, lost_game):
    text = compact(client.get(address(lost_game)).text)
    assert "<b>Looks best: c3</b>" in text
    assert "<b>Best: " not in text
