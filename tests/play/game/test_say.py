"""/games/<uid>/say/, and the chat on the game's page."""

import pytest
from asgiref.sync import async_to_sync

from accounts.models import User
from accounts.services import delete_account
from games.models import ChatLine
from games.play.chat import services as chat_services
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(alice, bob):
    return new_game(alice, bob)


def say(client, game, text: str, **headers: str):
    return client.post(f"/games/{game.uid}/say/", {"text": text}, **headers)


def test_a_line_is_said_by_a_form(as_user, game, alice):
    response = say(as_user(alice), game, "hello")
    assert (response.status_code, response["Location"]) == (302, f"/games/{game.uid}/")
    assert ChatLine.objects.get().room == "players"
    page = as_user(alice).get(f"/games/{game.uid}/").content.decode()
    assert 'href="/@alice/"' in page
    assert ">hello</span>" in page


def test_the_line_of_a_deleted_account_has_a_name_without_a_link(as_user, game, alice, bob):
    say(as_user(bob), game, "hello")
    delete_account(user=bob)
    page = as_user(alice).get(f"/games/{game.uid}/").content.decode()
    assert f"<bdi>{bob.username}</bdi>" in page
    assert bob.username.startswith("deleted-")
    assert "/@deleted-" not in page


def test_markup_is_shown_as_text(as_user, game, alice):
    text = "<script>alert(1)</script>"
    say(as_user(alice), game, text)
    page = as_user(alice).get(f"/games/{game.uid}/").content.decode()
    assert text not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_a_refused_line_stays_in_its_field(as_user, game, alice):
    long = "x" * 200
    response = say(as_user(alice), game, long)
    page = response.content.decode()
    assert response.status_code == 409
    assert "That message is too long." in page
    assert f'value="{"x" * 140}"' in page
    assert say(as_user(alice), game, "x" * 1001).status_code == 400


def test_a_stranger_chats_with_the_watchers_as_a_guest(client, game):
    assert say(client, game, "hello").status_code == 302
    line = ChatLine.objects.get()
    assert (line.room, line.author.kind) == ("watchers", "guest")


def test_the_page_shows_only_what_its_reader_may_read(as_user, client, game, alice, bob, charlie):
    async_to_sync(chat_services.say)(uid=game.uid, player=alice, text="players only")
    async_to_sync(chat_services.say)(uid=game.uid, player=charlie, text="watchers only")
    address = f"/games/{game.uid}/"
    anonymous = client.get(address).content.decode()
    assert "watchers only" in anonymous
    assert "players only" not in anonymous
    as_bob = as_user(bob).get(address).content.decode()
    assert "players only" in as_bob
    assert "watchers only" not in as_bob
    as_user(alice)
    play(game, X_WINS)
    after = as_user(bob).get(address).content.decode()
    assert "players only" in after
    assert "watchers only" in after


def test_presets_are_offered_once(as_user, game, alice):
    def offered() -> list[str]:
        page = as_user(alice).get(f"/games/{game.uid}/")
        forms = page.content.decode().split('id="chat-presets"')[1].split("</form>")[0]
        return [part.split('"')[0] for part in forms.split('name="text" value="')[1:]]

    assert "Hello" in offered()
    say(as_user(alice), game, "Hello")
    assert "Hello" not in offered()


def test_there_is_no_game_to_chat_beside(client):
    assert client.post("/games/0000000000/say/", {"text": "hi"}).status_code == 404
    assert User.objects.count() == 0


def test_somebody_alone_has_no_chat(as_user, alice):
    game = new_game(alice, alice, opponent="device")
    page = as_user(alice).get(f"/games/{game.uid}/").content.decode()
    assert 'data-name="alice" hidden>' in page
