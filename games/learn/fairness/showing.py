"""What is known of boards, in the words and symbols of the page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from django.contrib.humanize.templatetags.humanize import intcomma
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.notation import cell_name, column_name
from games.core.rules import Cell, Position, Ruleset
from games.engine.openings.balanced import openings
from games.engine.openings.first_cells import (
    FirstCell,
    drawn_first_cells,
    first_cells,
    kinds,
    nodes_spent,
    stamp,
    values_of,
)
from games.engine.search.value import Value
from games.learn.fairness.effects import Effects, Winner, cells_as_quick, effects_of, quickest
from games.learn.fairness.queries import FirstMoveScore, Scores
from games.learn.positions.addresses import PositionAddress, place_of
from games.learn.walks.boards import BOARDS, path_of_walk
from games.text.solved_games import PAIRING, PROVER, SEARCH, known_value
from games.text.wording import board_text, goal_text, moves_to_win, size_text, span

LENGTHS = (3, 4, 5, 6)
SIDES = range(3, 10)
MIN_GAMES = 20  # a share of fewer says nothing
MAX_NAMED = 6  # cells
PROOFS = {
    PAIRING: gettext_lazy("Proven by pairing cells."),
    SEARCH: gettext_lazy("Proven by exhaustive search."),
    PROVER: gettext_lazy("Proven by the site’s prover."),
}
RESULTS = {
    Winner.FIRST: gettext_lazy("The first player wins"),
    Winner.SECOND: gettext_lazy("The second player wins"),
    Winner.NOBODY: gettext_lazy("Draw: fair"),
    Winner.OPEN: gettext_lazy("Not proven yet"),
}
WINNERS = {Value.WIN: Winner.FIRST, Value.DRAW: Winner.NOBODY, Value.LOSS: Winner.SECOND}


@dataclass(frozen=True, slots=True)
class ShownSize:
    """A board in a grid: who wins it; and who with the swap rule, if that differs."""

    path: str
    text: str
    plain: str
    swap: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ShownGrid:
    """All boards of one length of line: rows with their height, the highest first."""

    title: str
    rows: list[tuple[int, list[ShownSize | None]]]


@dataclass(frozen=True, slots=True)
class ShownFirst:
    """A first cell: who wins after it, and in how many moves of their own at most."""

    name: str
    path: str
    kind: str
    text: str
    moves: int | None


@dataclass(frozen=True, slots=True)
class ShownRule:
    """Who wins the board by a rule: *kind* is a value of Winner, or "none" without an opening."""

    name: str
    kind: str
    title: str
    why: str
    source: str = ""
    measured: str = ""
    walk: str = ""  # the path of a proof to walk


def path_of(ruleset: Ruleset) -> str:
    board = f"{ruleset.m}x{ruleset.n}x{ruleset.k}"
    return reverse("games:fairness_board", args=[board])


def win_text(ruleset: Ruleset) -> str:
    """Return in how many moves X wins at most; nothing where no win's length is known."""
    best = quickest(ruleset)
    return _("X wins %(span)s") % {"span": span(best.plies, best.within)} if best else ""


def grids(chosen: Ruleset) -> list[ShownGrid]:
    return [
        ShownGrid(
            capfirst(goal_text(k)),
            [(n, [_size(m, n, k, chosen) for m in SIDES]) for n in reversed(SIDES)],
        )
        for k in LENGTHS
    ]


def _size(m: int, n: int, k: int, chosen: Ruleset) -> ShownSize | None:
    if k > max(m, n):
        return None
    ruleset = Ruleset(m, n, k)
    effects = effects_of(ruleset)
    text = f"{size_text(m, n)}: {_result_text(effects)}"
    swap = effects.swap.value if effects.swap is not effects.plain else ""
    return ShownSize(path_of(ruleset), text, effects.plain.value, swap, ruleset == chosen)


def _result_text(effects: Effects) -> str:
    if effects.plain is Winner.OPEN:
        return _("not proven yet")
    if effects.plain is Winner.NOBODY:
        return _("a draw, with the swap rule or without")
    return {
        Winner.NOBODY: _("the first player wins; a draw with the swap rule"),
        Winner.SECOND: _("the first player wins; with the swap rule, the second"),
    }.get(effects.swap, _("the first player wins; with the swap rule, not proven yet"))


