"""Finds out who the client is when a proxy stands before the server."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from tictactoe_site.asgi_types import Application, Receive, Scope, Send, header

Network = IPv4Network | IPv6Network

FORWARDED_FOR = b"x-forwarded-for"
FORWARDED_PROTO = b"x-forwarded-proto"
HEADERS = {FORWARDED_FOR, FORWARDED_PROTO}


class TrustedProxies:
    """ASGI middleware: believes X-Forwarded-For and -Proto of *proxies*, and of nobody else.

    What it believes becomes the scope's client and scheme. The headers themselves are taken out,
    so that nothing behind it can believe them by mistake.
    """

    def __init__(self, application: Application, proxies: Iterable[str]) -> None:
        self.application = application
        self.proxies = [ip_network(proxy) for proxy in proxies]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        return await self.application(self.resolve(scope), receive, send)

    def resolve(self, scope: Scope) -> Scope:
        kept = [
            pair for pair in scope["headers"] if pair[0] not in (FORWARDED_FOR, FORWARDED_PROTO)
        ]
        resolved = scope | {"headers": kept}
        peer = (scope.get("client") or ("",))[0]
        if not is_within(peer, self.proxies):
            return resolved
        chain = b",".join(header(scope, FORWARDED_FOR)).decode("ascii", "replace").split(",")
        client = nearest_stranger([hop.strip() for hop in chain], self.proxies)
        if client:
            resolved["client"] = [client, 0]
        if header(scope, FORWARDED_PROTO) == [b"https"]:
            resolved["scheme"] = "wss" if scope["type"] == "websocket" else "https"
        return resolved


def nearest_stranger(chain: Sequence[str], proxies: Sequence[Network]) -> str:
    """The last address of *chain* that is none of *proxies*; it may forge what stands before."""
    for hop in reversed(chain):
        if not is_address(hop):
            return ""
        if not is_within(hop, proxies):
            return hop
    return ""


def is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_within(text: str, networks: Sequence[Network]) -> bool:
    return is_address(text) and any(ip_address(text) in network for network in networks)
