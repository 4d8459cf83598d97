"""What the computer's levels scored against each other, and the ratings that follow from it.

`python -m tools measure_levels` measures it and writes `games/compete/ratings/ladder.json`. For
each pool the file has the board, the day, the games between levels, and each level's rating with
its margin. The site reads it in `games/compete/ratings/levels.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from games.core.notation import parse_ruleset, ruleset_text
from games.core.rating import START
from games.core.rules import Ruleset
from games.engine.arena.elo import ratings

# A newcomer's rating stands half-way between a level that never looks ahead and the first that
# does: whoever understands the game beats the one and loses to the other. See docs/ratings.md.
BESIDE = ("heuristic", "searcher")


@dataclass(frozen=True, slots=True)
class LevelPairing:
    """The games between two levels, in rounds of two: how many the *weaker* won, drew and lost."""

    weaker: str
    stronger: str
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def rounds(self) -> int:
        return (self.won + self.drawn + self.lost) // 2

    def and_also(self, points: Sequence[float]) -> LevelPairing:
        """Return the pairing with more games, in which the weaker level scored *points*."""
        return replace(
            self,
            won=self.won + points.count(1.0),
            drawn=self.drawn + points.count(0.5),
            lost=self.lost + points.count(0.0),
        )

    def results(self) -> Iterator[tuple[str, str, float]]:
        for number, points in ((self.won, 1.0), (self.drawn, 0.5), (self.lost, 0.0)):
            for _ in range(number):
                yield self.weaker, self.stronger, points


@dataclass(frozen=True, slots=True)
class MeasuredRating:
    """A measured rating, and how far it may be off with 95 % certainty."""

    rating: int
    margin: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """What was measured in a pool: on which *board*, when, with so many *nodes* for a move."""

    board: Ruleset
    measured_on: date
    nodes: int
    meetings: tuple[LevelPairing, ...] = ()
    marks: Mapping[str, MeasuredRating] | None = None  # by level

    def meeting(self, weaker: str, stronger: str) -> LevelPairing:
        found = (one for one in self.meetings if (one.weaker, one.stronger) == (weaker, stronger))
        return next(found, LevelPairing(weaker, stronger))

    def updated(self, meeting: LevelPairing, day: date) -> Ladder:
        """Return the ladder with *meeting* for what was known of its two levels, rated anew."""
        pair = (meeting.weaker, meeting.stronger)
        others = (one for one in self.meetings if (one.weaker, one.stronger) != pair)
        meetings = (*others, meeting)
        return replace(self, measured_on=day, meetings=meetings, marks=_marks(meetings))


def _marks(meetings: Sequence[LevelPairing]) -> dict[str, MeasuredRating]:
    names = {name for one in meetings for name in (one.weaker, one.stronger)}
    beside = [name for name in BESIDE if name in names]
    found = ratings((result for one in meetings for result in one.results()), beside)
    return {
        name: MeasuredRating(round(START + one.elo), round(one.error))
        for name, one in found.items()
    }


def parse_ladders(text: str) -> dict[str, Ladder]:
    """Read what `ladders_text` writes."""
    return {pool: _ladder(found) for pool, found in json.loads(text).items()}


def ladders_text(ladders: Mapping[str, Ladder]) -> str:
    found = {pool: _plain(ladder) for pool, ladder in sorted(ladders.items())}
    return json.dumps(found, indent=1) + "\n"


def _ladder(found: dict[str, Any]) -> Ladder:
    return Ladder(
        parse_ruleset(found["board"]),
        date.fromisoformat(found["measured_on"]),
        found["nodes"],
        tuple(LevelPairing(*pair.split(), *results) for pair, results in found["games"].items()),
        {name: MeasuredRating(*mark) for name, mark in found["marks"].items()},
    )


def _plain(ladder: Ladder) -> dict[str, Any]:
    return {
        "board": ruleset_text(ladder.board),
        "measured_on": ladder.measured_on.isoformat(),
        "nodes": ladder.nodes,
        "games": {
            f"{one.weaker} {one.stronger}": [one.won, one.drawn, one.lost]
            for one in ladder.meetings
        },
        "marks": {name: [one.rating, one.margin] for name, one in (ladder.marks or {}).items()},
    }
