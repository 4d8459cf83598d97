"""The page of what is waiting."""

from django.urls import path, re_path

from games.play.notices import views
from games.play.notices.consumer import NoticeConsumer

urlpatterns = [
    path("me/waiting/", views.waiting, name="waiting"),
    path("me/waiting/mail/", views.mail, name="turn_mail"),
    path("me/waiting/<uid:uid>/dismiss/", views.dismiss, name="dismiss"),
]

websocket_urlpatterns = [re_path(r"^ws/me/$", NoticeConsumer.as_asgi())]
