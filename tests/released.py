"""The version that was released last, whose servers run beside this one's while it is brought in.

`deploy/released` names its commit. Its code comes out of the clone's own history.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.made import made_once
from tests.serving import ROOT, collect_static_files

FILE = ROOT / "deploy" / "released"


class NotInThisClone(Exception):
    """The clone has too little history, or none."""

    def __init__(self, commit: str) -> None:
        super().__init__(
            f"This clone does not have {commit}, the last released version that deploy/released "
            "names: git fetch --unshallow gets all of the history."
        )


def commit() -> str:
    return FILE.read_text().strip()


def code() -> Path:
    """The folder with its code. Raises NotInThisClone."""

    def unpack(folder: Path) -> None:
        packed = _git("archive", "--format=tar", commit())
        folder.mkdir()
        subprocess.run(["tar", "--extract", "--directory", folder], input=packed, check=True)

    return made_once(f"released-{commit()[:12]}", unpack)


def static_files() -> Path:
    """The folder with its static files."""
    name = f"released-static-{commit()[:12]}"
    return made_once(name, lambda folder: collect_static_files(folder, code()))


def migrations() -> set[tuple[str, str]]:
    """Its migrations: application and name. Raises NotInThisClone."""
    files = _git("ls-tree", "-r", "--name-only", commit()).decode().split()
    paths = [Path(file) for file in files]
    return {
        (path.parent.parent.name, path.stem)
        for path in paths
        if path.parent.name == "migrations" and path.stem[:4].isdecimal()
    }


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, check=False)
    if done.returncode:
        raise NotInThisClone(commit())
    return done.stdout
