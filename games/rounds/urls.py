"""Competing: the front page."""

from django.urls import path

from games.rounds import views

urlpatterns = [path("compete/", views.compete, name="compete")]
