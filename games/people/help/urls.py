"""The pages about the site."""

from django.urls import path

from games.people.help import views

urlpatterns = [
    path("rules/", views.rules, name="rules"),
    path("help/", views.help_page, name="help"),
    path("privacy/", views.privacy, name="privacy"),
    path("contact/", views.contact, name="contact"),
]
