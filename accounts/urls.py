"""The account pages under /me/. (Sign-in has its own addresses, see sign_in_urls.)"""

from django.urls import path

from accounts.views.delete import delete
from accounts.views.me import me
from accounts.views.preferences import preferences, quick_preference

app_name = "accounts"
urlpatterns = [
    path("me/", me, name="me"),
    path("me/preferences/", preferences, name="preferences"),
    path("me/preferences/quick/", quick_preference, name="quick_preference"),
    path("me/delete/", delete, name="delete"),
]
