"""Positions. Each has one page, whatever moves lead to it."""

from django.urls import path

from games.learn.positions import play_on, views

EMPTY = {"moves": ""}

urlpatterns = [
    path("games/<uid:uid>/position/", views.game_position, name="game_position"),
    path("games/<uid:uid>/play-on/", play_on.play_on, name="play_on"),
    path("p/", views.explore, name="explore"),
    path("p/<str:board>/", views.position, EMPTY, name="board"),
    path("p/<str:board>/<str:moves>/", views.position, name="position"),
    path("p/<str:board>/<str:moves>/play/", views.play_position, name="play_position"),
]
