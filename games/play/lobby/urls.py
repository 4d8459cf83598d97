"""The home page and new games."""

from django.urls import path, re_path

from games.play.lobby import first_game, joining, new_game, views
from games.play.lobby.consumer import LobbyConsumer

urlpatterns = [
    path("", views.home, name="home"),
    path("games/new/", new_game.new, name="new"),
    path("games/first/", first_game.first, name="first"),
    path("first-steps/hide/", first_game.hide, name="hide_first_steps"),
    path("games/random/", views.random, name="random"),
    path("games/quick/", views.quick, name="quick"),
    path("games/meanwhile/", views.meanwhile, name="meanwhile"),
    path("@<str:name>/challenge/", new_game.challenge, name="challenge"),
    path("games/<uid:uid>/join/", joining.join, name="join"),
    path("games/<uid:uid>/cancel/", joining.cancel, name="cancel"),
    path("games/<uid:uid>/not-now/", joining.not_now, name="not_now"),
    path("games/<uid:uid>/decline/", joining.decline, name="decline"),
]

websocket_urlpatterns = [re_path(r"^ws/lobby/$", LobbyConsumer.as_asgi())]
