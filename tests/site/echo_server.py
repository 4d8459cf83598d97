"""The real server in front of an application that is easy to predict.

/echo answers every message with itself; /lazy takes none; /shout sends without end. When a
socket's disconnect runs, its path is printed.
"""

import asyncio
import sys
from typing import Any


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"page"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    await TALKS[scope["path"]](receive, send)
    print("disconnected", scope["path"], flush=True)


async def echo(receive: Any, send: Any) -> None:
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["text"] == "close":
            await send({"type": "websocket.close", "code": 4404})
        await send({"type": "websocket.send", "text": message["text"]})


async def be_lazy(receive: Any, send: Any) -> None:
    await asyncio.sleep(3600)


async def shout(receive: Any, send: Any) -> None:
    gone = asyncio.ensure_future(receive())
    while not gone.done():
        await send({"type": "websocket.send", "text": "x" * 1000})
        await asyncio.sleep(0)


TALKS = {"/echo": echo, "/lazy": be_lazy, "/shout": shout}

if __name__ == "__main__":
    from tictactoe_site.server import Server

    Server(application, host="127.0.0.1", port=int(sys.argv[1])).run()
