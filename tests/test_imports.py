"""Imports point one way, as docs/architecture.md says."""

from graphlib import TopologicalSorter

import pytest

from tools import house
from tools.figures import MAX_UPWARD, upward_imports
from tools.imports import OURS, ROOT, by_folder, capability, imports, modules

# Each wing of the house, from the ground up, with the wings that it may import beside itself. A
# module belongs to the longest name that fits. A new wing needs a place here.
RULES = ["games.core.rules", "games.core.errors", "games.core.symmetry"]
SEARCH = [
    *RULES,
    *(f"games.engine.{part}" for part in ("budget", "player", "kernels", "search")),
]
COMMON = "tictactoe_site.common"  # open to all but the pure parts
SHAPES = ["accounts", "games.core", "games.engine", "games.models", "games.protocol"]
GROUND = [*SHAPES, "games.board", "games.text"]
WINGS = ["games.live", "games.play", "games.learn", "games.compete", "games.people"]
HOUSE = [*GROUND, *WINGS, "games.programs", "games.upkeep"]
MAY_IMPORT = {
    COMMON: [],
    "accounts": [],
    "games": [],  # games/__init__.py alone
    "games.core": [],
    "games.engine": RULES,
    "games.engine.budget": RULES,
    "games.engine.kernels": [*RULES, "games.engine.budget"],
    "games.engine.search": SEARCH,
    "games.engine.openings": [*SEARCH, "games.engine.proving"],
    "games.engine.proving": [*SEARCH, "games.engine.analysis", "games.core.notation"],
    "games.engine.puzzles": [
        *SEARCH,
        "games.engine.analysis",
        "games.engine.openings",
        "games.core.notation",
    ],
    "games.engine.players": [
        *SEARCH,
        *(f"games.engine.{part}" for part in ("openings", "analysis", "proving")),
    ],
    "games.engine.analysis": SEARCH,
    "games.engine.explanation": SEARCH,
    "games.engine.arena": [*SEARCH, "games.engine.openings"],
    "games.models": ["accounts", "games.core"],
    "games.protocol": ["games.core", "games.models"],
    "games.board": SHAPES,
    "games.text": SHAPES,
    "games.live": GROUND,
    "games.play": [*GROUND, *WINGS[:1]],
    "games.learn": [*GROUND, *WINGS[:2]],
    "games.compete": [*GROUND, *WINGS[:3]],
    "games.people": [*GROUND, *WINGS[:4]],
    "games.programs": [*GROUND, *WINGS],
    "games.upkeep": [*GROUND, *WINGS, "games.programs"],
    "games.admin": HOUSE,
    "games.management": HOUSE,
    "games.apps": HOUSE,
    "games.urls": HOUSE,
    "tictactoe_site": ["accounts", "games"],
}
# Free of Django, input and output, and any clock of their own.
PURE = ("games.core", "games.engine")
IMPURE_MODULES = {"django", "channels", "asyncio", "socket", "os", "pathlib", "subprocess", "io"}
CLOCKS = {"time", "datetime"}


def is_part(module: str, part: str) -> bool:
    return module == part or module.startswith(f"{part}.")


def part_of(module: str) -> str:
    part = max((part for part in MAY_IMPORT if is_part(module, part)), key=len)
    assert part != "games" or module == "games", f"{module} has no place in MAY_IMPORT"
    return part


def beyond_its_part(module, path):
    """What *module* imports of ours though its part may not."""
    part = part_of(module)
    doors = [part, *MAY_IMPORT[part], *([] if module.startswith(PURE) else [COMMON])]
    ours = {name for name in imports(path) if name.split(".")[0] in OURS}
    return {name for name in ours if not any(is_part(name, door) for door in doors)}


def of_the_world(module, path):
    """What a pure *module* imports though it is to be free of it."""
    forbidden = IMPURE_MODULES | (CLOCKS if is_part(module, "games.core") else set())
    return {name for name in imports(path) if name.split(".")[0] in forbidden}


def test_a_module_imports_only_what_its_part_may():
    found = {module: beyond_its_part(module, path) for module, path in modules()}
    assert {module: names for module, names in found.items() if names} == {}


def test_the_pure_parts_do_not_touch_the_world():
    pure = [(module, path) for module, path in modules() if module.startswith(PURE)]
    found = {module: of_the_world(module, path) for module, path in pure}
    assert found
    assert {module: names for module, names in found.items() if names} == {}


def test_the_games_package_is_empty():
    assert (ROOT / "games" / "__init__.py").read_text() == ""


@pytest.mark.parametrize("package", ["accounts", "games", "tictactoe_site.server"])
def test_there_are_no_circles(package):
    """Neither of modules nor of folders, also not for types only."""
    parts = {name: path for name, path in modules() if is_part(name, package)}
    graph = {name: set(imports(path)) & set(parts) - {name} for name, path in parts.items()}
    assert len(list(TopologicalSorter(graph).static_order())) == len(parts)


def test_few_imports_run_up():
    """Between folders that use each other; `make figures` names them."""
    assert len(upward_imports()) <= MAX_UPWARD


def test_capabilities_make_no_circles():
    graph = {name: found for name, found in by_folder(capability).items() if is_part(name, "games")}
    assert set(TopologicalSorter(graph).static_order()) >= set(graph)


def test_the_picture_of_the_house_is_drawn_from_the_imports():
    assert house.drawn() in house.DOCUMENT.read_text(), "make house draws it anew"
