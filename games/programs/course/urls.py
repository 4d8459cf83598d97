"""The course."""

from django.urls import path

from games.programs.course import views

urlpatterns = [path("course/", views.course, name="course")]
