"""`make figures`: the size and shape of the code, most figures beside their goals.

A figure over its goal comes with the places to look at. The exit code is always 0. With
`ARGS=--types` the errors that mypy finds are counted, too, which takes minutes.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tools import imports
from tools.names import shared_class_names

PRODUCT = ("accounts", "games", "tictactoe_site")
MAX_LINES, MAX_MODULES, MAX_FOLDERS, MAX_UPWARD = 58_500, 570, 16, 30
MAX_TEMPLATE_LINE = 160  # characters
SHORT = 30  # lines
# Modules that are found by their names: `receivers` and `upkeep` by our own code
# (`games/upkeep/capabilities.py`), the others by Python, Django and its servers.
FOUND_BY_NAME = {
    *("__init__", "admin", "apps", "asgi", "receivers", "signals", "tags", "upkeep", "urls"),
}
# Folders in which Django looks for modules.
FOLDERS_OF_FRAMEWORKS = {"commands", "formats"}
HTML = re.compile(r"\b(?:format_html|format_html_join|mark_safe)\(|f[\"']+<[a-z]")
SQL = re.compile(r"\.cursor\(\)|\.raw\(|RawSQL\(")
# May write HTML itself: a template takes 9 ms for the up to 361 cells of a board.
CELLS = Path("games/board/plain.py")
PLACES_NAMED = 5


@dataclass(frozen=True)
class Module:
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def lines(self) -> int:
        return self.text.count("\n")

    @cached_property
    def comments(self) -> int:
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return sum(token.type == tokenize.COMMENT for token in tokens)

    def functions(self) -> Iterable[tuple[str, int]]:
        """Yield every function's name and its length in lines, without its decorators."""
        for node in ast.walk(ast.parse(self.text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def modules(*folders: str) -> list[Module]:
    paths = (path for folder in folders for path in Path(folder).rglob("*.py"))
    return [Module(path) for path in sorted(paths) if "migrations" not in path.parts]


def report(product: list[Module], tests: list[Module]) -> Iterable[str]:
    lines = sum(module.lines for module in product)
    comments = sum(module.comments for module in product)
    yield f"{'lines of Python':42} {lines:8,}   goal at most {MAX_LINES:,}"
    yield f"{'lines of tests':42} {sum(module.lines for module in tests):8,}"
    yield f"{'modules':42} {len(product):8,}   goal at most {MAX_MODULES}"
    yield f"{'comments in 100 lines':42} {100 * comments / lines:8.1f}   goal 3 to 9"
    for figure, goal, places in counted(product):
        named = f": {', '.join(places[:PLACES_NAMED])}" if len(places) > goal else ""
        yield f"{figure:42} {len(places):8}   goal at most {goal}{named}"


def counted(product: list[Module]) -> Iterable[tuple[str, int, list[str]]]:
    """Yield each figure with its goal and the places that make it."""
    folders = Counter(str(module.path.parent) for module in product)
    yield "modules loose in games/", 0, [str(m.path) for m in product if is_loose(m)]
    yield f"modules under {SHORT} lines", 12, [str(m.path) for m in product if is_crumb(m)]
    yield (
        "folders of more than 20 modules",
        0,
        [f"{folder} ({size})" for folder, size in folders.items() if size > 20],
    )
    yield (
        "modules with HTML, but for cells and admin",
        0,
        [str(m.path) for m in product if HTML.search(m.text) and not may_write_html(m)],
    )
    yield "modules with raw SQL", 1, [str(m.path) for m in product if SQL.search(m.text)]
    yield "modules over 400 lines", 0, [str(m.path) for m in product if m.lines > 400]
    yield "imports in the rarer direction", MAX_UPWARD, upward_imports()
    yield (
        "folders in games/",
        MAX_FOLDERS,
        sorted(
            {
                m.path.parts[1]
                for m in product
                if m.path.parts[0] == "games" and len(m.path.parts) > 2
            }
        ),
    )
    yield "class names with several meanings", 0, list(shared_class_names())
    yield f"template lines over {MAX_TEMPLATE_LINE} characters", 0, long_template_lines()
    # Two compiled searches, which call themselves, are longer. As functions of their own, the parts
    # that need the whole board would make them a tenth slower, and numba cannot cache two functions
    # that call each other.
    long = [(m, name, size) for m in product for name, size in m.functions() if size > 60]
    yield "functions over 60 lines", 0, [f"{m.path}:{name} ({size})" for m, name, size in long]


def is_loose(module: Module) -> bool:
    parent, stem = str(module.path.parent), module.path.stem
    return parent == "games" and stem not in FOUND_BY_NAME


def is_crumb(module: Module) -> bool:
    if FOLDERS_OF_FRAMEWORKS.intersection(module.path.parts):
        return False
    return 0 < module.lines < SHORT and module.path.stem not in FOUND_BY_NAME


def may_write_html(module: Module) -> bool:
    return "admin" in module.path.parts or module.path == CELLS


def upward_imports() -> list[str]:
    """Return the imports in the rarer direction between each two folders that import each other.

    To a folder belong its package and the modules directly in it. What modules that are found by
    their names import is not counted: they may import anything.
    """
    edges: dict[tuple[str, str], list[str]] = defaultdict(list)
    paths = dict(imports.modules())
    folders = {
        name: name if path.name == "__init__.py" else name.rpartition(".")[0]
        for name, path in paths.items()
    }
    for name, path in paths.items():
        for other in set(imports.imports(path)) & paths.keys():
            if folders[name] != folders[other] and path.stem not in FOUND_BY_NAME:
                edges[folders[name], folders[other]].append(f"{name} → {other}")
    both_ways = [(one, other) for one, other in edges if one < other and (other, one) in edges]
    fewer = (min(edges[one, other], edges[other, one], key=len) for one, other in both_ways)
    return sorted(place for places in fewer for place in places)


def long_template_lines() -> list[str]:
    return [
        f"{path}:{number}"
        for path in sorted(Path("templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > MAX_TEMPLATE_LINE
    ]


def type_errors() -> str:
    """Return how many errors mypy finds, or why it could not check."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary"],
        capture_output=True,
        text=True,
        check=False,
    )
    errors = done.stdout.count(": error: ")
    if done.returncode and not errors:
        return f"not counted: {(done.stdout + done.stderr).strip()}"
    return f"{errors:8}   goal at most 0"


if __name__ == "__main__":
    print("\n".join(report(modules(*PRODUCT), modules("tests"))))
    if "--types" in sys.argv:
        print(f"{'errors of types':42} {type_errors()}")
