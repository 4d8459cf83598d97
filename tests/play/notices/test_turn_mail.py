"""E-mail about games with days for a move."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import call_command
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Preferences
from games.core.errors import GameError
from games.models import Game, Move, TurnMail
from games.play.notices.turn_mail import send_turn_mail, set_turn_mail
from tests import stored

pytestmark = pytest.mark.django_db
LATER = timedelta(minutes=20)


def give_address(user, *, verified=True):
    EmailAddress.objects.create(
        user=user, email=f"{user.username}@example.com", verified=verified, primary=True
    )


def game_of_days(x, o, *, since=None):
    """A game with three days a move in which it is X's turn since *since*."""
    game = stored.new_game(x, o, control="3d", x_ms=1, o_ms=1)
    Game.objects.filter(pk=game.pk).update(started_at=since or timezone.now())
    return game


@pytest.fixture
def wanting(alice):
    give_address(alice)
    set_turn_mail(user=alice, wanted=True)
    return alice


def test_one_message_tells_of_all_games(wanting, bob, charlie):
    games = game_of_days(wanting, bob), game_of_days(wanting, charlie)
    assert send_turn_mail(timezone.now() + LATER) == 1
    (message,) = mail.outbox
    assert message.to == ["alice@example.com"]
    assert message.subject == "2 games wait for your move"
    for game, name in zip(games, ("bob", "charlie"), strict=True):
        assert f"/games/{game.uid}/" in message.body
        assert f"Against {name} on 3×3" in message.body
    assert "/me/waiting/" in message.body


def test_games_come_in_the_order_of_their_deadlines_and_those_without_last(wanting, bob, charlie):
    now = timezone.now()
    games = [game_of_days(wanting, opponent) for opponent in (bob, charlie, bob, charlie)]
    for game, days in ((games[1], 2), (games[3], 1)):
        Game.objects.filter(pk=game.pk).update(deadline=now + timedelta(days=days))
    assert send_turn_mail(now + LATER) == 1
    body = mail.outbox[0].body
    places = [body.index(f"/games/{games[number].uid}/") for number in (3, 1, 0, 2)]
    assert places == sorted(places)


def test_it_is_written_in_the_receivers_language(wanting, bob):
    Preferences.objects.create(user=wanting, language="de")
    game_of_days(wanting, bob)
    with override("cs"):
        assert send_turn_mail(timezone.now() + LATER) == 1
    assert mail.outbox[0].subject == "Eine Partie wartet auf deinen Zug"
    assert f"Hallo {wanting.username}" in mail.outbox[0].body


def test_a_turn_is_told_once(wanting, bob):
    game_of_days(wanting, bob)
    now = timezone.now() + LATER
    assert [send_turn_mail(now), send_turn_mail(now + LATER)] == [1, 0]
    game_of_days(wanting, bob, since=now)
    assert send_turn_mail(now + 3 * LATER) == 1
    assert mail.outbox[-1].subject == "2 games wait for your move"


def test_the_second_players_first_turn_begins_with_the_first_move(wanting, bob):
    game = game_of_days(bob, wanting, since=timezone.now() - timedelta(days=2))
    # No clock runs yet: that begins when both have moved.
    Move.objects.create(game=game, ply=0, cell=4, player=bob, played_at=timezone.now())
    Game.objects.filter(pk=game.pk).update(ply=1)
    assert [send_turn_mail(), send_turn_mail(timezone.now() + LATER)] == [0, 1]


def test_whoever_moves_soon_gets_no_message(wanting, bob):
    game_of_days(wanting, bob)
    assert send_turn_mail() == 0


def test_only_ones_own_turn_in_games_with_days_counts(wanting, bob):
    game_of_days(bob, wanting)
    quick = stored.new_game(wanting, bob, control="180+2", x_ms=1, o_ms=1)
    Game.objects.filter(pk=quick.pk).update(started_at=timezone.now())
    assert send_turn_mail(timezone.now() + LATER) == 0


