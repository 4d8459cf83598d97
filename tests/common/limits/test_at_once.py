"""Caps of what is open at once."""

from concurrent.futures import ThreadPoolExecutor

from tictactoe_site.common.limiters.at_once import Cap


def test_a_key_holds_so_many_places():
    cap = Cap()
    assert [cap.take("alice", most=2) for _ in range(3)] == [True, True, False]
    assert cap.take("bob", most=2)
    assert (cap.held("alice"), cap.held("bob"), cap.held("charlie")) == (2, 1, 0)


def test_a_place_that_was_given_back_is_free():
    cap = Cap()
    cap.take(most=1)
    cap.give_back()
    assert cap.take(most=1)


def test_nothing_is_kept_of_a_key_without_places():
    cap = Cap()
    cap.take("alice", most=1)
    assert not cap.take("bob", most=0)
    cap.give_back("alice")
    assert len(cap) == 0


def test_of_many_threads_no_more_than_so_many_get_a_place():
    cap = Cap()
    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(lambda _: cap.take(most=50), range(1000)))
    assert sum(taken) == 50
