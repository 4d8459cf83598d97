"""The lab and its runs."""

from django.urls import path

from games.programs.lab import views

urlpatterns = [
    path("lab/", views.lab, name="lab"),
    path("lab/<int:run_id>/", views.lab_run, name="lab_run"),
    path("lab/<int:run_id>/live/", views.lab_live, name="lab_live"),
    path("lab/<int:run_id>/badge.svg", views.lab_badge, name="lab_badge"),
    path("lab/<int:run_id>/stop/", views.stop_lab_run, name="stop_lab_run"),
    path("lab/<int:run_id>/delete/", views.delete_lab_run, name="delete_lab_run"),
]