def test_nobody_is_written_to_without_asking_for_it(alice, bob):
    give_address(alice)
    game_of_days(alice, bob)
    assert send_turn_mail(timezone.now() + LATER) == 0


def test_an_address_that_is_not_confirmed_gets_nothing(alice):
    give_address(alice, verified=False)
    with pytest.raises(GameError, match="no_address"):
        set_turn_mail(user=alice, wanted=True)


def test_it_can_be_switched_off_and_ends_with_the_account(wanting, bob):
    game_of_days(wanting, bob)
    wanting.is_active = False
    wanting.save(update_fields=["is_active"])
    assert send_turn_mail(timezone.now() + LATER) == 0
    set_turn_mail(user=wanting, wanted=False)
    assert not TurnMail.objects.exists()


def test_a_message_that_was_not_sent_is_tried_again(wanting, bob, monkeypatch):
    game_of_days(wanting, bob)
    now = timezone.now() + LATER

    def refuse(*args, **kwargs):
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr("games.play.notices.turn_mail.send_mail", refuse)
        assert send_turn_mail(now) == 0
    assert send_turn_mail(now) == 1


@pytest.mark.parametrize("step", ["send_mail", "render_to_string"])
def test_whatever_goes_wrong_is_logged_and_the_message_tried_again(
    wanting, bob, monkeypatch, caplog, step
):
    game_of_days(wanting, bob)
    now = timezone.now() + LATER

    def fail(*args, **kwargs):
        raise ValueError

    with monkeypatch.context() as broken:
        broken.setattr(f"games.play.notices.turn_mail.{step}", fail)
        assert send_turn_mail(now) == 0
    assert "ValueError" in caplog.text
    assert send_turn_mail(now) == 1


def test_the_log_names_no_address_that_the_mail_server_refuses(wanting, bob, monkeypatch, caplog):
    game_of_days(wanting, bob)

    def refuse(subject, body, sender, receivers):
        raise SMTPRecipientsRefused({receivers[0]: (550, b"no such user")})

    monkeypatch.setattr("games.play.notices.turn_mail.send_mail", refuse)
    assert send_turn_mail(timezone.now() + LATER) == 0
    assert "mail about waiting games was not sent" in caplog.text
    assert "alice@example.com" not in caplog.text


def test_what_changes_while_a_message_fails_stays(wanting, bob, monkeypatch, caplog):
    game_of_days(wanting, bob)
    now, later = timezone.now() + LATER, timezone.now() + 2 * LATER

    def fail(*args, **kwargs):
        TurnMail.objects.update(told_until=later)  # another process has written meanwhile
        raise TimeoutError

    monkeypatch.setattr("games.play.notices.turn_mail.send_mail", fail)
    assert send_turn_mail(now) == 0
    assert TurnMail.objects.get().told_until == later

    def fail_without_receiver(*args, **kwargs):
        set_turn_mail(user=wanting, wanted=False)
        raise TimeoutError

    TurnMail.objects.update(told_until=now - 2 * LATER)
    monkeypatch.setattr("games.play.notices.turn_mail.send_mail", fail_without_receiver)
    assert send_turn_mail(now) == 0
    assert not [line for line in caplog.records if line.exc_info]


def test_of_two_processes_one_writes(wanting, bob, monkeypatch):
    game_of_days(wanting, bob)
    now = timezone.now() + LATER
    send = mail.send_mail

    def send_while_the_other_looks(*args, **kwargs):
        assert send_turn_mail(now) == 0
        return send(*args, **kwargs)

    monkeypatch.setattr("games.play.notices.turn_mail.send_mail", send_while_the_other_looks)
    assert send_turn_mail(now) == 1
    assert len(mail.outbox) == 1


def test_the_command_says_how_many(wanting, bob, capsys):
    game_of_days(wanting, bob, since=timezone.now() - LATER)
    TurnMail.objects.update(told_until=timezone.now() - 3 * LATER)
    call_command("send_turn_mail")
    assert capsys.readouterr().out == "1 message sent.\n"
