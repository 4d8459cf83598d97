"""The ASGI application: pages go to Django, sockets to the consumers."""

import os
from importlib.util import find_spec

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
pages = get_asgi_application()  # loads the applications, so it comes before the next imports

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler  # noqa: E402

routes = []
if find_spec("games.routing"):
    from games.routing import websocket_urlpatterns as routes

if settings.DEBUG:
    pages = ASGIStaticFilesHandler(pages)

application = ProtocolTypeRouter(
    {"http": pages, "websocket": AuthMiddlewareStack(URLRouter(routes))}
)
