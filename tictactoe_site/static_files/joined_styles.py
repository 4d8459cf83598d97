"""Joins a page's style sheets into one file when the static files are collected.

The sources stay sheets that a browser loads as they are, each naming by `@import` what it builds
on; as files of their own they would be as many requests, one behind the other.
"""

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

IMPORT = re.compile(r'^@import "([^"]+)";\n+', re.M)
ADDRESS = re.compile(r"""url\(["']?(?!data:|#)""")


def joined_styles(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the sheets of *sources* that import others, with all that they import, each once.

    *sources* are texts by name. Raises ValueError for sheets that import each other, for an import
    of another form than `@import "name.css";` on a line of its own, and for a sheet of another
    folder with addresses, which would lead elsewhere.
    """
    return {name: _join(name, sources) for name in sources if "@import" in sources[name]}


def _join(root: str, sources: Mapping[str, str]) -> str:
    found: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"{name} imports itself by way of {above[-1]}")
        if name in found:
            return
        for path in IMPORT.findall(sources[name]):
            target = normpath(join(dirname(name), path))
            visit(target, (*above, name))
            if dirname(target) != dirname(root) and ADDRESS.search(sources[target]):
                raise ValueError(f"{root} cannot be joined: {target} has addresses")
        # A file comes after those it imports, since the last one of equal rules counts.
        found[name] = IMPORT.sub("", sources[name])
        if "@import" in found[name]:
            raise ValueError(f"{name} cannot be joined: another form of @import")

    visit(root, ())
    return "\n".join(found.values())
