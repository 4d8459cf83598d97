"""Imports point one way, as docs/architecture.md says."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("accounts", "games", "tictactoe_site")

# Each part of the house, from the ground up, with the parts it may import beside itself. A module
# belongs to the longest name that fits. A new module needs a place here.
RULES = ["games.core.rules", "games.core.errors"]
SEARCH = [
    *RULES,
    *(f"games.engine.{part}" for part in ("limits", "player", "kernels", "search")),
]
PURE_PARTS = ["games.core", "games.engine", "games.solved_games", "games.grade_codec"]
SHAPES = ["games.models", "games.protocol", "games.lobby_rows", "accounts"]
WORDS = [
    "games.wording",
    "games.phrases",
    "games.text",
    "games.drawing",
    "games.new_game_data",
    "games.review_words",
    "games.explain_words",
    "games.graph",
    "games.plain_board",
]
INSIDE = [*PURE_PARTS, *SHAPES, "games.seat_names", "games.metrics"]
OUTSIDE = [*INSIDE, *WORDS, "games.services", "games.selectors"]
COMMON = "tictactoe_site.common"  # open to all but the pure parts
MAY_IMPORT = {
    COMMON: [],
    "accounts": [],
    "games": [],  # games/__init__.py alone
    "games.core": [],
    "games.engine": RULES,
    "games.engine.limits": RULES,
    "games.engine.kernels": [*RULES, "games.engine.limits"],
    "games.engine.search": SEARCH,
    "games.engine.players": [*SEARCH, "games.engine.analysis"],
    "games.engine.analysis": SEARCH,
    "games.engine.explanation": SEARCH,
    "games.engine.arena": SEARCH,
    "games.solved_games": ["games.core", "games.engine.search.first_cells"],
    "games.grade_codec": ["games.engine"],
    "games.models": ["games.core", "accounts"],
    "games.protocol": ["games.core.errors"],
    "games.seat_names": ["games.engine", "games.models", "accounts"],
    "games.metrics": [],
    "games.lobby_rows": ["games.core", "games.models", "games.protocol"],
    "games.drawing": ["games.core"],
    "games.graph": ["games.engine"],
    "games.plain_board": ["games.core", "games.drawing", "games.protocol"],
    "games.explain_words": ["games.core", "games.engine", "games.review_words"],
    "games.review_words": ["games.core", "games.engine"],
    "games.phrases": [],
    "games.text": ["games.core", "games.phrases", "games.protocol", "games.wording"],
    "games.wording": [
        "games.core",
        "games.engine.search.first_cells",
        "games.solved_games",
        "games.models",
        "games.phrases",
        "games.seat_names",
        "accounts",
    ],
    "games.new_game_data": [*PURE_PARTS, "games.wording"],
    "games.context_processors": ["games.selectors"],
    "games.verification": ["games.core", "games.models"],
    "games.live": INSIDE,
    "games.services": [*INSIDE, "games.live"],
    "games.selectors": INSIDE,
    "games.consumers": [
        "games.core.errors",
        "games.metrics",
        "games.services",
        "games.selectors",
        "games.protocol",
        "games.sockets",
    ],
    "games.sockets": [
        "games.core.errors",
        "games.metrics",
        "games.services",
        "games.protocol",
        "accounts",
    ],
    "games.upkeep": ["games.services"],
    "games.routing": ["games.consumers"],
    "games.forms": [*INSIDE, *WORDS],
    "games.templatetags.new_game": ["games.new_game_data", "games.forms"],
    "games.templatetags.profiles": [
        "games.core",
        "games.selectors",
        "games.templatetags.thumbnails",
    ],
    "games.templatetags": [*PURE_PARTS, *SHAPES, *WORDS, "games.seat_names"],
    "games.views": [*OUTSIDE, "games.forms"],
    "games.urls": ["games.views"],
    "games.admin": [*OUTSIDE, "games.forms", "games.templatetags"],
    "games.management": [*OUTSIDE, "games.verification"],
    "games.apps": ["games.receivers"],
    "games.receivers": ["games.services", "accounts"],
    "tictactoe_site": ["accounts", "games"],
}
# Free of Django, input and output, and any clock of their own.
PURE = ("games.core", "games.engine")
IMPURE_MODULES = {"django", "channels", "asyncio", "socket", "os", "pathlib", "subprocess", "io"}
CLOCKS = {"time", "datetime"}


def modules() -> Iterator[tuple[str, Path]]:
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                inner = path.parent if path.name == "__init__.py" else path.with_suffix("")
                yield ".".join(inner.relative_to(ROOT).parts), path


def imports(path: Path) -> Iterator[str]:
    """Every module that *path* imports, also inside functions and for types only."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}: imports name the whole way"
            assert not node.level, f"{path}: imports name the whole way"
            yield from (resolve(node.module, alias.name) for alias in node.names)


def resolve(base: str, name: str) -> str:
    """`from base import name`: the module *base.name* if there is one, else *base*."""
    inner = ROOT.joinpath(*base.split("."), name)
    return f"{base}.{name}" if inner.is_dir() or inner.with_suffix(".py").exists() else base


def is_part(module: str, part: str) -> bool:
    return module == part or module.startswith(f"{part}.")


def part_of(module: str) -> str:
    part = max((part for part in MAY_IMPORT if is_part(module, part)), key=len)
    assert part != "games" or module == "games", f"{module} has no place in MAY_IMPORT"
    return part


ALL = [pytest.param(name, path, id=name) for name, path in modules()]


@pytest.mark.parametrize(("module", "path"), ALL)
def test_a_module_imports_only_what_its_part_may(module, path):
    part = part_of(module)
    doors = [part, *MAY_IMPORT[part], *([] if module.startswith(PURE) else [COMMON])]
    ours = {name for name in imports(path) if name.split(".")[0] in OURS}
    assert not {name for name in ours if not any(is_part(name, door) for door in doors)}


@pytest.mark.parametrize(
    ("module", "path"), [param for param in ALL if str(param.id).startswith(PURE)]
)
def test_the_pure_parts_do_not_touch_the_world(module, path):
    forbidden = IMPURE_MODULES | (CLOCKS if is_part(module, "games.core") else set())
    assert not {name for name in imports(path) if name.split(".")[0] in forbidden}


def test_the_games_package_is_empty():
    assert (ROOT / "games" / "__init__.py").read_text() == ""


def test_parts_of_the_live_game_do_not_import_each_other_in_circles():
    """Also not for types only: what belongs to a room gets functions, not the room."""
    parts = dict(module for module in modules() if module[0].startswith(("games.live", "games.s")))
    graph = {name: set(imports(path)) & set(parts) - {name} for name, path in parts.items()}
    assert len(list(TopologicalSorter(graph).static_order())) == len(parts)
