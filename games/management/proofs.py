"""What the commands about proofs share: where the files are, and which first answers are meant."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.core.errors import BadNotation
from games.core.notation import cell_name, parse_cell
from games.core.rules import Cell, Ruleset
from games.engine.proving.first_moves import first_answers, first_move
from games.engine.proving.stored import name_of
from games.management.arguments import add_ruleset

FOLDER = Path(str(files("games.engine") / "data" / "proofs"))


def add_proof(parser: ArgumentParser) -> None:
    """Add the board, `--answer` (also `--reply`) and `--folder`."""
    add_ruleset(parser)
    parser.add_argument(
        "--answer", "--reply", metavar="CELL", action="append",
        help=_("Only this first answer. Can be repeated (default: all)."),
    )  # fmt: skip
    parser.add_argument(
        "--folder", type=Path, default=FOLDER,
        help=_("The folder of the files (default: with the engine)."),
    )  # fmt: skip


def answers_named(ruleset: Ruleset, names: list[str] | None) -> list[Cell]:
    """Return the first answers in *names*; without any, all, the farthest from the middle first."""
    answers = first_answers(ruleset)
    if names:
        return [_answer(ruleset, name, answers) for name in names]
    row, column = divmod(first_move(ruleset), ruleset.m)

    def distance(cell: Cell) -> int:
        return (cell // ruleset.m - row) ** 2 + (cell % ruleset.m - column) ** 2

    return sorted(answers, key=distance, reverse=True)


def path_of(folder: Path, ruleset: Ruleset, answer: Cell) -> Path:
    """Return the file of a first answer."""
    return folder / name_of(ruleset, answer)


def _answer(ruleset: Ruleset, name: str, answers: list[Cell]) -> Cell:
    with suppress(BadNotation):
        if (cell := parse_cell(ruleset, name)) in answers:
            return cell
    names = " ".join(cell_name(ruleset, cell) for cell in answers)
    sentence = _("“%(name)s” is none of the first answers: %(names)s.")
    raise CommandError(sentence % {"name": name, "names": names}, returncode=2)
