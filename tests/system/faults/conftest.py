"""A place for each test of a fault."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.faults.place import Place


@pytest.fixture
def place(static_root: Path) -> Iterator[Place]:
    """A place for one fault, which verifies what became of its games."""
    folder = Path(tempfile.mkdtemp(prefix="fault-"))
    folder.chmod(0o711)  # PostgreSQL may run as a user of its own
    with Place(folder, static_root) as place:
        yield place
        if place.has_database:
            place.verify()
    shutil.rmtree(folder)
