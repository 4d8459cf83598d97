"""The compiled copies of the engine's kernels that lie on disk."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

FOLDER_NAME = re.compile(r"[0-9a-f]{12}")  # as `kernels.jit` names them: a digest of the sources


def forget_old_copies(current: Path) -> None:
    """Remove the copies of earlier states of the sources, which lie beside the *current* ones."""
    for folder in current.parent.iterdir():
        if folder != current and folder.is_dir() and FOLDER_NAME.fullmatch(folder.name):
            shutil.rmtree(folder, ignore_errors=True)  # another process may be at it
