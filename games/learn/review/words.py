"""What a review says in words: labels, reasons, shapes, how the game stood, and accuracy.

A number of moves counts the winner's marks alone: after “wins in 2 moves” the winner marks twice.
An evaluation counts from its own position. A sentence about a move counts from before the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Ruleset
from games.engine.analysis.accuracy import ESTIMATED
from games.engine.analysis.grades import Evaluation
from games.engine.analysis.labels import Code, Label, MoveGrade
from games.engine.analysis.shapes import DECISIVE, Shape
from games.text.wording import moves_to_win, span

MAX_KEPT = 4096  # texts of 0.2 KB in each cache; a game says the same few again and again
NEARLY_EVEN = 0.2  # an estimate nearer to 0 favours nobody


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
    Label.OPEN: LabelWord("≈", pgettext_lazy("label", "Open"), "plain"),
}


ESTIMATED_LABELS: Mapping[Code, LabelWord] = {
    Code.LOOKS_BEST: LABELS[Label.BEST],
    Code.LOOKS_GOOD: LABELS[Label.GOOD],
    Code.LOOKS_WEAKER: LABELS[Label.SLIP],
}
NO_DEFENCE = LabelWord("·", gettext_lazy("No defence"), "plain")
PROPOSAL = LabelWord("·", pgettext_lazy("label", "Proposal"), "plain")
LOST_ANYWAY = frozenset({Code.RESISTS, Code.STILL_LOST})


def label_of(move: MoveGrade) -> LabelWord:
    """Return the label that people see of *move*.

    Where only an estimate says how good *move* was, the label follows it. In a lost position
    it is "No defence", unless *move* is forced or known to lose sooner than another. For a first
    mark that could be taken over it is "Proposal".
    """
    code = move.reason.code
    if code in LOST_ANYWAY:
        return NO_DEFENCE
    if code is Code.PROPOSED:
        return PROPOSAL
    return ESTIMATED_LABELS.get(code) or LABELS[move.label]


def is_estimated(move: MoveGrade) -> bool:
    """Return whether the label that people see is the computer's opinion, and no proof.

    False for a move that left a win: only how bad it was is opinion.
    """
    return move.reason.code in ESTIMATED


# {best} and {at} are cells, {other} is the opponent's mark. For the rest see `_reason_text`.
SENTENCES: Mapping[Code, Promise] = {
    Code.COMPLETES_LINE: gettext_lazy("Completes the line and wins."),
    Code.BLOCKS_LINE: gettext_lazy("Stops {other} from winning immediately."),
    Code.LAST_CELL: gettext_lazy("The last free cell."),
    Code.WINS: gettext_lazy("Wins {span}, the fastest win."),
    Code.ONLY_WIN: gettext_lazy("The only winning move. Wins {span}."),
    Code.KEEPS_WIN: gettext_lazy("Still wins {span}."),
    Code.HOLDS_DRAW: gettext_lazy("Keeps the draw."),
    Code.ONLY_DRAW: gettext_lazy("The only move that doesn’t lose."),
    Code.RESISTS: gettext_lazy("Already lost, but this lasts longest{length}."),
    Code.STILL_LOST: gettext_lazy("Already lost."),
    Code.WINS_SLOWER: gettext_lazy("Wins {span}, but {best} wins {best_span}."),
    Code.LOSES_SOONER: gettext_lazy("Loses {span}, but {best} lasts longer{best_length}."),
    Code.MISSES_LINE: gettext_lazy("Misses {best}, which completes the line."),
    Code.LEAVES_LINE: gettext_lazy("Leaves {at} open, which lets {other} win immediately."),
    Code.WIN_TO_DRAW: gettext_lazy("Misses {best}, which wins {best_span}. Now it’s a draw."),
    Code.DRAW_TO_LOSS: gettext_lazy("Loses {span}. {best} keeps the draw."),
    Code.WIN_TO_LOSS: gettext_lazy("Loses {span}. {best} wins {best_span}."),
    Code.LEAVES_WIN: gettext_lazy(
        "Misses {best}, which wins {best_span}. Nobody knows if this wins too."
    ),
    Code.ALLOWS_WIN: gettext_lazy("Loses {span}. Nobody knows if another move saves the game."),
    Code.DRAWS_AT_LEAST: gettext_lazy("Doesn’t lose. Nobody knows if another move wins."),
    Code.LOOKS_BEST: gettext_lazy("Best, as far as the computer can tell."),
    Code.LOOKS_GOOD: gettext_lazy("Fine, as far as the computer can tell."),
    Code.LOOKS_WEAKER: gettext_lazy("Weaker than {best}, as far as the computer can tell."),
    Code.NOT_PROVEN: gettext_lazy("No verdict."),
    Code.PROPOSED: gettext_lazy("{other} could take it over, so the more even, the better."),
}
# In place of those above where the position's value is proven, but not which move keeps it.
WITHOUT_BEST: Mapping[Code, Promise] = {
    Code.WIN_TO_DRAW: gettext_lazy("Another move wins. Now it’s a draw."),
    Code.DRAW_TO_LOSS: gettext_lazy("Loses {span}. Another move keeps the draw."),
    Code.WIN_TO_LOSS: gettext_lazy("Loses {span}. Another move wins."),
}


# What a move makes, stops, lets through or misses; {best} is a cell, {other} the opponent's mark.
MADE: Mapping[Shape, Promise] = {
    Shape.OPEN_THREE: gettext_lazy("Makes an open three."),
    Shape.FOUR: gettext_lazy("Makes a four."),
    Shape.OPEN_FOUR: gettext_lazy("Makes an open four."),
    Shape.TWO_FOURS: gettext_lazy("Makes two fours."),
    Shape.FOUR_AND_THREE: gettext_lazy("Makes a four and a three."),
    Shape.TWO_THREES: gettext_lazy("Makes two threes."),
}
# By the shape that the other side would have made in the cell. An open three becomes an open four.
STOPPED: Mapping[Shape, Promise] = {
    Shape.OPEN_FOUR: gettext_lazy("Stops an open three."),
    Shape.TWO_FOURS: gettext_lazy("Stops two fours."),
    Shape.FOUR_AND_THREE: gettext_lazy("Stops a four and a three."),
    Shape.TWO_THREES: gettext_lazy("Stops two threes."),
}
LET_THROUGH: Mapping[Shape, Promise] = {
    Shape.OPEN_FOUR: gettext_lazy("Leaves an open three."),
    Shape.TWO_FOURS: gettext_lazy("Lets {other} make two fours."),
    Shape.FOUR_AND_THREE: gettext_lazy("Lets {other} make a four and a three."),
    Shape.TWO_THREES: gettext_lazy("Lets {other} make two threes."),
    Shape.FOURS: gettext_lazy("Lets {other} win by fours."),
    Shape.THREES: gettext_lazy("Lets {other} win by threes and fours."),
}
MISSED: Mapping[Shape, Promise] = {
    Shape.OPEN_FOUR: gettext_lazy("{best} makes an open four."),
    Shape.TWO_FOURS: gettext_lazy("{best} makes two fours."),
    Shape.FOUR_AND_THREE: gettext_lazy("{best} makes a four and a three."),
    Shape.TWO_THREES: gettext_lazy("{best} makes two threes."),
    Shape.FOURS: gettext_lazy("{best} begins a win by fours."),
    Shape.THREES: gettext_lazy("{best} begins a win by threes and fours."),
}
LETS_THROUGH = frozenset({Code.ALLOWS_WIN, Code.DRAW_TO_LOSS, Code.WIN_TO_LOSS})
EVIDENT = frozenset({Code.COMPLETES_LINE, Code.BLOCKS_LINE, Code.MISSES_LINE, Code.LEAVES_LINE})


def shape_text(move: MoveGrade, ruleset: Ruleset, other: Mark) -> str:
    """Return what *move* makes, stops, lets through or misses; *other* is the opponent's mark.

    Empty if that has no name, if the reason says it already, or if the move missed is not known.
    """
    code = move.reason.code
    if code in EVIDENT:
        return ""
    if move.threat:
        best = move.reason.numbers.get("best")
        texts = LET_THROUGH if code in LETS_THROUGH else MISSED
        if move.threat not in texts or (texts is MISSED and best is None):
            return ""
        name = "" if best is None else cell_name(ruleset, best)
        return str(texts[move.threat]).format(other=other.upper(), best=name)
    if move.stops and move.makes not in DECISIVE:
        return str(STOPPED[move.stops])
    return str(MADE[move.makes]) if move.makes else ""


def reason_texts(moves: Iterable[MoveGrade], ruleset: Ruleset, first: Mark) -> list[str]:
    """Return a sentence or two about each of the *moves* of a game in which *first* began."""
    # Part of the cache's key. Read once: `get_language` is slower than the cache.
    language = get_language()
    found = []
    for move in moves:
        other = first.at(move.ply).other
        numbers = tuple(move.reason.numbers.items())
        reason = _reason_text(move.reason.code, numbers, ruleset, other, language)
        shape = shape_text(move, ruleset, other)
        reason_first = move.threat and move.reason.code not in LETS_THROUGH
        found.append(" ".join(filter(None, (reason, shape) if reason_first else (shape, reason))))
    return found


@lru_cache(MAX_KEPT)
def _reason_text(
    code: Code,
    given: tuple[tuple[str, int], ...],
    ruleset: Ruleset,
    other: Mark,
    language: str | None,
) -> str:
    """Return the sentence for *code*.

    In it, {span} and {length} are of the move that was made, {best_span} and {best_length} of the
    best one.
    """
    numbers = dict(given)
    length = numbers.get("plies"), numbers.get("within")
    best_length = numbers.get("best_plies"), numbers.get("best_within")
    sentences = SENTENCES if "best" in numbers else {**SENTENCES, **WITHOUT_BEST}
    return str(sentences[code]).format(
        span=span(*length),
        length=length_text(*length),
        best_span=span(*best_length),
        best_length=length_text(*best_length),
        other=other.upper(),
        **{name: cell_name(ruleset, numbers[name]) for name in ("best", "at") if name in numbers},
    )


def length_text(plies: int | None, within: int | None) -> str:
    """Return how long: " (2 moves)", " (at most 5 moves)", or nothing."""
    if plies is not None:
        n = moves_to_win(plies)
        return ngettext(" (%(n)d move)", " (%(n)d moves)", n) % {"n": n}
    if within is not None:
        n = moves_to_win(within)
        return ngettext(" (at most %(n)d move)", " (at most %(n)d moves)", n) % {"n": n}
    return ""


def evaluation_texts(evaluations: Iterable[Evaluation], first: str, second: str) -> list[str]:
    """Return how a game stands, in a few words; *first* is the name of the side that began."""
    language = get_language()
    return [
        _evaluation_text(
            _name_of_better(one, first, second), one.value is None, one.plies, one.within, language
        )
        for one in evaluations
    ]


def _name_of_better(evaluation: Evaluation, first: str, second: str) -> str:
    favour = evaluation.estimate if evaluation.value is None else evaluation.value
    if abs(favour) < NEARLY_EVEN:
        return ""
    return first if favour > 0 else second


@lru_cache(MAX_KEPT)
def _evaluation_text(
    name: str, is_estimate: bool, plies: int | None, within: int | None, language: str | None
) -> str:
    """Say that *name* looks better, wins or has won; without a name, that the game is even."""
    if not name:
        return _("about even (estimated)") if is_estimate else _("Draw")
    if is_estimate:
        return _("%(name)s looks better (estimated)") % {"name": name}
    if plies == 0:
        return _("%(name)s has won") % {"name": name}
    return _("%(name)s wins %(span)s") % {"name": name, "span": span(plies, within)}


def cells_text(cells: tuple[Cell, ...], ruleset: Ruleset) -> str:
    """Return the names of *cells*, with commas."""
    return ", ".join(cell_name(ruleset, cell) for cell in cells)


def accuracy_text(accuracy: float | None) -> str:
    """Return, for example, "67%"; a dash for a side without a decision."""
    return "–" if accuracy is None else _("%(percent)d%%") % {"percent": round(accuracy)}
