"""mnk lab: play every line of a small board against a program

It shows the shortest game that the program loses, or that it lost none. With --offline everything
is worked out here, without an account: for your own tests. Without, the site's lab asks, and the
verdict is shown on the bot's profile. --contract tries the seven functions of a CS50 file on all
positions instead.

Exit status: 0 if it lost no game that it need not lose; 1 if it did; 2 if it fails to answer or
cannot be asked; 3 if it plays by chance, so that nothing is proven; 4 if it is neither proven nor
refuted.
"""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass

from mnk.bridge.report import BridgeReport
from mnk.commands.arguments import client_of, whole_number
from mnk.errors import Broken, Late, Unsupported, Unusable
from mnk.game import MAX_SIDE, MIN_SIDE, Game
from mnk.lab import online
from mnk.lab.contract import Contract
from mnk.lab.report import contract_findings, findings
from mnk.lab.trial import Ask, TooManyLines, Trial, TrialLines
from mnk.lab.values import TooLarge, Values
from mnk.login import add_site
from mnk.programs.choice import add_program, program_of, version_of
from mnk.programs.lines import Codingame
from mnk.programs.printing import limited
from mnk.programs.program import GameTable, Player, PlayingProgram, ask
from mnk.programs.python import Cs50

PROVEN, REFUTED, BROKEN, BY_CHANCE, OPEN = 0, 1, 2, 3, 4
STATUS = {
    "proven": PROVEN,
    "unbeaten": PROVEN,
    "refuted": REFUTED,
    "not_refuted": OPEN,
    "by_chance": BY_CHANCE,
    "broken": BROKEN,
    None: OPEN,
}
MORE_TIME = " --move-time SECONDS allows more."
MAX_PRINTED = 20  # lines of the program that are shown; more would hide the verdict
SEATS = {"x": (True,), "o": (False,), "both": (True, False)}


def add_arguments(parser: ArgumentParser) -> None:
    side = whole_number(MIN_SIDE, MAX_SIDE)
    parser.add_argument(
        "board",
        nargs="*",
        type=side,
        metavar="M N K",
        help="columns, rows, and how many in a row win (default: 3 3 3)",
    )
    add_program(parser)
    add_site(parser)
    how = parser.add_argument_group("how")
    how.add_argument("--seat", choices=SEATS, default="both", help="x moves first (default: both)")
    how.add_argument("--offline", action="store_true", help="work it out here, without an account")
    how.add_argument(
        "--contract", action="store_true", help="try all functions of a CS50 file instead"
    )
    how.add_argument(
        "--seeds",
        type=whole_number(1, 1000),
        metavar="N",
        help="play with N seeds of Python's random, for a function that chooses by chance",
    )
    how.add_argument(
        "--move-time",
        type=whole_number(1, 3600),
        default=10,
        metavar="SECONDS",
        help="the most that an answer may take (default: 10)",
    )
    how.add_argument(
        "--program-version", metavar="TEXT", help="what to call this version (default: by its file)"
    )


def run(options: Namespace) -> int:
    with limited(MAX_PRINTED):
        return _run(options)


def _run(options: Namespace) -> int:
    program = program_of(options)
    if options.contract:
        return _contract(program)
    if isinstance(program, Codingame):
        raise Unusable("In the codingame dialect a program cannot be asked for single positions.")
    board = _board(options.board)
    if not program.plays(*board):
        raise Unusable(f"{program.name} does not play {board[0]}×{board[1]}, {board[2]} in a row.")
    examined = _Examined(program, board, options)
    try:
        return examined.offline() if options.offline else examined.online()
    except (TooLarge, TooManyLines) as error:
        raise Unusable("This board is too large to work out here.") from error
    finally:
        examined.close()


def _board(sides: list[int]) -> tuple[int, int, int]:
    if len(sides) not in (0, 3):
        raise Unusable("A board is three numbers: columns, rows, and how many in a row win.")
    m, n, k = sides or (3, 3, 3)
    try:
        Game(m, n, k)
    except ValueError as error:
        raise Unusable(str(error)) from error
    return m, n, k


