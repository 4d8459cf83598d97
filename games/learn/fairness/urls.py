"""Fairness: who wins each board between perfect players, and what a rule changes."""

from django.urls import path

from games.learn.fairness import views

urlpatterns = [
    path("fair/", views.fairness, name="fairness"),
    path("fair/<str:board>/", views.fairness_board, name="fairness_board"),
]
