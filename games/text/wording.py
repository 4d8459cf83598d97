"""Games in words: sizes, goals, clocks, results. What pages, lists and files have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from typing import TYPE_CHECKING, Protocol

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.core.clock import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    Milliseconds,
    TimeControl,
    parse_time_control,
)
from games.core.events import Outcome, Termination
from games.core.rules import Mark, Ruleset
from games.engine.openings.first_cells import Fairness, fairness_with_swap
from games.models import Game
from games.text.phrases import PHRASES, phrase
from games.text.seat_names import name_of, seat_name
from games.text.solved_games import KnownValue, favours_first, known_value

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NameInSeat = Callable[[Game, Mark], str]

NBSP = "\N{NO-BREAK SPACE}"
SOON = 12 * HOUR  # a deadline within it may fall before the player comes back


def size_text(m: int, n: int) -> str:
    """Return, for example, "15×15": columns, then rows."""
    return f"{m}×{n}"


def goal_text(k: int) -> str:
    """Return, for example, "five in a row"."""
    key = f"goal_{k}"
    return phrase(key if key in PHRASES else "goal", k=k)


def board_text(ruleset: Ruleset) -> str:
    """Return, for example, "15×15, five in a row"."""
    return listed_text(size_text(ruleset.m, ruleset.n), goal_text(ruleset.k))


def control_text(text: str) -> str:
    """Return a stored time control for people: "no clock", "3 + 2", "1 day per move"."""
    control = parse_time_control(text)
    if control.is_unlimited:
        return phrase("control_none")
    if control.per_move_ms:
        return phrase("control_days", count=control.per_move_ms // DAY)
    return f"{_minutes(control)}{NBSP}+{NBSP}{control.increment_ms // SECOND}"


class HasClock(Protocol):
    """What may be of a round, and has a clock: a game, or a row of the live games."""

    control: str

    @property
    def round_kind(self) -> str: ...


def round_and_clock_text(game: HasClock) -> str:
    """Return the clock, and what kind of round it is, if any: "rated round, 3 + 2"."""
    clock = control_text(game.control)
    kind = game.round_kind
    return phrase(f"round_and_clock_{kind}", clock=clock) if kind else clock


def _minutes(control: TimeControl) -> str:
    minutes, seconds = divmod(control.initial_ms // SECOND, 60)
    return f"{minutes}:{seconds:02}" if seconds else str(minutes)


def special_terms_text(codes: Iterable[str]) -> str:
    """Return the terms that a joiner would not expect, by their codes: "best of 5, no
    takebacks".
    """
    return listed_text(*(phrase(f"special_{code}") for code in codes))


def listed_text(*parts: str) -> str:
    """Return *parts* one after the other, as the language does: "3×3, three in a row"."""
    return reduce(_two_listed, map(str, parts)) if parts else ""


def _two_listed(first: str, second: str) -> str:
    return phrase("listed", first=first, second=second)


def known_text(ruleset: Ruleset) -> str:
    """Return one sentence on who wins *ruleset* between perfect players, or that nobody knows."""
    return truth_text(known_value(ruleset))


def truth_text(known: KnownValue | None) -> str:
    """Return the sentence for one known value; None is the lack of one."""
    return str(TRUTHS[known.value] if known else UNKNOWN)


def ruleset_truth(ruleset: Ruleset) -> str:
    """Return the sentence with the board in it, for where another position is on show."""
    known = known_value(ruleset)
    texts = {"size": size_text(ruleset.m, ruleset.n), "goal": goal_text(ruleset.k)}
    return str(BOARD_TRUTHS[known.value] if known else BOARD_UNKNOWN) % texts


TRUTHS = {
    "draw": gettext_lazy("With perfect play this is always a draw."),
    "first": gettext_lazy("With perfect play the first player always wins."),
}
UNKNOWN = gettext_lazy("Nobody knows who wins with perfect play.")
BOARD_TRUTHS = {
    "draw": gettext_lazy("With perfect play %(size)s (%(goal)s) is always a draw."),
    "first": gettext_lazy("With perfect play the first player always wins %(size)s (%(goal)s)."),
}
BOARD_UNKNOWN = gettext_lazy("Nobody knows who wins %(size)s (%(goal)s) with perfect play.")


def swap_text(ruleset: Ruleset) -> str:
    """Return what the swap rule makes of *ruleset*."""
    if not favours_first(ruleset):
        return _("The swap rule is only for boards where the first player can force a win.")
    return str(SWAP_TEXTS[fairness_with_swap(ruleset)])


SWAP_TEXTS = {
    Fairness.FAIR: gettext_lazy(
        "The second player may take over the first mark instead of answering it. Some first marks "
        "lead to a draw with perfect play, so the rule makes this board fair."
    ),
    Fairness.UNFAIR: gettext_lazy(
        "The swap rule can’t make this board fair. Every first mark wins for one side, and the "
        "second player would choose that side."
    ),
    Fairness.OPEN: gettext_lazy(
        "The second player may take over the first mark instead of answering it. Nobody knows if "
        "that makes this board fair."
    ),
}


@dataclass(frozen=True, slots=True)
class ResultWord:
    """How a game stands for somebody: a stable *code* and the word to show."""

    code: str
    label: str


def result_for(game: Game, user: User) -> ResultWord:
    """Return how *game* stands for *user*; with no seat or both, by the mark that won."""
    if game.status == game.Status.OPEN:
        return ResultWord("open", _("Waiting"))
    if game.status == game.Status.ONGOING:
        return ResultWord("ongoing", _("Ongoing"))
    if game.outcome == Outcome.DRAW:
        return ResultWord("drawn", _("Draw"))
    if not game.outcome:
        return ResultWord("none", _("No result"))
    seats = game.marks_of(user)
    if len(seats) != 1:
        return ResultWord("decided", _("X won") if game.outcome == Outcome.X else _("O won"))
    won = game.outcome == seats[0]
    return ResultWord("won", _("Won")) if won else ResultWord("lost", _("Lost"))


def mark_to_move(game: Game) -> Mark | None:
    """Return whose turn it is; None unless the game is being played."""
    if game.status != game.Status.ONGOING:
        return None
    return Mark(game.first).at(game.ply)


def turn_text(game: Game, user: User) -> str:
    """Return how a game that is not over stands for *user*: who has to do something."""
    mark = mark_to_move(game)
    if mark is None:
        return _("Waiting for an opponent")
    if game.marks_of(user) == (mark,):
        return _("Your turn")
    return _("%(name)s to move") % {"name": seat_name(game, mark)}


def opponents_text(game: Game, user: User) -> str:
    """Return against whom *user* plays: of an open game its kind; both seats if the user has both,
    or neither.
    """
    seats = game.marks_of(user)
    if game.status == game.Status.OPEN:
        return _("Open game") if game.opponent == game.Opponent.ANYONE else _("Invitation")
    if len(seats) == 1 and game.invited and not game.player(seats[0].other):
        return name_of(game.invited)  # who has declined, and never sat down
    if len(seats) == 1:
        return seat_name(game, seats[0].other)
    return _("%(x)s against %(o)s") % {
        "x": seat_name(game, Mark.X),
        "o": seat_name(game, Mark.O),
    }


def seconds_text(ms: int) -> str:
    """Return a span for lists: "0.4 s" (or "0,4 s"), "12 s", "3 min", "2 h"."""
    if ms < 10 * SECOND:
        return phrase("short_seconds", seconds=number_format(ms // 100 / 10, 1))
    if ms < 2 * MINUTE:
        return phrase("short_seconds", seconds=ms // SECOND)
    if ms < 2 * HOUR:
        return phrase("short_minutes", minutes=ms // MINUTE)
    return phrase("short_hours", hours=ms // HOUR)


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time until a deadline, in words; *is_soon* where it deserves to be pointed out."""

    ms: Milliseconds
    text: str
    is_soon: bool