class ShownBoard:
    """One board: its map of first cells, and what each rule makes of it."""

    def __init__(self, ruleset: Ruleset, scores: Scores) -> None:
        self.ruleset = ruleset
        self.effects = effects_of(ruleset)
        self._scores = scores
        self._cells = first_cells(ruleset)
        self._openings = openings(ruleset)

    @property
    def title(self) -> str:
        return board_text(self.ruleset)

    @property
    def columns(self) -> list[str]:
        return [column_name(column) for column in range(self.ruleset.m)]

    @property
    def position_path(self) -> str:
        return PositionAddress(self.ruleset).path

    @property
    def lead(self) -> str:
        counts = self.counts
        if len([kind for kind, number in counts.items() if number and kind != "open"]) > 1:
            return _("Where X makes the first mark decides the game.")
        if counts["open"] == self.ruleset.cells:
            return _("No first mark is proven here yet.")
        if counts["open"]:
            return _("Some first marks are still unsolved.")
        if counts["draw"]:
            return _("Wherever X makes the first mark, perfect players draw.")
        return _("Wherever X makes the first mark, X wins.")

    @property
    def rows(self) -> list[list[ShownFirst]]:
        """The board from the top."""
        shown = [self._shown_first(cell, first) for cell, first in enumerate(self._cells)]
        m = self.ruleset.m
        return [shown[start : start + m] for start in range(0, len(shown), m)]

    def _shown_first(self, cell: Cell, first: FirstCell) -> ShownFirst:
        kind, text, moves = Winner.OPEN, _("not proven yet"), None
        if first.proven:
            kind = WINNERS[first.proven.value]
            length = first.proven.plies or first.proven.within
            moves = moves_to_win(length) if length else None
            text = _("draw")
            if kind is not Winner.NOBODY:
                values = {"name": kind.value.upper()}
                values["span"] = span(first.proven.plies, first.proven.within)
                text = _("%(name)s wins %(span)s") % values
        path = place_of(Position(self.ruleset).play(cell)).path
        return ShownFirst(cell_name(self.ruleset, cell), path, kind.value, text, moves)

    @property
    def counts(self) -> dict[str, int]:
        """How many cells there are of each kind."""
        found = Counter(
            WINNERS[first.value] if first.value is not None else Winner.OPEN
            for first in self._cells
        )
        return {kind.value: found[kind] for kind in Winner}

    @property
    def tally(self) -> list[tuple[str, int, str]]:
        words = {"x": _("X wins"), "draw": _("draw"), "o": _("O wins"), "open": _("open")}
        return [
            (kind, self.counts[kind], word) for kind, word in words.items() if self.counts[kind]
        ]

    @property
    def bar(self) -> list[tuple[str, int, int]]:
        """The tally as parts of a bar: the kind, start and length of each. A cell is one unit."""
        starts = accumulate((number for _, number, _ in self.tally), initial=0)
        return [(k, start, n) for (k, n, _), start in zip(self.tally, starts, strict=False)]

    @property
    def has_lengths(self) -> bool:
        """Whether the map says of any cell in how many moves it wins or loses."""
        return any(first.moves for row in self.rows for first in row)

    @property
    def proof(self) -> str:
        """What the map rests on."""
        number = len(values_of(self.ruleset))
        if not number:
            return ""
        version, day = stamp()
        text = _(
            "Proven by the site’s prover: %(known)s of %(all)s first cells up to symmetry; it "
            "looked at %(nodes)s positions. Version %(version)s of its proofs, %(day)s."
        )
        return text % {
            "known": number,
            "all": kinds(self.ruleset),
            "nodes": intcomma(nodes_spent(self.ruleset)),
            "version": version,
            "day": date_format(date.fromisoformat(day)),
        }

    @property
    def rules(self) -> list[ShownRule]:
        return [self._plain(), self._swap(), self._swap_of_three(), self._balanced()]

    def _plain(self) -> ShownRule:
        kind = self.effects.plain
        title, why = _("Draw"), _("Neither player can force a win.")
        if kind is Winner.OPEN:
            title = _("Not proven yet")
            why = _(
                "The second player can’t win, since an extra mark never hurts (strategy stealing)."
            )
        elif kind is Winner.FIRST:
            title, why = _("The first player wins"), ""
            if best := quickest(self.ruleset):
                title = win_text(self.ruleset)
                why = self._begins_on(cells_as_quick(self.ruleset, best))
        measured = _measured(self._scores.plain)
        walk = path_of_walk(self.ruleset) if self.ruleset in BOARDS else ""
        return ShownRule(_("No rule"), kind.value, title, why, self._source(), measured, walk)

    def _begins_on(self, cells: list[Cell]) -> str:
        names = [cell_name(self.ruleset, cell) for cell in cells]
        if len(names) > MAX_NAMED:
            text = ngettext(
                "X begins on %(n)d cell.", "X begins on any of %(n)d cells.", len(names)
            )
            return text % {"n": len(names)}
        *others, last = names
        text = _("%(names)s or %(last)s") % {"names": ", ".join(others), "last": last}
        return _("X begins on %(cells)s.") % {"cells": text if others else last}

    def _source(self) -> str:
        """Return who has proven the value without a rule."""
        known = known_value(self.ruleset)
        if known is None:
            return "" if self.effects.plain is Winner.OPEN else str(PROOFS[PROVER])
        if known.source in PROOFS:
            return str(PROOFS[known.source])
        return _("Published: %(source)s.") % {"source": known.source}

    def _swap(self) -> ShownRule:
        kind = self.effects.swap
        title, why = str(RESULTS[kind]), ""
        if self.effects.plain is Winner.NOBODY:
            why = _("Perfect players need no swap here.")
        elif kind is Winner.NOBODY:
            number = len(drawn_first_cells(self.ruleset))
            why = ngettext(
                "X begins on the %(n)d drawn cell. A won cell would be taken over.",
                "X begins on one of %(n)d drawn cells. A won cell would be taken over.",
                number,
            ) % {"n": number}
        elif kind is Winner.SECOND:
            why = _("No first cell is a draw, so the second player chooses the side that wins.")
        elif self.effects.plain is Winner.FIRST:
            why = _("It is a draw if any open first cell is a draw.")
        measured = _measured(self._scores.swap)
        return ShownRule(_("Swap after the first mark"), kind.value, title, why, measured=measured)

    def _swap_of_three(self) -> ShownRule:
        kind = self.effects.swap_of_three
        title, why = str(RESULTS[kind]), ""
        found = self._openings
        if kind is Winner.NOBODY:
            why = _("One player sets X, O and X so that it is a draw. The other chooses a side.")
        elif kind is Winner.SECOND:
            text = _(
                "One side wins each of the %(n)d positions after three marks, and the second "
                "player chooses that side."
            )
            why = text % {"n": found.positions}
        return ShownRule(_("Swap after three marks"), kind.value, title, why, self._of_three())

    def _balanced(self) -> ShownRule:
        kind, found = self.effects.balanced, self._openings
        name = _("Balanced opening")
        if kind is None:
            why = _("No three marks lead to a draw on this board.")
            return ShownRule(name, "none", _("None"), why, self._of_three())
        title, why = str(RESULTS[kind]), ""
        if kind is Winner.NOBODY:
            why = _("Perfect players draw from the empty board already.")
        if found.kept:
            text = ngettext(
                "Three marks are set, from a list of %(n)d proven draw.",
                "Three marks are set, from a list of %(n)d proven draws.",
                len(found.kept),
            )
            why = text % {"n": len(found.kept)}
        return ShownRule(name, kind.value, title, why)

    def _of_three(self) -> str:
        """Return what is proven of all positions after three marks."""
        found = self._openings
        if not found.positions:
            return ""
        text = _(
            "Of %(all)d positions after three marks, up to symmetry, %(drawn)d are proven draws "
            "and %(left)d unsolved."
        )
        return text % {"all": found.positions, "drawn": found.drawn, "left": found.left}


def _measured(found: FirstMoveScore) -> str:
    """Return the share of points that first players have scored in games between people here."""
    from games.engine.arena.elo import score  # loads numpy

    if not found.games:
        return ""
    if found.games < MIN_GAMES:
        text = ngettext(
            "Only %(n)d game between people so far, too few to tell.",
            "Only %(n)d games between people so far, too few to tell.",
            found.games,
        )
        return text % {"n": found.games}
    share = score(found.points, found.games)
    text = _(
        "In %(n)d games between people the player who began scored %(share)d%% (%(least)d to "
        "%(most)d)."
    )
    values = {"share": share.share, "least": share.least, "most": share.most}
    percents = {name: round(100 * each) for name, each in values.items()}
    return text % {**percents, "n": found.games}
