"""Walks through stored proofs, each turn under an address of its own, and the proofs as files."""

from django.urls import path

from games.learn.walks import views

START = {"moves": ""}

urlpatterns = [
    path("fair/<str:board>/walk/", views.walk, START, name="walk"),
    path("fair/<str:board>/walk/<str:moves>/", views.walk, name="walk_on"),
    path("fair/<str:board>/proofs/<str:cell>.txt", views.proof_file, name="proof_file"),
]
