"""The directory of bots, and one's own."""

from django.urls import path

from games.programs.bots import views

urlpatterns = [
    path("bots/", views.bots, name="bots"),
    path("me/bots/", views.my_bots, name="my_bots"),
    path("me/bots/<str:name>/", views.my_bot, name="my_bot"),
    path("me/bots/<str:name>/tokens/", views.new_token, name="new_token"),
    path("me/bots/<str:name>/tokens/<int:token_id>/revoke/", views.revoke, name="revoke_token"),
    path("me/bots/<str:name>/delete/", views.delete_bot, name="delete_bot"),
]
