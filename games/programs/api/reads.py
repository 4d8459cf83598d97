"""What a program can read: itself, the bots, its limits, games and challenges."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import http_date

from accounts.models import User
from games.core.errors import GameError
from games.learn.puzzles.export import PuzzleFile, puzzle_files
from games.live.limits import PUZZLE_FILES, enter
from games.models import Game
from games.people.profiles.export.games import game_data
from games.people.profiles.export_views import Export, games_in_lines
from games.people.profiles.paging import HistoryStart
from games.people.profiles.queries import profile_games_page
from games.play.game import watching
from games.play.notices.queries import challenges_to
from games.programs.api import published_limits
from games.programs.api.auth import READ, ProgramRequest, routes
from games.programs.api.published_limits import RequestLimit
from games.programs.api.records import GameRecords
from games.programs.api.schemas import Account, Bot, Challenges, Limit, Problem
from games.programs.bots.queries import ListedBot, directory, owner_of
from tictactoe_site.common.addresses import address_of

REFUSED = dict.fromkeys((400, 401, 403, 429, 503), Problem)
MISSING = {**REFUSED, 404: Problem}


@routes.get("account", **READ, tags=["read"], response={200: Account, **REFUSED})
def account(request: ProgramRequest) -> dict[str, Any]:
    """Whose token this is, and what it allows."""
    token = request.auth
    return {
        "name": token.account.username,
        "kind": token.account.kind,
        "owner": owner_of(token.account).username,
        "token": {"name": token.name, "scopes": token.scopes, "expires": token.expires_at},
    }


@routes.get("bots", **READ, tags=["read"], response={200: list[Bot], **REFUSED})
def bots(request: HttpRequest) -> list[ListedBot]:
    """The bots that can be challenged, those used last first."""
    return directory()


@routes.get(
    "limits",
    **READ,
    tags=["read"],
    operation_id="limits",
    response={200: list[Limit], **REFUSED},
)
def show_limits(request: ProgramRequest) -> tuple[RequestLimit, ...]:
    """How often this bot may do what, and, where it is counted, how many times are left."""
    return published_limits.TABLE


@routes.get("challenges", **READ, tags=["read"], response={200: Challenges, **REFUSED})
def challenges(request: ProgramRequest) -> dict[str, Any]:
    """The challenges that wait for this bot's answer, and its own that wait for another's."""
    bot = request.auth.account
    sent = Game.objects.open().filter(creator=bot, invited__isnull=False)
    return {
        "received": [{**msgspec.to_builtins(game), "by": game.name} for game in challenges_to(bot)],
        "sent": list(sent.order_by("id").values_list("uid", flat=True)),
    }


@routes.get("games/{uid:uid}", **READ, tags=["read"], response={200: dict[str, Any], **MISSING})
def game(request: ProgramRequest, uid: str) -> dict[str, Any]:
    """A game as it stands: the message `game` of its socket and of its stream."""
    state = async_to_sync(watching.look)(uid=uid, viewer=request.auth.account)
    found: dict[str, Any] = msgspec.to_builtins(state)
    return found


@routes.get("users/{name}/games", **READ, tags=["read"], response={200: GameRecords, **MISSING})
def games_of(request: HttpRequest, name: str, before: str = "") -> dict[str, Any]:
    """Finished public games of a user with their moves, the newest first, twenty at a time.

    Send the `older` of one answer as `before` to get the next.
    """
    user: User | None = User.objects.find(name)
    if user is None:
        raise GameError("no_such_player")
    page = profile_games_page(user, HistoryStart(before=before))
    shown = Game.objects.with_players().prefetch_related("moves")
    games = shown.in_bulk([game.pk for game in page.games])
    return {"games": [game_data(games[game.pk]) for game in page.games], "older": page.older}


@routes.get("export/games", **READ, tags=["read"], response={200: None, **REFUSED})
def export_games(request: ProgramRequest) -> StreamingHttpResponse:
    """All games of this bot with their moves, the oldest first: one a line, as JSON (NDJSON)."""
    bot = request.auth.account
    content = Export(bot, games_in_lines(bot))
    return StreamingHttpResponse(content, content_type="application/x-ndjson")


@routes.get("puzzles.ndjson", auth=None, tags=["read"], response={200: None, **REFUSED})
def export_puzzles(request: HttpRequest) -> HttpResponseBase:
    """All puzzles, for everybody and without a token: one a line, as JSON (NDJSON).

    They are in the public domain (CC0). Each has its board, the cells of X and O, who is to move,
    what can be reached (1 a win, in so many plies; 0 a draw), how that is proven, its theme, its
    rating and how often it was tried; the answer is not told. Send the ETag of what you have as
    If-None-Match: the answer is 304 as long as nothing has changed, and no limit counts it.
    """
    file = puzzle_files.current(timezone.now())
    modified = int(file.made_at.timestamp())
    answer = get_conditional_response(request, etag=file.etag, last_modified=modified)
    if answer is None:
        enter((PUZZLE_FILES, address_of(request)))
        answer = _file_answer(request, file)
    answer["ETag"], answer["Last-Modified"] = file.etag, http_date(modified)
    patch_cache_control(answer, public=True, no_cache=True)
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


def _file_answer(request: HttpRequest, file: PuzzleFile) -> HttpResponse:
    """Return the lines of *file*, compressed for whoever takes gzip."""
    if re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)", request.headers.get("Accept-Encoding", "")):
        answer = HttpResponse(file.compressed, content_type="application/x-ndjson")
        answer["Content-Encoding"] = "gzip"
        return answer
    return HttpResponse(file.lines, content_type="application/x-ndjson")
