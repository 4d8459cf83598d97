"""`manage.py verify_proof M N K`: replays the proof that whoever begins wins a board.

Exit code 0: all that was checked holds; 1: something is wrong, and named; 2: wrong arguments.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.core.errors import GameError
from games.core.notation import cell_name
from games.core.rules import Cell, Ruleset
from games.engine.analysis.threat_verification import FalseThreatTree
from games.engine.proving.first_moves import first_move
from games.engine.proving.lengths import ProofLengths, lengths_text, parse_lengths
from games.engine.proving.proof_files import ProofFile, parse_proof
from games.engine.proving.verification import ProofVerifier
from games.management.arguments import CountArgument, ruleset_of
from games.management.proofs import add_proof, answers_named, path_of
from games.management.terminal import BriefCommand, ProgressLine
from games.management.whole_files import write_whole


class Command(BriefCommand):
    help = _("Verify the proof that the first player wins a board, without the prover’s code.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_proof(parser)
        parser.add_argument(
            "--sample", metavar="N", type=CountArgument(1, 10**6),
            help=_("Only N second replies to each first answer, chosen by --seed."),
        )  # fmt: skip
        parser.add_argument("--seed", default="", help=_("Any text, such as a commit’s hash."))
        parser.add_argument(
            "--lengths", metavar="FILE", type=Path,
            help=_("Also write to FILE how many marks X needs at most. Not with --sample."),
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        ruleset = ruleset_of(options["m"], options["n"], options["k"])
        answers = answers_named(ruleset, options["answer"])
        if options["lengths"] and options["sample"]:
            raise CommandError(
                _("Lengths are counted of all replies, not of a sample."), returncode=2
            )
        try:
            whole = [self._verify(ruleset, answer, options) for answer in answers]
        except (GameError, FalseThreatTree, UnicodeDecodeError) as error:
            self.stdout.write(_("Refused: %(why)s") % {"why": error})
            sys.exit(1)
        if not options["verbosity"]:
            return
        if options["answer"] or options["sample"] or not all(whole):
            text = _("%(proved)d of %(all)d first answers are proven. No mistake was found.")
            self.stdout.write(text % {"proved": sum(whole), "all": len(whole)})
        else:
            board = {"m": ruleset.m, "n": ruleset.n, "k": ruleset.k}
            self.stdout.write(
                _("Proven: the first player wins %(m)d×%(n)d, %(k)d in a row.") % board
            )

    def _verify(self, ruleset: Ruleset, answer: Cell, options: dict[str, Any]) -> bool:
        """Return whether the file of *answer* was verified as a whole."""
        path = path_of(options["folder"], ruleset, answer)
        name = cell_name(ruleset, answer)
        if not path.exists():
            self.stdout.write(_("%(answer)s: open") % {"answer": name})
            return False
        file = parse_proof(path.read_text(encoding="utf-8"))
        if file.ruleset != ruleset or file.moves[:2] != (first_move(ruleset), answer):
            raise FalseThreatTree(f"{path.name} is of another game")
        verifier = ProofVerifier(file, np.zeros(1, np.uint8))
        required = verifier.required()
        replies = chosen(file, required, options)
        marks = {}
        with ProgressLine(sys.stderr, name, len(replies)) as progress:
            for done, reply in enumerate(replies, start=1):
                try:
                    marks[reply] = verifier.check(reply)
                except FalseThreatTree as error:
                    raise FalseThreatTree(f"{name} {cell_name(ruleset, reply)}: {error}") from error
                progress.show(done)
        if options["lengths"] and marks:
            lengths = ProofLengths(verifier.positions, marks)
            add_lengths(options["lengths"], ruleset, answer, lengths)
        is_whole = required <= set(replies)
        text = _("%(answer)s: %(replies)d of %(all)d replies hold, %(positions)d positions")
        if is_whole:
            text = _("%(answer)s: proven, %(all)d replies, %(positions)d positions")
        numbers = {"replies": len(replies), "all": len(required), "positions": verifier.positions}
        self.stdout.write(text % {"answer": name, **numbers})
        return is_whole


def add_lengths(path: Path, ruleset: Ruleset, answer: Cell, lengths: ProofLengths) -> None:
    """Write the lengths of a first answer into a file, beside those of the others."""
    known = parse_lengths(ruleset, path.read_text(encoding="utf-8")) if path.exists() else {}
    write_whole(path, lengths_text(ruleset, known | {answer: lengths}))


def chosen(file: ProofFile, required: frozenset[Cell], options: dict[str, Any]) -> list[Cell]:
    """Return the replies to check: all that need an answer and have one, or a sample of them."""
    replies = sorted(required & set(file.replies))
    if options["sample"] is None:
        return replies
    random = Random(f"{options['seed']} {file.moves}")
    return sorted(random.sample(replies, min(options["sample"], len(replies))))
