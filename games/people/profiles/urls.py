"""Profiles, one's own games, and downloads."""

from django.urls import path

from games.people.profiles import downloads, export_views, views

urlpatterns = [
    path("games/<uid:uid>/game.txt", downloads.download_text, name="download_text"),
    path("games/<uid:uid>/game.json", downloads.download_json, name="download_json"),
    path("me/people/", views.people, name="people"),
    path("me/games/", views.history, name="history"),
    path("me/export/", export_views.export, name="export"),
    path("@<str:name>/", views.profile, name="profile"),
    path("@<str:name>/card.png", views.profile_card, name="profile_card"),
]
