"""Fixtures for all tests, and the choice of tests by what this machine has.

Tests with a mark that NEEDS names run only if its variable says where the thing is. With
REQUIRE_ALL=1 nothing may be left out: a missing variable is an error, and so is a skipped test.
"""

import gc
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests import made, serving
from tests.made import made_once
from tictactoe_site import catalogues

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from deploy.cluster.parts import Redis

NEEDS = {
    "browser": "CHROMIUM",
    "nginx": "NGINX",
    "node": "NODE",
    "postgresql": "TEST_DATABASE_URL",
    "redis": "TEST_REDIS_URL",
}
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"
SLOW_FIXTURES = {"redis", "static_root"}  # every server process needs the built static files

SLOW_LEFT_OUT = (
    "Tests marked slow were left out, because they start programs or search for seconds; "
    'make test ARGS="--numprocesses auto --dist loadfile" runs them, too.'
)

# No property is to fail because the machine is busy.
settings.register_profile("quick", deadline=None, max_examples=20, print_blob=True)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_configure() -> None:
    made.folder()  # before there are workers, who share it
    catalogues.compile_changed()  # nor does make have to be there
    gc.disable()  # until the tests are collected: nothing of that is garbage


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are processors, as many tests wait for others to answer."""
    return (os.cpu_count() or 1) + 1


def pytest_itemcollected(item: pytest.Item) -> None:
    if not SLOW_FIXTURES.isdisjoint(item.fixturenames):
        item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end: to look at it is a tenth of all work."""
    gc.freeze()
    gc.enable()


def missing() -> dict[str, str]:
    """The marks whose variable is not set, with its name."""
    return {mark: name for mark, name in NEEDS.items() if not os.environ.get(name)}


def meets_servers(item: pytest.Item) -> bool:
    """Whether it matters to a test that the site uses a database server and Redis."""
    if item.get_closest_marker("embedded"):
        return False
    marks = ("django_db", "postgresql", "redis")
    return "db" in item.fixturenames or any(item.get_closest_marker(mark) for mark in marks)


@pytest.hookimpl(trylast=True)  # after the folders have marked their tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    without = missing()
    left_out = [item for item in items if any(item.get_closest_marker(mark) for mark in without)]
    if left_out and REQUIRE_ALL:
        raise pytest.UsageError(f"REQUIRE_ALL is set, but not {', '.join(without.values())}.")
    if os.environ.get("DATABASE_URL"):  # which changes nothing for what asks no database
        left_out += [item for item in items if not meets_servers(item)]
    config.hook.pytest_deselected(items=left_out)
    # Playwright keeps an event loop running in the main thread, where others could not run theirs.
    chosen = [item for item in items if item not in set(left_out)]
    items[:] = sorted(chosen, key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if "not slow" in config.option.markexpr:
        terminalreporter.line(SLOW_LEFT_OUT)
    for mark, name in missing().items():
        terminalreporter.line(f"Tests marked {mark} were left out, because {name} is not set.")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if REQUIRE_ALL and report.skipped:
        report.outcome = "failed"
    return report


@pytest.fixture
def no_token_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still for limits: on a busy machine a second may pass before the next request."""
    from tictactoe_site.common.limiters import in_memory

    now, monotonic = time.time(), time.monotonic()
    monkeypatch.setattr(time, "time", lambda: now)  # for those in the cache
    monkeypatch.setattr(in_memory, "time", SimpleNamespace(monotonic=lambda: monotonic))


@pytest.fixture(scope="session")
def static_root() -> Path:
    """The static files, built as for deployment."""
    return made_once("static", serving.collect_static_files)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None, pytestconfig: pytest.Config) -> bool:
    """Whether the tests' database is not made and removed here: on SQLite it is a copy of a
    migrated one, and a server may be thrown away itself (`--reuse-db`).
    """
    from django.db import connection

    if connection.vendor == "sqlite":
        shutil.copy(serving.migrated_database(), connection.settings_dict["TEST"]["NAME"])
    return connection.vendor == "sqlite" or pytestconfig.getvalue("reuse_db")


@pytest.fixture
def make_site(tmp_path: Path, static_root: Path) -> Iterator[Callable[..., serving.ServerProcess]]:
    """Makes server processes with the given environment; they end with the test."""
    with serving.site_processes(tmp_path, static_root) as make:
        yield make


@pytest.fixture(scope="module")
def make_shared_site(
    tmp_path_factory: pytest.TempPathFactory, static_root: Path
) -> Iterator[Callable[..., serving.ServerProcess]]:
    """As `make_site`, for servers that all tests of a module leave running."""
    with serving.site_processes(tmp_path_factory.mktemp("sites"), static_root) as make:
        yield make


@pytest.fixture
def redis(tmp_path: Path) -> Iterator["Redis"]:
    """A server of the test's own."""
    from deploy.cluster.parts import Redis

    server = Redis(tmp_path / "redis")
    server.start()
    yield server
    server.program.stop()


@pytest.fixture(scope="session", autouse=True)
def _small_boards_are_proven() -> Iterator[None]:
    """The first position that a process is asked for also loads the engine, on a busy machine."""
    from games.learn.proofs import studies

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studies, "SECONDS_AT_ONCE", 60.0)
        yield


@pytest.fixture(autouse=True)
def _own_channel_layer() -> Iterator[None]:
    """A layer for each test: that of Redis keeps locks of the event loop in which it was used."""
    yield
    from channels.layers import channel_layers

    channel_layers.backends.clear()


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """What is kept for a moment in the cache is shared by all tests of a process."""
    from django.core.cache import cache

    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def as_user(client: "Client") -> Callable[["User"], "Client"]:
    """The client with a session of the given user."""

    def sign_in(user: "User") -> "Client":
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture(autouse=True)
def _closed_connections() -> Iterator[None]:
    """Leave no connection of the live game's threads to the next test."""
    yield
    from asgiref.sync import SyncToAsync
    from django.db import connections

    from games.live import limits
    from games.live.cluster import processes
    from games.live.storage import database
    from games.live.storage.journal import journal
    from tictactoe_site.common.limiters.in_memory import TokenBuckets

    for limit in vars(limits).values():
        if isinstance(limit, TokenBuckets):
            limit.forget()
    processes.here = processes.Processes()
    journal.disconnect()
    database.disconnect()
    # The thread in which asynchronous tests visit the database keeps its connection else.
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture
def alice(db: None) -> "User":
    """Owns what the test is about."""
    return make_person("alice")


@pytest.fixture
def bob(db: None) -> "User":
    """Plays against alice."""
    return make_person("bob")


@pytest.fixture
def charlie(db: None) -> "User":
    """Has nothing to do with it, and must be refused."""
    return make_person("charlie")


@pytest.fixture
def engine(db: None) -> "User":
    """One of the site's own players."""
    from accounts.models import User

    return User.objects.create_user("Perfect", kind=User.Kind.ENGINE)


def make_person(name: str) -> "User":
    """A signed-up user whose password is the name and "-password"."""
    from accounts.models import User

    return User.objects.create_user(name, password=f"{name}-password")
