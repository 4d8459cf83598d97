"""Imports point one way, as docs/architecture.md says."""

from graphlib import TopologicalSorter

import pytest

from tools import house
from tools.imports import OURS, ROOT, by_folder, imports, modules

# Each folder of the house, from the ground up, with the folders it may import beside itself. A
# module belongs to the longest name that fits. A new folder needs a place here.
RULES = ["games.core.rules", "games.core.errors", "games.core.symmetry"]
SEARCH = [
    *RULES,
    *(f"games.engine.{part}" for part in ("limits", "player", "kernels", "search")),
]
COMMON = "tictactoe_site.common"  # open to all but the pure parts
SHAPES = ["accounts", "games.core", "games.engine", "games.models", "games.protocol"]
GROUND = [*SHAPES, "games.board", "games.text"]
GAME = [*GROUND, "games.workers", "games.live"]  # with all that a room in memory is
CAPABILITIES = [
    "notices",
    "chat",
    "review",
    "play",
    "bots",
    "lobby",
    "positions",
    "explanation",
    "fairness",
    "fairplay",
    "puzzles",
    "lab",
    "profiles",
    "moderation",
    "help",
    "ratings",
    "rounds",
    "tournaments",
    "workshops",
    "codes",
    "client",
]
SITE = [
    *GAME,
    "games.cross_table",
    "games.proofs",
    "games.sockets",
    *(f"games.{name}" for name in CAPABILITIES),
    "games.upkeep",
]
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
    "games.models": ["accounts", "games.core"],
    "games.protocol": ["games.core", "games.models"],
    "games.board": SHAPES,
    "games.text": SHAPES,
    "games.cross_table": ["games.core", "games.engine", "games.text"],
    "games.workers": ["games.core", "games.engine"],
    "games.live": [*SHAPES, "games.text", "games.workers"],
    "games.proofs": GAME,
    "games.sockets": GAME,
    "games.notices": [*GAME, "games.sockets"],
    "games.chat": GAME,
    "games.review": [*GAME, "games.proofs"],
    "games.play": [
        *GAME,
        "games.chat",
        "games.notices",
        "games.sockets",
    ],
    "games.bots": [*GAME, "games.play"],
    "games.lobby": [
        *GAME,
        "games.notices",
        "games.play",
        "games.sockets",
    ],
    "games.positions": [*GAME, "games.lobby", "games.play", "games.proofs", "games.review"],
    "games.explanation": [*GAME, "games.positions", "games.proofs", "games.review"],
    "games.fairness": [*GAME, "games.positions", "games.proofs", "games.review"],
    "games.lessons": [*GAME, "games.positions", "games.review"],
    "games.lab": [*GAME, "games.positions", "games.proofs", "games.review"],
    "games.puzzles": [
        *GAME,
        "games.positions",
        "games.proofs",
        "games.review",
        "games.sockets",
    ],
    "games.ratings": [*GAME, "games.notices", "games.sockets"],
    "games.rounds": [
        *GAME,
        "games.notices",
        "games.play",
        "games.ratings",
        "games.sockets",
    ],
    "games.fairplay": [*GAME, "games.ratings", "games.review"],
    "games.tournaments": [
        *GAME,
        "games.cross_table",
        "games.notices",
        "games.play",
        "games.ratings",
        "games.rounds",
        "games.sockets",
    ],
    "games.profiles": [*GAME, "games.lobby", "games.play", "games.ratings", "games.review"],
    "games.moderation": [
        *GAME,
        "games.chat",
        "games.fairplay",
        "games.notices",
        "games.ratings",
        "games.review",
        "games.rounds",
    ],
    "games.help": [*GROUND, "games.ratings", "games.review"],
    "games.api": [*GAME, *(f"games.{name}" for name in CAPABILITIES)],
    "games.workshops": [*GAME, "games.cross_table", "games.lobby", "games.play"],
    "games.codes": ["games.core", "games.tournaments", "games.workshops"],
    "games.client": ["accounts"],
    "games.upkeep": [
        *GAME,
        "games.fairness",
        "games.lab",
        "games.moderation",
        "games.notices",
        "games.positions",
        "games.proofs",
        "games.puzzles",
        "games.ratings",
        "games.review",
        "games.rounds",
        "games.sockets",
        "games.tournaments",
        "games.workshops",
    ],
    "games.admin": SITE,
    "games.management": SITE,
    "games.apps": [
        "games.lab",
        "games.moderation",
        "games.play",
        "games.puzzles",
        "games.ratings",
        "games.rounds",
        "games.tournaments",
    ],
    "games.urls": [
        "games.lobby",
        "games.notices",
        "games.play",
        "games.puzzles",
        "games.rounds",
        "games.tournaments",
    ],
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


def test_capabilities_make_no_circles():
    graph = {name: found for name, found in by_folder().items() if name.startswith("games.")}
    assert set(TopologicalSorter(graph).static_order()) >= set(graph)


def test_the_picture_of_the_house_is_drawn_from_the_imports():
    assert house.drawn() in house.DOCUMENT.read_text(), "make house draws it anew"
