"""Notifications on devices. Their page is a section of the preferences."""

from django.urls import path

from games.play.push import views

urlpatterns = [
    path("me/push/", views.switch_on, name="push_on"),
    path("me/push/renew/", views.renew, name="push_renew"),
    path("me/push/<uid:uid>/", views.choose, name="push_kinds"),
    path("me/push/<uid:uid>/test/", views.send_test, name="push_test"),
    path("me/push/<uid:uid>/remove/", views.remove, name="push_remove"),
]
