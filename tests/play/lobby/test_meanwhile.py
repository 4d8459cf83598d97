"""/games/meanwhile/ and /games/…/not-now/: nobody waits alone, and whoever comes is not kept."""

import pytest
from asgiref.sync import async_to_sync

from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Ruleset
from games.live import waiting
from games.models import Game
from games.play.game.services import play
from games.play.game.terms import Terms
from games.play.lobby import meanwhile, services
from games.play.notices.queries import uids_waiting_for

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/games/meanwhile/"
BOARD = {"m": "3", "n": "3", "k": "3"}
create_game, quick_match, join, not_now, stop_looking, move, leave = map(
    async_to_sync,
    (
        services.create_game,
        services.quick_match,
        services.join,
        meanwhile.not_now,
        meanwhile.stop_looking,
        play,
        waiting.leave,
    ),
)


def terms(control="60+2") -> Terms:
    return Terms(ruleset=TIC_TAC_TOE, side="either", control=parse_time_control(control))


@pytest.fixture
def met(alice, bob) -> Game:
    """A game of alice's that bob has just joined."""
    game = quick_match(player=alice, terms=terms())
    assert quick_match(player=bob, terms=terms()).pk == game.pk
    return Game.objects.get(pk=game.pk)


def test_the_game_meanwhile_has_no_clock_and_the_seek_stays_open(as_user, alice):
    waits = quick_match(player=alice, terms=terms())
    page = as_user(alice).get(waits.get_absolute_url()).text
    assert 'id="meanwhile"' in page  # without scripts at once
    response = as_user(alice).post(URL, BOARD)
    game = Game.objects.exclude(pk=waits.pk).get()
    assert response["Location"] == game.get_absolute_url()
    assert (game.opponent, game.control, game.status) == ("computer", "none", "ongoing")
    assert Game.objects.get(pk=waits.pk).status == "open"


def test_the_page_against_the_computer_says_that_one_looks_and_ends_it(as_user, alice):
    waits = quick_match(player=alice, terms=terms())
    computers = as_user(alice).post(URL, BOARD)["Location"]
    leave(alice.pk)  # to come to this page
    page = as_user(alice).get(computers).text
    assert 'id="looking"' in page
    assert f'href="{waits.get_absolute_url()}"' in page
    stop = f"/games/{waits.uid}/cancel/"
    assert f'action="{stop}"' in page
    assert as_user(alice).post(stop, {"next": computers})["Location"] == computers
    assert 'id="looking"' not in as_user(alice).get(computers).text
    assert not Game.objects.open().exists()


def test_who_comes_back_to_the_computer_goes_on_with_the_same_game(as_user, alice):
    first = as_user(alice).post(URL, BOARD)["Location"]
    assert as_user(alice).post(URL, BOARD)["Location"] == first
    assert as_user(alice).post(URL, BOARD | {"m": "4"})["Location"] != first


def test_somebody_new_becomes_a_guest_and_what_is_no_board_is_told(client):
    assert client.get(URL)["Location"] == "/"
    assert client.post(URL, {"m": "3", "n": "3", "k": "4"})["Location"] == "/"
    assert not Game.objects.exists()
    assert client.post(URL, BOARD)["Location"].startswith("/games/")
    assert Game.objects.get().creator.is_guest


@pytest.mark.parametrize("size", [3, 7, 19])
def test_the_computer_plays_every_board_meanwhile(alice, size):
    ruleset = Ruleset(size, size, 3)
    game = async_to_sync(meanwhile.play_meanwhile)(player=alice, ruleset=ruleset)
    assert game.ruleset == ruleset


def test_the_creator_is_called_and_the_game_waits_for_them(alice, bob, met, monkeypatch):
    assert uids_waiting_for(alice.pk) == [met.uid]
    for ply, cell in enumerate((4, 0)):
        game = Game.objects.get(pk=met.pk)
        moves = game.x_player if (game.first == "x") == (ply % 2 == 0) else game.o_player
        move(uid=met.uid, player=moves, ply=ply, cell=cell, id="")
    # Now it is like any other: it waits for whose turn it is.
    game = Game.objects.get(pk=met.pk)
    to_move = game.x_player if game.first == "x" else game.o_player
    assert uids_waiting_for(alice.pk) == ([met.uid] if to_move == alice else [])


def test_not_now_lets_the_other_one_go_without_a_loss_and_keeps_the_place(as_user, alice, bob, met):
    back = as_user(alice).post(f"/games/{met.uid}/not-now/", {"next": "/games/x/"})
    assert back["Location"] == "/games/x/"
    met.refresh_from_db()
    assert (met.status, met.termination, met.outcome) == ("finished", "abort", "")
    own = Game.objects.open().get(creator=alice)
    assert (own.control, own.ruleset) == (met.control, met.ruleset)
    # Whoever was let go meets somebody else first, and waits rather than be called in vain.
    waits = quick_match(player=bob, terms=terms())
    assert (waits.creator, waits.status) == (bob, "open")


def test_another_player_finds_the_place_that_was_kept(alice, charlie, met):
    own = not_now(uid=met.uid, player=alice)
    assert quick_match(player=charlie, terms=terms()).pk == own.pk


@pytest.mark.parametrize("side", ["x", "either", "o"])
def test_the_place_that_is_kept_has_the_side_that_was_chosen(alice, bob, side):
    game = create_game(creator=alice, terms=Terms(side=side))
    join(uid=game.uid, player=bob)
    own = not_now(uid=game.uid, player=alice)
    assert own.marks_of(alice) == (() if side == "either" else (side,))


def test_to_stop_looking_ends_the_search(as_user, alice, met):
    as_user(alice).post(f"/games/{met.uid}/not-now/", {"stop": "1"})
    met.refresh_from_db()
    assert met.termination == "abort"
    assert not Game.objects.open().exists()


@pytest.mark.parametrize("verb", [not_now, stop_looking])
def test_only_who_opened_the_game_says_not_now(bob, charlie, met, verb):
    for player in (bob, charlie):
        with pytest.raises(GameError, match="not_your_game"):
            verb(uid=met.uid, player=player)
    met.refresh_from_db()
    assert met.status == "ongoing"


def test_a_refusal_leads_back_with_a_reason(as_user, bob, met):
    back = as_user(bob).post(f"/games/{met.uid}/not-now/", {}, follow=True)
    assert back.redirect_chain == [("/", 302)]
    assert len(back.context["messages"]) == 1
