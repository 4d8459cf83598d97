"""Tournaments."""

from django.urls import path

from games.compete.tournaments import views
from games.compete.tournaments.arena.consumer import ArenaConsumer
from games.compete.tournaments.robin.urls import urlpatterns as robin_paths

urlpatterns = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/new/", views.new, name="new_tournament"),
    path("tournaments/<uid:uid>/", views.tournament, name="tournament"),
    path("tournaments/<uid:uid>/card.png", views.tournament_card, name="tournament_card"),
    path("tournaments/<uid:uid>/edit/", views.edit, name="tournament_edit"),
    path("tournaments/<uid:uid>/join/", views.join, name="tournament_join"),
    path("tournaments/<uid:uid>/pause/", views.pause, name="tournament_pause"),
    path("tournaments/<uid:uid>/back/", views.come_back, name="tournament_back"),
    path("tournaments/<uid:uid>/withdraw/", views.withdraw, name="tournament_withdraw"),
    path("tournaments/<uid:uid>/cancel/", views.cancel, name="tournament_cancel"),
    path("tournaments/<uid:uid>/boards/", views.arena_boards, name="arena_boards"),
    *robin_paths,
]

websocket_urlpatterns = [path("ws/tournaments/<uid:uid>/", ArenaConsumer.as_asgi())]
