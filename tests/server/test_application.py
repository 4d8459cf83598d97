"""The site's own process at its door: who gets a socket, and how it ends."""

from collections.abc import Callable

import pytest

from tests.server.raw_socket import RawSocket
from tests.serving import ServerProcess

LOBBY = "/ws/lobby/"


@pytest.fixture
def site(make_site: Callable[..., ServerProcess]) -> ServerProcess:
    return make_site(SOCKETS_PER_ADDRESS="3")


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
    sockets = [RawSocket(site.port, LOBBY, origin=site.url) for _ in range(4)]
    assert [socket.status for socket in sockets] == [101, 101, 101, 403]
    for socket in sockets:
        socket.stream.close()


def test_sigterm_closes_the_lobby_with_1012(site):
    with RawSocket(site.port, LOBBY, origin=site.url) as socket:
        site.process.terminate()
        assert socket.close_code() == 1012
    assert site.process.wait(10) == 0
    assert "Traceback" not in site.log.read_text()


def test_it_starts_again_after_it_was_killed(site):
    site.kill()
    site.start()
    with RawSocket(site.port, LOBBY, origin=site.url) as socket:
        assert socket.status == 101
    assert site.stop() == 0
