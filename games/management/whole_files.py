"""Files that are written as a whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Write *text* to *file*, which keeps its former text until the whole new one is written."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        draft.write_text(text, "utf-8")
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
