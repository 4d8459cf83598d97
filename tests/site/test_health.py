"""A supervisor learns whether the process lives, and whether it can serve players."""

import asyncio
import threading

import pytest
from channels.layers import InMemoryChannelLayer
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from games.models.processes import Lock
from tictactoe_site import health


@pytest.fixture(autouse=True)
def fresh_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.Health, "has_migrations", False)
    monkeypatch.setattr(health.Health, "asked", None)


def test_healthz_touches_nothing(client):  # no database mark: a query would fail
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies


@pytest.mark.django_db(transaction=True)
async def test_readyz_is_ready_when_all_parts_answer(async_client):
    answer = await async_client.get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ready\n")
    assert not answer.cookies


async def test_readyz_is_not_ready_without_the_database(async_client, monkeypatch):
    def fail() -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(health, "ask_database", fail)
    answer = await async_client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"the database fails: gone\n")


READ_ONLY = {
    "sqlite": ("PRAGMA query_only = ON", b"attempt to write a readonly database"),
    "postgresql": (
        "SET default_transaction_read_only = ON",
        b"cannot execute INSERT in a read-only transaction",
    ),
}


@pytest.mark.django_db(transaction=True)
async def test_readyz_says_that_the_database_can_only_be_read(async_client):
    statement, why = READ_ONLY[connection.vendor]

    def forbid_writing(connection: BaseDatabaseWrapper, **kwargs: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)

    connection_created.connect(forbid_writing)
    try:
        answer = await async_client.get("/readyz")
    finally:
        connection_created.disconnect(forbid_writing)
    assert answer.status_code == 503
    assert answer.content == b"the database cannot be written: %b\n" % why


@pytest.mark.django_db(transaction=True)
def test_what_readyz_writes_is_gone_again():
    health.ask_database()
    assert not Lock.objects.exists()


async def test_readyz_does_not_wait_for_a_database_that_hangs(async_client, monkeypatch):
    door = threading.Event()
    asked: list[None] = []

    def hang() -> None:
        asked.append(None)
        door.wait(30)

    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "ask_database", hang)
    try:
        for _ in range(3):
            answer = await async_client.get("/readyz")
            assert (answer.status_code, answer.content) == (503, b"the database does not answer\n")
        assert len(asked) == 1
    finally:
        door.set()
    assert health.Health.asked
    await health.Health.asked


@pytest.mark.django_db(transaction=True)
async def test_all_who_ask_at_once_hear_that_it_is_ready(async_client):
    answers = await asyncio.gather(*(async_client.get("/readyz") for _ in range(20)))
    assert [answer.content for answer in answers] == [b"ready\n"] * 20


@pytest.mark.django_db(transaction=True)
async def test_readyz_is_not_ready_before_the_migrations(async_client, monkeypatch):
    monkeypatch.setattr(
        "django.db.migrations.executor.MigrationExecutor.migration_plan", lambda *_: ["one"]
    )
    answer = await async_client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"the migrations have not all run\n")


@pytest.mark.django_db(transaction=True)
async def test_readyz_is_not_ready_when_the_channel_layer_is_silent(async_client, monkeypatch):
    async def lose(*_: object) -> None: ...

    monkeypatch.setattr(health, "PATIENCE", 0.2)
    monkeypatch.setattr(InMemoryChannelLayer, "send", lose)
    monkeypatch.setattr(health, "get_channel_layer", InMemoryChannelLayer)
    answer = await async_client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"the channel layer does not answer\n")
