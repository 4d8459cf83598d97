"""What a bridge says in the terminal. Games that go on at the same time do not mix their lines."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from typing import TextIO

from mnk.bridge.state import GameState
from mnk.game import MIN_SIDE
from mnk.transport import Message

WIDTH = 72  # characters of a line of moves
GREEN, RED, PLAIN = "\x1b[32;1m", "\x1b[31;1m", "\x1b[0m"
OPPONENTS = {
    "signed_in": " of people with an account",
    "followed": " of people its owner follows",
    "nobody": " of its owner",
}


class BridgeReport:
    """A report to *out*, and to *err* of what went wrong."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self._out, self._err = out or sys.stdout, err or sys.stderr
        self._lock = threading.Lock()
        self._last = ""  # the uid of the game that was told of last
        self._has_colour = self._out.isatty() and "NO_COLOR" not in os.environ

    def say(self, text: str) -> None:
        with self._lock:
            self._last = ""
            print(text, file=self._out, flush=True)

    def warn(self, text: str) -> None:
        """Tell of a trouble, in one line."""
        with self._lock:
            print(text, file=self._err, flush=True)

    def begin(self, state: GameState) -> None:
        with self._lock:
            self._last = state.uid
            print(f"{heading(state)}, you are {state.you.upper()}", file=self._out, flush=True)

    def end(self, state: GameState, times: list[float]) -> None:
        """Write the moves, the result, and how long the program took: *times* in seconds."""
        with self._lock:
            if self._last != state.uid:
                print(heading(state), file=self._out)
            for line in move_lines(state.moves):
                print(f"  {line}", file=self._out)
            print(self._result(state) + moves_text(times), file=self._out, flush=True)
            self._last = ""

    def _result(self, state: GameState) -> str:
        text = state.result()
        if not self._has_colour:
            return text
        return f"{RED if text.startswith('Lost') else GREEN}{text}{PLAIN}"


def heading(state: GameState) -> str:
    """Return, for example, "game 7fQ2aaaaaa against bob, 15×15, 5 in a row"."""
    game = state.game
    goal = "" if (game.m, game.n, game.k) == (3, 3, 3) else f", {game.k} in a row"
    return f"game {state.uid} against {state.opponent}, {game.m}×{game.n}{goal}"


def move_lines(moves: list[str]) -> Iterator[str]:
    """Yield the moves in pairs, several a line: "1. b2 a1  2. c3 a3"."""
    line = ""
    for ply in range(0, len(moves), 2):
        pair = f"{ply // 2 + 1}. {' '.join(moves[ply : ply + 2])}"
        if line and len(line) + 2 + len(pair) > WIDTH:
            yield line
            line = ""
        line = f"{line}  {pair}" if line else pair
    if line:
        yield line


def moves_text(times: list[float]) -> str:
    """Return, for example, " 4 moves, slowest 0.3 ms"."""
    if not times:
        return ""
    slowest = max(times)
    took = f"{slowest:.1f} s" if slowest >= 1 else f"{slowest * 1000:.1f} ms"
    return f" {len(times)} move{'s' if len(times) > 1 else ''}, slowest {took}"


def conditions_text(name: str, bots: list[Message]) -> str:
    """Return what the bot *name* is open to, as its owner has set it."""
    conditions = next((bot["conditions"] for bot in bots if bot["name"] == name), None)
    if conditions is None:
        return "Waiting for challenges."
    if not conditions["is_open"]:
        return "Paused: its owner has it take no challenges."
    least, most = conditions["smallest"], conditions["largest"]
    boards = f"{least}×{least}" + (f" to {most}×{most}" if most > least else "")
    whose = OPPONENTS.get(conditions["opponents"], "")
    return f"Open to challenges{whose}: {boards}{_goals(conditions)}"


def _goals(conditions: Message) -> str:
    """Return how many in a row win, unless all that the boards allow."""
    shortest, longest = conditions["shortest"], min(conditions["longest"], conditions["largest"])
    if shortest == longest:
        return f", {shortest} in a row"
    is_all = shortest == MIN_SIDE and longest == conditions["largest"]
    return "" if is_all else f", {shortest} to {longest} in a row"
