"""Games follow their players when an account changes hands or closes."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError

from accounts import services as account_services
from accounts.guests import claim_guest, make_guest
from accounts.programs.bots import make_bot
from games.live import announce
from games.models import BotConditions, Game
from games.people.moderation.upkeep import go_on_with_accounts, look_back_at_accounts
from games.play.game import leaving
from games.play.game.bot_conditions import set_conditions
from games.play.game.leaving import transfer_games
from games.play.game.services import resign
from games.play.game.terms import Terms
from games.play.lobby import challenges
from games.play.lobby.services import join
from tests.admin.conftest import make_staff
from tests.playing import begun
from tests.stored import new_game

pytestmark = pytest.mark.django_db(transaction=True)

challenge = async_to_sync(challenges.challenge)
TERMS = {"first": "x", "control": "none"}


def test_a_guest_who_signs_in_keeps_the_games(client, alice, bob):
    client.post("/games/new/", {"opponent": "anyone", "m": 3, "n": 3, "k": 3, "side": "x"} | TERMS)
    game = Game.objects.get()
    assert game.creator.kind == "guest"
    async_to_sync(join)(uid=game.uid, player=bob)
    client.post("/accounts/login/", {"login": "alice", "password": "alice-password"})
    game.refresh_from_db()
    assert (game.x_player, game.creator) == (alice, alice)
    moved = client.post(f"/games/{game.uid}/play/", {"ply": 0, "cell": 4})
    assert moved.status_code == 302


def test_a_guests_games_follow_as_soon_as_the_database_is_back(alice, bob, monkeypatch):
    guest = make_guest()
    game = begun(guest, bob, 4, 0)

    def away(*_players: object) -> None:
        raise OperationalError("no server")

    with monkeypatch.context() as outage:
        outage.setattr(leaving, "_uids_of", away)
        claim_guest(guest=guest, user=alice)
    game.refresh_from_db()
    assert game.x_player == guest
    async_to_sync(go_on_with_accounts)()
    game.refresh_from_db()
    assert game.x_player == alice


def test_a_guests_games_follow_though_the_process_dies_before_they_are_told(
    alice, bob, monkeypatch
):
    guest = make_guest()
    game = begun(guest, bob)
    with monkeypatch.context() as dying:
        dying.setattr("accounts.guests.announce", lambda *told, **carried: None)
        claim_guest(guest=guest, user=alice)
    game.refresh_from_db()
    assert game.x_player == guest
    async_to_sync(look_back_at_accounts)()  # as the next process does when it begins
    async_to_sync(go_on_with_accounts)()
    game.refresh_from_db()
    assert game.x_player == alice


def test_a_banned_players_games_are_resigned(alice, bob, charlie):
    game = begun(alice, bob, 4, 0)
    account_services.ban(user=alice, staff=charlie, reason="spam")
    game.refresh_from_db()
    assert (game.outcome, game.termination) == ("o", "resignation")


def test_a_deleted_account_leaves_its_opponents_their_games(alice, bob):
    game = begun(alice, bob, 4, 0)
    account_services.delete_account(user=alice)
    game.refresh_from_db()
    assert (game.outcome, game.o_player) == ("o", bob)
    assert "alice" not in game.seat_label("x")


@pytest.mark.parametrize("closes", ["ban", "delete"])
def test_challenges_to_and_from_a_closed_account_end(alice, bob, charlie, closes, monkeypatch):
    heard = []

    async def notice(user_id, message):
        heard.append((user_id, message.kind))

    asked = challenge(creator=bob, invited=alice, terms=Terms())
    asking = challenge(creator=alice, invited=charlie, terms=Terms())
    monkeypatch.setattr(announce, "notice", notice)
    if closes == "ban":
        account_services.ban(user=alice, staff=charlie, reason="spam")
    else:
        account_services.delete_account(user=alice)
    for game in (asked, asking):
        game.refresh_from_db()
    assert (asked.termination, asking.termination) == ("declined", "cancelled")
    assert sorted(heard) == [(bob.pk, "declined"), (charlie.pk, "withdrawn")]


def test_a_guests_finished_games_move_too(alice, bob):
    guest = make_guest()
    game = begun(guest, bob, 4, 0)
    async_to_sync(resign)(uid=game.uid, player=guest)
    async_to_sync(transfer_games)(guest=guest, user=alice)
    game.refresh_from_db()
    assert (game.x_player, game.outcome) == (alice, "o")


def test_names_that_were_given_on_a_device_end_with_the_account(alice, bob):
    given = {"x_name": "alice", "o_name": "Computer, rules"}
    offline, of_bob = (new_game(user, user, opponent="device", **given) for user in (alice, bob))
    account_services.delete_account(user=alice)
    offline.refresh_from_db()
    of_bob.refresh_from_db()
    assert (offline.seat_label("x"), offline.o_name) == ("X", "Computer, rules")
    assert of_bob.x_name == "alice"


def test_what_a_bot_plays_is_forgotten_with_the_account_of_its_owner(alice, bob):
    gone, stays = (make_bot(owner=owner, name=f"{owner}-1") for owner in (alice, bob))
    for bot in (gone, stays):
        set_conditions(owner=bot.owner, bot=bot, largest=5)
    account_services.ban(user=bob, staff=make_staff("stella"), reason="spam")
    account_services.delete_account(user=alice)
    assert [conditions.bot for conditions in BotConditions.objects.all()] == [stays]
