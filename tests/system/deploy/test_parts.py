"""The parts of a cluster, each for itself."""

import errno
import socket

import pytest

from deploy.cluster.parts import require_free
from deploy.cluster.programs import Trouble


def test_a_port_that_only_root_may_use_is_not_called_taken(monkeypatch):
    def refuse(probe: socket.socket, address: tuple[str, int]) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(Trouble, match="Only root may listen on port 80"):
        require_free(80)
