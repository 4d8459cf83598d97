"""Joins a page's ES modules into one file when the static files are collected.

The sources stay modules that a browser loads as they are; a game's page would ask for some 50.
In a joined file each module is a function of its own that returns what it exports. The script of
every page, SHARED, tells the others its modules, so that each is there once. A script that uses
none of them, such as a worker's, which has no page, does not load it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from posixpath import dirname, join, normpath, relpath

SHARED = "js/site.js"
IMPORT = re.compile(r"""^import\s+(?:\{([^}]*)\}\s*from\s*)?["']([^"']+)["'];""", re.M)
EXPORT = re.compile(r"^export\s+((?:async\s+)?(?:function\*?|class|const)\s+)(\w+)", re.M)
TYPES = re.compile(r"/\*\*.*?\*/", re.S)  # they name files relative to where they stood
OTHER = re.compile(r"^(?:import|export)\b.*", re.M)


def joined_scripts(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the scripts of *sources* that no other imports, each with all that it imports.

    *sources* are texts by name. Raises ValueError for modules that import each other, and for an
    import or export of another form than `import { a, b as c } from "./d.js";`, `import "./d.js";`
    and `export function`, `class` or `const`.
    """
    imported = {target for name, text in sources.items() for target in _imports(name, text)}
    roots = sources.keys() - imported
    shared = tuple(_closure(SHARED, sources)) if SHARED in roots else ()
    return {root: _join(root, sources, () if root == SHARED else shared) for root in roots}


def _imports(name: str, text: str) -> Iterator[str]:
    for match in IMPORT.finditer(text):
        yield _target(name, match[2])


def _target(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))


def _way(name: str, target: str) -> str:
    """Return the address of *target* as *name* imports it."""
    way = relpath(target, dirname(name))
    return way if way.startswith(".") else f"./{way}"


def _closure(root: str, sources: Mapping[str, str]) -> dict[str, None]:
    """Return *root* and all it imports, each behind what it imports itself."""
    found: dict[str, None] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"{name} imports itself by way of {above[-1]}")
        if name not in found:
            for target in _imports(name, sources[name]):
                visit(target, (*above, name))
            found[name] = None

    visit(root, ())
    return found


def _join(root: str, sources: Mapping[str, str], shared: tuple[str, ...]) -> str:
    needed = _closure(root, sources)
    own = [name for name in needed if name not in shared]
    places = {name: f"shared[{number}]" for number, name in enumerate(shared)}
    places |= {name: f"module{number}" for number, name in enumerate(own)}
    parts = [_function(name, sources[name], places) for name in own]
    if len(own) < len(needed):
        parts.insert(0, f'import {{ shared }} from "{_way(root, SHARED)}";')
    if root == SHARED:
        parts.append(f"export const shared = [{', '.join(places.values())}];")
    return "\n".join(parts) + "\n"


def _function(name: str, text: str, places: Mapping[str, str]) -> str:
    exports = [match[2] for match in EXPORT.finditer(text)]
    body = IMPORT.sub(_taking(name, places), EXPORT.sub(r"\1\2", TYPES.sub("", text)))
    if other := OTHER.search(body):
        raise ValueError(f"{name} cannot be joined: {other[0]}")
    return f"const {places[name]} = (() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();"


def _taking(name: str, places: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    def take(match: re.Match[str]) -> str:
        if match[1] is None:
            return ""  # it ran further up
        names = re.sub(r"\s+as\s+", ": ", match[1])
        return f"const {{{names}}} = {places[_target(name, match[2])]};"

    return take
