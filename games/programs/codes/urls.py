"""The page on which a code is entered."""

from django.urls import path

from games.programs.codes import views

urlpatterns = [path("code/", views.enter_code, name="enter_code")]
