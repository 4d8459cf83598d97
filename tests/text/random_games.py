"""Games played at random, and what everybody who sees one is sent: for tests of what pages say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from accounts.models import User
from games.core.clock import DAY, SECOND, UNLIMITED, TimeControl
from games.core.errors import GameError
from games.core.events import Joined, Offering, Outcome, Status, Swapped, TimedMove
from games.core.match import Match, Step
from games.core.rules import Cell, Mark, Position, Ruleset
from games.core.series import LENGTHS, SeriesScore
from games.engine import LEVELS
from games.live.messages import message, snapshot
from games.models import Game
from games.protocol.frames import FromServer
from games.protocol.messages import GameMessage, PresenceMessage, RatingMove, RoundState

MAX_STEPS = 40
BOARDS = [
    (3, 3, 3),
    (3, 3, 3),
    (4, 3, 3),
    (5, 4, 4),
    (6, 6, 4),
    (8, 8, 5),
    (12, 4, 11),
    (19, 19, 6),
]
CONTROLS = [UNLIMITED, TimeControl(60 * SECOND, 2 * SECOND), TimeControl(per_move_ms=2 * DAY)]
ABSENCES = [0, 0, 0, 400, 1_499, 1_500, 2_000, 12_345, 29_001, 29_999, 30_000, 99_000]
SPANS = [
    40,
    900,
    5_555,
    9_999,
    10_000,
    61_000,
    119_999,
    120_000,
    3_000_000,
    7_200_000,
    30 * 3_600_000,
]
NAMES = ["alice", "bob", "{name}", "<b>", ""]
LOOKS = [("", ""), ("★", "#c02020"), ("🦊", "")]
WATCHERS = [f"watcher{number}" for number in range(3)]


@dataclass(frozen=True)
class Sent:
    """What a step of a game sent everybody: messages, or the whole *state* as each sees it."""

    messages: list[dict[str, Any]]
    is_whole: bool
    states: list[GameMessage]  # afterwards, by reader
    at: int
    later: list[GameMessage]  # *elapsed* milliseconds after that
    elapsed: int


class RandomGame:
    """A game between random players, on a random board, with random terms."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.now = 1_000_000
        self.match = self._match()
        self.game = self._game()
        self.score = self._score()
        self.round = self._round()
        self.presence = self._presence()
        self.plan = self._plan()

    def steps(self) -> Iterator[Sent]:
        """The state at first, and then everything that happens."""
        yield self._as_sent([], is_whole=True)
        for _ in range(MAX_STEPS):
            if self.random.random() < 0.2:
                self.presence = self._presence()
                yield self._as_sent([self.presence], is_whole=False)
            before, then = self.match.version, self.now
            self.now += self.random.choice(SPANS)
            try:
                self.match, events = self._command()()
            except GameError:
                self.now = then
                continue
            if any(isinstance(event, Joined | Swapped) for event in events):
                self._seat_players()
            told = [
                message(event, self.match, version=before + number, now=self.now)
                for number, event in enumerate(events, start=1)
            ]
            if told:
                yield self._as_sent([one for one in told if one], is_whole=None in told)

    def _as_sent(self, told: list[FromServer], *, is_whole: bool) -> Sent:
        elapsed = self.random.choice([0, 700, 1_100, 29_000])
        return Sent(
            messages=[msgspec.to_builtins(one) for one in told],
            is_whole=is_whole,
            states=self._states(0),
            at=self.now,
            later=self._states(elapsed),
            elapsed=elapsed,
        )

    def _states(self, elapsed: int) -> list[GameMessage]:
        """The whole state as each of the two players and a watcher has it."""
        here = self.presence
        presence = replace(
            here,
            x_left=0 if here.x else here.x_left + elapsed,
            o_left=0 if here.o else here.o_left + elapsed,
        )
        now = self.now + elapsed
        state = snapshot(
            self.game,
            self.match,
            you=(),
            presence=presence,
            score=self.score,
            round=self.round,
            now=now,
        )
        seats = [self.match.marks_of(reader) for reader in (1, 2, None)]
        return [replace(state, you=[mark.value for mark in marks]) for marks in seats]

    # The terms.

    def _match(self) -> Match:
        choose = self.random.choice
        match = Match.new(
            Ruleset(*choose(BOARDS)),
            first=choose(list(Mark)),
            control=choose(CONTROLS),
            takebacks=choose([0, 1, 3]),
            swap=choose([False, True]),
            now=self.now,
        )
        is_on_one_device = self.random.random() < 0.15
        x, o = (1, 1) if is_on_one_device else choose([(1, 2), (1, 2), (1, None), (None, None)])
        match = replace(match, x_player=x, o_player=o)
        return match if match.swap else self._with_given_moves(match)

    def _with_given_moves(self, match: Match) -> Match:
        """Perhaps the first moves are given."""
        cells = self.random.sample(range(match.ruleset.cells), self.random.choice([0, 0, 1, 3]))
        if Position.after(match.ruleset, cells).is_over:
            return match
        moves = tuple(TimedMove(cell, self.now) for cell in cells)
        position = Position.after(match.ruleset, cells)
        return replace(match, moves=moves, position=position, setup=len(moves))

    def _game(self) -> Game:
        choose, match = self.random.choice, self.match
        is_on_one_device = match.x_player is not None and match.x_player == match.o_player
        opponent = "device" if is_on_one_device else choose(["anyone", "friend", "computer"])
        kinds = {"device": ["person"], "computer": ["engine"]}.get(opponent, ["person", "guest"])
        level = choose(list(LEVELS.values())).title
        self.users = {
            1: User(pk=1, username="alice", kind="person"),
            2: User(pk=2, username=level if "engine" in kinds else "bob", kind=choose(kinds)),
        }
        (x_symbol, x_colour), (o_symbol, o_colour) = choose(LOOKS), choose(LOOKS)
        self.game = Game(
            m=match.ruleset.m,
            n=match.ruleset.n,
            k=match.ruleset.k,
            opponent=opponent,
            best_of=choose(LENGTHS),
            x_symbol=x_symbol,
            x_colour=x_colour,
            o_symbol=o_symbol,
            o_colour=o_colour,
            x_name=choose(NAMES),
            o_name=choose(NAMES),
            invited=self.users[2] if self.random.random() < 0.3 else None,
        )
        self._seat_players()
        return self.game

    def _seat_players(self) -> None:
        self.game.x_player = self.users.get(self.match.x_player or 0)
        self.game.o_player = self.users.get(self.match.o_player or 0)

    def _round(self) -> RoundState | None:
        """Perhaps the game is one of a round, which may be over already."""
        choose = self.random.choice
        if None in (self.match.x_player, self.match.o_player) or choose([True, False]):
            return None
        of_x, moves = choose(range(5)), [None, RatingMove(1500, 1512), RatingMove(1500, 1488)]
        return RoundState(
            uid="0123456789",
            number=choose([1, 2]),
            pool=choose(["fives", ""]),
            state=choose(["going", "over", "off", "annulled"]),
            tournament="",
            ratings={"x": "1500?", "o": choose(["", "1700"])},
            halves=choose([None, {"x": of_x, "o": 4 - of_x}]),
            changes={"x": choose(moves), "o": RatingMove(1700, 1700)},
        )

    def _score(self) -> SeriesScore | None:
        if self.random.random() < 0.4:
            return None
        x, o, draws = (self.random.randrange(3) for _ in range(3))
        return SeriesScore(x, o, draws)

    def _presence(self) -> PresenceMessage:
        x_left, o_left = self.random.choice(ABSENCES), self.random.choice(ABSENCES)
        names = WATCHERS[: self.random.randrange(4)]
        return PresenceMessage(
            x=self.match.x_player is not None and not x_left,
            o=self.match.o_player is not None and not o_left,
            watchers=len(names) + self.random.randrange(3),
            names=names,
            x_left=x_left,
            o_left=o_left,
            x_lost=bool(x_left) and len(names) % 2 == 0,
            o_lost=bool(o_left) and len(names) % 2 == 1,
            x_reads=bool(x_left) and len(names) == 1,
            o_reads=bool(o_left) and len(names) == 2,
        )

    # The moves. X wants the cells of one line or of two that cross, or nobody wants a line.

    def _plan(self) -> list[Cell]:
        is_peaceful = self.random.random() < 0.4
        return [] if is_peaceful else self._wanted(self.random.choice(self.match.ruleset.lines))

    def _wanted(self, line: int) -> list[Cell]:
        crossing = [other for other in self.match.ruleset.lines if (other & line).bit_count() == 1]
        if not crossing or self.random.random() < 0.5:
            return [cell for cell in range(self.match.ruleset.cells) if line >> cell & 1]
        second = self.random.choice(crossing)
        cells = [cell for cell in range(self.match.ruleset.cells) if (line | second) >> cell & 1]
        return sorted(cells, key=lambda cell: bool(line & second) >> cell & 1)

    def _cell(self, mark: Mark) -> Cell:
        taken = {played.cell for played in self.match.moves}
        free = [cell for cell in range(self.match.ruleset.cells) if cell not in taken]
        if not self.plan:
            return self._any([cell for cell in free if not self.match.position.wins_at(cell)], free)
        wanted = [cell for cell in free if cell in self.plan]
        if mark is Mark.X and wanted:
            return min(wanted, key=self.plan.index)
        return self._any([cell for cell in free if cell not in self.plan], free)

    def _any(self, preferred: list[Cell], free: list[Cell]) -> Cell:
        return self.random.choice(preferred or free)

    # What can be done.

    def _command(self) -> Callable[[], Step]:
        if self.match.status is Status.FINISHED:
            return self.random.choice(self._after_the_end())
        if self.match.status is Status.OPEN:
            return self.random.choice(self._before_the_start())
        kinds = [[self._play], self._meanwhile(), self._ways_to_end()]
        [kind] = self.random.choices(kinds, [75, 22, 3])
        return self.random.choice(kind)

    def _play(self) -> Step:
        match, mark = self.match, self.match.turn
        assert mark
        if match.clock.has_run_out(self.now):
            return match.fall_flag(now=self.now)
        return match.play(mark=mark, ply=match.ply, cell=self._cell(mark), now=self.now)

    def _before_the_start(self) -> list[Callable[[], Step]]:
        match, now = self.match, self.now
        free = [mark for mark in Mark if match.player(mark) is None]
        player = 2 if match.marks_of(1) else 1
        join = lambda: match.join(mark=free[0], player=player, now=now)  # noqa: E731
        return [join, join, join, lambda: match.cancel(now=now), lambda: match.decline(now=now)]

    def _meanwhile(self) -> list[Callable[[], Step]]:
        match, now, mark = self.match, self.now, self.random.choice(list(Mark))
        return [
            lambda: match.make_offer(mark=mark, what=Offering.DRAW),
            lambda: match.make_offer(mark=mark, what=Offering.TAKEBACK),
            self._answer,
            lambda: match.take_back(mark=mark, now=now),
            lambda: match.give_time(mark=mark, now=now),
            lambda: match.swap_sides(mark=mark),
            lambda: match.claim_draw(now=now),
        ]

    def _ways_to_end(self) -> list[Callable[[], Step]]:
        match, now, mark = self.match, self.now, self.random.choice(list(Mark))
        return [
            lambda: match.claim(mark=mark, now=now),
            lambda: match.resign(mark=mark, now=now),
            lambda: match.abort(now=now),
            self._adjudicate,
        ]

    def _after_the_end(self) -> list[Callable[[], Step]]:
        match, mark = self.match, self.random.choice(list(Mark))
        what = self.random.choice([Offering.REMATCH, Offering.SAME_SIDES])
        offer = lambda: match.make_offer(mark=mark, what=what)  # noqa: E731
        return [offer, offer, offer, self._answer, self._adjudicate]

    def _answer(self) -> Step:
        offer = self.match.offer
        if offer is None:
            raise GameError("no_such_offer")
        return self.match.answer_offer(
            mark=self.random.choice(list(Mark)),
            what=offer.what,
            yes=self.random.random() < 0.5,
            now=self.now,
            next="0123456789",
        )

    def _adjudicate(self) -> Step:
        return self.match.adjudicate(outcome=self.random.choice(list(Outcome)), now=self.now)
