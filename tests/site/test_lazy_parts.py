"""What a library builds when it is first used is built when the modules are imported.

Page threads meet each other in the first second: msgspec shows the fields of a type to all threads
before it has them all, and who reads them then takes the process with it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    path for app in ("accounts", "games", "tictactoe_site") for path in (ROOT / app).rglob("*.py")
]
BUILDERS = {"Decoder", "convert", "schema", "schema_components", "type_info", "multi_type_info"}


def builds_a_type(call: ast.Call) -> bool:
    """Whether msgspec is asked for something for which it needs to know a type."""
    name = ast.unparse(call.func)
    if not name.startswith("msgspec."):
        return False
    is_typed = any(keyword.arg == "type" for keyword in call.keywords)
    return is_typed or name.rpartition(".")[2] in BUILDERS


def calls_in_functions(tree: ast.Module) -> Iterator[ast.Call]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from (node for node in ast.walk(function) if isinstance(node, ast.Call))


def types_built_late(source: str) -> set[str]:
    """The calls in *source* by which msgspec builds a type when a function runs."""
    calls = calls_in_functions(ast.parse(source))
    return {ast.unparse(call) for call in calls if builds_a_type(call)}


def test_no_function_has_msgspec_build_a_type() -> None:
    late = {str(path.relative_to(ROOT)): types_built_late(path.read_text()) for path in FILES}
    assert {path: calls for path, calls in late.items() if calls} == {}


def test_what_builds_types_is_always_called_by_its_whole_name() -> None:
    """So that the test above sees it."""
    imported = {
        f"{path.relative_to(ROOT)}: {alias.name}"
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("msgspec")
        for alias in node.names
        if alias.name in BUILDERS | {"decode", "json", "msgpack", "inspect"}
    }
    assert imported == set()


@pytest.mark.parametrize(
    "source",
    [
        "def read(text): return msgspec.json.decode(text, type=Message)",
        "async def read(text): return msgspec.msgpack.Decoder(Message).decode(text)",
        "read = lambda known: msgspec.convert(known, Message)",
    ],
)
def test_a_type_that_is_built_in_a_function_is_found(source: str) -> None:
    assert types_built_late(source)
    assert not types_built_late("_decoder = msgspec.json.Decoder(Message)")


def test_the_apis_schemas_know_their_types_when_they_are_imported() -> None:
    from pydantic import BaseModel

    from games.programs.api import api  # noqa: F401 - it imports them

    def below(kind: type) -> Iterator[type]:
        for lower in kind.__subclasses__():
            yield lower
            yield from below(lower)

    assert [kind for kind in below(BaseModel) if not kind.__pydantic_complete__] == []
