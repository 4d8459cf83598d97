"""Lets a program play as a Gomocup brain, for Piskvork and its like (see `mnk pbrain`).

It speaks the protocol of https://plastovicka.github.io/protocl2en.htm on two streams, plays five in
a row (five or more win), and answers boards beyond 19×19 with ERROR, as the site has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import TextIO

from mnk.errors import Broken
from mnk.game import MAX_SIDE, Game

K = 5
MIN_SIDE = 5  # a line has to fit
FIVE_OR_MORE = "0"
TURN_SECONDS = 5.0  # where the manager says nothing
SHARE_OF_REST = 20  # a move takes at most a twentieth of what is left of the match
MARGIN = 0.1  # seconds for the way to the manager
MIN_SECONDS = 0.02  # for a move, however little is left
UNKNOWN = "UNKNOWN command"

Choose = Callable[[Game, float], str]
Point = tuple[int, int]


class Wrong(Exception):
    """An order that cannot be carried out, and why."""


class Brain:
    """A program under a manager's orders. *choose* is given a game and the seconds it may take."""

    def __init__(self, name: str, choose: Choose) -> None:
        self._name, self._choose = name, choose
        self._board: Game | None = None
        self._points: list[Point] = []  # of the moves, in order
        self._seconds: dict[str, float] = {}
        self._rule = FIVE_OR_MORE

    def serve(self, orders: TextIO, answers: TextIO) -> None:
        """Answer until END, or until there are no more orders."""
        lines = (line.strip() for line in orders)
        for line in lines:
            if line.upper() == "END":
                return
            if line and (answer := self._answer(line, lines)):
                print(answer, file=answers, flush=True)

    def _answer(self, line: str, lines: Iterator[str]) -> str:
        order, _, rest = line.partition(" ")
        try:
            match order.upper():
                case "START":
                    return self._start(rest, rest)
                case "RECTSTART":
                    return self._start(*_pair(rest))
                case "RESTART":
                    return self._restart()
                case "BEGIN":
                    return self._move()
                case "TURN":
                    return self._turn(rest)
                case "BOARD":
                    return self._set_up(lines)
                case "TAKEBACK":
                    return self._take_back(rest)
                case "INFO":
                    return self._note(rest)
                case "ABOUT":
                    return f'name="{self._name}", version="1.0", country="-"'
        except (Wrong, Broken) as error:
            return f"ERROR {error}"
        return UNKNOWN

    # ---- orders ---------------------------------------------------------------------------

    def _start(self, width: str, height: str) -> str:
        m, n = (int(side) if side.strip().isdecimal() else 0 for side in (width, height))
        if not all(MIN_SIDE <= side <= MAX_SIDE for side in (m, n)):
            raise Wrong(f"boards go from {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE}")
        self._board = Game(m, n, K)
        self._points = []
        return "OK"

    def _restart(self) -> str:
        self._require_board()
        self._points = []
        return "OK"

    def _turn(self, text: str) -> str:
        self._points.append(self._free_point(text))
        return self._move()

    def _take_back(self, text: str) -> str:
        point = self._point(text)
        if not self._points or self._points[-1] != point:
            raise Wrong("that is not the last move")
        self._points.pop()
        return "OK"

    def _set_up(self, lines: Iterator[str]) -> str:
        """Read the marks of both sides up to DONE, and move."""
        own: list[Point] = []
        other: list[Point] = []
        wrong = ""
        for line in lines:
            if line.upper() == "DONE":
                break
            point, _, field = line.rpartition(",")
            try:
                (own if field.strip() == "1" else other).append(self._point(point))
            except Wrong as error:
                wrong = str(error)
        if wrong:
            raise Wrong(wrong)
        if len(set(own + other)) < len(own + other) or len(other) - len(own) not in (0, 1):
            raise Wrong("no game leads to that board with our turn")
        sides = (own, other) if len(own) == len(other) else (other, own)
        pairs = zip_longest(*sides)
        self._points = [point for pair in pairs for point in pair if point is not None]
        return self._move()

    def _note(self, text: str) -> str:
        """Note what INFO says, if that is the rule or a number. It needs no answer."""
        key, _, value = text.partition(" ")
        if key.lower() == "rule":
            self._rule = value.strip()
        elif value.strip().removeprefix("-").isdecimal():
            self._seconds[key.lower()] = int(value) / 1000
        return ""

    def _move(self) -> str:
        board = self._require_board()
        if self._rule != FIVE_OR_MORE:
            raise Wrong(f"rule {self._rule} is not played here, only 0: five or more")
        names = tuple(board.name(y * board.m + x) for x, y in self._points)
        game = Game(board.m, board.n, K, names)
        if game.is_over:
            raise Wrong("the game is over")
        y, x = divmod(game.index(self._choose(game, self._time())), board.m)
        self._points.append((x, y))
        return f"{x},{y}"

    # ---- what they are made of ------------------------------------------------------------

    def _time(self) -> float:
        """Return the seconds that a move may take: a turn's, or a part of what is left of the
        match.
        """
        turn = self._seconds.get("timeout_turn", TURN_SECONDS)
        if self._seconds.get("timeout_match", 0) > 0:
            turn = min(turn, self._seconds.get("time_left", turn * SHARE_OF_REST) / SHARE_OF_REST)
        return max(MIN_SECONDS, turn - MARGIN)

    def _require_board(self) -> Game:
        if self._board is None:
            raise Wrong("START comes first")
        return self._board

    def _point(self, text: str) -> Point:
        board = self._require_board()
        words = _pair(text)
        if all(word.strip().isdecimal() for word in words):
            x, y = (int(word) for word in words)
            if x < board.m and y < board.n:
                return x, y
        raise Wrong("that is no cell of the board")

    def _free_point(self, text: str) -> Point:
        point = self._point(text)
        if point in self._points:
            raise Wrong("that cell is not free")
        return point


def _pair(text: str) -> tuple[str, str]:
    first, _, second = text.partition(",")
    return first, second
