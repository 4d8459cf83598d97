"""The OpenAPI document: what the framework knows of, and the streams, which it does not serve."""

from __future__ import annotations

from typing import Any

from ninja import NinjaAPI

PREFIX = "/api/v1/"
UID = {"name": "uid", "in": "path", "required": True, "schema": {"type": "string"}}


def document_of(api: NinjaAPI) -> dict[str, Any]:
    """What the API takes and gives, as OpenAPI 3.1."""
    document: dict[str, Any] = api.get_openapi_schema(path_prefix=PREFIX)
    paths = document["paths"]
    security = paths[f"{PREFIX}account"]["get"]["security"]
    problems = paths[f"{PREFIX}games/{{uid}}"]["get"]["responses"]
    refused = {status: answer for status, answer in problems.items() if status != "200"}
    paths[f"{PREFIX}events"] = _stream(
        "events",
        "What happens to this bot: first what waits, then challenges and turns as they come.",
        security,
        {status: answer for status, answer in refused.items() if status != "404"},
    )
    game = _stream(
        "stream", "A game: first as it stands, then each change as it comes.", security, refused
    )
    paths[f"{PREFIX}games/{{uid}}/stream"] = {"parameters": [UID], **game}
    return document


def _stream(name: str, summary: str, security: object, refused: dict[str, Any]) -> dict[str, Any]:
    lines = {
        "description": "Messages as JSON, one a line; an empty line at least every 7 seconds.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
    return {
        "get": {
            "operationId": name,
            "summary": summary,
            "tags": ["streams"],
            "security": security,
            "responses": {"200": lines, **refused},
        }
    }
