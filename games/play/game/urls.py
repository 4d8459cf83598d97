"""A game, and everything that is done in it."""

from django.urls import path

from games.play.game import page, views
from games.play.game.consumer import GameConsumer

urlpatterns = [
    path("games/<uid:uid>/", views.game, name="game"),
    path("games/<uid:uid>/play/", views.play, name="play"),
    path("games/<uid:uid>/swap/", views.swap, name="swap"),
    path("games/<uid:uid>/resign/", views.resign, name="resign"),
    path("games/<uid:uid>/claim/", views.claim, name="claim"),
    path("games/<uid:uid>/claim-draw/", views.claim_draw, name="claim_draw"),
    path("games/<uid:uid>/give-time/", views.give_time, name="give_time"),
    path("games/<uid:uid>/abort/", views.abort, name="abort"),
    path("games/<uid:uid>/offer/", views.offer, name="offer"),
    path("games/<uid:uid>/answer/", views.answer, name="answer"),
    path("games/<uid:uid>/say/", views.say, name="say"),
    path("games/<uid:uid>/again/", views.again, name="again"),
    path("games/<uid:uid>/invite.svg", page.invite_svg, name="invite_svg"),
]

websocket_urlpatterns = [
    path("ws/games/<uid:uid>/", GameConsumer.as_asgi()),
    # For frames on other sites' pages: no session is read, see tictactoe_site.server.user_auth.
    path("ws/games/<uid:uid>/public/", GameConsumer.as_asgi()),
]
