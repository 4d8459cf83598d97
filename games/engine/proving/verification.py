"""Checking a proof that whoever begins wins: every reply of a file is replayed from the rules.

The searches for wins by threats are run again, with the terms of the file; each tree that they find
is checked by `threat_verification`, and its zones say which replies to a quiet move have to be
answered. All else is worked out here from the rules, and shares nothing with the search that wrote
the file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.core.rules import Cell, Position, cells_of
from games.engine.analysis.threat_verification import (
    FalseThreatTree,
    NodeGuarantee,
    require,
    verify,
)
from games.engine.analysis.windows import windows_of
from games.engine.kernels.threat_proofs import NONE
from games.engine.kernels.watchdog import Flag
from games.engine.proving.proof_files import ProofFile, Token
from games.engine.search.threes import THREES, ThreatSearcher

MAX_PROOFS = 2_000_000  # of wins by threats while a reply is checked; `quiet_wins` keeps as many


class ProofVerifier:
    """Verifies the replies of a file, one by one."""

    def __init__(self, file: ProofFile, stop: Flag) -> None:
        THREES.ensure_ready()
        self._file = file
        self._position = file.position
        self._windows = windows_of(file.ruleset)
        attacks = Position(file.ruleset, self._position.opposing, self._position.own)
        room = max(file.terms.leaf, file.terms.null)
        self._searcher = ThreatSearcher(attacks, room, MAX_PROOFS, stop)
        self._attacker, self._defender = attacks.own, attacks.opposing
        self._tokens: Iterator[Token] = iter(())
        self._last = NONE  # the win by threats, if one answered the last reply
        self.positions = 0  # checked: nodes of the trees of threats, and quiet moves

    def required(self) -> frozenset[Cell]:
        """Return the replies that have to be answered. Raises FalseThreatTree."""
        self._searcher.forget()
        null = self._searcher.win(self._file.terms.null)
        if null == NONE:
            return frozenset(self._position.legal_moves())
        return frozenset(cells_of(self._to_answer(self._checked(null).zones[0])))

    def check(self, reply: Cell) -> int:
        """Check how a reply is answered. Return how many marks the attacker needs after it at most.

        Raises FalseThreatTree.
        """
        require(reply in self._file.replies, "the reply is not answered")
        self._searcher.forget()
        self._tokens = iter(self._file.replies[reply])
        self._last = NONE
        self._mark(reply, attacks=False)
        try:
            marks = self._attack(())
        finally:
            self._unmark(reply, attacks=False)
        require(next(self._tokens, self) is self, "more is said than there is")
        return marks

    def _attack(self, earlier: Collection[int]) -> int:
        """Read the next token: the attacker is to move. Return how many marks it needs at most."""
        try:
            token = next(self._tokens)
        except StopIteration:
            raise FalseThreatTree("less is said than there is") from None
        if token is None:
            terms = self._file.terms
            proof = self._searcher.win_anyway(terms.leaf, earlier, terms.replay)
            require(proof != NONE, "threats do not win")
            self._last = proof
            return _marks(self._checked(proof))
        self.positions += 1
        kept = self._searcher.kept
        self._mark(token.cell, attacks=True)
        try:
            marks = self._defence(token.replies)
        finally:
            self._unmark(token.cell, attacks=True)
        self._searcher.forget_since(kept)
        self._last = NONE
        return 1 + marks

    def _defence(self, replies: int) -> int:
        """Read how *replies* replies are answered: the defender is to move. Return as `_attack`."""
        require(not self._windows.has_line(self._attacker), "the line is complete")
        threatened = self._windows.completing(self._defender, self._attacker)
        require(not threatened, "the defender completes a line")
        fill = self._windows.completing(self._attacker, self._defender)
        if fill:
            require(replies == 1, "a forced reply is not the only one")
            return self._answered(cells_of(fill)[0], ())
        null = self._searcher.win(self._file.terms.null)
        require(null != NONE, "nothing threatens")
        threat = self._checked(null)
        told = self._searcher.zone(null)  # the file answers its replies; not all may need answers
        require(not threat.zones[0] & ~told, "a reply is not answered")
        answered = cells_of(self._to_answer(told))
        require(len(answered) == replies, "another number of replies is answered")
        marks, last = _marks(threat), NONE
        for reply in answered:
            marks = max(marks, self._answered(reply, (null, last)))
            last = self._last or last
        return marks

    def _answered(self, reply: Cell, earlier: Collection[int]) -> int:
        self._mark(reply, attacks=False)
        try:
            return self._attack(earlier)
        finally:
            self._unmark(reply, attacks=False)

    def _checked(self, proof: int) -> NodeGuarantee:
        """Check the tree of a win by threats. Return what holds of the position."""
        tree = self._searcher.tree(proof)
        self.positions += len(tree.nodes)
        position = Position(self._file.ruleset, self._attacker, self._defender)
        return verify(position, tree)

    @property
    def _free(self) -> int:
        return self._file.ruleset.all_cells & ~(self._attacker | self._defender)

    def _to_answer(self, zone: int) -> int:
        """Return the free cells of a zone, and those where the defender makes a four."""
        fours = self._windows.fours(self._attacker, self._defender)
        return self._free & (zone | fours)

    def _mark(self, cell: Cell, *, attacks: bool) -> None:
        require(bool(self._free >> cell & 1), "the cell is not free")
        self._toggle(cell, attacks=attacks)

    def _unmark(self, cell: Cell, *, attacks: bool) -> None:
        self._toggle(cell, attacks=attacks)

    def _toggle(self, cell: Cell, *, attacks: bool) -> None:
        self._searcher.toggle(cell, 0 if attacks else 1)
        if attacks:
            self._attacker ^= 1 << cell
        else:
            self._defender ^= 1 << cell


def _marks(win: NodeGuarantee) -> int:
    """Return how many marks the attacker needs at most."""
    return (win.plies + 1) // 2
