"""The real socket.io-client of three generations, over each transport, on a real server."""

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.serving import (
    DEPLOYED,
    ServerProcess,
    free_port,
    prepared_database,
    site_process,
)
from tests.system.workshops.conftest import new_codes
from tests.system.workshops.playing import play

pytestmark = pytest.mark.node
VERSIONS = {"socket.io-client-2.0.3": 3, "socket.io-client-2.5.0": 3, "socket.io-client-4": 4}
OLDEST_AND_LATEST = ("socket.io-client-2.0.3", "socket.io-client-4")
POLL = "/socket.io/?EIO=4&transport=polling"
HELD = 5  # polls


@pytest.mark.parametrize("client", VERSIONS)
@pytest.mark.parametrize("transport", ["default", "polling", "websocket"])
def test_a_client_plays(clients, site, code, client, transport):
    told = play(client, f"{site.url}/{code}", transport)
    assert told.pop("revision") == VERSIONS[client]
    assert told.pop("transport") == ("websocket" if transport == "default" else transport)
    assert told == {
        "won": {"type": "FINISHED", "winner": "ally"},
        "drawn": {"type": "FINISHED", "winner": "DRAW"},
        "refused": {"error": "no_such_cell"},
        "truth": "ally",
        "error": {"event": "move", "code": "no_such_cell"},
        "resigned": {"type": "FINISHED", "winner": "ally"},
        "aborted": True,
    }
    assert code not in site.log.read_text()


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_clients_play_under_bare_servers(clients, tmp_path, static_root, server):
    port, file = free_port(), tmp_path / "site.sqlite3"
    file.write_bytes(prepared_database())
    env = DEPLOYED | {"DATABASE_URL": f"sqlite:///{file}", "STATIC_ROOT": str(static_root)}
    arguments = ["--port", str(port), "tictactoe_site.asgi:application"]
    with ServerProcess(server, *arguments, port=port, log=tmp_path / "log", **env) as site:
        codes = new_codes(site, "alice", "bob")
        for client, code in zip(OLDEST_AND_LATEST, codes, strict=True):
            told = play(client, f"{site.url}/{code}", "default")
            assert told["transport"] == "websocket"
            assert told["won"] == {"type": "FINISHED", "winner": "ally"}


def test_a_server_with_held_polls_ends_at_once(tmp_path, static_root, record_property):
    with site_process(tmp_path, static_root) as site:
        greetings = [json.loads(site.get(POLL).text[1:]) for _ in range(HELD)]
        with ThreadPoolExecutor(HELD) as pool:
            held = [pool.submit(site.get, f"{POLL}&sid={one['sid']}") for one in greetings]
            time.sleep(0.5)
            assert not any(poll.done() for poll in held)
            began = time.monotonic()
            assert site.stop() == 0
            record_property("stopped within", f"{time.monotonic() - began:.2f} s")
            answers = [poll.result() for poll in held]
        # Left alone they would have been cut off, after six seconds.
        assert [(answer.status, answer.text) for answer in answers] == [(200, "6")] * HELD
