"""The ASGI application: pages go to Django, sockets to the consumers.

A socket passes, from the outside in: the proxies that are believed, the limits of its address,
the exact Origin, the session, and the route.
"""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
pages = get_asgi_application()  # loads the applications, so it comes before the next imports

from importlib.util import find_spec  # noqa: E402

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler  # noqa: E402
from django.urls import re_path  # noqa: E402
from servestatic import ServeStaticASGI  # noqa: E402

websocket_urlpatterns: list = []
if find_spec("games.routing"):
    from games.routing import websocket_urlpatterns
from tictactoe_site.asgi_types import Application, Receive, Scope, Send, refuse  # noqa: E402
from tictactoe_site.faults import CalmSockets  # noqa: E402
from tictactoe_site.limits import AddressLimits  # noqa: E402
from tictactoe_site.origins import ExactOrigins  # noqa: E402
from tictactoe_site.proxies import TrustedProxies  # noqa: E402

NO_SUCH_PATH = 4404


async def unknown_path(scope: Scope, receive: Receive, send: Send) -> None:
    await refuse(receive, send, NO_SUCH_PATH)


def with_static_files(pages: Application) -> Application:
    """Serve the collected files, or while developing the sources as they are now."""
    if settings.DEBUG:
        return ASGIStaticFilesHandler(pages)
    return ServeStaticASGI(
        pages,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        allow_all_origins=False,
        add_headers_function=add_static_headers,
    )


def add_static_headers(headers: dict[str, str], path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"


sockets = AddressLimits(
    ExactOrigins(
        CalmSockets(
            AuthMiddlewareStack(
                URLRouter([*websocket_urlpatterns, re_path("", unknown_path)]),
            ),
        ),
        settings.PUBLIC_ORIGINS,
    ),
    sockets=settings.SOCKETS_PER_ADDRESS,
    handshakes=settings.HANDSHAKES_PER_ADDRESS,
)

application = TrustedProxies(
    ProtocolTypeRouter({"http": with_static_files(pages), "websocket": sockets}),
    settings.TRUSTED_PROXIES,
)
