"""The account pages under /me/. (Sign-in has its own addresses, see accounts.signin.urls.)"""

from django.urls import path

from accounts.views.account import delete, me
from accounts.views.preferences import handwriting, preferences, quick_preference
from accounts.views.relations import block, follow, unblock, unfollow

app_name = "accounts"
urlpatterns = [
    path("me/", me, name="me"),
    path("me/preferences/", preferences, name="preferences"),
    path("me/preferences/handwriting/", handwriting, name="handwriting"),
    path("me/preferences/quick/", quick_preference, name="quick_preference"),
    path("me/people/follow/", follow, name="follow"),
    path("me/people/unfollow/", unfollow, name="unfollow"),
    path("me/people/block/", block, name="block"),
    path("me/people/unblock/", unblock, name="unblock"),
    path("me/delete/", delete, name="delete"),
]
