"""Server processes that share PostgreSQL and Redis."""

import os
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from urllib.parse import urlsplit

import psycopg
import pytest

from deploy.cluster.parts import Redis
from deploy.ready import is_ready, wait_until
from tests.server.raw_socket import RawSocket
from tests.serving import DEPLOYED, ServerProcess, run

pytestmark = [pytest.mark.postgresql, pytest.mark.redis]

PATIENCE = 60.0  # seconds; a busy machine may take more than the second that one answer has


@contextmanager
def new_database(template: str = "template1") -> Iterator[str]:
    """A database on the server of TEST_DATABASE_URL, made as *template* is; its URL."""
    server = os.environ["TEST_DATABASE_URL"]
    name = f"site_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def prepared() -> Iterator[str]:
    """The name of a database as the site's first start makes it."""
    with new_database() as url:
        run("tictactoe_site.prepare", **DEPLOYED, DATABASE_URL=url)
        yield urlsplit(url).path[1:]


@pytest.fixture
def database_url(prepared: str) -> Iterator[str]:
    with new_database(prepared) as url:
        yield url


def test_two_processes_serve_and_end_in_order(
    make_site: Callable[..., ServerProcess], database_url: str, redis: Redis
) -> None:
    shared = {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis.url,
        "PROCESSES": "2",
    }
    for site in [make_site(**shared), make_site(**shared)]:
        assert wait_until(partial(is_ready, site.port), seconds=PATIENCE)
        with RawSocket(site.port, "/ws/lobby/", origin=site.url) as socket:
            assert b'"lobby"' in socket.receive()[1]
            site.process.terminate()
            assert socket.close_code() == 1012
        assert site.process.wait(60) == 0
        assert "Traceback" not in site.log.read_text()


def test_a_process_with_many_sockets_is_ready(
    make_site: Callable[..., ServerProcess], database_url: str, redis: Redis
) -> None:
    site = make_site(DATABASE_URL=database_url, REDIS_URL=redis.url)
    with ExitStack() as sockets:
        for _ in range(10):
            socket = sockets.enter_context(RawSocket(site.port, "/ws/lobby/", origin=site.url))
            assert b'"lobby"' in socket.receive()[1]
        assert wait_until(partial(is_ready, site.port), seconds=PATIENCE)


def test_a_database_that_went_away_is_503_until_it_is_back(
    make_site: Callable[..., ServerProcess], database_url: str
) -> None:
    site = make_site(DATABASE_URL=database_url)
    name = urlsplit(database_url).path[1:]
    with psycopg.connect(os.environ["TEST_DATABASE_URL"], autocommit=True) as server:
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        assert site.get("/readyz").status == 503
        answer = site.get("/")
        assert answer.status == 503
        assert answer.headers["Retry-After"]
        time.sleep(3)  # longer than the pool tries to connect again
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert wait_until(lambda: site.get("/").status == 200, seconds=PATIENCE)
    assert wait_until(partial(is_ready, site.port), seconds=PATIENCE)
    assert "Traceback" not in site.log.read_text()
