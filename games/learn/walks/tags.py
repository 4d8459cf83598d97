"""A link to the walk through a stored proof, for the page of a position in that proof."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from games.core.notation import cell_name
from games.core.rules import Position
from games.learn.proofs.stored_turns import turn_of
from games.learn.walks.boards import path_of_turn
from games.text.wording import span

register = template.Library()


@register.inclusion_tag("learn/walks/_from_here.html")
def walk_from(position: Position) -> dict[str, str]:
    """Return how X wins in *position* by a stored proof, and the path of that turn's page.

    Return nothing if no study has found *position* in a proof.
    """
    turn = None if position.is_over else turn_of(position)
    if turn is None:
        return {}
    ruleset = position.ruleset
    if position.ply % 2:
        text = _("Whatever O plays, X wins %(span)s.") % {"span": span(None)}
    else:
        cell = cell_name(ruleset, turn.cell)
        text = _("X plays %(cell)s, and wins whatever O answers.") % {"cell": cell}
    return {"text": text, "path": path_of_turn(ruleset, turn)}
