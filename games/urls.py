"""Paths of pages and sockets. All of one game lies under its uid, so that a proxy can hash it."""

from django.urls import include, path

from games.lobby.urls import websocket_urlpatterns as lobby_sockets
from games.notices.urls import websocket_urlpatterns as notice_sockets
from games.play.urls import websocket_urlpatterns as game_sockets
from games.puzzles.duel.urls import websocket_urlpatterns as duel_sockets
from games.tournaments.urls import websocket_urlpatterns as tournament_sockets

CAPABILITIES = (
    "bots",
    "lab",
    "lessons",
    "lobby",
    "play",
    "review",
    "explanation",  # before positions, where any name may be moves
    "positions",
    "puzzles",
    "fairness",
    "ratings",
    "profiles",
    "puzzles.duel",
    "puzzles.mistakes",
    "puzzles.streak",
    "notices",
    "moderation",
    "help",
    "rounds",
    "tournaments",
    "client",
    "workshops",
    "codes",
)

app_name = "games"
urlpatterns = [path("", include(f"games.{name}.urls")) for name in CAPABILITIES]
websocket_urlpatterns = [
    *(*lobby_sockets, *notice_sockets, *game_sockets),
    *(*duel_sockets, *tournament_sockets),
]
