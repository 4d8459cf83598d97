"""Routes a socket to the consumer of its path."""

from collections.abc import Awaitable
from typing import Any

from games.protocol.messages import CloseCode
from games.urls import websocket_urlpatterns
from tictactoe_site.server.asgi_types import Receive, Scope, Send, refuse


def by_path(scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
    """Hand the socket to the consumer of its path, which finds the path's parameters in
    `url_route`."""
    for route in websocket_urlpatterns:
        if match := route.pattern.match(scope["path"].lstrip("/")):
            scope["url_route"] = {"kwargs": match[2]}
            consumer: Awaitable[Any] = route.callback(scope, receive, send)
            return consumer
    return refuse(receive, send, CloseCode.NOT_FOUND)
