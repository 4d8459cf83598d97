"""The way in: pages go to Django, sockets and their streams to the consumers, workshops' clients to
their gateway.

A socket passes, from the outside in: the proxies that are believed, the trace for the log, the
limits of its address, the exact Origin, its turn, its user, and the route. While it is open, the
coroutines that it has passed stay in memory. So a part with nothing to do at the socket's end is a
plain function that returns the next one's coroutine; and behind the trace all share one scope.
"""

from collections.abc import Awaitable
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application
from servestatic import ServeStaticASGI

from games.programs.workshops.room.entrance import enter
from games.protocol.messages import CloseCode
from games.urls import websocket_urlpatterns
from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send, refuse
from tictactoe_site.server.direct_moves import DirectMoves
from tictactoe_site.server.handshake_throttle import AddressLimits, HandshakeThrottle
from tictactoe_site.server.lifespan import Lifespan
from tictactoe_site.server.origins import ExactOrigins
from tictactoe_site.server.pages import PagePlaces, WholeBodies, refuse_page
from tictactoe_site.server.programs import ForPrograms, in_places
from tictactoe_site.server.proxies import TrustedProxies
from tictactoe_site.server.socket_io import BesideSocketIO, Gateway
from tictactoe_site.server.streams import Streams
from tictactoe_site.server.tracing import TraceMiddleware
from tictactoe_site.server.user_auth import UserAuth


def with_static_files(application: Application) -> Application:
    """Serve the collected files, or while developing the sources as they are now."""
    if settings.DEBUG:
        return ASGIStaticFilesHandler(application)  # type: ignore[arg-type, return-value]  # any
    static: Application = ServeStaticASGI(
        application,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        allow_all_origins=False,
        add_headers_function=add_static_headers,
    )
    return static


def add_static_headers(headers: dict[str, str], path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"


def by_path(scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
    """Hand the socket to the consumer of its path, which finds the path's parameters in
    `url_route`."""
    for route in websocket_urlpatterns:
        if match := route.pattern.match(scope["path"].lstrip("/")):
            scope["url_route"] = {"kwargs": match[2]}
            consumer: Awaitable[Any] = route.callback(scope, receive, send)
            return consumer
    return refuse(receive, send, CloseCode.NOT_FOUND)


# From the cheapest check to the most expensive: only the user needs the database.
sockets = AddressLimits(
    ExactOrigins(HandshakeThrottle(UserAuth(by_path)), settings.PUBLIC_ORIGINS),
    sockets=settings.SOCKETS_PER_ADDRESS,
    handshakes=settings.HANDSHAKES_PER_ADDRESS,
)
django: Application = get_asgi_application()  # type: ignore[assignment]  # messages are dict
pages = WholeBodies(PagePlaces(django, refuse=refuse_page), refuse=refuse_page)
programs = DirectMoves(Streams(in_places(django), sockets))
workshops = Gateway(enter, clients_per_address=settings.WORKSHOP_CLIENTS_PER_ADDRESS)
applications: dict[str, Application] = {
    "http": with_static_files(
        BesideSocketIO(workshops, TraceMiddleware(ForPrograms(pages, programs)))
    ),
    "websocket": BesideSocketIO(workshops, TraceMiddleware(sockets)),
}


def serve(scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
    return applications[scope["type"]](scope, receive, send)


# Before all others, because they count and log by the client's real address.
site = TrustedProxies(serve, settings.TRUSTED_PROXIES, root_path=settings.FORCE_SCRIPT_NAME or "")
application = Lifespan(site)
