"""The pictures of pages."""

from django.urls import path

from games.learn.cards import views

urlpatterns = [
    path("games/<uid:uid>/card.png", views.game_card, name="game_card"),
    path("games/<uid:uid>/picture.svg", views.game_picture, name="game_picture"),
    path("games/<uid:uid>/animation.gif", views.game_animation, name="game_animation"),
    path("puzzles/<int:puzzle_id>/card.png", views.puzzle_card, name="puzzle_card"),
    path("p/<str:board>/<str:moves>/card.png", views.position_card, name="position_card"),
]
