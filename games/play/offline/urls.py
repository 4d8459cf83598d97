"""The installed site, and what it shows without a network."""

from django.urls import path

from games.play.offline import views

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.service_worker, name="service_worker"),
    path("offline/", views.offline, name="offline"),
    path("offline/account/", views.account, name="offline_account"),
    path("offline/games/", views.add_games, name="add_offline_games"),
    path("offline/page/<slug:version>/", views.kept_page, name="offline_page"),
]
