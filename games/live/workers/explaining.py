"""Searches whose steps are recorded, for explanations, run one at a time in a process of their own.

They are pure Python, so in a thread they would hold the interpreter back from pages and moves. The
process starts with the first request. It ends when its parent does, because its input closes then.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from games.core.rules import Position
from games.engine.budget import Limits
from games.engine.explanation.counts import SearchCounts
from games.engine.explanation.methods import METHODS
from games.engine.explanation.story import STORIES, Story, count, tell

ROOT = Path(__file__).resolve().parents[3]
SECONDS_A_SEARCH = 1.5
NICEST = 19
LENGTH = 4  # bytes before each message that say how long it is


class ExplainedStories(msgspec.Struct, frozen=True):
    """The stories of some methods, and what each method takes for the same question."""

    stories: dict[str, Story]
    counts: dict[str, SearchCounts]


_position_decoder = msgspec.msgpack.Decoder(Position)
_stories_decoder = msgspec.msgpack.Decoder(ExplainedStories)


class Silent(Exception):
    """The process has ended without an answer, or could not start. The next request starts one."""


class Explainer:
    """The process, as its parent sees it."""

    def __init__(self) -> None:
        self._queue = ThreadPoolExecutor(1, thread_name_prefix="explaining")
        self._process: subprocess.Popen[bytes] | None = None

    async def explain(self, position: Position) -> ExplainedStories:
        """Search the unfinished *position* by each method, after those who asked before.

        Raises Silent.
        """
        return await asyncio.get_running_loop().run_in_executor(self._queue, self._ask, position)

    def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with suppress(OSError):  # of a request that was still being written
                    pipe.close()

    def _ask(self, position: Position) -> ExplainedStories:
        try:
            self._process = self._process or _start()
            requests, answers = self._process.stdin, self._process.stdout
            assert requests
            assert answers
            _send(requests, msgspec.msgpack.encode(position))
            return _stories_decoder.decode(_receive(answers))
        # Half a message may be left in a pipe, and the next answer would be read from its middle.
        except (OSError, EOFError) as error:
            self.end()
            raise Silent from error


explainer = Explainer()
atexit.register(explainer.end)


def _start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", __name__]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe)


def _send(to: IO[bytes], message: bytes) -> None:
    to.write(len(message).to_bytes(LENGTH) + message)
    to.flush()


def _receive(come_from: IO[bytes]) -> bytes:
    """Return the next message. Raises EOFError if there is none any more."""
    head = come_from.read(LENGTH)
    message = come_from.read(int.from_bytes(head))
    if len(head) < LENGTH or len(message) < int.from_bytes(head):
        raise EOFError
    return message


# ---- the process itself -----------------------------------------------------------------------


def main() -> None:
    """Answer what is asked on the standard input, until that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    os.nice(NICEST)
    while True:
        try:
            request = _receive(sys.stdin.buffer)
        except EOFError:
            return
        _send(sys.stdout.buffer, msgspec.msgpack.encode(explain(_position_decoder.decode(request))))


def explain(position: Position) -> ExplainedStories:
    """Search the unfinished *position* by each method."""
    stories = {method: tell(position, method, _limits()) for method in STORIES}
    others = {method: count(position, method, _limits()) for method in METHODS.keys() - stories}
    counts = {method: story.counts for method, story in stories.items()}
    return ExplainedStories(stories, counts | others)


def _limits() -> Limits:
    """Return limits by the time of this process's own work, however busy the machine is."""
    return Limits(seconds=SECONDS_A_SEARCH, clock=time.process_time)


if __name__ == "__main__":
    main()
