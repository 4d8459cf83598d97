"""Paths of pages and sockets. All of one game lies under its uid, so that a proxy can hash it."""

from django.urls import include, path

from games.compete.tournaments.urls import websocket_urlpatterns as tournament_sockets
from games.learn.puzzles.duel.urls import websocket_urlpatterns as duel_sockets
from games.play.game.urls import websocket_urlpatterns as game_sockets
from games.play.lobby.urls import websocket_urlpatterns as lobby_sockets
from games.play.notices.urls import websocket_urlpatterns as notice_sockets

CAPABILITIES = (
    "programs.bots",
    "programs.lab",
    "learn.lessons",
    "play.lobby",
    "play.game",
    "play.watch",
    "play.offline",
    "learn.review",
    "learn.cards",
    "learn.explanation",  # before positions, where any name may be moves
    "learn.positions",
    "learn.puzzles",
    "learn.fairness",
    "learn.walks",
    "compete.ratings",
    "people.profiles",
    "learn.puzzles.duel",
    "learn.puzzles.mistakes",
    "learn.puzzles.streak",
    "learn.puzzles.storm",
    "play.notices",
    "play.push",
    "people.moderation",
    "people.help",
    "compete.rounds",
    "compete.tournaments",
    "programs.client",
    "programs.workshops",
    "programs.codes",
    "programs.embeds",
    "programs.course",
)

app_name = "games"
urlpatterns = [path("", include(f"games.{name}.urls")) for name in CAPABILITIES]
websocket_urlpatterns = [
    *(*lobby_sockets, *notice_sockets, *game_sockets),
    *(*duel_sockets, *tournament_sockets),
]
