"""What a review says: labels with their glyphs, one sentence for each reason, how a game stood.

Numbers of moves count those of both sides, from the move that is judged until the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from games.core.notation import cell_name
from games.core.rules import Cell, Ruleset
from games.engine.grader import Standing
from games.engine.grading import Code, Label, Reason

MOST_KEPT = 4096  # texts of 0.2 KB; those of one game are much alike
NEARLY_EVEN = 0.12  # an estimate nearer to 0 favours nobody


@dataclass(frozen=True, slots=True)
class LabelWord:
    """A label as people see it: never by its colour alone."""

    glyph: str
    word: Promise
    tone: str  # the name of its colours: good, fair, bad or plain


LABELS: Mapping[Label, LabelWord] = {
    Label.BEST: LabelWord("✓", gettext_lazy("Best"), "good"),
    Label.ONLY: LabelWord("!", gettext_lazy("Only move"), "good"),
    Label.FORCED: LabelWord("→", gettext_lazy("Forced"), "plain"),
    Label.GOOD: LabelWord("+", gettext_lazy("Good"), "good"),
    Label.SLOWER: LabelWord("~", gettext_lazy("Inexact"), "fair"),
    Label.SLIP: LabelWord("?!", gettext_lazy("Inaccuracy"), "fair"),
    Label.MISTAKE: LabelWord("?", gettext_lazy("Mistake"), "bad"),
    Label.BLUNDER: LabelWord("??", gettext_lazy("Blunder"), "bad"),
    Label.OPEN: LabelWord("≈", gettext_lazy("Estimated"), "plain"),
}


@dataclass(frozen=True, slots=True)
class Judged:
    """What is said of a move: its label, the reason for it, and how the game stood after it."""

    label: Label
    sentence: str
    standing: str


# {best} and {at} are cells; {span} and {best_span} are what `span` says of plies.
SENTENCES: Mapping[Code, Promise] = {
    Code.COMPLETES_LINE: gettext_lazy("Completes the line."),
    Code.BLOCKS_LINE: gettext_lazy("Blocks the only cell where the other side wins at once."),
    Code.LAST_CELL: gettext_lazy("The last free cell."),
    Code.WINS: gettext_lazy("Wins {span}, as fast as can be."),
    Code.ONLY_WIN: gettext_lazy("The only move that wins, {span}."),
    Code.KEEPS_WIN: gettext_lazy("Still wins {span}."),
    Code.HOLDS_DRAW: gettext_lazy("Keeps the draw."),
    Code.ONLY_DRAW: gettext_lazy("The only move that does not lose."),
    Code.RESISTS: gettext_lazy("Lost in any case; nothing holds out longer ({span})."),
    Code.STILL_LOST: gettext_lazy("Lost in any case."),
    Code.WINS_SLOWER: gettext_lazy("Wins {span}; {best} wins {best_span}."),
    Code.LOSES_SOONER: gettext_lazy("Loses {span}; {best} holds out longer ({best_span})."),
    Code.MISSES_LINE: gettext_lazy("Misses {best}, which completes the line."),
    Code.LEAVES_LINE: gettext_lazy("Leaves {at}, where the other side wins at once."),
    Code.WIN_TO_DRAW: gettext_lazy("Misses {best}, which wins {best_span}. Now it is a draw."),
    Code.DRAW_TO_LOSS: gettext_lazy("Loses {span}. {best} keeps the draw."),
    Code.WIN_TO_LOSS: gettext_lazy("Loses {span}. {best} wins {best_span}."),
    Code.LEAVES_WIN: gettext_lazy(
        "Leaves {best}, which wins {best_span}. Whether this wins too is not proven."
    ),
    Code.ALLOWS_WIN: gettext_lazy("Loses {span}. Whether anything holds is not proven."),
    Code.DRAWS_AT_LEAST: gettext_lazy("Does not lose. Whether anything wins is not proven."),
    Code.LOOKS_GOOD: gettext_lazy("Looks as good as any. Nothing is proven."),
    Code.LOOKS_WEAKER: gettext_lazy("Looks weaker than {best}. Nothing is proven."),
    Code.NOT_PROVEN: gettext_lazy("Nothing is proven here."),
}


def reason_texts(reasons: Iterable[Reason], ruleset: Ruleset) -> list[str]:
    """A sentence for each of *reasons*, about a game of *ruleset*."""
    language = get_language()  # asked for once: that takes longer than to find a known sentence
    return [
        _reason_text(reason.code, tuple(reason.numbers.items()), ruleset, language)
        for reason in reasons
    ]


@lru_cache(MOST_KEPT)
def _reason_text(
    code: Code, given: tuple[tuple[str, int], ...], ruleset: Ruleset, language: str | None
) -> str:
    numbers = dict(given)
    return str(SENTENCES[code]).format(
        span=span(numbers.get("plies"), numbers.get("within")),
        best_span=span(numbers.get("best_plies"), numbers.get("best_within")),
        **{name: cell_name(ruleset, numbers[name]) for name in ("best", "at") if name in numbers},
    )


def span(plies: int | None, within: int | None = None) -> str:
    """How soon: "in 3 moves", "in at most 9 moves", or only "by force"."""
    if plies is not None:
        return ngettext("in %(n)d move", "in %(n)d moves", plies) % {"n": plies}
    if within is not None:
        return ngettext("in at most %(n)d move", "in at most %(n)d moves", within) % {"n": within}
    return _("by force")


def standing_texts(standings: Iterable[Standing], first: str, second: str) -> list[str]:
    """How a game stands for the sides called *first* (who began) and *second*, in a few words."""
    language = get_language()
    return [
        _standing_text(
            _name_of_better(one, first, second), one.value is None, one.plies, one.within, language
        )
        for one in standings
    ]


def _name_of_better(standing: Standing, first: str, second: str) -> str:
    favour = standing.estimate if standing.value is None else standing.value
    if abs(favour) < NEARLY_EVEN:
        return ""
    return first if favour > 0 else second


@lru_cache(MOST_KEPT)
def _standing_text(
    name: str, is_estimate: bool, plies: int | None, within: int | None, language: str | None
) -> str:
    """*name* is that of the side that is better, or empty."""
    if not name:
        return _("about even (estimated)") if is_estimate else _("Draw")
    if is_estimate:
        return _("%(name)s looks better (estimated)") % {"name": name}
    if plies == 0:
        return _("%(name)s has won") % {"name": name}
    return _("%(name)s wins %(span)s") % {"name": name, "span": span(plies, within)}


def cells_text(cells: tuple[Cell, ...], ruleset: Ruleset) -> str:
    """The names of *cells*, with commas."""
    return ", ".join(cell_name(ruleset, cell) for cell in cells)


def accuracy_text(accuracy: float | None) -> str:
    """For example "67%"; a dash for a side without a decision that is proven."""
    return "–" if accuracy is None else _("%(percent)d%%") % {"percent": round(accuracy)}