def left_until(deadline: datetime) -> TimeLeft:
    left = (deadline - timezone.now()) // timedelta(milliseconds=1)
    return TimeLeft(left, left_text(left), left < SOON)


def left_text(ms: Milliseconds) -> str:
    """Return what is left, in whole units: "2 days left", "9 h left", "12 min left", "40
    s left".
    """
    units = (("days", DAY), ("hours", HOUR), ("minutes", MINUTE), ("seconds", SECOND))
    for name, unit in units:
        if ms >= unit:
            return phrase(f"{name}_left", count=ms // unit)
    return phrase("time_up")


def points_text(halves: int) -> str:
    """Return half points as a score has them: "0", "½", "1½"."""
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def scored_text(score: str) -> str:
    """Return a score that `points_text` has written, with its unit: "½ point", "1½ points"."""
    unit = 1 if score in ("½", "1") else 2
    return ngettext("%(score)s point", "%(score)s points", unit) % {"score": score}


def headline(game: Game, name_in: NameInSeat = seat_name) -> str:
    """Return one line for a game that is over: who beat whom, by the names that *name_in* gives."""
    names = {"x": name_in(game, Mark.X), "o": name_in(game, Mark.O)}
    if game.outcome in (Outcome.X, Outcome.O):
        winner = Mark(game.outcome)
        return _("%(winner)s beat %(loser)s") % {
            "winner": name_in(game, winner),
            "loser": name_in(game, winner.other),
        }
    if game.outcome == Outcome.DRAW:
        return _("%(x)s and %(o)s drew") % names
    return _("%(x)s against %(o)s, without a result") % names


def ending_text(game: Game, name_in: NameInSeat = seat_name) -> str:
    """Return one sentence for why a game is over; empty while it is not."""
    sentence = ENDINGS.get(game.termination)
    return str(sentence) % {"ply": game.ply, "loser": _loser(game, name_in)} if sentence else ""


def _loser(game: Game, name_in: NameInSeat) -> str:
    if game.outcome not in (Outcome.X, Outcome.O):
        return ""
    return name_in(game, Mark(game.outcome).other)


ENDINGS: dict[str, StrOrPromise] = {
    Termination.LINE: gettext_lazy("Won on move %(ply)d."),
    Termination.FULL: gettext_lazy("The board was full after move %(ply)d."),
    Termination.RESIGNATION: gettext_lazy("%(loser)s resigned."),
    Termination.DEAD: gettext_lazy("No line could be completed any more."),
    Termination.AGREEMENT: gettext_lazy("Both players agreed."),
    Termination.TIME: gettext_lazy("%(loser)s ran out of time."),
    Termination.ABORT: gettext_lazy("Aborted before both had moved."),
    Termination.CANCELLED: gettext_lazy("Cancelled before anyone joined."),
    Termination.DECLINED: gettext_lazy("The challenge was declined."),
    Termination.ABANDONED: gettext_lazy("%(loser)s left."),
    Termination.ADJUDICATION: gettext_lazy("Decided by staff."),
    Termination.ANNULLED: gettext_lazy("Annulled by staff."),
}


def moves_to_win(plies: int) -> int:
    """Return how many marks the winner makes in so many *plies*, the last of them the winner's."""
    return (plies + 1) // 2


def span(plies: int | None, within: int | None = None) -> str:
    """Return how soon: "in 2 moves", "in at most 5 moves", or only "by force"."""
    if plies is not None:
        n = moves_to_win(plies)
        return ngettext("in %(n)d move", "in %(n)d moves", n) % {"n": n}
    if within is not None:
        n = moves_to_win(within)
        return ngettext("in at most %(n)d move", "in at most %(n)d moves", n) % {"n": n}
    return _("by force")
