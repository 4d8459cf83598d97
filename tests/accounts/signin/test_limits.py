"""How many attempts to sign in pass."""

import pytest
from django.core.exceptions import ValidationError

from accounts.limits import SIGN_IN_PER_ADDRESS_AND_LOGIN
from accounts.signin.attempts import Attempt


def attempt(rf, address: str, login: str = "victim") -> Attempt:
    request = rf.post("/accounts/sign-in/", REMOTE_ADDR=address)
    return Attempt.with_password(request, {"username": login})


def passes(rf, address: str, login: str = "victim") -> bool:
    try:
        attempt(rf, address, login).enter()
    except ValidationError:
        return False
    return True


def wait_of(rf, address: str) -> int:
    with pytest.raises(ValidationError) as refused:
        attempt(rf, address).enter()
    return int(refused.value.params["wait"])


def address(number: int) -> str:
    return f"192.0.{2 + number // 250}.{1 + number % 250}"


pytestmark = pytest.mark.django_db


def test_ten_are_tried_in_an_hour_from_all_addresses_and_then_who_is_new_waits_once(
    rf, clock
) -> None:
    assert [passes(rf, address(number)) for number in range(12)] == [True] * 10 + [False] * 2
    assert wait_of(rf, "198.51.100.1") == 15
    for second in range(14):
        clock.go_on(1)
        assert not any(passes(rf, address(20 + 10 * second + number)) for number in range(10))
    assert wait_of(rf, "198.51.100.1") == 1
    clock.go_on(1)
    assert passes(rf, "198.51.100.1")
    assert wait_of(rf, "198.51.100.1") == 30


def test_honest_attempts_of_many_do_not_count(rf, clock) -> None:
    for number in range(20):
        honest = attempt(rf, address(number))
        honest.enter()
        honest.forgive()


def test_an_honest_attempt_after_those_of_others_frees_none_for_them(rf, clock) -> None:
    for number in range(10):
        assert passes(rf, address(number))
    wait_of(rf, "198.51.100.1")
    clock.go_on(15)
    honest = attempt(rf, "198.51.100.1")
    honest.enter()
    honest.forgive()
    assert not passes(rf, address(100))


def test_an_attempt_that_one_limit_refuses_counts_for_no_other(rf, clock) -> None:
    for _ in range(5):
        assert passes(rf, "192.0.2.1")
    for _ in range(50):
        assert not passes(rf, "192.0.2.1")
    assert all(passes(rf, "192.0.2.1", f"another {number}") for number in range(25))


def test_from_twenty_patient_addresses_few_passwords_are_tried_in_a_day(rf, clock) -> None:
    tried = 0
    for _ in range(24 * 12):
        tried += sum(passes(rf, address(number)) for number in range(20))
        clock.go_on(300)
    assert 24 * 10 < tried <= 24 * 10 + 20 * 30


def test_at_most_ten_passwords_are_tried_in_any_five_minutes(clock) -> None:
    tried: list[float] = []
    begin = clock.now
    while clock.now < begin + 3 * 3600:
        if SIGN_IN_PER_ADDRESS_AND_LOGIN.take("victim") == 0:
            tried.append(clock.now)
        clock.go_on(1)
    windows = [sum(start <= moment < start + 300 for moment in tried) for start in tried]
    assert max(windows) <= 10
