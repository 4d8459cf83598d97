"""Every way in that the site has, read from its URL map, its socket routes and its protocol."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from django.urls import URLPattern, URLResolver, get_resolver

from games.protocol.commands import GameCommand
from games.urls import websocket_urlpatterns

_PARAMETER = re.compile(r"\(\?P<(\w+)>[^)]*\)|<(?:\w+:)?(\w+)>")


@dataclass(frozen=True, slots=True)
class Route:
    """One pattern of the URL map. `name` is its name there, or the pattern if it has none."""

    name: str
    pattern: str

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(first or second for first, second in _PARAMETER.findall(self.pattern))

    def path(self, values: Mapping[str, str]) -> str:
        """The address with *values* for its parameters."""
        return "/" + _PARAMETER.sub(lambda found: values[found[1] or found[2]], self.pattern)


def page_routes() -> list[Route]:
    """The whole URL map, the libraries' part of it as well."""
    return list(_walk(get_resolver().url_patterns))


def socket_routes() -> list[Route]:
    """The sockets; each is named by its pattern."""
    patterns = [_plain(route) for route in websocket_urlpatterns]
    return [Route(pattern, pattern) for pattern in patterns]


def message_types() -> list[str]:
    """What a client can send, by the names that stand in its messages."""
    return sorted(kind.__struct_config__.tag for kind in get_args(GameCommand))


def _walk(
    entries: Iterable[URLPattern | URLResolver], before: str = "", spaces: tuple[str, ...] = ()
) -> Iterator[Route]:
    for entry in entries:
        pattern = before + _plain(entry)
        if isinstance(entry, URLResolver):
            inner = (*spaces, entry.namespace) if entry.namespace else spaces
            yield from _walk(entry.url_patterns, pattern, inner)
        else:
            yield Route(":".join((*spaces, entry.name)) if entry.name else pattern, pattern)


def _plain(entry: URLPattern | URLResolver) -> str:
    return str(entry.pattern).removeprefix("^").removesuffix("$")
