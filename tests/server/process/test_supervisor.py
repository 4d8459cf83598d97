"""What systemd is told: that the server is ready, and that it does not hang."""

import asyncio
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tictactoe_site.server.process import supervisor


@pytest.fixture(params=["file", "abstract"])
def listener(request, tmp_path: Path, monkeypatch) -> Iterator[socket.socket]:
    """A supervisor, at an address of either kind that systemd uses."""
    address = str(tmp_path / "notify")
    if request.param == "abstract":
        address = f"@{tmp_path}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(address.replace("@", "\0"))
        listener.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        yield listener


def test_the_supervisor_is_told(listener):
    supervisor.tell("READY=1")
    assert listener.recv(100) == b"READY=1"


async def test_a_server_says_again_and_again_that_it_does_not_hang(listener, monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "3000")
    telling = asyncio.create_task(supervisor.tell_of_life())
    for _ in range(3):
        assert await asyncio.to_thread(listener.recv, 100) == b"WATCHDOG=1"
    telling.cancel()


async def test_without_a_watchdog_nothing_is_said(listener, monkeypatch):
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    await supervisor.tell_of_life()
    listener.setblocking(False)
    with pytest.raises(BlockingIOError):
        listener.recv(100)


def test_a_supervisor_that_is_gone_harms_nobody(tmp_path, monkeypatch):
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    supervisor.tell("READY=1")
    monkeypatch.delenv("NOTIFY_SOCKET")
    supervisor.tell("READY=1")


def test_a_process_that_may_open_no_more_files_goes_on(listener):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        supervisor.tell("WATCHDOG=1")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
