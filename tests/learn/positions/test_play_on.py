"""/games/<uid>/play-on/"""

import pytest
from asgiref.sync import async_to_sync

from games.core.rules import Mark
from games.live.storage.verification import faults_of
from games.models import Game
from games.play.game.series import again
from tests import stored

pytestmark = pytest.mark.django_db(transaction=True)

CHOICE = {"opponent": "device", "level": "random", "side": "x", "control": "none"}


@pytest.fixture
def over(alice, bob) -> Game:
    return stored.play(stored.new_game(alice, bob), stored.X_WINS)


def path(game: Game, ply: int = 2) -> str:
    return f"/games/{game.uid}/play-on/?ply={ply}"


def game_of(response) -> Game:
    assert response.status_code == 302
    return Game.objects.get(uid=response["Location"].split("/")[2])


def faults(game: Game) -> list:
    moves = list(game.moves.order_by("ply"))
    return faults_of(game, moves, list(game.events.order_by("version")))


def test_the_position_is_shown_with_the_choice_of_an_opponent(client, over):
    text = client.get(path(over)).text
    assert "after move 2" in text
    assert (
        f"/games/{over.uid}/play-on/?ply=2" in client.get(f"/games/{over.uid}/review/?ply=2").text
    )


@pytest.mark.parametrize("opponent", ["device", "friend", "computer"])
def test_a_game_goes_on_from_there(as_user, over, charlie, opponent):
    game = game_of(as_user(charlie).post(path(over), CHOICE | {"opponent": opponent, "side": "o"}))
    assert (game.setup, game.origin, game.ply >= 2) == (2, over.uid, True)
    assert game.cells[:2] == stored.X_WINS[:2]
    assert game.match().turn in (Mark.X, Mark.O, None)
    assert "From a position" in as_user(charlie).get(f"/games/{game.uid}/").text
    assert faults(game) == []


def test_it_is_played_reviewed_downloaded_and_played_again(as_user, over, charlie):
    client = as_user(charlie)
    game = game_of(client.post(path(over), CHOICE))
    for ply, cell in enumerate((1, 4, 2), start=2):
        client.post(f"/games/{game.uid}/play/", {"ply": ply, "cell": cell})
    game.refresh_from_db()
    assert (game.outcome, game.ply, faults(game)) == ("x", 5, [])
    assert f"/games/{over.uid}/review/?ply=2" in client.get(f"/games/{game.uid}/review/").text
    text = client.get(f"/games/{game.uid}/game.txt").text
    assert f'[Setup "2"]\n[Origin "{over.uid}"]' in text
    data = client.get(f"/games/{game.uid}/game.json").json()
    assert (data["setup"], data["origin"], len(data["moves"])) == (2, over.uid, 5)
    following = async_to_sync(again)(uid=game.uid, player=charlie)
    assert (following.setup, following.ply, following.cells) == (2, 2, stored.X_WINS[:2])
    assert faults(following) == []


def test_nothing_given_is_taken_back_and_the_game_can_be_aborted(as_user, over, charlie):
    client = as_user(charlie)
    game = game_of(client.post(path(over), CHOICE))
    response = client.post(f"/games/{game.uid}/offer/", {"what": "takeback"})
    assert response.status_code == 409
    assert client.post(f"/games/{game.uid}/abort/").status_code == 302
    game.refresh_from_db()
    assert (game.termination, game.ply, faults(game)) == ("abort", 2, [])


@pytest.mark.parametrize(
    "change", [{"opponent": "anyone"}, {"level": "best"}, {"side": "z"}, {"control": "1x"}]
)
def test_what_cannot_be_chosen_is_refused(client, over, change):
    assert client.post(path(over), CHOICE | change).status_code == 422
    assert Game.objects.count() == 1


def test_a_decided_position_is_not_played_on(client, over):
    response = client.post(path(over, 5), CHOICE)
    assert response.status_code == 422
    assert "You can’t play on from this position" in response.text


def test_only_games_that_are_over_are_played_on_from(client, alice, bob):
    ongoing = stored.new_game(alice, bob)
    assert client.get(path(ongoing))["Location"] == f"/games/{ongoing.uid}/"
    assert client.post(path(ongoing), CHOICE)["Location"] == f"/games/{ongoing.uid}/"
    assert client.get("/games/0000000000/play-on/").status_code == 404


def test_a_log_that_gives_other_moves_is_found(as_user, over, charlie):
    game = game_of(as_user(charlie).post(path(over), CHOICE))
    Game.objects.filter(pk=game.pk).update(setup=1)
    game.refresh_from_db()
    assert "log_differs" in {fault.code for fault in faults(game)}
