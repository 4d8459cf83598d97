"""What is said of a search: worths and bounds, and how many positions it took.

A worth is a number (`games.engine.search.worth`). Its words say who wins, and in how many moves
from the position that is explained. A bound is never told as if it were exact: it is "at least" or
"at most". Where a proof says more than the search, the words are those of a review.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.notation import cell_name
from games.core.rules import Cell, Position
from games.engine.analysis.grades import Evaluation
from games.engine.explanation.counts import SearchCounts
from games.engine.explanation.story import Node
from games.engine.search.events import Bound, Path
from games.engine.search.worth import CERTAIN, UNBOUNDED, Worth
from games.learn.review.words import evaluation_texts
from games.text.wording import span

POINTS = 100_000  # for a worth of 1, which no estimate reaches; estimates are shown in points
MINUS = "\N{MINUS SIGN}"

# By the kind of worth and the bound, both seen by the side to move at the root.
BOUNDED: Mapping[tuple[str, Bound], Promise] = {
    ("win", Bound.EXACT): gettext_lazy("{own} wins {span}"),
    ("win", Bound.AT_LEAST): gettext_lazy("{own} wins {span} or sooner"),
    ("win", Bound.AT_MOST): gettext_lazy("no better for {own} than a win {span}"),
    ("draw", Bound.EXACT): gettext_lazy("Draw"),
    ("draw", Bound.AT_LEAST): gettext_lazy("at least a draw for {own}"),
    ("draw", Bound.AT_MOST): gettext_lazy("at most a draw for {own}"),
    ("loss", Bound.EXACT): gettext_lazy("{other} wins {span}"),
    ("loss", Bound.AT_LEAST): gettext_lazy("no worse for {own} than a loss {span}"),
    ("loss", Bound.AT_MOST): gettext_lazy("{other} wins {span} or sooner"),
    ("estimate", Bound.EXACT): gettext_lazy("{estimate} points for {own} (estimated)"),
    ("estimate", Bound.AT_LEAST): gettext_lazy("at least {estimate} points for {own} (estimated)"),
    ("estimate", Bound.AT_MOST): gettext_lazy("at most {estimate} points for {own} (estimated)"),
}
METHOD_NAMES: Mapping[str, Promise] = {
    "minimax": gettext_lazy("Minimax"),
    "alpha_beta": gettext_lazy("Alpha-beta"),
    "minimax_with_table": gettext_lazy("Minimax with a table"),
    "alpha_beta_with_table": gettext_lazy("Alpha-beta with a table"),
}
METHOD_HINTS: Mapping[str, Promise] = {
    "minimax": gettext_lazy("every move of both sides"),
    "alpha_beta": gettext_lazy("skips what can’t change the answer"),
    "minimax_with_table": gettext_lazy("and remembers positions it has met"),
    "alpha_beta_with_table": gettext_lazy("and remembers positions it has met"),
}
RELATIONS: Mapping[Bound, str] = {Bound.EXACT: "", Bound.AT_LEAST: "≥ ", Bound.AT_MOST: "≤ "}


class Teller:
    """Words for a story of *root*; *own* and *other* are the names of its two sides.

    *proofs* has evaluations by the paths of nodes, seen by the side to move at the root.
    """

    def __init__(
        self, root: Position, own: str, other: str, proofs: Mapping[Path, Evaluation] | None = None
    ) -> None:
        self._root = root
        self._proofs = proofs or {}
        self._names = {"own": own, "other": other}

    def worth(self, worth: Worth, bound: Bound = Bound.EXACT) -> str:
        """Return who wins and in how many moves, that it is a draw, or an estimate in points."""
        kind = _kind(worth)
        text = str(BOUNDED[kind, bound])
        plies = self._root.free.bit_count() + 1 - round(abs(worth))
        points = str(round(POINTS * worth)).replace("-", MINUS)
        return text.format(**self._names, span=span(plies), estimate=points)

    def node(self, node: Node) -> str:
        """Return what is known of *node*, in a few words."""
        if proof := self.proof(node.path):
            return proof
        if node.worth is None:
            return _("not searched to the end")
        return self.worth(node.worth, node.bound)

    def proof(self, path: Path) -> str:
        """Return what is proven of the node at *path*; empty where nothing is."""
        if path not in self._proofs:
            return ""
        (text,) = evaluation_texts([self._proofs[path]], self._names["own"], self._names["other"])
        return _("%(evaluation)s (proven)") % {"evaluation": text}

    def mover_of(self, path: tuple[Cell, ...]) -> str:
        """Return the name of the side that made the last move of *path*, which is not empty."""
        return self._names["own" if len(path) % 2 else "other"]

    def moves(self, path: tuple[Cell, ...]) -> str:
        """Return, for example, "X a1, O b2"."""
        ruleset = self._root.ruleset
        return ", ".join(
            f"{self.mover_of(path[: number + 1])} {cell_name(ruleset, cell)}"
            for number, cell in enumerate(path)
        )

    def name(self, cell: Cell) -> str:
        return cell_name(self._root.ruleset, cell)

    def score(self, worth: Worth, bound: Bound = Bound.EXACT) -> str:
        """Return the worth as a short number; an estimate in points."""
        kind = _kind(worth)
        if worth in (UNBOUNDED, -UNBOUNDED):
            text = "∞"
        elif kind == "estimate":
            text = intcomma(round(POINTS * abs(worth)))
        else:
            text = str(round(abs(worth)))
        sign = "" if text == "0" else "+" if worth > 0 else MINUS
        return f"{RELATIONS[bound]}{sign}{text}"

    def window(self, low: Worth, high: Worth) -> str:
        """Return the window from *low* (alpha) to *high* (beta)."""
        return f"{self.score(low)} … {self.score(high)}"


def _kind(worth: Worth) -> str:
    if worth >= CERTAIN:
        return "win"
    if worth <= -CERTAIN:
        return "loss"
    return "estimate" if worth else "draw"


def count_text(counts: SearchCounts) -> str:
    """Return how many positions a method looked at; "more than" so many if it was stopped."""
    if not counts.is_complete:
        text = ngettext("more than %(n)s position", "more than %(n)s positions", counts.nodes)
    else:
        text = ngettext("%(n)s position", "%(n)s positions", counts.nodes)
    return text % {"n": intcomma(counts.nodes)}


def number_text(counts: SearchCounts) -> str:
    """Return the number of positions, with ">" before it if the method was stopped."""
    return f"{'' if counts.is_complete else '> '}{intcomma(counts.nodes)}"


def cuts_text(counts: SearchCounts) -> str:
    """Return how many moves were skipped; empty where there were none."""
    if not counts.skipped:
        return ""
    return ngettext("%(n)s move skipped", "%(n)s moves skipped", counts.skipped) % {
        "n": intcomma(counts.skipped)
    }
