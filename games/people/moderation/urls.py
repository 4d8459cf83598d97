"""Reports."""

from django.urls import path

from games.people.moderation import views

urlpatterns = [
    path("games/<uid:uid>/report/", views.report, name="report"),
    path("@<str:name>/report/", views.report_person, name="report_person"),
]
