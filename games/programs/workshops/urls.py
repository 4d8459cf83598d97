"""Workshops: all of one lies under its code."""

from django.urls import path, register_converter

from games.models.workshop import CODE_LENGTH
from games.programs.workshops import views
from games.programs.workshops.round_robin import views as round_robin
from tictactoe_site.common.uids import CODE_ALPHABET


class ShortConverter:
    """A code alone: without a slash and with a digit, so that it is no page's name."""

    regex = rf"(?=[A-Za-z]*[0-9])[{CODE_ALPHABET}{CODE_ALPHABET.lower()}]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(ShortConverter, "short_code")

urlpatterns = [
    path("workshops/", views.workshops, name="workshops"),
    path("workshops/<slug:code>/", views.workshop, name="workshop"),
    path("workshops/<slug:code>/wall/", views.wall, name="workshop_wall"),
    path("workshops/<slug:code>/all.zip", views.archive, name="workshop_all"),
    path("workshops/<slug:code>/code.svg", views.code_svg, name="workshop_code"),
    path("workshops/<slug:code>/table.svg", round_robin.table_svg, name="workshop_table_svg"),
    path("workshops/<slug:code>/table.csv", round_robin.table_csv, name="workshop_table_csv"),
    path("workshops/<slug:code>/round-robin/", round_robin.pair, name="workshop_pair"),
    path("workshops/<slug:code>/latecomers/", round_robin.add, name="workshop_add"),
    path("workshops/<slug:code>/pause/", round_robin.pause, name="workshop_pause"),
    path("workshops/<slug:code>/go-on/", round_robin.go_on, name="workshop_go_on"),
    path("workshops/<slug:code>/remove/", round_robin.remove, name="workshop_remove"),
    path("workshops/<slug:code>/bring-back/", round_robin.bring_back, name="workshop_bring_back"),
    path("workshops/<slug:code>/games/", round_robin.games, name="workshop_games"),
    path("workshops/<slug:code>/games/<slug:uid>/", round_robin.replay, name="workshop_replay"),
    path("workshops/<slug:code>/questions/", round_robin.ask, name="workshop_ask"),
    path("workshops/<slug:code>/keep/", views.save_settings, name="workshop_keep"),
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
