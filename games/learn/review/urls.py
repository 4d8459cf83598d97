"""Reviews of games that are over."""

from django.urls import path

from games.learn.review import grades, views

urlpatterns = [
    path("games/<uid:uid>/review/", views.review, name="review"),
    path("games/<uid:uid>/review/grades/", grades.grades, name="grades"),
]
