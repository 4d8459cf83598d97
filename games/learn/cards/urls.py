"""The pictures of pages."""

from django.urls import path

from games.learn.cards import views

urlpatterns = [
    path("games/<uid:uid>/card.png", views.game_card, name="game_card"),
    path("puzzles/<int:puzzle_id>/card.png", views.puzzle_card, name="puzzle_card"),
    path("p/<str:board>/<str:moves>/card.png", views.position_card, name="position_card"),
]
