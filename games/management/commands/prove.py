"""`manage.py prove M N K`: proves that whoever begins wins a board, answer by answer.

The first player marks the middle (the first move), the second any cell (the first answer), and the
first a cell diagonally next to the middle or the one given (the third move). Then come the
*replies* of the second player, and the proof *answers* each of them with a way to win. A file holds
the proof for one first answer. The proofs of another board can be followed, as far as they lead.

Each reply that is answered is written to the file at once, so the command can be stopped at any
time and continued later. It uses one core, at the lowest priority.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.core.errors import BadNotation, GameError
from games.core.notation import cell_name, parse_cell, ruleset_text
from games.core.rules import Cell, Ruleset
from games.engine.proving.answering import no_plan
from games.engine.proving.first_moves import first_move, third_move
from games.engine.proving.first_player import answers
from games.engine.proving.guided import Guide
from games.engine.proving.precedents import Precedent, precedent_of
from games.engine.proving.proof_files import (
    MAX_TERMS,
    ProofFile,
    SearchTerms,
    header_text,
    parse_proof,
    reply_text,
    whole_lines,
)
from games.engine.proving.stored import proofs_of
from games.engine.proving.walk import begin
from games.engine.search.threes import can_search
from games.management.arguments import CountArgument, board_argument, ruleset_of
from games.management.proofs import add_proof, answers_named, path_of
from games.management.terminal import BriefCommand, ProgressLine
from games.management.whole_files import write_whole

LOWEST_PRIORITY = 19  # as `nice` counts
USUAL_THREATS = SearchTerms().null


class Command(BriefCommand):
    help = _(
        "Prove that the first player wins a board, and keep the proof with the engine, in one file "
        "for each first answer. A proof that was interrupted is continued."
    )
    guide: Guide | None = None  # that is asked where searches find nothing

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_proof(parser)
        parser.add_argument(
            "--positions", type=CountArgument(1, 10**7), default=5_400,
            help=_("How many positions one search may look at in the last pass, to answer a reply. "
                   "Each pass has three times as many as the one before (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--third", metavar="CELL",
            help=_("The third move of files that are begun (default: that of the board given with "
                   "--like, or a cell beside the first)."),
        )  # fmt: skip
        parser.add_argument(
            "--like", metavar="BOARD", type=board_argument,
            help=_("Try the moves of the stored proofs of this board, such as 15,15,5, first."),
        )  # fmt: skip
        parser.add_argument(
            "--threats", type=CountArgument(1, MAX_TERMS.null),
            help=_("How many positions to look at for what a quiet move threatens: more finds "
                   "deeper threats, slowly. A file that has fewer and is not whole gets as many, "
                   "and keeps its answers (default: what the file has; %(usual)d in a new one).")
            % {"usual": USUAL_THREATS},
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        ruleset = ruleset_of(options["m"], options["n"], options["k"])
        if not can_search(ruleset):
            raise CommandError(
                _("Only boards with four or more in a row can be proven."), returncode=2
            )
        chosen = answers_named(ruleset, options["answer"])
        third = None if options["third"] is None else _third_cell(ruleset, chosen, options["third"])
        like = {} if options["like"] is None else _proofs_like(options["like"])
        os.nice(LOWEST_PRIORITY)
        options["folder"].mkdir(parents=True, exist_ok=True)
        with suppress(KeyboardInterrupt):  # what is answered is kept
            for answer in chosen:
                precedent = precedent_of(ruleset, answer, like)
                self._prove(ruleset, answer, third, precedent, options)

    def _prove(
        self,
        ruleset: Ruleset,
        answer: Cell,
        third: Cell | None,
        precedent: Precedent | None,
        options: dict[str, Any],
    ) -> None:
        path = path_of(options["folder"], ruleset, answer)
        known = _begun(path, ruleset, answer, third, precedent, options["threats"])
        if precedent and precedent.third != known.moves[-1]:
            precedent = None
        position, stop = known.position, np.zeros(1, np.uint8)
        found = set(known.replies)
        total = len(begin(known).required)
        name = cell_name(ruleset, answer)
        with (
            path.open("a", encoding="utf-8") as file,
            ProgressLine(sys.stderr, name, total) as progress,
        ):
            progress.show(len(found))
            for reply, tokens, positions in answers(
                position,
                frozenset(found),
                known.terms,
                options["positions"],
                stop,
                self.guide,
                precedent.plan if precedent else no_plan,
            ):
                if options["verbosity"] > 1:
                    self.stdout.write(
                        _reply_text(ruleset, answer, reply, tokens is not None, positions)
                    )
                if tokens is not None:
                    file.write(reply_text(ruleset, reply, tokens))
                    file.flush()
                    found.add(reply)
                progress.show(len(found))
        if options["verbosity"]:
            text = _("%(answer)s: %(found)d of %(total)d replies answered")
            self.stdout.write(text % {"answer": name, "found": len(found), "total": total})


def _third_cell(ruleset: Ruleset, answers: Iterable[Cell], name: str) -> Cell:
    """Return the cell of that name, which has to be free after each of the *answers*."""
    with suppress(BadNotation):
        if (cell := parse_cell(ruleset, name)) not in (first_move(ruleset), *answers):
            return cell
    raise CommandError(
        _("The third move cannot be made on “%(name)s”.") % {"name": name}, returncode=2
    )


def _proofs_like(ruleset: Ruleset) -> Mapping[Cell, ProofFile]:
    if proofs := proofs_of(ruleset):
        return proofs
    board = {"board": ruleset_text(ruleset)}
    raise CommandError(_("No proofs of %(board)s are stored.") % board, returncode=2)


def _begun(
    path: Path,
    ruleset: Ruleset,
    answer: Cell,
    third: Cell | None,
    precedent: Precedent | None,
    threats: int | None,
) -> ProofFile:
    """Return what a file says; begin it with the *third* move, that of a precedent or another."""
    terms = SearchTerms(null=threats or USUAL_THREATS)
    begun_with = third_move(ruleset, answer) if third is None else third
    if third is None and precedent and precedent.third is not None:
        begun_with = precedent.third
        terms = replace(terms, null=max(terms.null, precedent.file.terms.null))
    known = begin_or_repair(path, ruleset, (first_move(ruleset), answer, begun_with), terms)
    if third not in (None, known.moves[-1]):
        why = {"file": path, "cell": cell_name(ruleset, known.moves[-1])}
        raise CommandError(_("%(file)s was begun with %(cell)s.") % why, returncode=2)
    if threats is None or threats <= known.terms.null or begin(known).is_whole:
        return known
    return _deepened(path, known, threats)


def _deepened(path: Path, known: ProofFile, threats: int) -> ProofFile:
    """Let a file search so many positions for what a quiet move threatens.

    What it answers stays: a win that is found among fewer positions is found among more.
    """
    deeper = replace(known, terms=replace(known.terms, null=threats))
    lines = (reply_text(known.ruleset, *each) for each in known.replies.items())
    write_whole(path, header_text(known.ruleset, known.moves, deeper.terms) + "".join(lines))
    return deeper


def begin_or_repair(
    path: Path, ruleset: Ruleset, moves: Iterable[Cell], terms: SearchTerms
) -> ProofFile:
    """Return what a file says, and begin it if it is missing or empty.

    If its last line was cut short, remove that line from the file. Raises CommandError.
    """
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = whole_lines(text or header_text(ruleset, moves, terms))
        known = parse_proof(whole)
    except (GameError, UnicodeDecodeError) as error:
        why = {"file": path, "why": error}
        raise CommandError(_("%(file)s is no proof: %(why)s") % why) from error
    if whole != text:
        write_whole(path, whole)
    return known


def _reply_text(ruleset: Ruleset, answer: Cell, reply: Cell, is_found: bool, positions: int) -> str:
    text = _("%(answer)s %(reply)s: answered, %(positions)d positions")
    if not is_found:
        text = _("%(answer)s %(reply)s: open after %(positions)d positions")
    names = {"answer": cell_name(ruleset, answer), "reply": cell_name(ruleset, reply)}
    return text % {**names, "positions": positions}
