"""The way in: pages go to Django, sockets to the consumers.

A socket passes, from the outside in: the proxies that are believed, the trace for the log, the
limits of its address, the exact Origin, its turn, the session, and the route.
"""

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application
from django.urls import re_path
from servestatic import ServeStaticASGI

from games.routing import websocket_urlpatterns
from tictactoe_site.admission import Admission
from tictactoe_site.asgi_types import Application, Receive, Scope, Send, refuse
from tictactoe_site.faults import CalmSockets
from tictactoe_site.limits import AddressLimits
from tictactoe_site.origins import ExactOrigins
from tictactoe_site.proxies import TrustedProxies
from tictactoe_site.tracing import Traced

NO_SUCH_PATH = 4404


async def unknown_path(scope: Scope, receive: Receive, send: Send) -> None:
    await refuse(receive, send, NO_SUCH_PATH)


def with_static_files(application: Application) -> Application:
    """Serve the collected files, or while developing the sources as they are now."""
    if settings.DEBUG:
        return ASGIStaticFilesHandler(application)
    return ServeStaticASGI(
        application,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        allow_all_origins=False,
        add_headers_function=add_static_headers,
    )


def add_static_headers(headers: dict[str, str], path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"


routes = URLRouter([*websocket_urlpatterns, re_path("", unknown_path)])
sockets = AddressLimits(
    ExactOrigins(Admission(CalmSockets(AuthMiddlewareStack(routes))), settings.PUBLIC_ORIGINS),
    sockets=settings.SOCKETS_PER_ADDRESS,
    handshakes=settings.HANDSHAKES_PER_ADDRESS,
)
pages = with_static_files(Traced(get_asgi_application()))
application = TrustedProxies(
    ProtocolTypeRouter({"http": pages, "websocket": Traced(sockets)}), settings.TRUSTED_PROXIES
)
