"""`make bench`: lists what can be measured with `make bench NAME=…`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
PARTS = ("pairing", "server.cluster")  # benchmarks of a single module


def main() -> None:
    for name, subject in sorted(measures()):
        print(f"{name:16}{subject}")


def measures() -> Iterator[tuple[str, str]]:
    """Yield every name that NAME may be, and the subject from its module's docstring."""
    names = [path.parent.name for path in HERE.glob("*/__main__.py")]
    for name in (*names, *PARTS):
        way = HERE.joinpath(*name.split("."))
        module = way / "__main__.py" if way.is_dir() else way.with_suffix(".py")
        said = ast.get_docstring(ast.parse(module.read_text())) or ""
        yield name, said.splitlines()[0].partition(": ")[2]


if __name__ == "__main__":
    main()
