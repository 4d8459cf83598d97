"""Lessons."""

from django.urls import path

from games.learn.lessons import views

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("learn/tictactoe.py", views.skeleton, name="lesson_skeleton"),
    path("learn/<slug:slug>/", views.lesson, name="lesson"),
    path("learn/<slug:slug>/<int:number>/", views.question, name="lesson_question"),
]
