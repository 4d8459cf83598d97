"""Reviews and explanations of games that are over."""

from django.urls import path

from games.review import explain_views, grades, views

urlpatterns = [
    path("games/<uid:uid>/review/", views.review, name="review"),
    path("games/<uid:uid>/review/grades/", grades.grades, name="grades"),
    path("games/<uid:uid>/explain/", explain_views.explain, name="explain"),
    path("games/<uid:uid>/explain.json", explain_views.explain_data, name="explain_data"),
]
