"""Data for the script of the form for a new game, as a template tag."""

from __future__ import annotations

from functools import cache
from typing import Any

from django import template

from games.core.notation import ruleset_text
from games.core.rules import MAX_SIDE, MIN_SIDE, Ruleset
from games.engine import LEVELS
from games.engine.openings.first_cells import fairness_by_spans
from games.text.solved_games import TRUTHS
from games.text.wording import SWAP_TEXTS, truth_text

register = template.Library()


@register.simple_tag
def new_game_data() -> dict[str, Any]:
    """Return plain data: who wins on a board, how fair a swap makes it, and where each level plays.

    "truths" and "swaps" are for ranges of k, of the longer and of the shorter side. The first whose
    ranges fit a board counts.
    """
    return {
        "truths": [
            {
                "k": truth.k,
                "long": truth.long,
                "short": truth.short,
                "text": truth_text(truth.known_value),
                "first": truth.value == "first",
            }
            for truth in TRUTHS
        ],
        "unknown": truth_text(None),
        "swaps": [
            {"k": spans[0], "long": spans[1], "short": spans[2], "fairness": fairness.value}
            for spans, fairness in fairness_by_spans()
        ],
        "swap_texts": {fairness.value: str(text) for fairness, text in SWAP_TEXTS.items()},
        "levels": {name: _boards_of(name) for name in LEVELS},
    }


@cache
def _boards_of(level: str) -> dict[str, list[str]]:
    """Return the rulesets that *level* plays: "only" these, or all but those under "not"."""
    supported: list[str] = []
    others: list[str] = []
    for ruleset in _all_rulesets():
        fits = LEVELS[level].supports(ruleset)
        (supported if fits else others).append(ruleset_text(ruleset))
    # The shorter of the two, because every page with the form carries it.
    return {"only": supported} if len(supported) < len(others) else {"not": others}


@cache
def _all_rulesets() -> tuple[Ruleset, ...]:
    sides = range(MIN_SIDE, MAX_SIDE + 1)
    return tuple(
        Ruleset(m, n, k) for m in sides for n in sides for k in range(MIN_SIDE, max(m, n) + 1)
    )
