"""The OpenAPI document: what the framework knows of, and the streams, which it does not serve."""

from __future__ import annotations

import json
from typing import Any

from ninja import NinjaAPI

from games.api.asyncapi import CHANNELS, Channel
from games.api.auth import SCOPE

Json = dict[str, Any]

PREFIX = "/api/v1/"
SCHEME = "token"
METHODS = ("get", "post", "delete")
UID = {"name": "uid", "in": "path", "required": True, "schema": {"type": "string"}}
TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "A bot’s token. The names beside it are the scopes that it needs.",
}


def document_of(api: NinjaAPI, origin: str) -> Json:
    """What the API of the site at *origin* takes and gives, as OpenAPI 3.1."""
    # Once through JSON, so that statuses are text everywhere.
    document: Json = json.loads(json.dumps(api.get_openapi_schema(path_prefix=PREFIX)))
    document["servers"] = [{"url": origin}]
    document["components"]["securitySchemes"] = {SCHEME: TOKEN}
    paths = document["paths"]
    for path in paths.values():
        for method in path.keys() & set(METHODS):
            scope = path[method].pop(SCOPE, None)
            path[method]["security"] = [{SCHEME: [scope]}] if scope else []
            _tell_media_type(path[method]["responses"])
    seen = paths[f"{PREFIX}games/{{uid}}"]["get"]
    for channel in CHANNELS:
        if channel.is_stream:
            paths[channel.address] = _stream(channel, seen)
    return document


def _tell_media_type(answers: Json) -> None:
    """Problems are of a type of their own, which the framework does not know."""
    for status, answer in answers.items():
        if int(status) >= 400:
            answer["content"] = {"application/problem+json": answer["content"]["application/json"]}


def _stream(channel: Channel, like: Json) -> Json:
    """A stream is refused as reading a game is, *like* that."""
    has_game = "{uid}" in channel.address
    refused = {status: answer for status, answer in like["responses"].items() if status != "200"}
    if not has_game:
        refused.pop("404")
    lines = {
        "description": "Messages as JSON, one a line, as the AsyncAPI document has them.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
    described: Json = {
        "get": {
            "operationId": channel.operation,
            "summary": channel.title,
            "description": channel.summary,
            "tags": ["streams"],
            "security": like["security"],
            "responses": {"200": lines, **refused},
        }
    }
    return {"parameters": [UID], **described} if has_game else described
