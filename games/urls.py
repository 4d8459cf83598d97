"""Paths of the site's pages. All that belongs to one game lies under its uid."""

from django.urls import URLPattern, path, register_converter

from games.views import (
    about,
    create,
    downloads,
    explain,
    export,
    game,
    grades,
    history,
    invite,
    lobby,
    play_on,
    profiles,
    report,
    review,
    waiting,
    watch,
)


class UidConverter:
    """A game's uid."""

    regex = "[A-Za-z0-9]{10}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(UidConverter, "uid")

app_name = "games"

urlpatterns: list[URLPattern] = [
    path("", lobby.home, name="home"),
    path("games/new/", create.new, name="new"),
    path("games/first/", lobby.first, name="first"),
    path("games/random/", lobby.random, name="random"),
    path("games/quick/", lobby.quick, name="quick"),
    path("games/<uid:uid>/", game.game, name="game"),
    path("games/<uid:uid>/join/", game.join, name="join"),
    path("games/<uid:uid>/cancel/", game.cancel, name="cancel"),
    path("games/<uid:uid>/play/", game.play, name="play"),
    path("games/<uid:uid>/swap/", game.swap, name="swap"),
    path("games/<uid:uid>/resign/", game.resign, name="resign"),
    path("games/<uid:uid>/claim/", game.claim, name="claim"),
    path("games/<uid:uid>/claim-draw/", game.claim_draw, name="claim_draw"),
    path("games/<uid:uid>/give-time/", game.give_time, name="give_time"),
    path("games/<uid:uid>/abort/", game.abort, name="abort"),
    path("games/<uid:uid>/offer/", game.offer, name="offer"),
    path("games/<uid:uid>/answer/", game.answer, name="answer"),
    path("games/<uid:uid>/say/", game.say, name="say"),
    path("games/<uid:uid>/report/", report.report, name="report"),
    path("games/<uid:uid>/again/", game.again, name="again"),
    path("games/<uid:uid>/invite.svg", invite.invite_svg, name="invite_svg"),
    path("games/<uid:uid>/review/", review.review, name="review"),
    path("games/<uid:uid>/review/grades/", grades.grades, name="grades"),
    path("games/<uid:uid>/play-on/", play_on.play_on, name="play_on"),
    path("games/<uid:uid>/explain/", explain.explain, name="explain"),
    path("games/<uid:uid>/explain.json", explain.explain_data, name="explain_data"),
    path("games/<uid:uid>/game.txt", downloads.download_text, name="download_text"),
    path("games/<uid:uid>/game.json", downloads.download_json, name="download_json"),
    path("rules/", about.rules, name="rules"),
    path("help/", about.help_page, name="help"),
    path("privacy/", about.privacy, name="privacy"),
    path("contact/", about.contact, name="contact"),
    path("watch/", watch.watch, name="watch"),
    path("watch/games.json", watch.watch_data, name="watch_data"),
    path("me/people/", profiles.people, name="people"),
    path("games/<uid:uid>/decline/", game.decline, name="decline"),
    path("me/waiting/", waiting.waiting, name="waiting"),
    path("me/waiting/mail/", waiting.mail, name="turn_mail"),
    path("me/games/", history.history, name="history"),
    path("me/export/", export.export, name="export"),
    path("@<str:name>/report/", report.report_person, name="report_person"),
    path("@<str:name>/", profiles.profile, name="profile"),
    path("@<str:name>/challenge/", create.challenge, name="challenge"),
]
