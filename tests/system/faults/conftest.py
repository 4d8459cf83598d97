"""A place for each test of a fault."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.system.faults.place import Place


@pytest.fixture
def place(static_root: Path) -> Iterator[Place]:
    """A place for one fault, which verifies what became of its games."""
    with verified_place(static_root, loads_players=False) as place:
        yield place


@pytest.fixture
def deployed_place(static_root: Path) -> Iterator[Place]:
    """As `place`, for tests of what a server does when it starts."""
    with verified_place(static_root, loads_players=True) as place:
        yield place


@contextmanager
def verified_place(static_root: Path, *, loads_players: bool) -> Iterator[Place]:
    folder = Path(tempfile.mkdtemp(prefix="fault-"))
    folder.chmod(0o711)  # PostgreSQL may run as a user of its own
    with Place(folder, static_root, loads_players=loads_players) as place:
        yield place
        if place.has_database:
            place.verify()
    shutil.rmtree(folder)
