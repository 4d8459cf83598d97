"""What the page of a game says to one reader, from the state as the socket sends it.

static/js/play/game/page-text.js decides the same again with every message. Both are run over the
same generated games by tests/text/test_game_page.py, and may not differ in a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from django.utils.text import capfirst

from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Ruleset
from games.protocol.messages import GameMessage
from games.text.game_round import is_round_over, round_rating, round_so_far, round_texts
from games.text.game_sides import (
    is_bound,
    is_computer,
    is_here,
    is_lost,
    label,
    mark_at,
    mark_name,
    other_mark,
    own_mark,
    turn_of,
)
from games.text.game_times import BOTH_HAVE_MOVED
from games.text.phrases import phrase
from games.text.wording import goal_text

PLIES_OF_THE_START = 4  # so long the chat offers greetings


@dataclass(frozen=True, slots=True)
class PlayerText:
    """One player's card. *dot* is "here" or "away", or "" where that says nothing."""

    label: str
    rating: str
    here: str
    dot: str
    is_turn: bool
    clock_label: str


@dataclass(frozen=True, slots=True)
class PageText:
    """All that stands on the page and does not change by time alone.

    *headline* is empty for an open game: that has one of its own for each kind of reader. *texts*
    and *shown* go by the ids of elements, with _ for -: what stands in them, and whether they are
    there. *refusals* are the codes of why something cannot be offered now, "" if it can.
    *chat_phase* is the part of the game whose lines are offered for its chat, and *partner* the
    name of the player at the other device; "" without one, and for the computer.
    """

    headline: str
    is_marked: bool  # the headline is about the reader: their turn, or their win
    reason: str
    texts: Mapping[str, str]
    shown: Mapping[str, bool]
    refusals: Mapping[str, str]
    bottom: str  # the mark of the player whose card stands below: the reader's own, or X
    players: Mapping[str, PlayerText]
    chat_phase: str
    partner: str


def page_text(state: GameMessage) -> PageText:
    turn = turn_of(state)
    return PageText(
        headline=headline(state),
        is_marked=(turn or state.outcome) in state.you,
        reason=_reason(state),
        texts=_texts(state),
        shown=_visibility(state),
        refusals=_refusals(state),
        bottom=own_mark(state) or "x",
        players={mark.value: _player(state, mark.value) for mark in Mark},
        chat_phase=_chat_phase(state),
        partner=partner_name(state),
    )


# How it stands.


def headline(state: GameMessage) -> str:
    """Return whose turn it is, or how it ended; empty for an open game."""
    turn, own = turn_of(state), own_mark(state)
    if state.status == "finished":
        return _result(state)
    if not turn:
        return ""
    if turn == own:
        return phrase("your_turn")
    if own and is_computer(state, turn):
        return phrase("computer_thinking")
    return phrase("is_thinking" if own else "to_move", name=label(state, turn))


def _result(state: GameMessage) -> str:
    if state.outcome == "draw":
        return phrase("draw")
    if not state.outcome:
        return phrase(f"ended_{state.termination}")
    if state.outcome == own_mark(state):
        return phrase("you_win")
    if own_mark(state):
        return phrase("you_lost")
    if is_computer(state, state.outcome):
        return phrase("computer_wins")
    return phrase("wins", name=label(state, state.outcome))


def _reason(state: GameMessage) -> str:
    """Return why the game is over; empty while it is not."""
    if not state.termination:
        return ""
    if state.termination == "line" and state.line:
        return _line(state, state.line)
    loser = "o" if state.outcome == "x" else "x"
    return phrase(f"by_{state.termination}", name=label(state, loser))


def _line(state: GameMessage, line: list[Cell]) -> str:
    if not _is_straight(line, state.m):  # more than one line at once
        return phrase("by_line")
    ruleset = Ruleset(state.m, state.n, state.k)
    ends = {"from": cell_name(ruleset, line[0]), "to": cell_name(ruleset, line[-1])}
    return phrase("line", goal=capfirst(goal_text(len(line))), **ends)


