"""Streaks."""

from django.urls import path

from games.learn.puzzles.streak import views

urlpatterns = [
    path("puzzles/streak/", views.streaks, name="streaks"),
    path("puzzles/streak/<int:streak_id>/", views.streak, name="streak"),
    path("puzzles/streak/<int:streak_id>/answer/", views.answer, name="streak_answer"),
    path("puzzles/streak/<int:streak_id>/skip/", views.skip, name="streak_skip"),
]
