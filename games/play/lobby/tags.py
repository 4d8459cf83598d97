"""Data for the script of the form for a new game, as a template tag."""

from __future__ import annotations

from typing import Any

from django import template

from games.engine.openings.first_cells import fairness_by_spans
from games.text.solved_games import TRUTHS
from games.text.wording import SWAP_TEXTS, truth_text

register = template.Library()


@register.simple_tag
def new_game_data() -> dict[str, Any]:
    """Return plain data: who wins on a board, and how fair a swap makes it.

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
    }
