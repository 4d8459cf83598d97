"""The server process ends in order and then at once, whatever Python would still have to do."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ServerProcess, site_process

HANGS = """
from threading import Event
from tictactoe_site.server import ending

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
    assert stubborn_site.process.wait(30) == 0
    log = Path(stubborn_site.log).read_text()
    assert "Ctrl-C stops the server." in log  # what it said before its end is not lost
    assert "Traceback" not in log


def test_what_hangs_is_ended_by_the_operating_system():
    done = subprocess.run([sys.executable, "-c", HANGS], check=False, timeout=60)
    assert done.returncode == -signal.SIGALRM


def test_the_next_process_takes_the_port_before_the_present_one_is_stopped(tmp_path, static_root):
    site = site_process(tmp_path, static_root, SHARE_PORT="true", PROCESSES="1")
    with site:
        present = site.start_next()
        try:
            assert present.poll() is None
            present.terminate()
            assert present.wait(30) == 0
            assert site.get("/").status == 200
        finally:
            present.kill()
