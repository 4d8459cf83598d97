"""The game page without its scripts: headline, players, moves; and the phrases for the scripts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.core.notation import cell_name
from games.core.rules import Ruleset
from games.phrases import PHRASES, phrase
from games.protocol import REFUSALS
from games.templatetags.marks import glyph
from games.wording import GOALS, goal_text

register = template.Library()

State = Mapping[str, Any]  # the socket's `game` message as builtins


@register.inclusion_tag("games/_phrases.html")
def game_phrases() -> dict[str, Any]:
    """All phrases, for the scripts."""
    goals = {f"goal_{k}": text for k, text in GOALS.items()}
    return {"phrases": {**PHRASES, **goals, "goal": _("{k} in a row")}}


@register.simple_tag
def game_refusals() -> dict[str, str]:
    """Why a command can be refused, by code, for the scripts."""
    return {code: str(sentence) for code, sentence in REFUSALS.items()}


@register.simple_tag
def page_headline(state: State) -> str:
    """Whose turn it is, or how it ended; the first words of the page."""
    turn = turn_of(state)
    if state["status"] == "finished":
        return _result(state)
    if turn is None:
        return phrase("waiting_friend" if state["opponent"] == "friend" else "waiting")
    name = label(state, turn)
    if state["you"] == [turn]:
        return phrase("your_turn")
    return phrase("is_thinking" if len(state["you"]) == 1 else "to_move", name=name)


def _result(state: State) -> str:
    outcome = state["outcome"]
    if outcome == "draw":
        return phrase("draw")
    if not outcome:
        return phrase(f"ended_{state['termination']}")
    if state["you"] == [outcome]:
        return phrase("you_win")
    return phrase("wins", name=label(state, outcome))


@register.simple_tag
def reason(state: State) -> str:
    """Why the game is over; empty while it is not."""
    termination, outcome = state["termination"], state["outcome"]
    if not termination:
        return ""
    if termination == "line" and state["line"]:
        return _line(state)
    loser = "o" if outcome == "x" else "x"
    return phrase(f"by_{termination}", name=label(state, loser))


def _line(state: State) -> str:
    ruleset = Ruleset(state["m"], state["n"], state["k"])
    line = state["line"]
    is_straight = len({after - before for before, after in pairwise(line)}) == 1
    if not is_straight:  # two lines at once
        return phrase("by_line")
    ends = {"from": cell_name(ruleset, line[0]), "to": cell_name(ruleset, line[-1])}
    return phrase("line", goal=capfirst(goal_text(len(line))), **ends)


@register.simple_tag
def is_readers_moment(state: State) -> bool:
    """Whether the headline is about the reader: their turn, or their win."""
    turn = turn_of(state)
    return (turn or state["outcome"]) in state["you"]


@register.simple_tag
def turn_of(state: State) -> str | None:
    """The mark to move; None unless the game is going on."""
    if state["status"] != "ongoing":
        return None
    return mark_at(state, len(state["moves"]))


def mark_at(state: State, ply: int) -> str:
    """The mark that made, or will make, move number *ply*."""
    second = "o" if state["first"] == "x" else "x"
    return str(second if ply % 2 else state["first"])


def label(state: State, mark: str) -> str:
    """What to call whoever plays *mark*."""
    seat = state["seats"][mark]
    return str(seat["label"]) if seat and seat["label"] else mark.upper()


@register.simple_tag
def first_mover(state: State) -> str:
    """Which mark moved first and whose it is, if that is known and has not changed since."""
    mark = state["first"]
    symbol = str(state["marks"][mark]["symbol"] or mark.upper())
    if state["swapped"] or not state["seats"][mark]:
        return symbol
    return phrase("first_mover", mark=symbol, name=label(state, mark))


@register.simple_tag
def invitation(name: str) -> str:
    """The headline for whoever may take the free seat of *name*'s game."""
    return phrase("wants_to_play", name=name)


@register.simple_tag
def free_seat(state: State) -> str:
    """What whoever joins would play: "x", "o", or "either" while both seats are free."""
    free = [mark for mark, taken in state["seats"].items() if not taken]
    return free[0] if len(free) == 1 else "either"


@register.simple_tag
def bottom_mark(state: State) -> str:
    """The mark whose card stands below: the reader's own, or X."""
    return str(state["you"][0]) if len(state["you"]) == 1 else "x"


@register.simple_tag
def player_card(state: State, mark: str, place: str) -> dict[str, Any]:
    """One player's card: the reader's own stands at the *place* "bottom", the other on "top"."""
    clock = state["clock"]
    taken = state["seats"][mark]
    return {
        "mark": mark,
        "place": place,
        "label": label(state, mark) if taken else _free_seat_label(state, mark),
        "here": _presence(state, mark),
        "symbol": state["marks"][mark]["symbol"],
        "is_turn": turn_of(state) == mark,
        "clock": _time_left(clock[mark]) if clock else "",
        "clock_label": phrase("clock_of", name=label(state, mark)),
    }


def _is_undecided(state: State) -> bool:
    """Whether somebody waits who has neither side yet."""
    return not any(state["seats"].values())


def _free_seat_label(state: State, mark: str) -> str:
    name = invited_to(state, mark)
    return name or phrase("side_undecided" if _is_undecided(state) else "free_seat")


def invited_to(state: State, mark: str) -> str:
    """Who is asked to take the free seat *mark*; empty if nobody is, or may choose the other."""
    is_only_one = state["seats"]["o" if mark == "x" else "x"] is not None
    return str(state["invited"]) if is_only_one else ""


def _presence(state: State, mark: str) -> str:
    taken = state["seats"][mark]
    if not taken and invited_to(state, mark):
        return phrase("asked_declined" if state["status"] == "finished" else "asked")
    if not taken:
        return phrase("side_drawn" if _is_undecided(state) else "nobody_yet")
    if state["opponent"] == "device":
        return phrase("on_this_device")
    if taken["kind"] == "engine":
        return phrase("computer")
    if mark in state["you"]:
        return phrase("you_here")
    return phrase("online" if state["presence"][mark] else "away")


def _time_left(ms: int) -> str:
    """As clock.js writes it: days and hours, or down to the seconds."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return phrase("days_and_hours", days=hours // 24, hours=hours % 24)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.simple_tag
def move_list(state: State) -> SafeString:
    """The moves without scripts: mark and name of the cell, numbered in pairs; given ones so."""
    ruleset = Ruleset(state["m"], state["n"], state["k"])
    glyphs = [glyph(mark_at(state, ply)) for ply in range(2)]
    moves = (
        f"{glyphs[ply % 2]}{cell_name(ruleset, cell)}" for ply, cell in enumerate(state["moves"])
    )
    given = f' <small class="move-list__given">{phrase("given")}</small>'
    items = (
        f'{_number(ply)}<span class="move-list__move">{move}'
        f"{given if ply < state['setup'] else ''}</span>"
        for ply, move in enumerate(moves)
    )
    return mark_safe("".join(items))  # names of cells and drawn marks  # nosec B308 B703


def _number(ply: int) -> str:
    return "" if ply % 2 else f'<span class="move-list__number">{ply // 2 + 1}.</span>'
