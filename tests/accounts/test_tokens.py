"""Tokens: made once, kept as a hash, valid for a year or until they are revoked."""

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts import services
from accounts.errors import AccountRefused
from accounts.models import AccountEvent, Token
from accounts.programs.bots import make_bot
from accounts.programs.token_text import ALPHABET, is_token, new_token
from accounts.programs.tokens import (
    MAX_TOKENS_PER_ACCOUNT,
    bearer,
    make_token,
    revoke_all,
    revoke_token,
    still_valid,
)

pytestmark = pytest.mark.django_db
SCOPES = ["read", "play"]


@pytest.fixture
def bot(alice):
    return make_bot(owner=alice, name="line")


@pytest.fixture
def text(alice, bot):
    return make_token(account=bot, actor=alice, name="laptop", scopes=SCOPES)


def test_a_token_looks_like_one():
    text = new_token()
    assert len(text) == 50
    assert text.startswith("ttt_")
    assert is_token(text)


def test_no_two_are_alike():
    assert len({new_token() for _ in range(100)}) == 100


@given(place=st.integers(4, 49), letter=st.sampled_from(ALPHABET))
def test_a_typing_error_is_found(place, letter):
    text = new_token()
    changed = text[:place] + letter + text[place + 1 :]
    assert is_token(changed) == (changed == text)


@given(st.text(max_size=60))
def test_other_text_is_no_token(text):
    assert not is_token(text)
    assert bearer(text) is None


def test_a_token_is_its_accounts(bot, text):
    token = bearer(text)
    assert token.account == bot
    assert (token.allows("play"), token.allows("challenge")) == (True, False)


def test_the_text_is_kept_nowhere(text):
    kept = [str(value) for value in Token.objects.values_list().get()]
    logged = [f"{event.before} {event.after}" for event in AccountEvent.objects.all()]
    assert not [value for value in (*kept, *logged) if text in value or text[4:] in value]


def test_nobody_elses_token_is_found(text):
    assert bearer(new_token()) is None


def test_it_ends_after_a_year(text):
    token = Token.objects.get()
    assert token.expires_at - token.made_at == pytest.approx(timedelta(days=365), rel=1e-6)
    Token.objects.update(expires_at=timezone.now())
    assert bearer(text) is None
    assert still_valid(token.pk) is None


def test_it_ends_when_it_is_revoked(alice, bot, text):
    token = bearer(text)
    revoke_token(token=token, actor=alice)
    assert bearer(text) is None
    assert still_valid(token.pk) is None
    kinds = [event.kind for event in bot.account_events.order_by("pk")]
    assert kinds == ["bot_made", "token_made", "token_revoked"]


def test_revoking_twice_is_no_news(alice, bot, text):
    token = bearer(text)
    revoke_token(token=token, actor=alice)
    revoke_token(token=token, actor=alice)
    assert bot.account_events.filter(kind="token_revoked").count() == 1


def test_all_can_be_revoked_at_once(alice, bot, text):
    other = make_token(account=bot, actor=alice, name="server", scopes=SCOPES)
    assert revoke_all(account=bot, actor=alice, reason="it floods") == 2
    assert (bearer(text), bearer(other)) == (None, None)


def test_it_is_nothing_while_the_bot_is_banned(bob, bot, text):
    services.ban(user=bot, staff=bob, reason="floods")
    assert bearer(text) is None


def test_its_last_use_is_written_once_a_minute(text, django_assert_num_queries):
    assert Token.objects.get().last_used_at is None
    with django_assert_num_queries(2):
        bearer(text)
    with django_assert_num_queries(1):
        bearer(text)
    before = timezone.now() - timedelta(minutes=2)
    Token.objects.update(last_used_at=before)
    bearer(text)
    assert Token.objects.get().last_used_at > before


def test_an_account_has_so_many_and_no_more(alice, bot):
    for number in range(MAX_TOKENS_PER_ACCOUNT):
        make_token(account=bot, actor=alice, name=f"number {number}", scopes=SCOPES)
    with pytest.raises(AccountRefused, match="too_many_tokens"):
        make_token(account=bot, actor=alice, name="another", scopes=SCOPES)
    Token.objects.filter(name="number 3").update(expires_at=timezone.now())
    make_token(account=bot, actor=alice, name="another", scopes=SCOPES)  # instead of what ended


@pytest.mark.parametrize("scopes", [[], ["read", "everything"], ["READ"]])
def test_its_scopes_are_known_ones(alice, bot, scopes):
    with pytest.raises(AccountRefused, match="bad_scopes"):
        make_token(account=bot, actor=alice, name="laptop", scopes=scopes)


def test_people_have_none(alice):
    with pytest.raises(AccountRefused, match="token_for_bots"):
        make_token(account=alice, actor=alice, name="laptop", scopes=SCOPES)
