"""What `make` does for a newcomer, and says where it cannot."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from deploy.ready import wait_until
from tests.serving import DEPLOYED, ROOT, free_port

LEFT_BEHIND = shutil.ignore_patterns(".*", "var", "staticfiles", "node_modules", "__pycache__")
NO_INDEX = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
INSTALLED = ".venv/.runtime-installed", ".venv/.engine-compiled"
OTHERS = {
    "MAKEFLAGS",
    "MAKELEVEL",
    "MFLAGS",
    "DATABASE_URL",
    "REDIS_URL",
}  # of the tests and of who runs them
ENV = {name: value for name, value in os.environ.items() if name not in OTHERS}


@pytest.fixture
def copy() -> Iterator[Path]:
    """The project as a newcomer gets it."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(shutil.copytree(ROOT, Path(folder) / "copy", ignore=LEFT_BEHIND))


@contextmanager
def served(command: list[str], copy: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run *command* with all that it starts until the block ends."""
    process = subprocess.Popen(command, cwd=copy, env=ENV | DEPLOYED, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def answers(address: str) -> bool:
    try:
        with urlopen(address):
            return True
    except OSError:
        return False


def first_line_of_failure(copy: Path, python: str, **env: str) -> str:
    """What making an environment by *python* says first after what it announces."""
    command = ["make", f"PYTHON={python}", ".venv/bin/python"]
    done = subprocess.run(
        command, cwd=copy, env=ENV | env, capture_output=True, text=True, check=False
    )
    assert done.returncode
    said = [line for line in done.stdout.splitlines() if not line.startswith("Making")]
    return said[0]


def test_a_python_without_venv_is_told_what_to_install(copy, tmp_path):
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\ncase "$*" in *ensurepip*) exit 1; esac\nexit 0\n')
    python.chmod(0o755)
    assert "sudo apt install python3-venv" in first_line_of_failure(copy, str(python))


def test_a_python_that_is_not_there_is_named(copy):
    said = first_line_of_failure(copy, "/nowhere/python")
    assert said == "/nowhere/python is no Python 3.11 or newer; PYTHON=… says where one is."


def test_what_pip_cannot_install_leaves_advice_and_no_half_environment(copy):
    said = first_line_of_failure(copy, "python3", **NO_INDEX)
    assert said.startswith("requirements/pip.txt could not be installed.")
    assert not (copy / ".venv").exists()


def test_make_play_serves_a_page(copy):
    environment = copy / ".venv"  # of the same packages, but with marks of its own
    environment.mkdir()
    for part in Path(sys.prefix).glob("[!.]*"):
        (environment / part.name).symlink_to(part)
    port = free_port()
    command = ["make", *(f"--assume-old={made}" for made in INSTALLED), f"PORT={port}", "play"]
    with served(command, copy) as process:
        address = f"http://127.0.0.1:{port}/"
        assert wait_until(lambda: process.poll() is not None or answers(address), seconds=120)
        assert process.poll() is None
        with urlopen(address) as page:
            assert "<h1" in page.read().decode()
