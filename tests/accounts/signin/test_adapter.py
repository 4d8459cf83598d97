"""What the pages of sign-up cannot show by themselves."""

import pytest
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import RequestFactory

from accounts.models import User
from accounts.signin.adapter import AccountAdapter
from accounts.validators import validate_colour, validate_name, validate_symbol
from tictactoe_site.common.limiters.in_cache import CachedBuckets

pytestmark = pytest.mark.django_db


def test_of_two_sign_ups_at_once_the_second_finds_the_guest_gone(
    guest: User, rf: RequestFactory
) -> None:
    request = rf.post("/accounts/signup/")
    request.user = User.objects.get(pk=guest.pk)  # read before the first was stored
    User.objects.filter(pk=guest.pk).update(kind=User.Kind.PERSON)
    with context.request_context(request), pytest.raises(ImmediateHttpResponse) as answer:
        AccountAdapter().new_user(request)
    assert answer.value.response["Location"] == "/me/"


def test_a_count_that_expires_in_between_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def expired(name: str) -> int:
        raise ValueError

    monkeypatch.setattr(cache, "incr", expired)
    assert CachedBuckets("test", at_once=3, seconds=10, longest=40).take("key") == 0


@pytest.mark.parametrize(
    ("validate", "value", "code"),
    [
        (validate_name, "a", "name_too_short"),
        (validate_name, "ａｌ", "name_characters"),  # noqa: RUF001 (not in its plain form)
        (validate_symbol, "abc", "symbol_not_one_character"),
        (validate_colour, "#ffffff", "colour_too_faint"),
    ],
)
def test_the_models_refuse_what_the_rules_refuse(validate, value: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate(value)
    assert refused.value.code == code


def test_engines_and_guests_are_found_by_what_they_are(
    guest: User, engine: User, alice: User
) -> None:
    assert list(User.objects.guests()) == [guest]
    assert list(User.objects.engines()) == [engine]
