"""Prometheus' figures on a port of their own that only this machine can reach."""

from __future__ import annotations

from prometheus_client import start_http_server

from tictactoe_site import environment

LOOPBACK = "127.0.0.1"  # a proxy in front of the site never leads here


def serve_metrics(port: int) -> None:
    """Answer on *port* of the loopback address; leave with a sentence if it is taken."""
    try:
        start_http_server(port, addr=LOOPBACK)
    except OSError as error:
        environment.leave(f"METRICS_PORT {port} cannot be used: {error.strerror}.")
