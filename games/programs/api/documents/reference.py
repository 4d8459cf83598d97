"""The two documents as a page shows them: each operation with its fields, answers, an example."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.programs.api.documents.openapi import METHODS

Json = dict[str, Any]

TITLES = {
    "read": "Reading",
    "challenge": "Challenges",
    "levels": "The computer’s levels",
    "rounds": "Rated rounds",
    "play": "Playing",
    "streams": "Streams",
    "tournaments": "Tournaments",
    "lab": "Lab",
}
BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
    "maxLength": "{} characters at most",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of what is sent or told. *default* is None if the field is required."""

    name: str
    type: str
    default: str | None


@dataclass(frozen=True, slots=True)
class Way:
    """One operation: a method and a path."""

    id: str
    method: str
    path: str
    scope: str
    title: str
    text: str
    takes: list[Field]
    gives: list[Field]
    answers: str
    command: str

    @property
    def example_id(self) -> str:
        return f"try-{self.id}"


@dataclass(frozen=True, slots=True)
class ReferenceSection:
    id: str
    title: str
    ways: list[Way]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a socket or stream."""

    type: str
    text: str
    fields: list[Field]


def sections(document: Json) -> list[ReferenceSection]:
    """Return the operations of an OpenAPI *document*, in the order of TITLES."""
    ways: dict[str, list[Way]] = {tag: [] for tag in TITLES}
    for path, described in document["paths"].items():
        for method in METHODS:
            if method in described:
                way = described[method]
                ways[way["tags"][0]].append(_way(document, path, method, described, way))
    return [ReferenceSection(tag, title, ways[tag]) for tag, title in TITLES.items()]


def spoken(document: Json, action: str) -> list[Message]:
    """Return the messages of an AsyncAPI *document* that the site sends, or receives."""
    names = {
        reference["$ref"].rpartition("/")[2]: None  # a dict for its order
        for operation in document["operations"].values()
        if operation["action"] == action
        for reference in operation["messages"]
    }
    schemas = document["components"]["schemas"]
    found = [(document["components"]["messages"][name], schemas[name]) for name in names]
    return [
        Message(message["name"], message["summary"], list(_fields(document, schema)))
        for message, schema in found
    ]


def _way(document: Json, path: str, method: str, described: Json, way: Json) -> Way:
    body = _body(way.get("requestBody", {}))
    given = next(iter(way["responses"].values()))
    parameters = [*described.get("parameters", ()), *way.get("parameters", ())]
    asked = [
        Field(one["name"], _type(document, one["schema"]), _default(one["schema"], one["required"]))
        for one in parameters
        if one["in"] == "query"
    ]
    return Way(
        id=way["operationId"],
        method=method.upper(),
        path=path,
        scope=way["security"][0]["token"][0] if way["security"] else "",
        title=way["summary"],
        text=way.get("description", ""),
        takes=asked + list(_fields(document, _resolved(document, body))),
        gives=list(_fields(document, _item_schema(document, _body(given)))),
        answers=", ".join(way["responses"]),
        command=_command(document, path, method, body, way),
    )


def _body(described: Json) -> Json:
    for content in described.get("content", {}).values():
        schema: Json = content["schema"]
        return schema
    return {}


def _item_schema(document: Json, schema: Json) -> Json:
    """Return the schema of an answer, or of what a list of answers consists of."""
    schema = _resolved(document, schema)
    return _resolved(document, schema["items"]) if "items" in schema else schema


def _resolved(document: Json, schema: Json) -> Json:
    if "$ref" not in schema:
        return schema
    found: Json = document
    for step in schema["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return found


def _fields(document: Json, schema: Json) -> Iterator[Field]:
    needed = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        if name != "type":  # that field names the message
            yield Field(name, _type(document, field), _default(field, name in needed))


def _default(schema: Json, is_needed: bool) -> str | None:
    return None if is_needed else json.dumps(schema.get("default", ""), ensure_ascii=False)


def _type(document: Json, schema: Json) -> str:
    """Return "integer, at least 3, at most 19", "x, o, either" or "list: string", say."""
    schema = _resolved(document, schema)
    if "anyOf" in schema:
        return " or ".join(_type(document, one) for one in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    match schema.get("type"):
        case "array":
            return f"list: {_type(document, schema.get('items', {}))}"
        case "object" if "additionalProperties" in schema and "properties" not in schema:
            values = schema["additionalProperties"]
            return f"object of: {_type(document, values)}" if isinstance(values, dict) else "object"
        case "object":
            return f"object: {', '.join(schema.get('properties', {}))}".rstrip(": ")
        case kind:
            bounds = [text.format(schema[key]) for key, text in BOUNDS.items() if key in schema]
            return ", ".join([schema.get("format") or kind or "anything", *bounds])


def _command(document: Json, path: str, method: str, body: Json, way: Json) -> str:
    """Return a curl command for a terminal in which MNK_TOKEN is set, and GAME, NAME or RUN
    where the path needs it.
    """
    address = f"{document['servers'][0]['url']}{path}"
    for name, variable in (("uid", "$GAME"), ("name", "$NAME"), ("run_id", "$RUN")):
        address = address.replace(f"{{{name}}}", variable)
    words = ["curl", *(["-N"] if way["tags"][0] == "streams" else [])]
    if way["security"]:
        words.append('-H "Authorization: Bearer $MNK_TOKEN"')
    if method != "get":
        words.append(f"-X {method.upper()}")
    if body:
        example = json.dumps(_resolved(document, body)["example"])
        words += ["-H 'Content-Type: application/json'", f"-d {shlex.quote(example)}"]
    return " ".join([*words, f'"{address}"'])
