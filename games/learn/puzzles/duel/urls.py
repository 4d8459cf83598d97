"""Duels on 3×3."""

from django.urls import path

from games.learn.puzzles.duel import views
from games.learn.puzzles.duel.consumer import DuelConsumer

urlpatterns = [
    path("puzzles/duel/", views.duels, name="duels"),
    path("puzzles/duel/<uid:uid>/", views.duel, name="duel"),
    path("puzzles/duel/<uid:uid>/join/", views.join, name="duel_join"),
    path("puzzles/duel/<uid:uid>/answer/", views.answer, name="duel_answer"),
    path("puzzles/duel/<uid:uid>/leave/", views.leave, name="duel_leave"),
    path("puzzles/duel/<uid:uid>/rematch/", views.rematch, name="duel_rematch"),
]

websocket_urlpatterns = [path("ws/duels/<uid:uid>/", DuelConsumer.as_asgi())]
