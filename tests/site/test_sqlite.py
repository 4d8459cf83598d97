"""Threads of a process take turns to write into SQLite's file."""

import threading

import pytest
from django.db import OperationalError, connection, transaction

from accounts.models import User

pytestmark = [pytest.mark.embedded, pytest.mark.django_db(transaction=True)]


def in_a_thread(work):
    """Run *work* in a thread with a connection of its own; what it raised or returned."""
    found = []

    def run():
        try:
            found.append(work())
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, found


def rename(user, name):
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(username=name)
    return name


def test_a_second_writer_waits_for_the_first_and_does_not_ask_the_file_meanwhile(alice):
    asked = []

    def listen(execute, sql, *others):
        asked.append(sql)
        return execute(sql, *others)

    def second():
        with connection.execute_wrapper(listen):
            return rename(alice, "second")

    with transaction.atomic():
        User.objects.filter(pk=alice.pk).update(username="first")
        thread, found = in_a_thread(second)
        thread.join(0.05)
        assert (asked, found) == ([], [])
    thread.join()
    assert found == ["second"]
    assert asked[0] == "BEGIN IMMEDIATE"
    alice.refresh_from_db()
    assert alice.username == "second"


def test_whoever_waits_too_long_is_told_so(alice, monkeypatch):
    def hurry():
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.01)
        return rename(alice, "second")

    with transaction.atomic():
        thread, found = in_a_thread(hurry)
        thread.join()
    assert isinstance(found[0], OperationalError)
    monkeypatch.undo()
    thread, found = in_a_thread(lambda: rename(alice, "third"))
    thread.join()
    assert found == ["third"]


@pytest.mark.parametrize("how", ["rolled back", "closed"])
def test_a_transaction_that_fails_gives_its_turn_to_the_next(alice, how):
    @transaction.atomic
    def fail():
        if how == "closed":
            connection.close()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    thread, found = in_a_thread(lambda: rename(alice, "second"))
    thread.join()
    assert found == ["second"]
