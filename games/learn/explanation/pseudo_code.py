"""The search as a few lines of code, and which of them a step has reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.explanation.steps import StepKind, StoryStep


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of code, and whether the search is there now."""

    text: str
    is_now: bool


# The name of each line, its text for alpha-beta, and for minimax; an empty text is left out.
CODE: tuple[tuple[str, str, str], ...] = (
    ("call", "def value(board, α, β):", "def value(board):"),
    ("over", "  if over(board): return score(board)", "  if over(board): return score(board)"),
    ("known", "  v = table.get(board, α, β)", ""),
    ("known", "  if v is not None: return v", ""),
    (
        "horizon",
        "  if too_deep(): return estimate(board)",
        "  if too_deep(): return estimate(board)",
    ),
    ("start", "", "  best = -∞ if {own} moves else ∞"),
    ("try", "  for move in free(board):", "  for move in free(board):"),
    ("look", "    v = value(board + move, α, β)", "    v = value(board + move)"),
    ("own", "    if {own} moves: α = max(α, v)", "    if {own} moves: best = max(best, v)"),
    ("other", "    else:       β = min(β, v)", "    else:       best = min(best, v)"),
    ("cut", "    if α >= β: break  # skip the rest", ""),
    ("keep", "  table.put(board, α, β)", ""),
    ("done", "  return α if {own} moves else β", "  return best"),
)
AT: Mapping[StepKind, str] = {
    StepKind.STARTED: "call",
    StepKind.TRIED: "try",
    StepKind.CUT: "cut",
    StepKind.DONE: "done",
    StepKind.STOPPED: "look",
}


def code_at(step: StoryStep, method: str, own: str, *, ends_early: bool) -> list[CodeLine]:
    """Return the code of *method* for the side *own* to move, with the line that *step* is at.

    *ends_early* says that the search has a horizon.
    """
    at = AT.get(step.kind) or ("own" if len(step.path) == 1 else "other")
    has_cuts = method.startswith("alpha_beta")
    wanted = {"horizon": ends_early, **dict.fromkeys(("known", "keep"), method.endswith("table"))}
    shown = ((key, cuts if has_cuts else plain) for key, cuts, plain in CODE)
    return [
        CodeLine(text.replace("{own}", own), key == at)
        for key, text in shown
        if text and wanted.get(key, True)
    ]
