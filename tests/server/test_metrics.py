"""The figures' own port."""

import socket
from http.client import HTTPConnection

import pytest

from tests.serving import free_port


def get(host: str, port: int) -> str:
    connection = HTTPConnection(host, port, timeout=30)
    try:
        connection.request("GET", "/metrics")
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def test_figures_are_read_on_their_own_port_of_this_machine(make_site):
    port = free_port()
    site = make_site(METRICS_PORT=str(port))
    text = get("127.0.0.1", port)
    assert "tictactoe_moves_total 0.0" in text
    assert "process_resident_memory_bytes" in text
    assert site.get("/metrics").status == 404
    with pytest.raises(ConnectionRefusedError):
        get("127.0.0.2", port)


def test_without_a_port_nothing_is_told(make_site):
    port = free_port()
    make_site()
    with pytest.raises(ConnectionRefusedError):
        get("127.0.0.1", port)


def test_a_port_that_is_taken_is_said_in_one_sentence(make_site):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with pytest.raises(AssertionError, match=rf"METRICS_PORT {taken} cannot be used"):
            make_site(METRICS_PORT=str(taken))
