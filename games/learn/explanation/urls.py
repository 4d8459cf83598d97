"""Explanations of finished games and of positions, wherever they come from."""

from django.urls import path

from games.learn.explanation import views

EMPTY = {"moves": ""}

urlpatterns = [
    path("explain/", views.explain_any, name="explain_any"),
    path("games/<uid:uid>/explain/", views.explain, name="explain"),
    path("games/<uid:uid>/explain.json", views.explain_data, name="explain_data"),
    path("p/<str:board>/explain/", views.explain_position, EMPTY, name="explain_board"),
    path("p/<str:board>/<str:moves>/explain/", views.explain_position, name="explain_position"),
]
