"""Server processes of tests end with them."""

import pytest

from tests import serving
from tests.serving import ServerProcess


def test_a_server_that_never_answers_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "START_TIMEOUT", 0.0)
    monkeypatch.setattr(ServerProcess, "answers", lambda _server: False)
    port = serving.free_port()
    server = ServerProcess("http.server", str(port), port=port, log=tmp_path / "log")
    with pytest.raises(AssertionError), server:
        pass
    assert not server.is_running
