"""Limits that back off."""

from concurrent.futures import ThreadPoolExecutor

from accounts.signin.limits import SIGN_IN_PER_LOGIN, SIGN_IN_PER_PAIR
from tictactoe_site.common.throttles import BackOff, Introduction

LIMIT = BackOff("test", free=3, wait=10, longest=40, memory=1000)


def test_the_first_attempts_are_free(clock) -> None:
    assert [LIMIT.enter("key") for _ in range(3)] == [0, 0, 0]


def test_the_next_one_has_to_wait(clock) -> None:
    for _ in range(3):
        LIMIT.enter("key")
    assert LIMIT.enter("key") == 10
    clock.go_on(4)
    assert LIMIT.enter("key") == 6
    clock.go_on(6)
    assert LIMIT.enter("key") == 0


def test_each_wait_is_twice_the_one_before_up_to_the_longest(clock) -> None:
    for _ in range(3):
        LIMIT.enter("key")
    waits = []
    for _ in range(4):
        waits.append(LIMIT.enter("key"))
        clock.go_on(waits[-1])
        assert LIMIT.enter("key") == 0
    assert waits == [10, 20, 40, 40]


def test_keys_do_not_share_their_attempts(clock) -> None:
    for _ in range(3):
        LIMIT.enter("one")
    assert LIMIT.enter("other") == 0


def test_limits_do_not_share_their_attempts(clock) -> None:
    for _ in range(3):
        LIMIT.enter("key")
    assert BackOff("else", free=3, wait=10, longest=40).enter("key") == 0


def test_an_honest_attempt_does_not_count(clock) -> None:
    for _ in range(20):
        assert LIMIT.enter("key") == 0
        LIMIT.forgive("key")


def test_clearing_forgets_everything(clock) -> None:
    for _ in range(5):
        LIMIT.enter("key")
    LIMIT.clear("key")
    assert LIMIT.enter("key") == 0


def test_all_is_forgotten_after_a_time(clock) -> None:
    for _ in range(3):
        LIMIT.enter("key")
    clock.go_on(1001)
    assert [LIMIT.enter("key") for _ in range(3)] == [0, 0, 0]


def test_any_text_can_be_a_key(clock) -> None:
    assert LIMIT.enter("a b\n\x00" * 1000) == 0


def test_of_attempts_at_the_same_moment_only_the_free_ones_pass(clock) -> None:
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: LIMIT.enter("key"), range(200)))
    assert waits.count(0) == 3


# ---- many, of whom nobody may keep another out ------------------------------------------------

OF_MANY = Introduction(
    "test-many", free=3, wait=10, turns=BackOff("test-turn", free=1, wait=20, longest=80)
)


def test_a_newcomer_waits_once_whatever_others_do(clock) -> None:
    assert [OF_MANY.enter("key", f"stranger {number}") for number in range(5)] == [0, 0, 0, 10, 10]
    assert OF_MANY.enter("key", "owner") == 10
    for second in range(9):
        clock.go_on(1)
        for number in range(100):
            OF_MANY.enter("key", f"stranger {second} {number}")
    assert OF_MANY.enter("key", "owner") == 1
    clock.go_on(1)
    assert OF_MANY.enter("key", "owner") == 0


def test_who_comes_once_each_does_not_pass(clock) -> None:
    passed = [OF_MANY.enter("key", f"stranger {number}") == 0 for number in range(1000)]
    assert sum(passed) == 3


def test_after_the_introduction_turns_come_ever_more_slowly(clock) -> None:
    for number in range(3):
        OF_MANY.enter("key", f"stranger {number}")
    waits = []
    for _ in range(5):
        waits.append(OF_MANY.enter("key", "persistent"))
        clock.go_on(waits[-1])
        assert OF_MANY.enter("key", "persistent") == 0
    assert waits == [10, 20, 40, 80, 80]


def test_honest_attempts_of_many_do_not_count(clock) -> None:
    for number in range(20):
        assert OF_MANY.enter("key", f"owner {number}") == 0
        OF_MANY.forgive("key", f"owner {number}")


def test_of_many_at_the_same_moment_only_the_free_ones_pass(clock) -> None:
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda number: OF_MANY.enter("key", f"{number}"), range(200)))
    assert waits.count(0) == 3


def test_from_twenty_patient_addresses_few_passwords_are_tried_in_a_day(clock) -> None:
    tried = 0
    for _ in range(24 * 60):
        tried += sum(SIGN_IN_PER_LOGIN.enter("victim", f"{number}") == 0 for number in range(20))
        clock.go_on(60)
    assert tried <= 24 * 10 + 20 * 30


def test_at_most_ten_passwords_are_tried_in_any_five_minutes(clock) -> None:
    tried: list[float] = []
    begin = clock.now
    while clock.now < begin + 3 * 3600:
        if SIGN_IN_PER_PAIR.enter("victim") == 0:
            tried.append(clock.now)
        clock.go_on(1)
    windows = [sum(start <= moment < start + 300 for moment in tried) for start in tried]
    assert max(windows) <= 10
