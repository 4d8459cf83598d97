"""Puzzles."""

from django.urls import path

from games.learn.puzzles import views

urlpatterns = [
    path("puzzles/", views.front, name="puzzles"),
    path("puzzles/next/", views.next_puzzle, name="next_puzzle"),
    path("puzzles/daily/", views.daily, name="daily_puzzle"),
    path("puzzles/rated/", views.switch, name="switch_puzzle_rating"),
    path("puzzles/<int:puzzle_id>/", views.puzzle, name="puzzle"),
    path("puzzles/<int:puzzle_id>/move/", views.move, name="puzzle_move"),
    path("puzzles/<int:puzzle_id>/give-up/", views.give_up, name="give_up_puzzle"),
]
