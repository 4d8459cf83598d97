"""/games/<uid>/review/grades/, and what the review shows of it"""

import pytest
from django.core.cache import cache

from games.core.errors import GameError
from games.core.rules import Mark, Ruleset
from games.engine.search.proof import SOLVER
from games.engine.search.strong import STRONG
from games.learn.review import services
from games.learn.review.services import Grading
from games.models import Game, Review
from tests import stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module", autouse=True)
def _loaded_engine():
    """As on a site that runs: its pages wait for the search, and never for the compiler."""
    SOLVER.ensure_ready()
    STRONG.ensure_ready()


@pytest.fixture(autouse=True)
def _forgotten_limits():
    cache.clear()


@pytest.fixture
def game(alice, bob):
    return stored.play(stored.new_game(alice, bob), (4, 1, 0, 8, 6, 3, 2))


def page(game) -> str:
    return f"/games/{game.uid}/review/"


def address(game) -> str:
    return f"{page(game)}grades/"


# Each in turn on 4×4 for four; nobody completes a line.
DRAWN = (5, 10, 6, 9, 0, 15, 3, 12, 1, 2, 13, 14, 4, 7, 11, 8)
JSON = {"HTTP_ACCEPT": "application/json"}


def graded(client, game):
    client.post(address(game))
    return client.get(address(game)).json()


def test_before_anybody_asks_there_is_nothing(client, game):
    answer = client.get(address(game))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_graded")
    assert "Analyse this game" in client.get(page(game)).text


def test_a_form_asks_and_comes_back_to_the_review(client, game):
    answer = client.post(address(game))
    assert (answer.status_code, answer["Location"]) == (302, page(game))
    text = client.get(page(game)).text
    assert "Analyse this game" not in text
    assert "Mistake" in text
    assert "Loses in 3 moves. a3 keeps the draw." in text
    assert "is always a draw" in text


def test_a_script_asks_and_reads(client, game):
    answer = client.post(address(game), **JSON)
    assert answer.status_code == 200
    data = answer.json()
    assert data == client.get(address(game)).json()
    assert data["accuracy"]["x"] == 100
    second = data["moves"][1]
    assert (second["cell"], second["label"], second["proven"]) == ("b3", "mistake", True)
    assert data["standings"][-1] == {
        "value": 1,
        "plies": 0,
        "at_most": None,
        "estimate": 1,
        "looks_best": None,
        "line": [],
    }


def test_the_accuracy_belongs_to_the_mark(client, alice, bob):
    game = stored.play(stored.new_game(alice, bob, first="o"), (4, 1, 0, 8, 6, 3, 2))
    assert graded(client, game)["accuracy"]["o"] == 100


def test_an_accuracy_over_a_few_moves_is_not_shown(client, alice, bob):
    short = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    assert graded(client, short)["accuracy"]["x"] is not None  # programs get it
    assert "accuracy over" not in client.get(page(short)).text
    long = stored.play(stored.new_game(alice, bob, ruleset=Ruleset(4, 4, 4)), DRAWN)
    client.post(address(long))
    assert "accuracy over" in client.get(page(long)).text


def test_moves_that_were_given_are_nobody_s_decisions(client, alice, bob):
    """As the first 12 of a game that is played on from a position of another."""
    game = stored.play(stored.new_game(alice, bob, ruleset=Ruleset(4, 4, 4)), DRAWN)
    Game.objects.filter(pk=game.pk).update(setup=12)
    client.post(address(game))
    assert "accuracy over" not in client.get(page(game)).text


def test_a_mistake_that_was_given_lowers_nobody_s_accuracy(client, game):
    Game.objects.filter(pk=game.pk).update(setup=2)
    assert graded(client, game)["accuracy"]["o"] is None  # the other moves were forced, or lost


@pytest.mark.parametrize("is_swapped", [True, False])
def test_a_first_mark_that_could_be_taken_over_is_no_decision(client, alice, bob, is_swapped):
    """With three in a row on 4×3 the corner wins, but more slowly than the cell beside it."""
    game = stored.play(stored.new_game(alice, bob, ruleset=Ruleset(4, 3, 3), swap=True), (0,))
    if is_swapped:
        game = stored.carry_out(game, lambda match, now: match.swap_sides(mark=Mark.O))
    game = stored.resign(stored.play(game, (1,)), Mark.O)
    data = graded(client, game)
    assert data["accuracy"]["x"] is None
    first, second = data["moves"]
    assert (first["word"], first["best"]) == ("Proposal", [])
    assert first["sentence"] == "O could take it over, so the more even, the better."
    assert second["word"] != "Proposal"
    text = client.get(page(game), {"ply": 0}).text
    assert "est: " not in text.split('id="to-play"')[1].split("</p>")[0]


def test_one_position_says_how_it_stands_and_what_is_best(client, game):
    client.post(address(game))
    text = client.get(page(game), {"ply": 4}).text
    assert '<span id="evaluation">X wins in 2 moves</span>' in text
    assert "Best: a2, a1" in text
    assert "Best: " not in client.get(page(game)).text.split('id="to-play"')[1].split("</p>")[0]


def test_work_that_goes_on_is_told_with_its_share(client, game, monkeypatch):
    async def working(**_):
        return Grading(0.25)

    monkeypatch.setattr(services, "request_review", working)
    monkeypatch.setattr(services, "grading_of", working)
    for answer in (client.get(address(game)), client.post(address(game), **JSON)):
        assert (answer.status_code, answer.json()["fraction"]) == (202, 0.25)
    text = client.get(page(game)).text
    assert '<noscript><meta http-equiv="refresh"' in text
    assert 'value="0.25"' in text


@pytest.mark.parametrize(("code", "status"), [("too_fast", 429), ("too_busy", 503)])
def test_a_refusal_is_said_to_scripts_and_on_the_page(client, game, monkeypatch, code, status):
    async def refuse(**_):
        raise GameError(code)

    monkeypatch.setattr(services, "request_review", refuse)
    answer = client.post(address(game), **JSON)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    answer = client.post(address(game), follow=True)
    assert 'id="ask-refused" role="alert">' in answer.text


def test_an_odd_refusal_in_the_address_is_not_shown(client, game):
    assert "<b>x" not in client.get(page(game), {"refused": "<b>x"}).text


def test_a_game_that_goes_on_says_nothing(client, alice, bob):
    game = stored.play(stored.new_game(alice, bob), (4, 0))
    client.force_login(alice)
    for answer in (client.get(address(game)), client.post(address(game), **JSON)):
        assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
    assert not Review.objects.exists()


def test_a_game_without_moves_cannot_be_judged(client, alice, bob):
    game = stored.resign(stored.new_game(alice, bob), Mark.X)
    assert client.post(address(game), **JSON).json()["code"] == "no_moves"
    assert "Analyse this game" not in client.get(page(game)).text


def test_anybody_may_ask_and_only_players_ask_by_opening_it(client, game, alice, charlie):
    assert "data-start" not in client.get(page(game)).text
    client.force_login(charlie)
    assert "data-start" not in client.get(page(game)).text
    client.force_login(alice)
    assert "data-start" in client.get(page(game)).text
    assert not Review.objects.exists()


def test_a_game_that_is_not_there_is_not_found(client):
    for method in (client.get, client.post):
        assert method("/games/0000000000/review/grades/").status_code == 404


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(client, game, method):
    assert getattr(client, method)(address(game)).status_code == 405


def test_a_graded_review_takes_few_queries(client, game, django_assert_max_num_queries):
    client.post(address(game))
    with django_assert_max_num_queries(4):
        client.get(page(game))
