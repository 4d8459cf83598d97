"""Every line that can be played against a player on a small board, and how they end.

    play_every_line(player, TIC_TAC_TOE, is_first=True).never_loses

A line is a game: the player answers, the opponent tries every legal move. The player is asked
once for each position and held to its answer, so with limits that have a seed and no time that
runs out, the same lines come out again. A player that chooses between equal moves by chance is
tried with the moves of that seed only; other seeds may be tried.

A position may be lost whatever one plays. With a judge, who knows what positions are worth, the
lines also show every *slip*: a move after which its position is worth less than before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from games.core.errors import GameError
from games.core.rules import Cell, Position, Ruleset
from games.engine.limits import Limits
from games.engine.player import Player
from games.engine.search.glance import after

Line = tuple[Cell, ...]
Judge = Callable[[Position], int | None]  # 1 won, 0 drawn, -1 lost for the side to move; None: ?

MOST_POSITIONS = 1_000_000  # in which the player has to move
JUDGES_NODES = 20_000  # positions that a judge looks at for one answer


class TooManyLines(GameError):
    """The board is too large to play every line on it."""

    def __init__(self) -> None:
        super().__init__("too_many_lines")


@dataclass(frozen=True, slots=True)
class LinesOfPlay:
    """How the lines from a position end for the player, and the shortest of the bad ones."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    shortest_loss: Line | None = None  # the moves of both sides to the end
    shortest_slip: Line | None = None  # the moves of both sides, the slip the last

    @property
    def number(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def never_loses(self) -> bool:
        return not self.lost

    @property
    def never_slips(self) -> bool:
        """Whether no move made things worse, as far as a judge knew."""
        return self.shortest_slip is None

    def and_also(self, other: LinesOfPlay) -> LinesOfPlay:
        """These lines and those of another move, or of another seed."""
        return LinesOfPlay(
            self.won + other.won,
            self.drawn + other.drawn,
            self.lost + other.lost,
            _shorter(self.shortest_loss, other.shortest_loss),
            _shorter(self.shortest_slip, other.shortest_slip),
        )

    def from_before(self, cell: Cell) -> LinesOfPlay:
        """The same lines, told from the position before *cell* was marked."""
        return replace(
            self,
            shortest_loss=_longer(cell, self.shortest_loss),
            shortest_slip=_longer(cell, self.shortest_slip),
        )


def play_every_line(
    player: Player,
    ruleset: Ruleset,
    *,
    is_first: bool,
    limits: Limits | None = None,
    judge: Judge | None = None,
    most_positions: int = MOST_POSITIONS,
    watch: Callable[[int], None] = lambda positions: None,
) -> LinesOfPlay:
    """All lines against *player* from the empty board; the player moves first or second.

    *watch* is told from time to time in how many positions the player has moved. Raises
    TooManyLines once these are more than *most_positions*, and GameError as the player does.
    """
    every_line = _EveryLine(player, limits or Limits(seed=0), judge, most_positions, watch)
    empty = Position(ruleset)
    return every_line.of_player(empty) if is_first else every_line.of_opponent(empty)


class _EveryLine:
    """The lines from every position met so far, by the cells of both sides."""

    def __init__(
        self,
        player: Player,
        limits: Limits,
        judge: Judge | None,
        most_positions: int,
        watch: Callable[[int], None],
    ) -> None:
        self._player = player
        self._limits = limits
        self._judge = judge
        self._most = most_positions
        self._watch = watch
        self._known: dict[tuple[int, int], LinesOfPlay] = {}

    def of_player(self, position: Position) -> LinesOfPlay:
        """The lines from a position in which the player is to move."""
        key = position.own, position.opposing
        if key not in self._known:
            if len(self._known) >= self._most:
                raise TooManyLines
            self._known[key] = self._after_answer(position)
            self._watch(len(self._known))
        return self._known[key]

    def of_opponent(self, position: Position) -> LinesOfPlay:
        """The lines from a position in which the opponent is to move."""
        lines = LinesOfPlay()
        for cell in position.legal_moves():
            lines = lines.and_also(self._after_opponent(position, cell).from_before(cell))
        return lines

    def _after_answer(self, position: Position) -> LinesOfPlay:
        cell = self._player(position, self._limits)
        child = position.play(cell)  # refuses what is no legal move
        if position.wins_at(cell):
            return LinesOfPlay(won=1)
        lines = (self.of_opponent(child) if child.free else LinesOfPlay(drawn=1)).from_before(cell)
        if self._is_slip(position, child):
            lines = replace(lines, shortest_slip=(cell,))
        return lines

    def _after_opponent(self, position: Position, cell: Cell) -> LinesOfPlay:
        if position.wins_at(cell):
            return LinesOfPlay(lost=1, shortest_loss=())
        child = after(position, cell)
        return self.of_player(child) if child.free else LinesOfPlay(drawn=1)

    def _is_slip(self, position: Position, child: Position) -> bool:
        """Whether the player, by moving from *position* to *child*, gave something away."""
        if self._judge is None:
            return False
        before, afterwards = self._judge(position), self._judge(child)
        return before is not None and afterwards is not None and -afterwards < before


def judge_of(ruleset: Ruleset, nodes: int = JUDGES_NODES) -> Judge:
    """A judge who answers what can be proven within *nodes*, and None otherwise."""
    from games.engine.search.proof import solve  # these load the compiler, for who wants a judge
    from games.engine.search.prover import Prover

    prover = Prover(ruleset)
    limits = Limits(seconds=float("inf"), nodes=nodes)

    def judge(position: Position) -> int | None:
        value = solve(position, limits, prover).value
        return None if value is None else int(value)

    return judge


def _shorter(line: Line | None, other: Line | None) -> Line | None:
    if line is None or other is None:
        return other if line is None else line
    return min(line, other, key=len)


def _longer(cell: Cell, line: Line | None) -> Line | None:
    return None if line is None else (cell, *line)
