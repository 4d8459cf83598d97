"""Finding and running the programs of a cluster."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.cluster import programs
from deploy.cluster.__main__ import roll
from deploy.cluster.programs import Program, Trouble
from deploy.cluster.whole import count_of
from deploy.ready import wait_until
from tests.serving import ROOT


def test_a_program_that_is_missing_is_named_with_its_package(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "POSTGRESQL", str(tmp_path))
    monkeypatch.setattr(programs, "SYSTEM_FOLDERS", ())
    with pytest.raises(
        Trouble, match=r"There is no redis-server here: .* apt install redis-server"
    ):
        programs.find("redis-server", "redis-server")


def test_the_newest_postgresql_is_taken(monkeypatch, tmp_path):
    for version in ("9.6", "13", "15"):
        program = tmp_path / version / "bin" / "postgres"
        program.parent.mkdir(parents=True)
        program.touch(mode=0o755)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(programs, "POSTGRESQL", str(tmp_path))
    assert programs.find("postgres", "postgresql") == f"{tmp_path}/15/bin/postgres"


def test_a_command_that_fails_says_why():
    code = "import sys; print('first', flush=True); sys.exit('it is broken')"
    with pytest.raises(Trouble, match="failed: it is broken"):
        programs.run([sys.executable, "-c", code])


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """Says what it is given and then waits."""
    code = "import sys, time; print(sys.stdin.read(), flush=True); time.sleep(60)"
    made = Program("The program", [sys.executable, "-c", code], log=tmp_path / "log")
    yield made
    made.stop()


def test_a_program_reads_what_it_is_given_and_is_stopped(program):
    program.start(given="hello")
    program.wait_until(lambda: "hello" in program.log.read_text())
    assert program.is_running
    program.stop()
    assert not program.is_running
    program.stop()  # again does no harm


def test_a_program_that_ends_by_itself_is_told_with_its_last_words(tmp_path):
    code = "import sys; sys.exit('the disk is full')"
    program = Program("It", [sys.executable, "-c", code], log=tmp_path / "log")
    program.start()
    with pytest.raises(Trouble, match="It has ended: the disk is full"):
        program.wait_until(lambda: False)


def test_what_was_started_ends_with_whoever_started_it(tmp_path):
    waiting = "print('up', flush=True); import time; time.sleep(60)"
    code = (
        "import pathlib, sys, time; from deploy.cluster.programs import Program;"
        f"p = Program('It', [sys.executable, '-c', {waiting!r}], log=pathlib.Path(sys.argv[1]));"
        "p.start(); p.wait_until(lambda: p.log.read_text()); print(p._process.pid, flush=True);"
        "time.sleep(60)"
    )
    starter = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "log")], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert starter.stdout
    with starter, starter.stdout:
        child = int(starter.stdout.readline())
        starter.send_signal(signal.SIGKILL)
        starter.wait()
    assert wait_until(lambda: is_gone(child), seconds=10)


def is_gone(pid: int) -> bool:
    """Whether the process has ended; somebody may still have to be told of it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.parametrize(
    ("arguments", "env", "sentence"),
    [
        (["up"], {}, "Use it so: "),
        ([], {"PORT": "http"}, "PORT must be a whole number from 1 to 65535"),
        ([], {"PORT": "0000008000123"}, "PORT must be a whole number from 1 to 65535"),
        ([], {"CLUSTER_PROCESSES": "1"}, "CLUSTER_PROCESSES must be a whole number from 2 to 16"),
        (["roll"], {}, "No cluster runs in "),
    ],
)
def test_a_wrong_call_is_answered_with_one_sentence(tmp_path, arguments, env, sentence):
    done = subprocess.run(
        [sys.executable, "-m", "deploy.cluster", *arguments],
        cwd=ROOT,
        env=os.environ | {"CLUSTER_FOLDER": str(tmp_path)} | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1


def test_whoever_rolls_a_cluster_is_told_that_it_has_ended(tmp_path: Path):
    """It ends if the next version does not start."""
    # A shell's `nohup` would have it ignore the signal that rolls.
    default = "signal.signal(signal.SIGHUP, signal.SIG_DFL)"
    program = f"import signal; {default}; print(flush=True); signal.pause()"
    command = [sys.executable, "-c", program, "deploy.cluster"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as cluster:
        assert cluster.stdout
        cluster.stdout.readline()
        (tmp_path / "pid").write_text(f"{cluster.pid}\n")
        with pytest.raises(Trouble, match="has ended"):
            roll(tmp_path)


def test_a_count_that_is_just_being_written_is_not_there_yet(tmp_path):
    rolls = tmp_path / "rolls"
    assert count_of(rolls) == 0
    rolls.touch()
    assert count_of(rolls) == 0
    rolls.write_text("3\n")
    assert count_of(rolls) == 3
