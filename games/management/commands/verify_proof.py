"""`manage.py verify_proof M N K`: replays the proof that whoever begins wins a board.

Exit code 0: all that was checked holds; 1: something is wrong, and named; 2: wrong arguments.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.core.errors import GameError
from games.core.notation import cell_name
from games.core.rules import Cell, Ruleset
from games.engine.analysis.threat_verification import FalseThreatTree
from games.engine.proving.checking import CheckedFile, FileCheck, check_file
from games.engine.proving.lengths import ProofLengths, lengths_text, parse_lengths
from games.engine.proving.proof_files import MOVES_BEFORE
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
            "--processes", metavar="N", type=CountArgument(1, 1_000), default=1,
            help=_("How many first answers to check at once (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--lengths", metavar="FILE", type=Path,
            help=_("Also write to FILE how many marks X needs at most, of what is proven whole. "
                   "Not with --sample."),
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        ruleset = ruleset_of(options["m"], options["n"], options["k"])
        answers = answers_named(ruleset, options["answer"])
        if options["lengths"] and options["sample"]:
            raise CommandError(
                _("Lengths are counted of all replies, not of a sample."), returncode=2
            )
        whole = 0
        try:
            checks = [*_checks(ruleset, answers, options)]
        except UnicodeDecodeError as error:
            self._refuse(error)
        with checked_by(options["processes"], checks) as found:
            try:
                for check, file in zip(checks, found, strict=True):
                    self._tell(check, file, options["lengths"])
                    whole += file.is_whole
            except (GameError, FalseThreatTree) as error:
                self._refuse(error)  # at once, before the files that were begun are done
        found_files = {check.answer for check in checks}
        for answer in (answer for answer in answers if answer not in found_files):
            self.stdout.write(_("%(answer)s: open") % {"answer": cell_name(ruleset, answer)})
        if not options["verbosity"]:
            return
        if options["answer"] or options["sample"] or whole < len(answers):
            text = _("%(proved)d of %(all)d first answers are proven. No mistake was found.")
            self.stdout.write(text % {"proved": whole, "all": len(answers)})
        else:
            board = {"m": ruleset.m, "n": ruleset.n, "k": ruleset.k}
            self.stdout.write(
                _("Proven: the first player wins %(m)d×%(n)d, %(k)d in a row.") % board
            )

    def _refuse(self, error: Exception) -> NoReturn:
        self.stdout.write(_("Refused: %(why)s") % {"why": error})
        self.stdout.flush()
        sys.exit(1)

    def _tell(self, check: FileCheck, file: CheckedFile, path_of_lengths: Path | None) -> None:
        """Say what was found, and keep the lengths of a whole proof where somebody wants them."""
        if path_of_lengths and file.is_whole:
            add_lengths(path_of_lengths, check.ruleset, check.answer, file.lengths)
        text = _("%(answer)s: %(replies)d of %(all)d replies hold, %(positions)d positions")
        if file.is_whole:
            text = _("%(answer)s: proven, %(all)d replies, %(positions)d positions")
        numbers = {
            "replies": len(file.lengths.marks),
            "all": file.required,
            "positions": file.lengths.positions,
        }
        self.stdout.write(text % {"answer": cell_name(check.ruleset, check.answer), **numbers})


def _checks(
    ruleset: Ruleset, answers: Iterable[Cell], options: dict[str, Any]
) -> Iterator[FileCheck]:
    """Yield what there is to check. Raises UnicodeDecodeError."""
    for answer in answers:
        path = path_of(options["folder"], ruleset, answer)
        if path.exists():
            text = path.read_text(encoding="utf-8")
            yield FileCheck(text, ruleset, answer, options["sample"], options["seed"])


@contextmanager
def checked_by(processes: int, checks: Sequence[FileCheck]) -> Iterator[Iterable[CheckedFile]]:
    """Check files in so many processes, or here if that is one. Give what holds, in their order."""
    if processes == 1:
        yield map(checked_here, checks)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    try:
        yield pool.map(check_file, checks)
    finally:
        # After a mistake no other file is begun. Not to wait would leave a thread to the end of
        # Python, which then may find its pipe closed, and tells that with a traceback.
        pool.shutdown(cancel_futures=True)


def checked_here(check: FileCheck) -> CheckedFile:
    """Check a file, and show how far that has come."""
    name = cell_name(check.ruleset, check.answer)
    replies = check.sample or check.ruleset.cells - MOVES_BEFORE
    with ProgressLine(sys.stderr, name, replies) as progress:
        return check_file(check, progress.show)


def add_lengths(path: Path, ruleset: Ruleset, answer: Cell, lengths: ProofLengths) -> None:
    """Write the lengths of a first answer into a file, beside those of the others."""
    known = parse_lengths(ruleset, path.read_text(encoding="utf-8")) if path.exists() else {}
    write_whole(path, lengths_text(ruleset, known | {answer: lengths}))
