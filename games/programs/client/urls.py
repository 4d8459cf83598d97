"""Addresses of the client. pip wants the wheel's address to end with its name."""

from django.urls import path

from games.programs.client import views
from games.programs.client.wheel import wheel_name

urlpatterns = [
    path("client/", views.client, name="client"),
    path(f"client/{wheel_name()}", views.client_wheel, name="client_wheel"),
]
