"""What the page of a game says that changes by time alone, or grows with the game.

The clocks, what can be done about a player who has left, and the list of moves. The browser says
the same in static/js/play/game/; see game_page.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.core.clock import DAY, HOUR, MINUTE, SECOND, Milliseconds, gives_days
from games.core.match_state import COME_WITHIN
from games.core.notation import cell_name
from games.core.rules import Ruleset
from games.protocol.messages import GameMessage
from games.text.game_sides import (
    is_bound,
    is_here,
    is_lost,
    label,
    mark_at,
    other_mark,
    own_mark,
    reads,
    turn_of,
)
from games.text.phrases import phrase
from games.text.wording import seconds_text

SHOWN_AFTER = 1_500  # milliseconds: whoever only loads the page again has not left
LOW = 10 * SECOND  # less than this is little time: tenths are shown
BOTH_HAVE_MOVED = 2


@dataclass(frozen=True, slots=True)
class AbsenceText:
    """What can be done about a player who has left.

    *wait* is the seconds until the win can be claimed, None if it cannot be now.
    """

    text: str
    wait: int | None


@dataclass(frozen=True, slots=True)
class MoveText:
    """One move of the list. *number* is that of a pair of moves, for the first of them."""

    number: str
    mark: str
    who: str
    cell: str
    spent: str  # or that the move was given
    is_given: bool

    @property
    def begins_pair(self) -> bool:
        return bool(self.number)


@dataclass(frozen=True, slots=True)
class ClockText:
    """A time for a clock's face, for example "0:08" and ".4"."""

    main: str
    fraction: str


def absence(state: GameMessage, claim_after: Milliseconds) -> AbsenceText | None:
    """Return what the reader can do about a player who has left; None while there is nothing to
    say.

    After *claim_after* the win can be claimed.
    """
    own, left = own_mark(state), _away_for(state)
    if own is None or left is None:
        return None
    how = "lost" if is_lost(state, other_mark(own)) else "left"
    if left < SHOWN_AFTER and how == "left":
        return None
    name = label(state, other_mark(own))
    is_own_turn = turn_of(state) == own
    made = len(state.moves) - state.setup
    is_from_lobby = state.opponent == "anyone" and not state.round
    if made < BOTH_HAVE_MOVED and is_from_lobby and not reads(state, other_mark(own)):
        # Called off when the time is up, give or take a second.
        left_to_come = max(1, -((left - COME_WITHIN) // SECOND))
        return AbsenceText(phrase(f"{how}_called_off", name=name, count=left_to_come), None)
    if made < BOTH_HAVE_MOVED and not is_bound(state):
        return AbsenceText(phrase(f"{how}_abort", name=name), None)
    if made < BOTH_HAVE_MOVED and not (made and is_own_turn):
        return AbsenceText(phrase(f"{how}_round", name=name), None)
    if is_own_turn:
        return AbsenceText(phrase(f"{how}_your_turn", name=name), None)
    wait = max(0, -((left - claim_after) // SECOND))
    return AbsenceText(phrase(f"{how}_{'wait' if wait else 'claim'}", name=name, count=wait), wait)


def _away_for(state: GameMessage) -> Milliseconds | None:
    """Return how long the other player has been away; None while here, or if it does not matter."""
    own = own_mark(state)
    if own is None or state.status != "ongoing" or gives_days(state.control):
        return None
    other = other_mark(own)
    if not state.seats[other] or is_here(state, other):
        return None
    return state.presence.x_left if other == "x" else state.presence.o_left


def clock_text(ms: Milliseconds) -> ClockText:
    """Return a time in days and hours, or to the second; below LOW also the tenths."""
    if ms >= DAY:
        days = phrase("days_and_hours", days=ms // DAY, hours=ms % DAY // HOUR)
        return ClockText(days, "")
    minutes, seconds = ms % HOUR // MINUTE, ms % MINUTE // SECOND
    if ms >= HOUR:
        return ClockText(f"{ms // HOUR}:{minutes:02}:{seconds:02}", "")
    return ClockText(f"{minutes}:{seconds:02}", f".{ms % SECOND // 100}" if ms < LOW else "")


def move_texts(state: GameMessage) -> Iterator[MoveText]:
    """Yield the moves in their order."""
    ruleset = Ruleset(state.m, state.n, state.k)
    for ply, (cell, spent) in enumerate(zip(state.moves, state.spent, strict=True)):
        mark = mark_at(state, ply)
        yield MoveText(
            number="" if ply % 2 else f"{ply // 2 + 1}.",
            mark=mark,
            who=label(state, mark),
            cell=cell_name(ruleset, cell),
            spent=phrase("given") if ply < state.setup else seconds_text(spent),
            is_given=ply < state.setup,
        )