class _Examined:
    """The program with the way to ask it: started once, and again after it failed."""

    def __init__(
        self, program: PlayingProgram, board: tuple[int, int, int], options: Namespace
    ) -> None:
        self._program, self._board, self._options = program, board, options
        self._player: Player | None = None

    def close(self) -> None:
        if self._player:
            self._player.close()
            self._player = None

    # ---- here -----------------------------------------------------------------------------

    def offline(self) -> int:
        values = Values(*self._board)
        statuses = [self._seat(is_first, values) for is_first in SEATS[self._options.seat]]
        return max(statuses, key=[PROVEN, BY_CHANCE, REFUTED, BROKEN].index)

    def _seat(self, is_first: bool, values: Values) -> int:
        total = _Total()
        for seed in range(self._options.seeds or 1):
            trial = Trial(
                *self._board, is_first=is_first, ask=self._asker(seed), values=values, seed=seed
            )
            try:
                total.add(trial.run())
            except Broken as error:
                print(f"{self._program.name}: {error}", file=sys.stderr)
                return BROKEN
        assert total.lines
        print("\n".join(findings(self._program.name, is_first, total.lines)))
        if total.lines.is_refuted:
            return REFUTED
        return BY_CHANCE if total.lines.plays_by_chance else PROVEN

    # ---- the site's lab -------------------------------------------------------------------

    def online(self) -> int:
        options = self._options
        version = options.program_version or version_of(options)
        seeds: list[int | None] = [None] if options.seeds is None else [*range(options.seeds)]
        statuses: list[int] = []
        with client_of(options, BridgeReport()) as client:
            for is_first in SEATS[options.seat]:
                for seed in seeds:
                    lab = online.LabSeat(client, self._board, self._asker(seed or 0))
                    seat = "x" if is_first else "o"
                    state = lab.carry_out(seat, version, seed, watch=_Progress("Positions"))
                    print("\n".join(online.findings(self._program.name, seat, state)), flush=True)
                    statuses.append(STATUS[state["verdict"]])
        return max(statuses, key=[PROVEN, OPEN, BY_CHANCE, REFUTED, BROKEN].index)

    # ---- asking ---------------------------------------------------------------------------

    def _asker(self, seed: int) -> Ask:
        has_seed = self._options.seeds is not None

        def answer(game: Game) -> str:
            if has_seed:
                random.seed(f"{seed} {' '.join(game.moves)}")
            try:
                return ask(self._sitting(), game, float(self._options.move_time))[0]
            except Broken as error:
                self.close()
                text = f"After {' '.join(game.moves) or 'no moves'}: {error}"
                hint = MORE_TIME if isinstance(error, Late) else ""
                raise Broken(text + hint) from error

        return answer

    def _sitting(self) -> Player:
        if self._player is None:
            table = GameTable(*self._board, turn_seconds=float(self._options.move_time))
            try:
                self._player = self._program.sit(table)
            except Unsupported as error:
                raise Unusable(str(error)) from error
        return self._player


@dataclass
class _Total:
    """The lines with all seeds together."""

    lines: TrialLines | None = None
    _first_ends: tuple[int, int, int] = (0, 0, 0)  # of the lines with the first seed

    def add(self, more: TrialLines) -> None:
        ends = (more.won, more.drawn, more.lost)
        if self.lines is None:
            self.lines, self._first_ends = more, ends
            return
        lines = self.lines
        lines.has_differed |= ends != self._first_ends
        lines.won += more.won
        lines.drawn += more.drawn
        lines.lost += more.lost
        lines.asked += more.asked
        lines.asked_twice += more.asked_twice
        if _shorter(lines.loss, more.loss) != lines.loss:
            lines.loss, lines.slip_of_loss = more.loss, more.slip_of_loss
        lines.slip = _shorter(lines.slip, more.slip)
        lines.changed = lines.changed if lines.changed is not None else more.changed


class _Progress:
    """A line on a terminal's stderr that shows how many are done."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __call__(self, count: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{self._what}: {count:,}", end="\r", file=sys.stderr, flush=True)


def _contract(program: PlayingProgram) -> int:
    if not isinstance(program, Cs50):
        raise Unusable("--contract is for --cs50.")
    watch = _watch_functions()
    status = PROVEN
    for verdict in Contract(program.module, watch).verdicts():
        print("\n".join(contract_findings(verdict)), flush=True)
        status = REFUTED if verdict.wrong else status
    return status


def _watch_functions() -> Callable[[str, int], None]:
    def watch(name: str, tried: int) -> None:
        if tried % 100 == 0:
            _Progress(name)(tried)

    return watch


def _shorter(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> tuple[str, ...] | None:
    found = [moves for moves in (one, other) if moves is not None]
    return min(found, key=len, default=None)
