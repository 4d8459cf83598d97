"""The site's own process at its door: who gets a socket, and how it ends."""

from collections.abc import Callable
from contextlib import ExitStack

import pytest

from tests.server.raw_socket import RawSocket
from tests.serving import ServerProcess

LOBBY = "/ws/lobby/"


@pytest.fixture(scope="module")
def site(make_shared_site: Callable[..., ServerProcess]) -> ServerProcess:
    """One for all tests that leave it running."""
    return make_shared_site(SOCKETS_PER_ADDRESS="3")


def test_the_door(site):
    with RawSocket(site.port, LOBBY, origin=site.url) as socket:
        assert socket.status == 101
        assert b'"lobby"' in socket.receive()[1]
    with RawSocket(site.port, LOBBY, origin="http://evil.example") as socket:
        assert socket.status == 403
    with RawSocket(site.port, LOBBY) as socket:
        assert socket.status == 403
    for path in ("/", "/ws/", "/ws/lobby", "/ws/games/short/", "/ws/%00/", "/ws/lobby/%ff"):
        with RawSocket(site.port, path, origin=site.url) as socket:
            assert socket.close_code() == 4404
    assert "Traceback" not in site.log.read_text()


def test_an_address_has_so_many_sockets(site):
    with ExitStack() as stack:
        opened = [
            RawSocket(site.port, LOBBY, origin=site.url, address="127.0.0.2") for _ in range(4)
        ]
        sockets = [stack.enter_context(socket) for socket in opened]
        assert [socket.status for socket in sockets] == [101, 101, 101, 403]


def test_sigterm_closes_the_lobby_with_1012(make_site):
    site = make_site()
    with RawSocket(site.port, LOBBY, origin=site.url) as socket:
        site.process.terminate()
        assert socket.close_code() == 1012
    assert site.process.wait(60) == 0
    assert "Traceback" not in site.log.read_text()


def test_it_starts_again_after_it_was_killed(make_site):
    site = make_site()
    site.kill()
    site.start()
    with RawSocket(site.port, LOBBY, origin=site.url) as socket:
        assert socket.status == 101
    assert site.stop() == 0
