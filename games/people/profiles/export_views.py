"""Everything that the site stores about a user as one JSON file, written while it is read.

However much there is, only a piece of it is in memory, and no database connection is held while
the client reads.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.db import close_old_connections
from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import SignedInRequest
from accounts.models import User
from accounts.services import account_data
from games.core.errors import GameError
from games.people.profiles.downloads import as_attachment
from games.people.profiles.export import bots, competing, games, learning, telling, workshops
from games.text.refusals import refusal
from tictactoe_site.common.limiters.at_once import Cap

AT_ONCE = 4  # exports in one server process, each of which takes one of its places for pages
PIECE = 64 * 1024  # characters
STATUS = {"export_running": 429, "exports_busy": 503}
SECONDS_BEFORE_RETRY = 20

encode = DjangoJSONEncoder(ensure_ascii=False).encode


class Exports:
    """The exports under way: one for each user, and at most *at_once*."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._all, self._of_user = Cap(), Cap()

    def enter(self, user_id: int) -> None:
        """Begin one. Raises GameError: export_running, exports_busy."""
        if not self._of_user.take(user_id, most=1):
            raise GameError("export_running")
        if not self._all.take(most=self._at_once):
            self._of_user.give_back(user_id)
            raise GameError("exports_busy")

    def leave(self, user_id: int) -> None:
        self._of_user.give_back(user_id)
        self._all.give_back()


exports = Exports(AT_ONCE)


class Pieces:
    """A file in pieces; each is made when the one before has been sent."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces

    def __aiter__(self) -> Pieces:
        return self

    async def __anext__(self) -> bytes:
        if piece := await sync_to_async(_next_of)(self._pieces):  # in the page's own thread
            return piece
        raise StopAsyncIteration


class Export(Pieces):
    """The file of one user. The response closes it, however it ends, which frees the place."""

    def __init__(self, user: User, pieces: Iterator[bytes]) -> None:
        """Send *pieces*, the export of *user*. Raises GameError as `Exports.enter` does."""
        exports.enter(user.pk)
        self.close = weakref.finalize(self, exports.leave, user.pk)  # also if nobody reads it
        super().__init__(pieces)


@require_safe
@never_cache
@login_required
def export(request: SignedInRequest) -> HttpResponseBase:
    """Show all that the site keeps about the visitor, from the account to devices, as a file."""
    try:
        content = Export(request.user, _pieces(request.user))
    except GameError as error:
        return _refuse(request, error.code)
    response = StreamingHttpResponse(content, content_type="application/json")
    return as_attachment(response, f"tic-tac-toe-{request.user.username}.json")


def _refuse(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the reason why there is no file now: a page for browsers, JSON for programs."""
    sentence, status = refusal(code), STATUS[code]
    response: HttpResponseBase
    if request.get_preferred_type(["application/json", "text/html"]) == "text/html":
        context = {"status": status, "sentence": sentence}
        response = render(request, "people/profiles/export_refused.html", context, status=status)
    else:
        body = {"state": "refused", "code": code, "text": sentence}
        response = JsonResponse(body, status=status)
    response["Retry-After"] = str(SECONDS_BEFORE_RETRY)
    return response


def _next_of(pieces: Iterator[bytes]) -> bytes:
    """Return the next piece, empty at the end; the database's connection goes back to the pool."""
    try:
        return next(pieces, b"")
    finally:
        close_old_connections()


def _pieces(user: User) -> Iterator[bytes]:
    texts = json_members(
        {
            "account": account_data(user),
            "games": games.games_data(user),
            "chat": telling.chat_data(user),
            "reports": telling.reports_data(user),
            "decisions": telling.decisions_data(user),
            "notices": telling.notices_data(user),
            "ratings": competing.ratings_data(user),
            "rating_changes": competing.changes_data(user),
            "rounds": competing.rounds_data(user),
            "tournaments": competing.entries_data(user),
            "made_tournaments": competing.tournaments_data(user),
            "bot_conditions": bots.conditions_data(user),
            "lab_runs": bots.lab_runs_data(user),
            "workshops": workshops.workshops_data(user),
            "workshop_names": workshops.workshop_names_data(user),
            "puzzle_rating": learning.puzzle_rating_data(user),
            "puzzles": learning.puzzles_data(user),
            "lessons": learning.lessons_data(user),
            "streaks": learning.streaks_data(user),
            "storms": learning.storms_data(user),
            "duels": learning.duels_data(user),
            "mistakes": learning.mistakes_data(user),
            "turn_mail": telling.turn_mail_data(user),
            "devices": telling.devices_data(user),
        }
    )
    return in_pieces(texts)


def json_members(members: Mapping[str, Any]) -> Iterator[str]:
    """Yield *members* as a JSON object; an iterator becomes a list with each item on a line."""
    before = "{\n"
    for name, value in members.items():
        yield f"{before}{encode(name)}: "
        yield from _list(value) if isinstance(value, Iterator) else [encode(value)]
        before = ",\n"
    yield "\n}\n"


def _list(items: Iterator[Any]) -> Iterator[str]:
    before = "[\n"
    for item in items:
        yield before + encode(item)
        before = ",\n"
    yield "[]" if before == "[\n" else "\n]"


def games_in_lines(user: User) -> Iterator[bytes]:
    """Return every game of *user*, the oldest first: one a line, as JSON, in pieces."""
    return in_pieces(f"{encode(game)}\n" for game in games.games_data(user))


def in_pieces(texts: Iterable[str]) -> Iterator[bytes]:
    """Yield *texts* in UTF-8, joined into pieces that are worth sending."""
    joined, length = [], 0
    for text in texts:
        joined.append(text)
        length += len(text)
        if length >= PIECE:
            yield "".join(joined).encode()
            joined, length = [], 0
    if joined:
        yield "".join(joined).encode()
