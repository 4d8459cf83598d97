"""Which of our names mean more than one thing, read from the source."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.imports import OURS, ROOT

FROM_DJANGO = {"Command", "DatabaseWrapper", "Migration"}  # Django looks for these names
FROM_THE_CLIENT = {"Game"}  # programs know it from the client; the site's own is a table


def sources() -> Iterator[Path]:
    """Yield our modules: the site's, the client's, and these tools."""
    for folder in (*OURS, "client/mnk", "tools"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def shared_class_names() -> dict[str, list[str]]:
    """Return the names of classes that several modules define at their top, with these modules.

    Nested classes are left out: they are named with their outer class, as in `Round.State`.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for path in sources():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(path.relative_to(ROOT)))
    shared = {name: places for name, places in found.items() if len(places) > 1}
    return {name: shared[name] for name in sorted(shared.keys() - FROM_DJANGO - FROM_THE_CLIENT)}
