"""Socket paths. All that belongs to one game lies under its uid, so that a proxy can hash it."""

from django.urls import re_path

from games.consumers import GameConsumer, LobbyConsumer, NoticeConsumer

websocket_urlpatterns = [
    re_path(r"^ws/lobby/$", LobbyConsumer.as_asgi()),
    re_path(r"^ws/me/$", NoticeConsumer.as_asgi()),
    re_path(r"^ws/games/(?P<uid>[A-Za-z0-9]{10})/$", GameConsumer.as_asgi()),
]
