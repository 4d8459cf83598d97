"""Storms."""

from django.urls import path

from games.learn.puzzles.storm import views

urlpatterns = [
    path("puzzles/storm/", views.storms, name="storms"),
    path("puzzles/storm/<int:storm_id>/", views.storm, name="storm"),
    path("puzzles/storm/<int:storm_id>/answer/", views.answer, name="storm_answer"),
]
