"""Competing: the front page, looking for an opponent, and each round."""

from django.urls import path

from games.compete.rounds import views

urlpatterns = [
    path("compete/", views.compete, name="compete"),
    path("rounds/<uid:uid>/", views.round_page, name="round"),
    path("rounds/seek/", views.seek, name="seek"),
    path("rounds/seek.json", views.seek_data, name="seek_data"),
    path("rounds/seek/cancel/", views.cancel, name="seek_cancel"),
    path("rounds/seek/<uid:uid>/accept/", views.accept, name="seek_accept"),
    path("rounds/seek/<uid:uid>/decline/", views.decline, name="seek_decline"),
    path("rounds/level/", views.level, name="round_level"),
]
