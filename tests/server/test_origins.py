"""A browser's socket must come from the site's own pages, to the scheme and the port."""

import pytest
from channels.testing import WebsocketCommunicator

from tictactoe_site.server.origins import ExactOrigins

ALLOWED = ["https://play.example", "http://127.0.0.1:8000"]


async def accept_all(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})


async def is_let_in(*origins: bytes) -> bool:
    application = ExactOrigins(accept_all, ALLOWED)
    headers = [(b"host", b"play.example"), *((b"origin", origin) for origin in origins)]
    socket = WebsocketCommunicator(application, "/ws/lobby/", headers=headers)
    connected, _ = await socket.connect(timeout=30)
    return connected


@pytest.mark.parametrize(
    "origin", [b"https://play.example", b"HTTPS://Play.Example", b"http://127.0.0.1:8000"]
)
async def test_the_sites_own_pages_are_let_in(origin):
    assert await is_let_in(origin)


@pytest.mark.parametrize(
    "origin",
    [
        b"",
        b"null",
        b"*",
        b"https://",
        b"play.example",
        b"//play.example",
        b"http://play.example",
        b"https://play.example:443",
        b"https://play.example:8443",
        b"https://play.example/",
        b"https://play.example.",
        b"https://play.example.evil.example",
        b"https://evilplay.example",
        b"https://sub.play.example",
        b"https://play.example@evil.example",
        b"https://evil.example#https://play.example",
        b"https://evil.example",
        b"http://127.0.0.1",
        b"http://127.0.0.1:80",
        b"http://127.0.0.1:8001",
        b"https://127.0.0.1:8000",
        b"http://localhost:8000",
        b"http://[::1]:8000",
        b"file://",
        b"https://pl\xc3\xa4y.example",
    ],
)
async def test_everybody_else_is_refused(origin):
    assert not await is_let_in(origin)


async def test_a_socket_without_an_origin_is_refused():
    assert not await is_let_in()


async def test_a_second_origin_does_not_help():
    assert not await is_let_in(b"https://evil.example", b"https://play.example")


async def test_a_program_comes_from_anywhere_but_proves_who_it_is_by_a_token():
    application = ExactOrigins(accept_all, ALLOWED)
    for origins in ([], [(b"origin", b"https://evil.example")]):
        headers = [(b"authorization", b"Bearer ttt_"), *origins]
        socket = WebsocketCommunicator(application, "/ws/lobby/", headers=headers)
        assert (await socket.connect(timeout=30))[0]
