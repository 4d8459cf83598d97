"""Competing: the front page, and each round."""

from django.urls import path

from games.rounds import round_views, views

urlpatterns = [
    path("compete/", views.compete, name="compete"),
    path("rounds/<uid:uid>/", round_views.round_page, name="round"),
]
