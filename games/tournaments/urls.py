"""Tournaments."""

from django.urls import path

from games.tournaments import views

urlpatterns = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/new/", views.new, name="new_tournament"),
    path("tournaments/<uid:uid>/", views.tournament, name="tournament"),
    path("tournaments/<uid:uid>/join/", views.join, name="tournament_join"),
    path("tournaments/<uid:uid>/pause/", views.pause, name="tournament_pause"),
    path("tournaments/<uid:uid>/back/", views.come_back, name="tournament_back"),
    path("tournaments/<uid:uid>/withdraw/", views.withdraw, name="tournament_withdraw"),
    path("tournaments/<uid:uid>/cancel/", views.cancel, name="tournament_cancel"),
]
