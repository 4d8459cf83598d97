"""Bots belong to people, who answer for them."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts import services
from accounts.errors import AccountRefused
from accounts.guests import make_guest
from accounts.models import AccountEvent, Token, User
from accounts.programs.bots import MAX_BOTS_PER_PERSON, bots_of, make_bot
from accounts.programs.tokens import bearer, make_token

pytestmark = pytest.mark.django_db


def test_a_person_makes_a_bot(alice):
    bot = make_bot(owner=alice, name="threat-line")
    assert (bot.kind, bot.owner, list(bots_of(alice))) == ("bot", alice, [bot])
    assert not bot.has_usable_password()
    line = bot.account_events.get()
    assert (line.kind, line.actor) == (AccountEvent.Kind.BOT_MADE, alice)


def test_there_are_so_many_and_no_more(alice):
    for number in range(MAX_BOTS_PER_PERSON):
        make_bot(owner=alice, name=f"line{number}")
    with pytest.raises(AccountRefused, match="too_many_bots"):
        make_bot(owner=alice, name="another")
    services.delete_account(user=bots_of(alice)[0], actor=alice)
    make_bot(owner=alice, name="another")


@pytest.mark.parametrize("kind", ["guest", "bot", "engine", "banned"])
def test_others_than_people_own_none(alice, bob, engine, kind):
    owners = {"guest": make_guest, "bot": lambda: make_bot(owner=alice, name="line")}
    owner = owners.get(kind, lambda: engine)()
    if kind == "banned":
        services.ban(user=alice, staff=bob, reason="spam")
        owner = alice
    with pytest.raises(AccountRefused, match="only_people_own_bots"):
        make_bot(owner=owner, name="another")


@pytest.mark.parametrize("name", ["Alice", "a1ice", "bot", "x", "no spaces"])
def test_a_name_is_checked_as_a_persons_is(alice, name):
    with pytest.raises(ValidationError):
        make_bot(owner=alice, name=name)
    assert not bots_of(alice)


def test_a_name_that_somebody_takes_in_the_same_moment_cannot_be_had(alice, monkeypatch):
    def refuse(self: User, **kwargs: object) -> None:
        raise IntegrityError("UNIQUE")

    monkeypatch.setattr(User, "save", refuse)
    with pytest.raises(ValidationError, match="taken"):
        make_bot(owner=alice, name="line")


def test_only_bots_have_owners_and_all_of_them_do(alice, bob):
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=bob.pk).update(owner=alice)


def test_a_bot_becomes_no_person(alice):
    bot = make_bot(owner=alice, name="line")
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=bot.pk).update(kind=User.Kind.PERSON)


def test_nobody_signs_in_as_a_bot(client, alice):
    bot = make_bot(owner=alice, name="line")
    bot.set_password("a-password-by-whatever-way")
    bot.save(update_fields=["password"])
    form = {"login": "line", "password": "a-password-by-whatever-way"}
    assert client.post("/accounts/login/", form).status_code == 200
    client.force_login(bot)  # a session that there cannot be
    assert client.get("/me/").status_code == 302


def test_bots_are_banned_with_their_owner_and_come_back_with_them(alice, bob):
    first, second = (make_bot(owner=alice, name=name) for name in ("first-line", "second-line"))
    services.ban(user=second, staff=bob, reason="floods")
    text = make_token(account=first, actor=alice, name="laptop", scopes=["read"])
    services.ban(user=alice, staff=bob, reason="spam")
    first.refresh_from_db()
    assert (first.is_banned, first.ban_reason, bearer(text)) == (True, "spam", None)
    with pytest.raises(AccountRefused, match="owner_banned"):
        services.unban(user=first, staff=bob, reason="a mistake")
    services.unban(user=alice, staff=bob, reason="a mistake")
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.is_banned, second.is_banned) == (False, True)
    assert bearer(text) is not None


def test_a_bot_that_was_deleted_meanwhile_does_not_come_back_with_its_owner(alice, bob):
    bot = make_bot(owner=alice, name="line")
    services.ban(user=alice, staff=bob, reason="spam")
    services.delete_account(user=bot, actor=bob)
    services.unban(user=alice, staff=bob, reason="a mistake")
    bot.refresh_from_db()
    assert bot.is_banned
    assert list(bot.account_events.values_list("kind", flat=True)) == [
        AccountEvent.Kind.DELETED,
        AccountEvent.Kind.BANNED,
        AccountEvent.Kind.BOT_MADE,
    ]


def test_bots_go_with_their_owner(alice):
    bot = make_bot(owner=alice, name="line")
    make_token(account=bot, actor=alice, name="laptop", scopes=["read"])
    services.delete_account(user=alice)
    bot.refresh_from_db()
    assert bot.is_deleted
    assert bot.username.startswith("deleted-")
    assert not Token.objects.exists()
    assert {str(event.after) for event in bot.account_events.all()} == {"{}"}


def test_what_is_kept_about_an_owner_names_bots_and_tokens_but_no_secret(alice):
    bot = make_bot(owner=alice, name="line")
    text = make_token(account=bot, actor=alice, name="laptop", scopes=["read", "play"])
    (told,) = services.account_data(alice)["bots"]
    assert (told["name"], told["tokens"][0]["name"]) == ("line", "laptop")
    assert text not in str(told)
    assert bot.tokens.get().digest not in str(told)
