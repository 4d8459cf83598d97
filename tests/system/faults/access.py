"""Who may do what: one cell of the access matrix tried, on pages and on sockets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.http import HttpResponse
from django.urls import reverse

from games.text.refusals import REFUSALS
from tests.system.faults.routes import Route
from tests.system.faults.scenes import Scene
from tictactoe_site.server.application import by_path
from tictactoe_site.server.user_auth import UserAuth

PAGE_METHODS = ("GET", "POST")
REFUSED = (400, 409)
SIGN_IN, SIGN_UP, CONFIRM = "sign-in", "sign-up", "confirm"
WAYS = {
    "account_login": SIGN_IN,
    "admin:login": SIGN_IN,
    "account_signup": SIGN_UP,
    "account_reauthenticate": CONFIRM,
}
# Answers that keep somebody out: they must not tell whether there is such an object.
KEPT_OUT = (SIGN_IN, SIGN_UP, "403", "404")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')

CONNECT = "connect"
FIELDS: dict[str, dict[str, Any]] = {
    "play": {"ply": 2, "cell": 8},
    "offer": {"what": "draw"},
    "answer": {"what": "draw", "yes": False},
    "say": {"text": "hello"},
}
sockets = UserAuth(by_path)


# ---- pages ------------------------------------------------------------------------------------


def page_cells(actor: str, state: str, asked: Iterable[tuple[Route, str]]) -> Iterator[str]:
    """What *actor* gets by each route and method, as `outcome` says it; with * if it wrote.

    Whoever is kept out is kept out in the same way of an object that is not there; otherwise the
    cell ends with !. A scene that nothing has changed serves again: making it is most of the work.
    """
    scene = None
    for route, method in asked:
        cache.clear()  # where limits are counted
        if scene is None:
            scene = Scene(actor, state)
            before, session = scene.fingerprint(), scene.session()
        there = scene.path(route)
        answer = send(scene, route, method, there)
        cell = outcome(answer)
        has_written = scene.fingerprint() != before
        if has_written:
            cell += "*"
        elif cell in KEPT_OUT and route.parameters:
            elsewhere = scene.path(route, missing=True)
            missing = send(scene, route, method, elsewhere)
            cell += "" if shape(answer, there) == shape(missing, elsewhere) else "!"
        yield cell
        if has_written or scene.session() != session:
            scene = None


def send(scene: Scene, route: Route, method: str, path: str) -> HttpResponse:
    if method == "POST" and route.pattern.startswith("api/"):
        return scene.client.post(path, scene.form(route), content_type="application/json")
    if method == "POST":
        return scene.client.post(path, scene.form(route))
    return scene.client.generic(method, path)


def outcome(answer: HttpResponse) -> str:
    """The code of a refusal, or else the status, or where a way leads that leads to sign-in."""
    if answer.status_code == 302:
        to = urlsplit(answer["Location"]).path
        return next((word for name, word in WAYS.items() if reverse(name) == to), "302")
    if answer.status_code in REFUSED:
        return _code(answer) or str(answer.status_code)
    return str(answer.status_code)


def _code(answer: HttpResponse) -> str | None:
    if answer.headers["Content-Type"] in ("application/json", "application/problem+json"):
        return str(answer.json()["code"])
    sentence = (answer.context or {}).get("error")
    return next((code for code, text in REFUSALS.items() if text == sentence), None)


def shape(answer: HttpResponse, path: str) -> tuple[int, str, str]:
    """An answer without what was asked for and without its token."""
    body = TOKEN.sub("", answer.content.decode())
    location = unquote(answer.headers.get("Location", ""))
    return answer.status_code, location.replace(path, ""), body.replace(path, "")


# ---- sockets ----------------------------------------------------------------------------------


async def socket_cell(route: Route, message: str, state: str, actor: str) -> str:
    """What *actor* gets for *message*: its answer's type, a refusal's code, or how it was shut.

    CONNECT is no message: then it is the first that the socket says.
    """
    scene = await sync_to_async(Scene)(actor, state)
    socket = WebsocketCommunicator(sockets, scene.path(route), headers=scene.headers)
    await socket.connect(timeout=30)
    try:
        first = await next_said(socket)
        if message == CONNECT or first.isdigit():
            return first
        await socket.send_to(text_data=json.dumps({"type": message, **FIELDS.get(message, {})}))
        return await next_said(socket)
    finally:
        await socket.disconnect()


async def next_said(socket: WebsocketCommunicator) -> str:
    """The next message but those about who is present, or the code that the socket closes with."""
    while True:
        event = await socket.receive_output(timeout=30)
        if event["type"] == "websocket.close":
            return str(event["code"])
        message = json.loads(event["text"])
        match message["type"]:
            case "presence":
                continue
            case "refused":
                return str(message["code"])
            case "chat":
                return f"chat={len(message['lines'])}"
            case "said":
                return f"said-{message['line']['room']}"
            case kind:
                return str(kind)
