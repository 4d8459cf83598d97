"""Leaderboards, and the changes of somebody's rating."""

from django.urls import path

from games.compete.ratings.pages import views

urlpatterns = [
    path("ratings/", views.front, name="all_ratings"),
    path("ratings/<slug:pool>/", views.leaderboard, name="ratings"),
    path("ratings/<slug:pool>/<str:name>/", views.changes, name="rating_changes"),
]
