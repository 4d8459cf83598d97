"""One's own mistakes."""

from django.urls import path

from games.learn.puzzles.mistakes import views

urlpatterns = [
    path("puzzles/mistakes/", views.mistakes, name="mistakes"),
    path("puzzles/mistakes/<int:mistake_id>/", views.mistake, name="mistake"),
    path("puzzles/mistakes/<int:mistake_id>/answer/", views.answer, name="mistake_answer"),
    path("puzzles/mistakes/<int:mistake_id>/give-up/", views.give_up, name="mistake_give_up"),
    path("puzzles/mistakes/<int:mistake_id>/remove/", views.remove, name="mistake_remove"),
]
