"""Processes that tell devices of turns are killed between the move and the notice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock

from tests.push_service import FakeBrowser, PushService, Received, push_service
from tests.serving import ROOT
from tests.system.faults.place import Place, require

SEED = 1
PATIENCE = 60.0  # seconds for one notice, with the time in which nobody else may send it
PROGRAM = "tests.system.faults.tell_devices"
TOLD = "SELECT count(*) FROM games_pushnotice WHERE told_at IS NOT NULL"
# When all processes are killed: soon after the move, with the message, and with the answer to it.
MOMENTS = ("move", "request", "answer")


def killed_while_telling(place: Place, *, kills: int) -> str:
    """Kill all processes so often, each time after another move; each turn is told, and once.

    What a service gets twice has one topic and one name, under which a device shows it once.
    """
    place.prepare()
    chance = random.Random(SEED)
    with push_service() as service:
        browser = service.browser("phone")
        with Tellers(place, browser) as tellers:
            for number in range(kills):
                moment = MOMENTS[number % len(MOMENTS)]
                kill_in_the_middle(service, tellers, moment, chance.uniform(0.0, 0.05))
                # Told, and noted as told, so that nothing of it comes any more.
                wait_until(lambda told=number + 1: place.ask(TOLD) == [(told,)])
        names = names_of(service, browser)
    require(len(names) == kills, f"{len(names)} notices for {kills} turns.")
    apart = [topics for topics in names.values() if len(set(topics)) > 1]
    require(not apart, f"The same notice under several topics: {apart}.")
    repeated = sum(len(topics) - 1 for topics in names.values())
    return f"Each of {kills} turns was told; {repeated} came twice, as the same to the device."


class Tellers:
    """A program that makes moves, and the processes that it forks to tell of them."""

    def __init__(self, place: Place, browser: FakeBrowser) -> None:
        keys = browser.subscription()["keys"]
        self._program = subprocess.Popen(
            [sys.executable, "-m", PROGRAM, browser.endpoint, keys["p256dh"], keys["auth"]],
            cwd=ROOT,
            env=os.environ | place.env | {"PUSH_TO_LOOPBACK": "true"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._telling: list[int] = []

    def __enter__(self) -> Tellers:
        self._hear()
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()
        self._program.communicate()  # at the end of its input it ends

    def start(self) -> None:
        self._telling = [int(word) for word in self._ask("tell").split()]

    def move(self) -> None:
        self._ask("move")

    def kill(self) -> None:
        """Kill all that tell, at once."""
        for process in self._telling:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for process in self._telling:
            wait_until(lambda process=process: not is_there(process))
        self._telling = []

    def _ask(self, word: str) -> str:
        assert self._program.stdin
        self._program.stdin.write(f"{word}\n")
        self._program.stdin.flush()
        return self._hear()

    def _hear(self) -> str:
        assert self._program.stdout
        said = self._program.stdout.readline()
        require(bool(said), f"{PROGRAM} has ended.")
        return said


def kill_in_the_middle(service: PushService, tellers: Tellers, moment: str, seconds: float) -> None:
    """Have a move made, kill all that tell at *moment*, and start them again.

    That of a move is so many *seconds* after it.
    """
    once, is_over = Lock(), Event()

    def kill(received: Received) -> None:
        if once.acquire(blocking=False):
            tellers.kill()
            is_over.set()

    if moment == "request":
        service.on_request = kill
    elif moment == "answer":
        service.on_answer = kill
    tellers.move()
    if moment == "move":
        time.sleep(seconds)
        tellers.kill()
    else:
        wait_until(is_over.is_set)
    service.on_request = service.on_answer = lambda received: None
    tellers.start()


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def names_of(service: PushService, browser: FakeBrowser) -> dict[str, list[str]]:
    """The topics under which each notice came, by the name that a device knows it by."""
    names: dict[str, list[str]] = defaultdict(list)
    for received in service.sent_to(browser):
        names[browser.notice(received)["id"]].append(received.headers["Topic"])
    return names


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        require(time.monotonic() < deadline, f"It was not told within {PATIENCE:.0f} s.")
        time.sleep(0.01)
