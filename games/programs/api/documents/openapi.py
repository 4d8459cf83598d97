"""The OpenAPI document: what the framework serves, and the streams, which are served elsewhere."""

from __future__ import annotations

import json
from typing import Any

from ninja import NinjaAPI, Schema

from games.programs.api.auth import SCOPE
from games.programs.api.documents.asyncapi import STREAM_SCHEMAS, STREAMS, Channel
from games.programs.api.records import OwnGameRecord, PuzzleRecord

Json = dict[str, Any]

PREFIX = "/api/v1/"
SCHEME = "token"
# Paths whose answers are NDJSON, and the schema of a line.
LINES: dict[str, type[Schema]] = {"export/games": OwnGameRecord, "puzzles.ndjson": PuzzleRecord}
METHODS = ("get", "post", "delete")
UID = {"name": "uid", "in": "path", "required": True, "schema": {"type": "string"}}
TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "A bot’s token. The names beside it are the scopes that it needs.",
}


def document_of(api: NinjaAPI, origin: str) -> Json:
    """Return what the API of the site at *origin* takes and gives, as OpenAPI 3.1."""
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
    document["components"]["schemas"] |= STREAM_SCHEMAS | _lines()
    game = paths[f"{PREFIX}games/{{uid}}"]["get"]
    game["responses"]["200"]["content"] = {"application/json": {"schema": _ref("GameMessage")}}
    for path, record in LINES.items():
        _tell_lines(paths[f"{PREFIX}{path}"]["get"]["responses"]["200"], [record.__name__])
    for channel in STREAMS:
        paths[channel.address] = _stream(channel, game)
    return document


def _tell_media_type(answers: Json) -> None:
    """Give problems their own media type, which the framework does not know."""
    for status, answer in answers.items():
        if int(status) >= 400:
            answer["content"] = {"application/problem+json": answer["content"]["application/json"]}


def _lines() -> Json:
    """Return the schemas of lines that the framework streams, and of all that is in them."""
    found: Json = {}
    for record in LINES.values():
        schema = record.model_json_schema(ref_template="#/components/schemas/{model}")
        found |= schema.pop("$defs", {})
        found[record.__name__] = schema
    return found


def _tell_lines(answer: Json, names: list[str]) -> None:
    """Say of an *answer* that it is NDJSON, whose lines follow the schemas of these *names*."""
    line = [_ref(name) for name in names]
    answer["description"] = (
        "NDJSON: a JSON object a line, each ended by a line feed, and in streams empty lines. "
        f"A line is one of: {', '.join(names)}."
    )
    schema = {
        "type": "string",
        "contentMediaType": "application/x-ndjson",
        "contentSchema": line[0] if len(line) == 1 else {"oneOf": line},
    }
    answer["content"] = {"application/x-ndjson": {"schema": schema}}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _stream(channel: Channel, like: Json) -> Json:
    """Describe a stream. It is refused for the reasons of *like*, the reading of a game."""
    has_game = "{uid}" in channel.address
    refused = {status: answer for status, answer in like["responses"].items() if status != "200"}
    if not has_game:
        refused.pop("404")
    lines: Json = {}
    _tell_lines(lines, [kind.__name__ for kind in channel.heard])
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
