"""Every line of play against a player, shortest first: questions out, answers in.

    walk = Walk.begin(TIC_TAC_TOE, is_first=False)
    while questions := walk.questions():
        for question in questions:
            walk.answer(question.id, choose(question.moves))
    walk.lines.never_loses

A line is a game: the player answers, the opponent tries every legal move. Positions with fewer
marks are asked first, so the first loss that is found is a shortest one. However many lines lead to
a position, the player is held to its first answer there.

Some questions are asked again, to find players that choose by chance: those of the first three
plies many times, because chance plays most in openings, and of the others a share chosen by a seed.
That a player never loses is proven only if all are asked again, or if the share is 0, which is for
players that are known to repeat their answers, such as the engine's own.

Where there are too many lines, a walk that narrows goes on with some: most of them are those most
dangerous to the player, the others are chosen at random. It is not exhaustive any more, and counts
one line for each position.

A walk knows neither clock nor network, and can be written to bytes between two answers, so that
each can come to another process.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
from msgspec import structs

from games.core.errors import GameError
from games.core.rules import Cell, Position, Ruleset
from games.engine.arena.lines import (
    MAX_QUESTIONS,
    AnswerConflict,
    End,
    Line,
    LineQuestion,
    LinesOfPlay,
    ReachedPosition,
    Slip,
    WalkState,
    WalkVerdict,
)
from games.engine.arena.narrowing import dangers, most_dangerous
from games.engine.search.glance import after

# For the side to move, 1 is a win, 0 a draw and -1 a loss; None is not known.
Judge = Callable[[Position], int | None]

MAX_AT_ONCE = 64
SHARE_ASKED_TWICE = 0.05
PLIES_ASKED_OFTEN = 3
# Of 32,768 players that toss a coin between two moves, one gives the same answer 16 times.
TIMES_ASKED_OFTEN = 16
SHARE_ASKED_OFTEN = 0.1  # of all questions, at most for a ply
MAX_ENDS = 1_000  # lines whose ends are kept, to be shown
MAX_SLIPS = 100  # slips that are kept, to be shown


class WalkTooLong(GameError):
    """The board is too large to play every line on it."""

    def __init__(self) -> None:
        super().__init__("too_many_lines", "the board is too large to play every line on it")


_state_decoder = msgspec.msgpack.Decoder(WalkState)


class Walk:
    """The lines played so far, and what is to be asked next."""

    def __init__(self, state: WalkState) -> None:
        self.state = state
        self._places_again = self._by_place()
        # An earlier version did not store which questions it asked again: they are dropped.
        del state.answers[len(state.layer) + len(state.again) :]
        self._open = state.answers.count(None)
        self._known = {self._key(one.moves): place for place, one in enumerate(state.following)}
        self._cursor = 0  # all before it are answered
        if state.layer and not self._open:  # only dropped ones were
            self._go_on()

    @classmethod
    def begin(
        cls,
        ruleset: Ruleset,
        *,
        is_first: bool,
        judge: Judge | None = None,
        seed: int = 0,
        share_asked_twice: float = SHARE_ASKED_TWICE,
        most_questions: int = MAX_QUESTIONS,
        narrows: bool = False,
    ) -> Walk:
        """Return a walk from the empty board, with the player to move first or second.

        Where all lines take more than *most_questions*, it leaves some out if it *narrows*, and
        otherwise raises WalkTooLong, here or in `answer`.
        """
        empty = Position(ruleset)
        value = judge(empty) if judge else None
        state = WalkState(
            ruleset,
            is_first,
            seed,
            share_asked_twice,
            most_questions,
            narrows,
            is_seat_lost=value is not None and (value if is_first else -value) < 0,
        )
        walk = cls(state)
        if is_first:
            walk._reach((), 1)
        else:
            for cell in range(ruleset.cells):
                walk._reach((cell,), 1)
        walk._go_on()
        return walk

    @classmethod
    def from_bytes(cls, data: bytes) -> Walk:
        """Read what `to_bytes` writes."""
        return cls(_state_decoder.decode(data))

    def to_bytes(self) -> bytes:
        return msgspec.msgpack.encode(self.state)

    # ---- asking -------------------------------------------------------------------------------

    def questions(self, most: int = MAX_AT_ONCE) -> list[LineQuestion]:
        """Return the first *most* questions without an answer yet; none at the end."""
        state = self.state
        answers = state.answers
        while self._cursor < len(answers) and answers[self._cursor] is not None:
            self._cursor += 1
        found = []
        for place in range(self._cursor, len(answers)):
            if answers[place] is None:
                found.append(LineQuestion(state.first_id + place, self._asked_at(place).moves))
                if len(found) == most:
                    break
        if found:
            state.next_id = max(state.next_id, found[-1].id + 1)
        return found

    def moves_of(self, id: int) -> Line | None:
        """Return what question *id* asks about, if it was asked at this ply."""
        place = id - self.state.first_id
        is_asked = place >= 0 and id < self.state.next_id
        return self._asked_at(place).moves if is_asked else None

    def answer(self, id: int, cell: Cell, judge: Judge | None = None) -> bool:
        """Take *cell* as the answer to question *id*; return whether the question was still open.

        Raises GameError("not_asked"), IllegalMove, and WalkTooLong.
        """
        state, place = self.state, id - self.state.first_id
        if not 0 <= id < state.next_id:
            raise GameError("not_asked")
        if not 0 <= place < len(state.answers) or state.answers[place] is not None:
            return False
        reached = self._asked_at(place)
        child = self.position(reached.moves).play(cell)
        state.answers[place] = cell
        self._open -= 1
        if place < len(state.layer):
            state.asked += 1
            self._play(reached, cell, child, judge)
        self._compare(reached, place)
        if not self._open:
            self._go_on()
        return True

    # ---- what came of it ----------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return not self.state.layer

    @property
    def ply(self) -> int:
        """The number of marks in the positions asked about; at the end, the number of cells."""
        layer = self.state.layer
        return len(layer[0].moves) if layer else self.state.ruleset.cells

    @property
    def answers_taken(self) -> int:
        """The number of all answers, also to questions that were asked again."""
        # A ply ends with an answer to each of its questions.
        return self.state.first_id + len(self.state.answers) - self._open

    @property
    def lines(self) -> LinesOfPlay:
        """The lines that have ended so far."""
        state = self.state
        slip = state.slips[0].moves if state.slips else None
        return LinesOfPlay(state.won, state.drawn, state.lost, state.loss, slip)

    @property
    def verdict(self) -> WalkVerdict | None:
        """What the answers show; None so far. In a seat that is lost anyway, only slips refute."""
        state = self.state
        faults = len(state.slips) if state.is_seat_lost else state.lost
        if faults:
            return WalkVerdict.REFUTED
        if state.difference:
            return WalkVerdict.BY_CHANCE
        if not self.is_over:
            return None
        if not state.is_exhaustive:
            return WalkVerdict.NOT_REFUTED
        is_certain = not state.share_asked_twice or state.asked_twice == state.asked
        return WalkVerdict.PROVEN if is_certain else WalkVerdict.UNBEATEN

    def position(self, moves: Line) -> Position:
        """Return the position after *moves*, which are known to be legal."""
        first, second = self._key(moves)
        own, opposing = (second, first) if len(moves) % 2 else (first, second)
        return Position(self.state.ruleset, own=own, opposing=opposing)

    # ---- a step ---------------------------------------------------------------------------------

    def _play(
        self, reached: ReachedPosition, cell: Cell, child: Position, judge: Judge | None
    ) -> None:
        moves = (*reached.moves, cell)
        if child.is_won:
            self._end(moves, reached.lines, 1)
            return
        # Before the end is noted: the last mark of a full board may have thrown a win away.
        slip = reached.slip or self._note_slip(moves, child, judge)
        if child.is_full:
            self._end(moves, reached.lines, 0)
            return
        danger = dangers(child) if self.state.narrows else {}
        for reply in child.legal_moves():
            if child.wins_at(reply):
                if not self.state.loss:
                    self.state.slip_of_loss = slip
                self._end((*moves, reply), reached.lines, -1)
            elif after(child, reply).is_full:
                self._end((*moves, reply), reached.lines, 0)
            else:
                self._reach((*moves, reply), reached.lines, danger.get(reply, 0), slip)

    def _note_slip(self, moves: Line, child: Position, judge: Judge | None) -> Slip | None:
        if judge is None:
            return None
        before, opponents = judge(self.position(moves[:-1])), judge(child)
        if before is None or opponents is None or -opponents >= before:
            return None
        slip = Slip(moves, before, -opponents)
        self.state.slips_found += 1
        if len(self.state.slips) < MAX_SLIPS:
            self.state.slips.append(slip)
        return slip

    def _end(self, moves: Line, lines: int, result: int) -> None:
        state = self.state
        if result > 0:
            state.won += lines
        elif result:
            state.lost += lines
            # The first is the shortest, because plies are asked one after the other.
            state.loss = state.loss or moves
        else:
            state.drawn += lines
        if state.ends_kept + lines <= MAX_ENDS:
            state.ends.append(End(moves, lines, result))
            state.ends_kept += lines

    def _reach(self, moves: Line, lines: int, danger: int = 0, slip: Slip | None = None) -> None:
        state = self.state
        following, key = state.following, self._key(moves)
        place = self._known.setdefault(key, len(following))
        if place < len(following):
            # A narrowed walk has dropped lines already, so it counts positions instead.
            if state.is_exhaustive:
                known = following[place]
                following[place] = structs.replace(known, lines=known.lines + lines)
            return
        asked = state.first_id + len(state.answers)  # once this ply is over, repeats included
        if not state.narrows and asked + place >= state.most_questions:
            raise WalkTooLong
        following.append(ReachedPosition(moves, lines, danger, slip))

    def _compare(self, reached: ReachedPosition, place: int) -> None:
        """Compare the player's answers in one position with each other."""
        state, asked_once = self.state, len(self.state.layer)
        first = place if place < asked_once else self.state.again[place - asked_once]
        places = [first, *self._places_again.get(first, ())]
        answers = [cell for cell in (state.answers[one] for one in places) if cell is not None]
        if len(answers) == 2:
            state.asked_twice += 1
        other = next((cell for cell in answers if cell != answers[0]), None)
        if other is not None:
            state.difference = state.difference or AnswerConflict(
                reached.moves, (answers[0], other)
            )

    def _go_on(self) -> None:
        """Go on to the next ply: the positions reached become the layer to ask about."""
        state = self.state
        state.first_id = state.next_id  # ids that an earlier version gave out are not used again
        state.layer, state.following = self._narrowed(state.following), []
        self._known = {}
        state.again = self._chosen_again()
        self._places_again = self._by_place()
        self._open = len(state.layer) + len(state.again)
        state.answers = [None] * self._open
        self._cursor = 0

    def _narrowed(self, reached: list[ReachedPosition]) -> list[ReachedPosition]:
        """Return the positions to go on with, so few that the questions left reach to the end."""
        state = self.state
        if not state.narrows or not reached:
            return reached
        turns = (state.ruleset.cells - len(reached[0].moves) + 1) // 2  # the player's, to the end
        # Some are asked twice, and chance may choose more of these than their share.
        left = (state.most_questions - state.first_id) / (1 + 2 * state.share_asked_twice)
        width = max(1, int(left / turns))
        if len(reached) <= width:
            return reached
        state.is_exhaustive = False
        # Seeded, so that a walk chooses the same lines in whichever process it goes on.
        random = Random(f"{state.seed} {len(reached)}")
        chosen = most_dangerous([one.danger for one in reached], width, random)
        return [structs.replace(reached[place], lines=1, danger=0) for place in chosen]

    def _chosen_again(self) -> list[int]:
        """Return the places in the layer that are asked again, while there are questions left."""
        state = self.state
        left = max(0, state.most_questions - state.first_id - len(state.layer))
        times = [self._times_again(one) for one in state.layer]
        # In turns, so that the same question does not come many times in a row.
        return [
            place
            for turn in range(max(times, default=0))
            for place, often in enumerate(times)
            if turn < often
        ][:left]

    def _by_place(self) -> dict[int, list[int]]:
        """Return where the other answers of a position stand, by its place in the layer."""
        found: dict[int, list[int]] = {}
        for number, place in enumerate(self.state.again, start=len(self.state.layer)):
            found.setdefault(place, []).append(number)
        return found

    def _times_again(self, reached: ReachedPosition) -> int:
        """Return how many more times the player is asked about *reached*."""
        state = self.state
        share = state.share_asked_twice
        if not share:
            return 0
        if len(reached.moves) < PLIES_ASKED_OFTEN:
            room = int(SHARE_ASKED_OFTEN * state.most_questions / len(state.layer))
            return max(1, min(TIMES_ASKED_OFTEN - 1, room))
        return int(Random(f"{state.seed} {self._key(reached.moves)}").random() < share)

    def _asked_at(self, place: int) -> ReachedPosition:
        layer = self.state.layer
        return layer[place] if place < len(layer) else layer[self.state.again[place - len(layer)]]

    @staticmethod
    def _key(moves: Line) -> tuple[int, int]:
        """Return the cells of the first and of the second player."""
        first = second = 0
        for cell in moves[::2]:
            first |= 1 << cell
        for cell in moves[1::2]:
            second |= 1 << cell
        return first, second
