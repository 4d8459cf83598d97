"""An explanation as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.notation import cell_name
from games.core.rules import Cell
from games.engine.explanation.methods import METHODS
from games.engine.explanation.story import Node
from games.learn.explanation.question import ExplanationQuestion, teller_of
from games.learn.explanation.services import Explanation
from games.learn.explanation.telling import Telling
from games.learn.explanation.words import METHOD_NAMES, Teller, count_text, cuts_text
from games.learn.review.words import cells_text


def explanation_data(
    question: ExplanationQuestion, explanation: Explanation, method: str
) -> dict[str, Any]:
    """Return the tree and the steps of *method*, and what every method counts, in words."""
    own, other = question.sides
    data: dict[str, Any] = {"to_move": own, "over": not explanation.stories}
    if not explanation.stories:
        return data
    story, teller = explanation.stories[method], teller_of(question, explanation)
    telling = Telling(story, method, teller, own, other)
    return {
        **data,
        "method": method,
        "tree": _branch(teller, story.root, question),
        "steps": [
            {"node": _id(step.path), "kind": step.kind, "text": telling.text(step)}
            for step in story.steps
        ],
        "counts": [
            {
                "method": name,
                "name": str(METHOD_NAMES[name]),
                "nodes": explanation.counts[name].nodes,
                "text": count_text(explanation.counts[name]),
                "cuts": cuts_text(explanation.counts[name]),
            }
            for name in METHODS
        ],
        "horizon": story.horizon,
        "is_estimated": story.is_estimated,
        "is_complete": not story.is_stopped,
    }


def _branch(teller: Teller, node: Node, question: ExplanationQuestion) -> dict[str, Any]:
    ruleset = question.game.ruleset
    names = [cell_name(ruleset, cell) for cell in (*question.line, *node.path)]
    looked_at = [child for child in node.children if not child.is_cut]
    left_out = tuple(child.path[-1] for child in node.children if child.is_cut)
    return {
        "id": _id(node.path),
        "name": cell_name(ruleset, node.path[-1]) if node.path else "",
        "mover": teller.mover_of(node.path) if node.path else "",
        "text": teller.node(node),
        "is_preferred": node.is_preferred,
        "line": "-".join(names),
        "children": [_branch(teller, child, question) for child in looked_at],
        "looked_at": len(looked_at),
        "left_out": cells_text(left_out, ruleset),
        "number_left_out": len(left_out),
    }


def _id(path: Sequence[Cell]) -> str:
    return "-".join(str(cell) for cell in path) or "root"
