"""`make house`: draws the wings of the house and who imports whom into docs/architecture.md.

An import that a path of other arrows implies has no arrow, so that the picture stays readable:
whoever may import live may import what live is built on, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.imports import ROOT, by_folder, wing

DOCUMENT = ROOT / "docs" / "architecture.md"
PICTURE = re.compile(r"```mermaid\n.*?```\n", re.DOTALL)
# Left to the text around the picture: these may be imported by all, or import nearly all.
LEFT_OUT = {
    "tictactoe_site",
    "tictactoe_site.common",
    "tictactoe_site.server",
    "games.admin",
    "games.management",
    "games.apps",
    "games.urls",
}

Graph = dict[str, set[str]]


def drawn() -> str:
    """Return the picture, as a block of Markdown."""
    graph = without_detours(
        {name: found - LEFT_OUT for name, found in by_folder(wing).items() if name not in LEFT_OUT}
    )
    arrows = (
        f"    {label(name)} --> {label(other)}\n"
        for name, found in sorted(graph.items())
        for other in sorted(found)
    )
    return "```mermaid\nflowchart TD\n" + "".join(arrows) + "```\n"


def without_detours(graph: Graph) -> Graph:
    """Return *graph*, which has no circles, without the arrows that a longer path implies."""
    return {
        name: found - {far for near in found for far in reachable(graph, near)}
        for name, found in graph.items()
    }


def reachable(graph: Graph, name: str) -> Iterator[str]:
    """Yield what is reached from *name* by one arrow or more; some may come more than once."""
    for other in graph.get(name, ()):
        yield other
        yield from reachable(graph, other)


def label(name: str) -> str:
    return name.removeprefix("games.")


if __name__ == "__main__":
    text = DOCUMENT.read_text()
    DOCUMENT.write_text(PICTURE.sub(lambda _: drawn(), text, count=1))
