"""Who has a page of the site open, over all processes, each once."""

from time import monotonic

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from games.live.cluster import processes
from games.live.cluster.processes import Processes
from games.live.sockets import people_here as module
from games.live.sockets.consumer import SiteConsumer
from games.live.sockets.people_here import note_people, people_here
from games.models import ServerProcess
from games.play.lobby.queries import people_to_show

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    """This process among the others, with a row of its own."""
    row = ServerProcess.objects.create(at=timezone.now())
    here = Processes(is_server=True)
    here.note(row.pk, row.at, monotonic())
    monkeypatch.setattr(processes, "here", here)
    monkeypatch.setattr(module, "_written", None)


@pytest.fixture
def at_this_process(monkeypatch):
    """Says who has a page open here."""

    def say(*users) -> None:
        ids = dict.fromkeys((user.pk for user in users), 0.0)
        monkeypatch.setattr(SiteConsumer, "users_here", lambda *, people_only: ids)

    say()
    return say


def other_process(*users) -> ServerProcess:
    return ServerProcess.objects.create(at=timezone.now(), people=[user.pk for user in users])


def test_everybody_counts_once_wherever_their_pages_are(alice, bob, charlie, at_this_process):
    assert people_here() == frozenset()
    at_this_process(alice, bob)
    other_process(bob, charlie)
    other_process()
    assert people_here() == {alice.pk, bob.pk, charlie.pk}


def test_whoever_was_at_a_process_that_is_silent_is_not_counted(alice, at_this_process):
    row = other_process(alice)
    ServerProcess.objects.filter(pk=row.pk).update(at=timezone.now() - processes.MAX_SILENCE)
    processes.here.look(timezone.now())
    assert people_here() == frozenset()


def test_each_process_writes_down_who_is_there_when_that_changes(alice, at_this_process):
    at_this_process(alice)
    async_to_sync(note_people)()
    row = ServerProcess.objects.get()
    assert row.people == [alice.pk]
    ServerProcess.objects.update(people=None)
    async_to_sync(note_people)()  # nothing has changed, and nothing is written
    assert ServerProcess.objects.get().people is None
    at_this_process()
    async_to_sync(note_people)()
    assert ServerProcess.objects.get().people == []


def test_a_count_is_shown_where_somebody_else_is(alice, bob, at_this_process):
    assert [people_to_show(viewer) for viewer in (None, alice)] == [0, 0]
    at_this_process(alice)
    assert [people_to_show(viewer) for viewer in (None, alice, bob)] == [1, 0, 2]


def test_the_home_page_says_how_many_are_here_or_nothing(client, alice, bob, at_this_process):
    assert "here now" not in client.get("/").text
    at_this_process(alice, bob)
    assert "2 people here now" in client.get("/").text
