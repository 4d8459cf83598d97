"""The parts of a cluster, each for itself."""

import errno
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.cluster.parts import PostgreSQL, require_free
from deploy.cluster.programs import Trouble


def test_a_port_that_only_root_may_use_is_not_called_taken(monkeypatch):
    def refuse(probe: socket.socket, address: tuple[str, int]) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(Trouble, match="Only root may listen on port 80"):
        require_free(80)


@pytest.fixture
def postgresql() -> Iterator[PostgreSQL]:
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    folder.chmod(0o711)  # PostgreSQL runs as a user of its own
    made = PostgreSQL(folder / "postgresql")
    yield made
    made.program.stop()
    shutil.rmtree(folder)


@pytest.mark.nginx
def test_postgresql_starts_after_a_power_cut_that_left_its_lock_file_empty(postgresql):
    postgresql.start()
    postgresql.program.stop()
    (postgresql.data / "postmaster.pid").touch()
    postgresql.start()
    assert postgresql.program.is_running
