"""The installed site, and what it shows without a network."""

from django.urls import path

from games.play.offline import views

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.service_worker, name="service_worker"),
    path("offline/", views.offline, name="offline"),
    path("offline/page/<slug:version>/", views.kept_page, name="offline_page"),
]
