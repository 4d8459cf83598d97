"""The pages for frames."""

from django.urls import path

from games.programs.embeds import views
from games.programs.embeds.oembed import oembed

EMPTY = {"moves": ""}

urlpatterns = [
    path("oembed", oembed, name="oembed"),
    path("embed/game/<uid:uid>/", views.game, name="embed_game"),
    path("embed/position/<str:board>/", views.position, EMPTY, name="embed_board"),
    path("embed/position/<str:board>/<str:moves>/", views.position, name="embed_position"),
    path("embed/explanation/<str:board>/", views.explanation, EMPTY, name="embed_explained_board"),
    path("embed/explanation/<str:board>/<str:moves>/", views.explanation, name="embed_explanation"),
    path("embed/puzzle/daily/", views.daily_puzzle, name="embed_daily_puzzle"),
    path("embed/puzzle/<int:puzzle_id>/", views.puzzle, name="embed_puzzle"),
    path("embed/verdict/<int:run_id>/", views.verdict, name="embed_verdict"),
    path("puzzles/daily/embed/", views.old_daily_puzzle, name="daily_puzzle_embed"),
]
