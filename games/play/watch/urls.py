"""The games to watch."""

from django.urls import path

from games.play.watch import views

urlpatterns = [
    path("watch/", views.watch, name="watch"),
    path("watch/games.json", views.watch_data, name="watch_data"),
]
