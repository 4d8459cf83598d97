"""The server process ends in order and then at once, whatever Python would still have to do."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.serving import ServerProcess, site_process
from tictactoe_site.server.process.shared_port import bind

PATIENCE = 120  # seconds; what hangs is ended by the operating system before
HANGS = """
from threading import Event
from tictactoe_site.server.process import ending

ending.STOPPING_TIMEOUT = 0.1
ending.set_last_resort()
Event().wait()
"""


@pytest.fixture(params=["uvicorn", "daphne"])
def stubborn_site(request, tmp_path, static_root):
    site = site_process(tmp_path, static_root, SERVER=request.param)
    log = tmp_path / "stubborn.log"
    with ServerProcess(
        "tests.server.stubborn_site", port=site.port, log=log, **site.env
    ) as process:
        yield process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_nothing_that_python_takes_apart_holds_up_the_end(stubborn_site, number):
    assert stubborn_site.get("/").status == 200
    stubborn_site.process.send_signal(number)
    assert stubborn_site.process.wait(PATIENCE) == 0
    log = Path(stubborn_site.log).read_text()
    assert "Ctrl-C stops the server." in log  # what it said before its end is not lost
    assert "Traceback" not in log


def test_what_hangs_is_ended_by_the_operating_system():
    done = subprocess.run([sys.executable, "-c", HANGS], check=False, timeout=PATIENCE)
    assert done.returncode == -signal.SIGALRM


@pytest.fixture
def replaced_site(tmp_path, static_root):
    """A site on a port that its next process may share."""
    with site_process(tmp_path, static_root, SHARE_PORT="true") as site:
        yield site


@contextmanager
def beside_the_next(site: ServerProcess) -> Iterator["subprocess.Popen[bytes]"]:
    """The present process of *site*, while the next one is there."""
    present = site.start_next()
    try:
        yield present
    finally:
        present.kill()
        present.wait()


def test_the_next_process_takes_the_port_before_the_present_one_is_stopped(replaced_site):
    with beside_the_next(replaced_site) as present:
        assert present.poll() is None
        present.terminate()
        assert present.wait(PATIENCE) == 0
        assert replaced_site.get("/").status == 200


def test_once_the_next_process_is_ready_all_come_to_it(replaced_site):
    with beside_the_next(replaced_site) as present:
        present.send_signal(signal.SIGSTOP)
        assert {replaced_site.get("/healthz").status for _ in range(20)} == {200}


def test_nobody_comes_to_a_process_that_is_not_ready(replaced_site):
    with bind(("127.0.0.1", replaced_site.port), socket.AF_INET):
        assert {replaced_site.get("/healthz").status for _ in range(20)} == {200}


def test_a_port_that_is_not_shared_is_not_taken_from_anybody(tmp_path, static_root):
    site, taken = site_process(tmp_path, static_root), "Address already in use"
    with site, pytest.raises(OSError, match=taken):
        bind(("127.0.0.1", site.port), socket.AF_INET)
