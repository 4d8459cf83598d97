"""The language in which a page is written for its visitor, and a mail for its receiver.

A visitor's language is chosen in the account or in the browser's cookie; otherwise it is what the
browser asks for. What programs and staff read, the API and the administration, is in English.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.models import Preferences, User
from accounts.preferences import from_cookie, preferences_of

# Beginnings of addresses whose answers do not depend on the visitor's language: no session is read
# to find it. The page that browsers keep offline is drawn beforehand, for each language.
THE_SAME_FOR_ALL = (
    "/api/",
    "/admin/",
    "/healthz",
    "/readyz",
    "/robots.txt",
    "/sitemap.xml",
    "/favicon.ico",
    "/.well-known/",
    "/offline/page/",
    "/watch/games.json",
)

# Answers for other sites' pages do not depend on the visitor, because caches may give them to
# others: they are in the language that the browser asks for, whatever session and cookies say.
WITHOUT_VISITOR = ("/embed/", "/oembed")
SHARED_PICTURES = ("/card.png", "/picture.svg", "/animation.gif", "/invite.svg")


def language_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer each request in its visitor's language.

    It has to come after the sessions and their users, and before whatever answers with a page.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        language = language_of_answer(request)
        with translation.override(language):
            response = get_response(request)
        if request.path_info.startswith(THE_SAME_FOR_ALL):
            return response
        response.headers.setdefault("Content-Language", language)
        asked_by = ("Accept-Language", *(["Cookie"] if _knows_visitor(request) else []))
        patch_vary_headers(response, asked_by)
        return response

    return middleware


def language_of_answer(request: HttpRequest) -> str:
    """Return the code of the language in which *request* is to be answered."""
    if request.path_info.startswith(THE_SAME_FOR_ALL):
        return settings.LANGUAGE_CODE
    return language_of_visitor(request) if _knows_visitor(request) else language_asked_for(request)


def _knows_visitor(request: HttpRequest) -> bool:
    path = request.path_info
    return not (path.startswith(WITHOUT_VISITOR) or path.endswith(SHARED_PICTURES))


def language_of_visitor(request: HttpRequest) -> str:
    """Return the code of the visitor's language: the chosen one, or what the browser asks for."""
    chosen = preferences_of(request).language or from_cookie(request).language
    return chosen or language_asked_for(request)


def language_asked_for(request: HttpRequest) -> str:
    """Return the code of the language that the browser asks for."""
    asked = parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())
    for language, _ in asked:
        with suppress(LookupError):
            return get_supported_language_variant(language)
    return settings.LANGUAGE_CODE


def keep_language(user: User) -> None:
    """Store the language of the request for mails to *user*, unless they have chosen one.

    English is not stored: mails are in English anyway.
    """
    language = get_language()
    is_chosen = Preferences.objects.filter(user=user).exclude(language="").exists()
    if language != settings.LANGUAGE_CODE and not is_chosen:
        Preferences.objects.update_or_create(user=user, defaults={"language": language})


def language_of(user: User) -> str:
    """Return the code of the language in which to write to *user*, who may be away. One query."""
    preferences = Preferences.objects.filter(user=user.pk).only("language").first()
    return (preferences and preferences.language) or settings.LANGUAGE_CODE
