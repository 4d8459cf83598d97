"""Round robins. All of one lies under its uid."""

from django.urls import path

from games.compete.tournaments.robin import views

urlpatterns = [
    path("tournaments/new/round-robin/", views.new, name="new_robin"),
    path("tournaments/<uid:uid>/wall/", views.wall, name="robin_wall"),
    path("tournaments/<uid:uid>/code.svg", views.code_svg, name="robin_code"),
    path("tournaments/<uid:uid>/table.svg", views.table_svg, name="robin_svg"),
    path("tournaments/<uid:uid>/table.csv", views.table_csv, name="robin_csv"),
    path("tournaments/<uid:uid>/begin/", views.begin, name="robin_begin"),
    path("tournaments/<uid:uid>/hold/", views.hold, name="robin_hold"),
    path("tournaments/<uid:uid>/resume/", views.resume, name="robin_resume"),
    path("tournaments/<uid:uid>/level/", views.enter_level, name="robin_level"),
    path("tournaments/<uid:uid>/remove/", views.remove, name="robin_remove"),
    path("tournaments/<uid:uid>/replay/", views.replay, name="robin_replay"),
]
