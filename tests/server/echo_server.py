"""The real server in front of an application that is easy to predict.

/echo answers every message with itself, /at-once by the way around ASGI; /taken takes texts that
begin with "now" without waiting, and the others as usual; /lazy takes none; /shout sends without
end, and so does /shout-at-once by the way around ASGI; /scope tells what it is given. When a
socket's disconnect runs, its path is printed. Of the pages, /slow takes a second and /hanging never
comes.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from typing import Any

from tictactoe_site.common.asgi_extensions import RECEIVE_NOW, SEND_NOW
from tictactoe_site.server.__main__ import listen, run_uvicorn
from tictactoe_site.server.pages import PagePlaces, WholeBodies
from tictactoe_site.server.protocols import fast_socket


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await live(receive, send)
        return
    if scope["type"] == "http":
        await pages(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    extensions = scope.get("extensions", {})
    if scope["path"] == "/taken":
        offer_to(extensions[RECEIVE_NOW], extensions[SEND_NOW])
    if scope["path"].startswith("/scope"):
        await send({"type": "websocket.send", "text": described(scope)})
        return
    await CONVERSATIONS[scope["path"]](receive, send, extensions.get(SEND_NOW))
    print("disconnected", scope["path"], flush=True)


async def live(receive: Any, send: Any) -> None:
    for stage in ("startup", "shutdown"):
        assert (await receive())["type"] == f"lifespan.{stage}"
        await send({"type": f"lifespan.{stage}.complete"})


async def page(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await asyncio.sleep({"/slow": 1, "/hanging": 3600}.get(scope["path"], 0))
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"page"})


pages = WholeBodies(PagePlaces(page))


def described(scope: dict[str, Any]) -> str:
    headers = [(name.decode(), value.decode("latin-1")) for name, value in scope["headers"]]
    others = {
        "query": scope["query_string"].decode(),
        "client": scope["client"][0],
        "extensions": sorted(scope["extensions"]),
        "headers": [header for header in headers if header[0].startswith(("cookie", "x-"))],
    }
    names = ("type", "path", "root_path", "subprotocols")
    return json.dumps({name: scope[name] for name in names} | others)


async def echo(receive: Any, send: Any, send_now: Any) -> None:
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["text"] == "close":
            await send({"type": "websocket.close", "code": 4404})
        await send({"type": "websocket.send", "text": message["text"]})


async def echo_slowly(receive: Any, send: Any, send_now: Any) -> None:
    while (message := await receive())["type"] != "websocket.disconnect":
        await asyncio.sleep(0.01)
        await send({"type": "websocket.send", "text": message["text"]})


async def be_lazy(receive: Any, send: Any, send_now: Any) -> None:
    await asyncio.sleep(3600)


async def shout(receive: Any, send: Any, send_now: Any) -> None:
    with suppress(OSError):  # the client has gone
        while True:
            await send({"type": "websocket.send", "text": "x" * 1000})
            await asyncio.sleep(0)


async def echo_at_once(receive: Any, send: Any, send_now: Any) -> None:
    while (message := await receive())["type"] != "websocket.disconnect":
        for text in message["text"].split("|"):
            send_now(text)


async def shout_at_once(receive: Any, send: Any, send_now: Any) -> None:
    gone = asyncio.ensure_future(receive())
    while not gone.done():
        send_now("x" * 1000)
        await asyncio.sleep(0)
    send_now("too late")


def offer_to(receive_now: Any, send_now: Any) -> None:
    def handle_now(text: str) -> bool:
        if text.startswith("now"):
            send_now(f"taken: {text}")
        return text.startswith("now")

    receive_now(handle_now)


CONVERSATIONS = {
    "/echo": echo,
    "/lazy": be_lazy,
    "/shout": shout,
    "/at-once": echo_at_once,
    "/taken": echo_slowly,
    "/shout-at-once": shout_at_once,
}

if __name__ == "__main__":
    # Less than the site waits for: tests of the protocol alone turn a clock for that.
    fast_socket.MAX_STALL, fast_socket.CLOSING_TIMEOUT = 4.0, 0.3
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    run_uvicorn(application, listen("127.0.0.1", int(sys.argv[1])))
