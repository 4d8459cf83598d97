"""Gomocup's brains: programs that speak the protocol of Piskvork and the Gomocup tournament.

The protocol, in which x counts columns from the left and y rows from the top, both from 0:
https://plastovicka.github.io/protocl2en.htm. Five or more in a row win, as on the site. A brain
says by ERROR which boards it does not play, and is not asked for them again. The only size that
every brain has to play is 20, and the site's largest board is 19, so some play none of its boards.
"""

from __future__ import annotations

import re
import time

from mnk.errors import Broken, Unsupported
from mnk.game import Game
from mnk.programs.process import Process
from mnk.programs.program import GameTable, Player

K = 5
START_SECONDS = 30.0  # that Gomocup gives a brain to start
TURN_SECONDS = 5.0  # that Gomocup usually gives for a move, and we do
END_SECONDS = 1.0  # from END until it is killed
NO_LIMIT = 2_147_483_647  # milliseconds, as the protocol has it for time_left
GRACE = 1.0  # seconds beyond what the brain was told
# After it has named its move a brain may not hear what comes at once: Rapfi 0.43 lost every order
# that came within less than half a millisecond.
SETTLING = 0.02  # seconds
REMARKS = ("MESSAGE", "DEBUG")
UNKNOWN, ERROR = "UNKNOWN", "ERROR"
SUGGEST = "SUGGEST"
_CELL = re.compile(r"\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*")


class Gomocup:
    """The brain that *command* starts. Without a clock it gets at most *turn_seconds* a move."""

    def __init__(self, command: str, turn_seconds: float = TURN_SECONDS) -> None:
        self.name = command
        self._turn_seconds = turn_seconds
        self._refused: set[tuple[int, int]] = set()

    def plays(self, m: int, n: int, k: int) -> bool:
        return k == K and (m, n) not in self._refused

    def sit(self, table: GameTable) -> Player:
        """Start the brain on that board. Raises Unsupported if it refuses, Broken, Unusable."""
        if not self.plays(table.m, table.n, table.k):
            raise Unsupported(f"It does not play {table.m}×{table.n}, {table.k} in a row.")
        brain = GomocupBrain(self.name, table, self._turn_seconds)
        try:
            brain.start()
        except Unsupported:
            self._refused.add((table.m, table.n))
            brain.close()
            raise
        except Broken:
            brain.close()
            raise
        return brain


class GomocupBrain:
    """A brain in one game. `start` comes first."""

    def __init__(self, command: str, table: GameTable, max_turn_seconds: float) -> None:
        self._max_turn_seconds = max_turn_seconds
        self._process = Process(command, newline="\r\n")
        self._table = table
        self._known: tuple[str, ...] = ()  # the moves on the brain's board
        self._settled = 0.0  # when it hears orders again

    def start(self) -> None:
        """Have it set up its board. Raises Unsupported, Broken."""
        table = self._table
        orders = [f"RECTSTART {table.m},{table.n}"]
        if table.m == table.n:
            # Every brain has to know this one; RECTSTART is optional.
            orders.insert(0, f"START {table.m}")
        for order in orders:
            answer = self._ask(order, START_SECONDS)
            if not answer.upper().startswith((UNKNOWN, ERROR)):
                break
        else:
            raise Unsupported(f"It does not play {table.m}×{table.n}: {answer}")
        if answer.split()[0].upper() != "OK":
            raise Broken(f"It answered {answer[:60]!r} to {order}.")
        self._process.say(*self._facts())

    def choose(self, game: Game, seconds: float) -> str:
        time.sleep(max(0.0, self._settled - time.monotonic()))
        # First, as it may have the brain restart, whose answer an UNKNOWN to INFO would hide.
        order = self._order(game)
        self._process.say(f"INFO time_left {_milliseconds(game.seconds, NO_LIMIT)}")
        deadline = time.monotonic() + seconds + GRACE
        self._process.say(*order)
        answer = self._answer(deadline)
        if answer.upper().startswith(SUGGEST):
            time.sleep(SETTLING)
            self._process.say(f"PLAY {answer[len(SUGGEST) :].strip()}")
            answer = self._answer(deadline)
        self._settled = time.monotonic() + SETTLING
        cell = _named(game, answer)
        self._known = (*game.moves, cell)
        return cell

    def close(self) -> None:
        """Send END, and kill the brain if it still runs a second later."""
        try:
            self._process.say("END")
        except Broken:
            pass
        finally:
            self._process.end(END_SECONDS)

    def _facts(self) -> list[str]:
        """Return what the brain is told before its first move; it answers nothing."""
        table = self._table
        # A brain takes all the time that it is given, so without a clock that has a limit.
        turn = table.match_seconds or min(table.turn_seconds, self._max_turn_seconds)
        return [
            f"INFO timeout_turn {_milliseconds(turn, 0)}",
            f"INFO timeout_match {_milliseconds(table.match_seconds, 0)}",
            f"INFO time_left {_milliseconds(table.match_seconds, NO_LIMIT)}",
            "INFO game_type 1",  # against another program
            "INFO rule 0",  # more than five win as well, and nothing is forbidden
        ]

    def _order(self, game: Game) -> list[str]:
        """Return what brings the brain from its board to that of *game*, where it moves."""
        if not game.moves and not self._known:
            return ["BEGIN"]
        if len(game.moves) == len(self._known) + 1 and game.moves[:-1] == self._known:
            return [f"TURN {_point(game, game.moves[-1])}"]
        if self._known:  # another board, after a takeback or in the lab
            self._restart()
        return _board(game)

    def _restart(self) -> None:
        """Have it clear its board. RESTART is optional: START and RECTSTART do the same."""
        answer = self._ask("RESTART", START_SECONDS)
        if answer.upper().startswith(UNKNOWN):
            self.start()
        elif answer.upper() != "OK":
            raise Broken(f"It answered {answer[:60]!r} to RESTART.")

    def _ask(self, order: str, seconds: float) -> str:
        self._process.say(order)
        return self._hear(time.monotonic() + seconds)

    def _hear(self, deadline: float) -> str:
        """Return the next line that is no remark."""
        while (answer := self._process.hear(deadline)).upper().startswith(REMARKS):
            continue
        return answer

    def _answer(self, deadline: float) -> str:
        """Return what the brain answers when asked to move. Raises Broken for an error.

        UNKNOWN is passed over: some brains say it to an INFO, which asks for no answer.
        """
        while (answer := self._hear(deadline)).upper().startswith(UNKNOWN):
            continue
        if answer.upper().startswith(ERROR):
            raise Broken(f"It answered {answer[:200]}.")
        return answer


def _board(game: Game) -> list[str]:
    """Return the whole board in the order of the moves: 1 for the brain's marks, 2 for
    the others.
    """
    own = len(game.moves) % 2
    stones = [
        f"{_point(game, cell)},{1 if ply % 2 == own else 2}" for ply, cell in enumerate(game.moves)
    ]
    return ["BOARD", *stones, "DONE"]


def _point(game: Game, cell: str) -> str:
    y, x = divmod(game.index(cell), game.m)
    return f"{x},{y}"


def _named(game: Game, answer: str) -> str:
    """Return the cell of "x,y". Raises Broken."""
    if found := _CELL.fullmatch(answer):
        x, y = int(found[1]), int(found[2])
        if x < game.m and y < game.n:
            return game.name(y * game.m + x)
    raise Broken(f"It answered {answer[:60]!r}, which is no cell of the board.")


def _milliseconds(seconds: float | None, without: int) -> int:
    return without if seconds is None else min(NO_LIMIT, max(0, int(seconds * 1000)))
