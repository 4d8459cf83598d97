"""Games, their moves and their logs as rows, as the product writes them.

Everything is made in the order of time. Most games are over. The number of current games is the
same for every size, so that pages differ only by the past.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from bench.pages.courses import Course
from bench.pages.people import Players
from games.core.clock import parse_time_control
from games.models import Game
from games.protocol.open_games import OPEN_FOR
from tictactoe_site.common.uids import new_uid

SECOND = timedelta(seconds=1)
PAST = timedelta(days=730)
OPEN_GAMES = 100
ONGOING_GAMES = 400
LIVE_GAMES = 40  # of the ongoing games, with a move in the last minutes
CONTROLS = ("none", "60+2", "180+2", "300+3", "3d")
SLOW = "3d"
# How many of a hundred games are played against whom.
OPPONENTS = {"anyone": 60, "computer": 25, "friend": 10, "device": 5}
FLAGGED_EVERY = 2_000  # games
RARE_EVERY = 500  # games decided by the staff

MOVE_COLUMNS = ("game_id", "ply", "cell", "player_id", "request_id", "played_at", "spent_ms")
EVENT_COLUMNS = ("game_id", "version", "kind", "actor_id", "at", "data", "request_id")


class Rows(NamedTuple):
    """Some games with all that belongs to them."""

    games: list[dict[str, Any]]
    moves: list[tuple[Any, ...]]
    events: list[tuple[Any, ...]]


@dataclass(frozen=True)
class Plan:
    """What a database is to hold."""

    games: int
    courses: Sequence[Course]
    engines: dict[str, int]
    players: Players
    now: datetime
    random: Random

    def rows(self, *, at_once: int) -> Iterator[Rows]:
        """Yield all games, *at_once* together, the oldest first; their keys count from 1."""
        pairs = self.players.pairs(self.games)
        for start in range(1, self.games + 1, at_once):
            rows = Rows([], [], [])
            for number in range(start, min(start + at_once, self.games + 1)):
                _Writing(self, rows, number, *next(pairs)).write()
            yield rows


class _Writing:
    """One game on its way into rows."""

    def __init__(self, plan: Plan, rows: Rows, number: int, one: int, other: int) -> None:
        self.plan, self.rows, self.number = plan, rows, number
        random = plan.random
        self.left = plan.games - number  # games after this one
        self.course = random.choice(plan.courses)
        self.opponent = "anyone"
        if not self.is_current:
            self.opponent = random.choices(list(OPPONENTS), list(OPPONENTS.values()))[0]
        self.creator, self.level = one, ""
        if self.opponent == "computer":
            self.level = random.choice(list(plan.engines))
            other = plan.engines[self.level]
        if self.opponent == "device":
            other = one
        self.x, self.o = (one, other) if random.random() < 0.5 else (other, one)
        self.control = self._control()
        self.created = self._created()
        self.version = 0

    @property
    def is_open(self) -> bool:
        return self.left < OPEN_GAMES

    @property
    def is_ongoing(self) -> bool:
        return OPEN_GAMES <= self.left < OPEN_GAMES + ONGOING_GAMES

    @property
    def is_live(self) -> bool:
        return self.is_ongoing and self.left < OPEN_GAMES + LIVE_GAMES

    @property
    def is_flagged(self) -> bool:
        return self.number % FLAGGED_EVERY == 0

    @property
    def is_current(self) -> bool:
        return self.is_open or self.is_ongoing

    def write(self) -> None:
        data: dict[str, int | None] = {"x": self.x, "o": self.o}
        if self.opponent in ("anyone", "friend"):
            data = {mark: who if who == self.creator else None for mark, who in data.items()}
        self._log("created", self.creator, self.created, json.dumps(data))
        if self.is_open:
            self._add_game(cells=0, ended=None, last=self.created)
            return
        begun = self.created + SECOND * 20
        if self.opponent in ("anyone", "friend"):
            mark = "o" if self.x == self.creator else "x"
            joiner = self.o if mark == "o" else self.x
            self._log("joined", joiner, begun, f'{{"mark":"{mark}","player":{joiner}}}')
        cells = self.course.cells
        if self.is_ongoing:
            cells = cells[: max(2, len(cells) // 2)]
        last = self._add_moves(cells, begun)
        ended = None if self.is_ongoing else last
        if ended:
            self._end(last)
        self._add_game(cells=len(cells), ended=ended, last=last)

    def _control(self) -> str:
        if self.is_ongoing and not self.is_live:
            return SLOW
        if self.course.termination == "time" or self.is_live:
            return "300+3"
        return self.plan.random.choice(CONTROLS)

    def _created(self) -> datetime:
        """Return when the game was created: evenly in the past, or in the last hours if current."""
        if self.is_open:
            return self.plan.now - self.left * 30 * SECOND
        if self.is_ongoing:
            return self.plan.now - timedelta(hours=2) - self.left * SECOND
        before = self.left * (PAST / self.plan.games)
        return self.plan.now - timedelta(hours=3) - before

    def _add_moves(self, cells: Sequence[int], begun: datetime) -> datetime:
        """Add the moves, each a version of the game; return the time of the last one."""
        players = (self.x, self.o)
        spent = self.plan.random.randrange(800, 9_000)
        step = timedelta(milliseconds=spent)
        at = self.plan.now - step * (len(cells) + 1) if self.is_live else begun
        at = at.replace(tzinfo=None)  # a third of the work is to write times as text
        number = self.number
        for ply, cell in enumerate(cells):
            at += step
            id = f"{number:07x}{ply:03x}"
            text = at.isoformat(" ")
            self.rows.moves.append((number, ply, cell, players[ply % 2], id, text, spent))
        self.version += len(cells)
        return at.replace(tzinfo=UTC)

    def _end(self, at: datetime) -> None:
        course = self.course
        data = f'{{"outcome":"{course.outcome}","termination":"{course.termination}"}}'
        self._log("ended", None, at, data)
        if self.number % RARE_EVERY == 0:
            before = {"outcome": course.outcome, "termination": course.termination}
            after = {"outcome": "draw", "termination": "adjudication"}
            self._log("adjudicated", None, at, json.dumps({"before": before, "after": after}))
        if self.is_flagged:
            self._log("flagged", None, at, json.dumps({"before": False, "after": True}))

    def _log(self, kind: str, actor: int | None, at: datetime, data: str) -> None:
        text = at.replace(tzinfo=None).isoformat(" ")
        self.rows.events.append((self.number, self.version, kind, actor, text, data, ""))
        self.version += 1

    def _add_game(self, *, cells: int, ended: datetime | None, last: datetime) -> None:
        course, is_rare = self.course, bool(ended) and self.number % RARE_EVERY == 0
        first_seat = self.creator == self.x
        uid = new_uid()
        clock = parse_time_control(self.control)
        running = self.is_ongoing and not clock.is_unlimited
        left = None if clock.is_unlimited else 100_000
        self.rows.games.append(
            {
                "id": self.number,
                "uid": uid,
                "series": uid,
                "first": "x",
                "m": course.ruleset.m,
                "n": course.ruleset.n,
                "k": course.ruleset.k,
                "opponent": self.opponent,
                "level": self.level,
                "control": self.control,
                "creator_id": self.creator,
                "x_player_id": self.x if not self.is_open or first_seat else None,
                "o_player_id": self.o if not self.is_open or not first_seat else None,
                "status": self._status(ended),
                "ply": cells,
                "version": self.version - 1,
                "outcome": "draw" if is_rare else course.outcome if ended else "",
                "termination": "adjudication" if is_rare else course.termination if ended else "",
                "x_ms": left,
                "o_ms": left,
                "turn_at": last if running else None,
                "deadline": last + timedelta(days=3) if running else None,
                "created_at": self.created,
                # The creator of an open game counts as here while the lobby may show the game.
                "seen_at": self.plan.now + OPEN_FOR if self.is_open else last,
                "started_at": None if self.is_open else self.created + SECOND * 20,
                "ended_at": ended,
                "flagged": bool(ended) and self.is_flagged,
            }
        )

    def _status(self, ended: datetime | None) -> str:
        if self.is_open:
            return Game.Status.OPEN.value
        return Game.Status.FINISHED.value if ended else Game.Status.ONGOING.value
