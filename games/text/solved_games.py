"""What is known about who wins an m,n,k game when both sides play perfectly.

Only what is published or provable stands here; `known_value` is silent about everything else.
Sources: H.J. van den Herik, J.W.H.M. Uiterwijk and J. van Rijswijck, "Games solved: now and in
the future", 2002; W.-Y. Hsu et al., "On solving the 7,7,5-game and the 8,8,5-game", 2020;
L.V. Allis, "Searching for solutions in games and artificial intelligence", 1994.

A draw by pairing (the second player answers in the partner of each cell, and every line holds
both cells of a pair) also holds on every smaller board and for every longer line. A win does not
carry over to a larger board by itself, for its other lines help the second player too; the wins
for k = 3 and k = 4 are published for all larger boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.core.rules import MAX_SIDE, Ruleset
from games.engine.openings.first_cells import Fairness, Span, fairness_with_swap

PerfectResult = Literal["draw", "first"]

PAIRING = "pairing"
SEARCH = "exhaustive search"
PROVER = "games/engine/data/proofs"
SURVEY = "van den Herik et al. 2002"
HSU = "Hsu et al. 2020"
ALLIS = "Allis 1994"


@dataclass(frozen=True, slots=True)
class KnownValue:
    """The value for perfect players, a draw or a win of whoever moves first, and who says so."""

    value: PerfectResult
    source: str


@dataclass(frozen=True, slots=True)
class Truth:
    """A value shared by all rulesets whose k, longer side and shorter side lie in these spans."""

    value: PerfectResult
    source: str
    k: Span
    long: Span
    short: Span

    @property
    def known_value(self) -> KnownValue:
        return KnownValue(self.value, self.source)

    def covers(self, ruleset: Ruleset) -> bool:
        numbers = (ruleset.k, max(ruleset.m, ruleset.n), min(ruleset.m, ruleset.n))
        spans = (self.k, self.long, self.short)
        return all(
            least <= number <= most for number, (least, most) in zip(numbers, spans, strict=True)
        )


ANY = (3, MAX_SIDE)  # every side

TRUTHS = (
    # Lines longer than the shorter side lie in one direction: pairs of neighbours break them all.
    *(Truth("draw", PAIRING, k=(k, k), long=ANY, short=(3, k - 1)) for k in range(4, 8)),
    Truth("draw", SURVEY, k=(8, MAX_SIDE), long=ANY, short=ANY),
    Truth("draw", SEARCH, k=(3, 3), long=(3, 3), short=(3, 3)),
    Truth("first", SURVEY, k=(3, 3), long=(4, MAX_SIDE), short=ANY),
    Truth("draw", SURVEY, k=(4, 4), long=(4, 8), short=(4, 4)),
    Truth("draw", SURVEY, k=(4, 4), long=(5, 5), short=(5, 5)),
    Truth("first", SEARCH, k=(4, 4), long=(9, 11), short=(4, 4)),  # bench/engine/long_proofs.py
    Truth("first", SURVEY, k=(4, 4), long=(6, MAX_SIDE), short=(5, MAX_SIDE)),
    Truth("draw", PAIRING, k=(5, 5), long=(5, 5), short=(5, 5)),
    Truth("draw", SEARCH, k=(5, 5), long=(6, 9), short=(5, 5)),
    Truth("draw", SURVEY, k=(5, 5), long=(6, 6), short=(6, 6)),
    Truth("draw", SEARCH, k=(5, 5), long=(7, 8), short=(6, 6)),
    Truth("draw", SURVEY, k=(5, 5), long=(9, 9), short=(6, 6)),
    Truth("draw", HSU, k=(5, 5), long=(7, 7), short=(7, 7)),
    Truth("draw", SEARCH, k=(5, 5), long=(8, 8), short=(7, 7)),  # bench/engine/long_proofs.py
    Truth("draw", HSU, k=(5, 5), long=(8, 8), short=(8, 8)),
    Truth("first", PROVER, k=(5, 5), long=(13, 13), short=(13, 13)),
    Truth("first", ALLIS, k=(5, 5), long=(15, 15), short=(15, 15)),
    Truth("draw", PAIRING, k=(6, 6), long=(6, 9), short=(6, 6)),
    Truth("draw", PAIRING, k=(6, 6), long=(7, 7), short=(7, 7)),
    Truth("draw", PAIRING, k=(7, 7), long=(7, 9), short=(7, 9)),
)


def known_value(ruleset: Ruleset) -> KnownValue | None:
    """Return what is known about *ruleset*; None where nothing is proven."""
    for truth in TRUTHS:
        if truth.covers(ruleset):
            return truth.known_value
    return None


def favours_first(ruleset: Ruleset) -> bool:
    """Return whether whoever begins is known to win."""
    known = known_value(ruleset)
    return known is not None and known.value == "first"


def swap_refusal(ruleset: Ruleset) -> str:
    """Return why the swap rule is not for *ruleset*, as a code: no_swap, swap_unfair; "" if it is.

    The rule is for boards where the first player wins. Where no first mark leads to a draw, the
    second player would win by choosing.
    """
    if not favours_first(ruleset):
        return "no_swap"
    return "swap_unfair" if fairness_with_swap(ruleset) is Fairness.UNFAIR else ""
