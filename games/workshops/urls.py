"""Workshops: all of one lies under its code."""

from django.urls import path, register_converter

from games.models.workshop import CODE_ALPHABET, CODE_LENGTH
from games.workshops import views


class ShortConverter:
    """A code alone: in capitals and with a digit, so that it is no page's name."""

    regex = rf"(?=[A-Z]*[0-9])[{CODE_ALPHABET}]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(ShortConverter, "short_code")

urlpatterns = [
    path("workshops/", views.workshops, name="workshops"),
    path("workshops/<slug:code>/", views.workshop, name="workshop"),
    path("workshops/<slug:code>/wall/", views.wall, name="workshop_wall"),
    path("workshops/<slug:code>/code.svg", views.code_svg, name="workshop_code"),
    path("workshops/<slug:code>/round-robin/", views.pair, name="workshop_pair"),
    path("workshops/<slug:code>/questions/", views.ask, name="workshop_ask"),
    path("workshops/<slug:code>/close/", views.close, name="workshop_close"),
    path("workshops/<slug:code>/start/", views.start, name="workshop_start"),
    path("workshops/<slug:code>/start/<slug:language>.zip", views.kit_zip, name="workshop_zip"),
    path(
        "workshops/<slug:code>/start/<slug:language>/<str:name>",
        views.kit_file,
        name="workshop_file",
    ),
    path("<short_code:code>", views.short, name="workshop_short"),
]
