"""What the players of the game page may ask each other, without its scripts."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from games.core.rules import Mark
from games.lobby_rows import special_terms
from games.models import Game
from games.phrases import phrase
from games.protocol import refusal
from games.templatetags.game_page import State, label, mark_at, turn_of
from games.wording import special_terms_text

register = template.Library()


@register.simple_tag
def offer_text(state: State) -> str:
    """The offer that stands, from the reader's side."""
    offer = state["offer"]
    whose = "own_" if state["you"] == [offer["by"]] else ""
    return phrase(f"{whose}{offer['what']}_made", name=label(state, offer["by"]))


@register.simple_tag
def takeback(state: State) -> Mapping[str, str]:
    """How many takebacks are left, as text, and why there is none now: code and sentence."""
    mark, left = _who_takes_back(state), state["takebacks"]
    if left is None:
        return {"left": phrase("takebacks_none"), **_waiting("takebacks_off")}
    count = left[mark or Mark.X]
    text = phrase("takebacks_left.one" if count == 1 else "takebacks_left.other", count=count)
    return {"left": text, **_waiting(_takeback_refusal(state, mark))}


def _who_takes_back(state: State) -> str | None:
    """On one device it is whoever has just moved."""
    if len(state["you"]) == 1:
        return str(state["you"][0])
    turn = turn_of(state)
    return Mark(turn).other if turn else None


def _takeback_refusal(state: State, mark: str | None) -> str:
    plies = 2 if turn_of(state) == mark else 1
    if mark is None:
        return "nothing_to_take_back"
    if not state["takebacks"][mark]:
        return "no_takebacks_left"
    if len(state["moves"]) - plies < max(state["setup"], state["swapped"]):
        return "nothing_to_take_back"
    return "offer_pending" if state["offer"] else ""


@register.simple_tag
def draw_refusal(state: State) -> Mapping[str, str]:
    """Why no draw can be offered now: code and sentence; empty if it can."""
    return _waiting("offer_pending" if state["offer"] else "")


@register.simple_tag
def rematch_refusal(state: State, what: str) -> Mapping[str, str]:
    """Why this rematch cannot be offered now; offering what the other side offers accepts it."""
    offer = state["offer"]
    is_theirs = offer and offer["what"] == what and offer["by"] not in state["you"]
    return _waiting("offer_pending" if offer and not is_theirs else "")


def _waiting(code: str) -> Mapping[str, str]:
    return {"code": code, "text": refusal(code) if code else ""}


@register.simple_tag
def swap_text(state: State) -> str:
    """What the swap rule means for the reader now; empty if it means nothing any more."""
    if not state["swap_rule"] or state["status"] != "ongoing" or len(state["moves"]) > 1:
        return ""
    if state["swapped"]:
        return ""
    first, second = mark_at(state, 0), mark_at(state, 1)
    names = {"name": label(state, second), "other": label(state, first)}
    marks = {"first": mark_name(state, first), "second": mark_name(state, second)}
    when = "now" if state["swap"] else "soon"
    return phrase(f"swap_{when}_{_side(state, first)}", **names, **marks)


def _side(state: State, first: str) -> str:
    if len(state["you"]) != 1:
        return "watching"
    return "first" if state["you"][0] == first else "second"


@register.simple_tag
def mark_name(state: State, mark: str) -> str:
    """What to call a mark: its own symbol, or the letter."""
    return str(state["marks"][mark]["symbol"] or mark.upper())


@register.simple_tag
def series_text(state: State) -> str:
    """How far a series has come, or who has won it; empty for one without an end."""
    score, best_of = state["score"], state["best_of"]
    if not (score and best_of):
        return ""
    games = score["x"] + score["o"] + score["draws"]
    if not score["decided"]:
        is_counted = bool(state["outcome"])
        return phrase("series_game", number=games if is_counted else games + 1, most=best_of)
    if score["x"] == score["o"]:
        return phrase("series_drawn")
    winner = "x" if score["x"] > score["o"] else "o"
    if state["you"] == [winner]:
        return phrase("series_won_by_you")
    return phrase("series_won", name=label(state, winner))


@register.filter
def terms_text(game: Game) -> str:
    """The terms of *game* that a joiner might not expect; empty if there are none."""
    return special_terms_text(special_terms(game))


@register.filter
def rules_text(game: Game) -> str:
    """The same for those who see from the score that it is a series."""
    return special_terms_text(code for code in special_terms(game) if "best_of" not in code)
