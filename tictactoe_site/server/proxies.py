"""Finds the address of the client, which only trusted proxies may tell."""

from collections.abc import Awaitable, Sequence
from typing import Any

from asgiref.sync import markcoroutinefunction

from tictactoe_site.common.addresses import UNKNOWN, is_trusted, real_address
from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send, header

FORWARDED_FOR = b"x-forwarded-for"
FORWARDED_PROTO = b"x-forwarded-proto"
REQUEST_ID = b"x-request-id"
# daphne believes this header from any client, and would begin every link with it.
ROOT_PATH = b"daphne-root-path"
HEADERS = {FORWARDED_FOR, FORWARDED_PROTO, ROOT_PATH}


class TrustedProxies:
    """ASGI middleware: believes X-Forwarded-For and -Proto of *proxies*, and of nobody else.

    What it believes becomes the scope's client and scheme. The headers themselves are taken out,
    so that nothing behind it can believe them by mistake. An X-Request-ID stays if a proxy has
    sent it. The path that the site lies under is *root_path*, whatever the server made of a header.
    """

    def __init__(
        self, application: Application, proxies: Sequence[str], *, root_path: str = ""
    ) -> None:
        self.application = application
        self.proxies = proxies
        self.root_path = root_path

    @markcoroutinefunction  # servers take an unmarked callable for an ASGI 2 application
    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
        return self.application(self.resolve(scope), receive, send)

    def resolve(self, scope: Scope) -> Scope:
        """Return *scope* with the client and the root path that are meant, without the headers."""
        peer, port = scope.get("client") or (UNKNOWN, 0)
        chain = b",".join(header(scope, FORWARDED_FOR)).decode("latin-1")
        client = real_address(peer, chain, self.proxies)
        is_proxy = is_trusted(peer, self.proxies)
        out = HEADERS if is_proxy else HEADERS | {REQUEST_ID}
        kept = [(name, value) for name, value in scope["headers"] if name not in out]
        resolved = scope | {"headers": kept, "client": [client, port], "root_path": self.root_path}
        if is_proxy and header(scope, FORWARDED_PROTO) == [b"https"]:
            resolved["scheme"] = "wss" if scope["type"] == "websocket" else "https"
        return resolved