def _is_straight(line: list[Cell], m: int) -> bool:
    """Return whether the cells, ascending, follow each other in one direction.

    By number alone 0, 2, 4, 6 and 8 would: on 3×3 they are two diagonals.
    """
    steps = {(b // m - a // m, b % m - a % m) for a, b in pairwise(line)}
    return len(steps) == 1


def _texts(state: GameMessage) -> dict[str, str]:
    watchers, names = state.presence.watchers, state.presence.names
    series = _series(state)
    is_decided = bool(state.score and state.score.decided)  # then it stands beside the headline
    return {
        "detail_more": series if is_decided else "",
        "swap_text": _swap(state),
        "first_mover": _first_mover(state),
        "offer_text": _offer(state),
        "takebacks_left": _takebacks(state),
        "series": "" if is_decided else series,
        "score_draws": phrase("draws", count=state.score.draws) if state.score else "",
        "watchers_text": phrase("watching", count=watchers),
        "watching_others": phrase("and_others", count=watchers - len(names)),
        "chat_title": phrase("chat_title" if state.you else "chat_watchers"),
        **round_texts(state),
    }


def _first_mover(state: GameMessage) -> str:
    """Return which mark moved first and whose it is, if that is known and has not changed since."""
    mark = mark_name(state, state.first)
    if state.swapped or not state.seats[state.first]:
        return mark
    return phrase("first_mover", mark=mark, name=label(state, state.first))


def _visibility(state: GameMessage) -> dict[str, bool]:
    is_own_offer = state.offer is not None and state.offer.by in state.you
    can_abort = len(state.moves) - state.setup < BOTH_HAVE_MOVED
    return {
        "waiting": state.status == "open",
        "actions": bool(state.you) and state.status == "ongoing",
        "claim_draw": state.dead,
        "abort": can_abort and not is_bound(state),
        "resign": not can_abort or is_bound(state),
        "swap_choice": bool(_swap(state)),
        "swap": state.swap in state.you,
        "offer": bool(state.you) and state.offer is not None,
        "accept": not is_own_offer,
        "decline": not is_own_offer,
        "withdraw": is_own_offer,
        "result": state.status == "finished",
        "again": _can_go_on(state),
        "find_another": _finds_another(state),
        "next_game": bool(state.next),
        "round_over": state.status == "finished" and is_round_over(state),
        "round_rating": bool(round_rating(state)),
        "round_so_far": bool(round_so_far(state)),
        "review": bool(state.moves),
        "reset_score": state.status == "finished",
        "watchers": bool(state.presence.watchers),
        "watching": bool(state.presence.names),
        "watching_others": state.presence.watchers > len(state.presence.names),
    }


def _finds_another(state: GameMessage) -> bool:
    """Return whether the two have parted before they played: somebody else is to be found."""
    return state.termination == "abort" and state.opponent == "anyone" and not state.round


def _can_go_on(state: GameMessage) -> bool:
    """Return whether to offer another game: none follows, and the other side has not offered."""
    if state.round or _finds_another(state):
        return False
    is_asked = state.offer is not None and state.offer.by not in state.you
    return state.status == "finished" and all(state.seats.values()) and not (state.next or is_asked)


# What the players may ask each other.


def _offer(state: GameMessage) -> str:
    if not state.offer:
        return ""
    whose = "own_" if state.offer.by == own_mark(state) else ""
    return phrase(f"{whose}{state.offer.what}_made", name=label(state, state.offer.by))


def _takebacks(state: GameMessage) -> str:
    if state.takebacks is None:
        return phrase("takebacks_none")
    return phrase("takebacks_left", count=state.takebacks[_who_takes_back(state) or "x"])


def _who_takes_back(state: GameMessage) -> str | None:
    """Return the mark that may take back: on one device that of whoever has just moved."""
    turn = turn_of(state)
    return own_mark(state) or (other_mark(turn) if turn else None)


def _refusals(state: GameMessage) -> dict[str, str]:
    return {
        "takeback": _takeback_refusal(state),
        "draw": "offer_pending" if state.offer else "",
        **{what: _rematch_refusal(state, what) for what in ("rematch", "same_sides")},
    }


def _takeback_refusal(state: GameMessage) -> str:
    mark, left = _who_takes_back(state), state.takebacks
    if left is None:
        return "takebacks_off"
    if mark is None:
        return "nothing_to_take_back"
    if not left[mark]:
        return "no_takebacks_left"
    plies = 2 if turn_of(state) == mark else 1
    if len(state.moves) - plies < max(state.setup, state.swapped):  # those moves stay
        return "nothing_to_take_back"
    return "offer_pending" if state.offer else ""


def _rematch_refusal(state: GameMessage, what: str) -> str:
    """Return why *what* cannot be offered; what the other side offers is accepted by offering."""
    offer = state.offer
    if not offer or (offer.what == what and offer.by not in state.you):
        return ""
    return "offer_pending"


def _swap(state: GameMessage) -> str:
    """Return what the swap rule means for the reader now; empty if it means nothing any more."""
    is_open = state.swap_rule and not state.swapped and len(state.moves) < BOTH_HAVE_MOVED
    if not is_open or state.status != "ongoing":
        return ""
    first, second, own = mark_at(state, 0), mark_at(state, 1), own_mark(state)
    side = "watching" if not own else "first" if own == first else "second"
    names = {"name": label(state, second), "other": label(state, first)}
    marks = {"first": mark_name(state, first), "second": mark_name(state, second)}
    return phrase(f"swap_{'now' if state.swap else 'soon'}_{side}", **names, **marks)


def _series(state: GameMessage) -> str:
    """Return how far a series has come, or who has won it; empty for one without an end, and a
    round.
    """
    score, most = state.score, state.best_of
    if not score or not most or state.round:
        return ""
    games = score.x + score.o + score.draws
    if not score.decided:
        return phrase("series_game", number=games if state.outcome else games + 1, most=most)
    if score.x == score.o:
        return phrase("series_drawn")
    winner = "x" if score.x > score.o else "o"
    if winner == own_mark(state):
        return phrase("series_won_by_you")
    return phrase("series_won", name=label(state, winner))


# Who is there.


def _player(state: GameMessage, mark: str) -> PlayerText:
    return PlayerText(
        label=label(state, mark) if state.seats[mark] else _free_seat(state, mark),
        rating=state.round.ratings[mark] if state.round else "",
        here=_here(state, mark),
        dot=_dot(state, mark),
        is_turn=turn_of(state) == mark,
        clock_label=phrase("clock_of", name=label(state, mark)),
    )


def _is_undecided(state: GameMessage) -> bool:
    """Return whether both seats are free: the one who waits has no side yet."""
    return not any(state.seats.values())


def _free_seat(state: GameMessage, mark: str) -> str:
    if name := _invited_to(state, mark):
        return name
    if _is_undecided(state):
        return phrase("side_undecided")
    return phrase("friend_seat" if _awaits_friend(state) else "free_seat")


def _awaits_friend(state: GameMessage) -> bool:
    """Return whether the reader has sent a link to a friend who has not opened it yet."""
    is_open = state.status == "open" and state.opponent == "friend"
    return is_open and own_mark(state) is not None


def _invited_to(state: GameMessage, mark: str) -> str:
    """Return who is asked to take the free seat *mark*; empty if nobody is, or both seats are
    free.
    """
    return state.invited if state.seats[other_mark(mark)] else ""


def _here(state: GameMessage, mark: str) -> str:
    seat = state.seats[mark]
    if not seat and _invited_to(state, mark):
        return phrase("asked_declined" if state.status == "finished" else "asked")
    if not seat and _is_undecided(state):
        return phrase("side_drawn")
    if not seat:
        return phrase("not_joined" if _awaits_friend(state) else "nobody_yet")
    if state.opponent == "device":
        return phrase("on_this_device")
    if seat.kind == "engine":
        return phrase("computer")
    if mark in state.you:
        return phrase("you_here")
    if is_here(state, mark):
        return phrase("online")
    return phrase("lost" if is_lost(state, mark) else "away")


def _dot(state: GameMessage, mark: str) -> str:
    seat = state.seats[mark]
    if not seat or state.opponent == "device":
        return ""
    return "here" if seat.kind == "engine" or is_here(state, mark) else "away"


def partner_name(state: GameMessage) -> str:
    own = own_mark(state)
    seat = state.seats[other_mark(own)] if own else None
    return seat.name if seat and seat.kind != "engine" else ""


def _chat_phase(state: GameMessage) -> str:
    if not state.you:
        return ""
    if state.status == "finished":
        return "end" if state.outcome else ""  # nobody thanks for a game that was called off
    return "start" if len(state.moves) < PLIES_OF_THE_START else ""
