"""What imports what, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ("accounts", "games", "tictactoe_site")
WINGS = ("live", "play", "learn", "compete", "people", "programs")  # their folders are capabilities
PROJECT_FOLDERS = ("tictactoe_site.common", "tictactoe_site.server")


def modules() -> Iterator[tuple[str, Path]]:
    """Yield the name and path of every module of the product, without migrations."""
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path.parent.name != "migrations":
                inner = path.parent if path.name == "__init__.py" else path.with_suffix("")
                yield ".".join(inner.relative_to(ROOT).parts), path


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Return every module that *path* imports, also inside functions and for types only."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}: imports must be absolute"
            assert not node.level, f"{path}: imports must be absolute"
            yield from (resolve(node.module, alias.name) for alias in node.names)


def resolve(base: str, name: str) -> str:
    """Return what `from base import name` imports: the module *base.name* if any, else *base*."""
    inner = ROOT.joinpath(*base.split("."), name)
    return f"{base}.{name}" if inner.is_dir() or inner.with_suffix(".py").exists() else base


def wing(module: str) -> str:
    """Return the wing of the house that *module* stands in: "games.play", "accounts"."""
    package, *rest = module.split(".")
    inner = ".".join((package, *rest[:1]))
    return inner if package == "games" or inner in PROJECT_FOLDERS else package


def capability(module: str) -> str:
    """Return the folder in a wing that *module* stands in, "games.play.lobby", or else the wing."""
    if module.startswith(tuple(f"games.{name}." for name in WINGS)):
        inner = module.split(".")[:3]
        if ROOT.joinpath(*inner).is_dir():
            return ".".join(inner)
    return wing(module)


def by_folder(folder: Callable[[str], str]) -> dict[str, set[str]]:
    """Return which folders import which; *folder* returns the folder of a module's name."""
    graph: dict[str, set[str]] = {}
    for name, path in modules():
        found = {folder(one) for one in imports(path) if one.split(".")[0] in OURS}
        graph.setdefault(folder(name), set()).update(found - {folder(name)})
    return graph
