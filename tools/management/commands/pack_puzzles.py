"""Packs the puzzles that browsers keep for use without a network, and judge themselves."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, islice, zip_longest
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.core.rules import Mark
from games.engine.search.full_table import MAX_CELLS
from games.management.terminal import BriefCommand
from games.models import Puzzle

PACK = Path(settings.BASE_DIR) / "static/js/play/offline/puzzles.json"
IN_A_PACK = 200  # puzzles


class Command(BriefCommand):
    help = "Write the offline page’s puzzles into the static files."

    def handle(self, *args: Any, **options: Any) -> None:
        puzzles = pack()
        if len(puzzles) < IN_A_PACK:
            raise CommandError("There are too few puzzles. Run make_puzzles first.")
        PACK.write_text(pack_text(puzzles))
        if options["verbosity"]:
            self.stdout.write(f"{PACK.name}: {len(puzzles)}")


def pack_text(puzzles: Sequence[Puzzle]) -> str:
    """Return *puzzles* as JSON, one a line: m, n, k, the marks row by row, and the plies of a win.

    The answers are left out, because the browser works them out; null stands for a draw to hold.
    """
    lines = (json.dumps(_row(puzzle), separators=(",", ":")) for puzzle in puzzles)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def pack(number: int = IN_A_PACK) -> list[Puzzle]:
    """Return *number* proven puzzles of small boards, the easiest first; always the same ones.

    Boards and themes take turns; the puzzles of each are chosen by chance.
    """
    groups: dict[tuple[Any, ...], list[Puzzle]] = defaultdict(list)
    proven = Puzzle.objects.filter(proof=Puzzle.Proof.TABLE, is_hidden=False)
    for puzzle in proven.order_by("m", "n", "k", "theme", "rating", "key"):
        if puzzle.ruleset.cells <= MAX_CELLS:
            groups[puzzle.m, puzzle.n, puzzle.k, puzzle.theme].append(puzzle)
    chance = Random(number)
    shuffled = [chance.sample(some, len(some)) for some in groups.values()]
    in_turn = chain.from_iterable(zip_longest(*shuffled))
    chosen = islice((puzzle for puzzle in in_turn if puzzle is not None), number)
    return sorted(chosen, key=lambda puzzle: (puzzle.rating, puzzle.key))


def _row(puzzle: Puzzle) -> list[Any]:
    position, mover = puzzle.position, puzzle.to_move
    signs = {mover: position.own, Mark(mover).other: position.opposing}
    marks = "".join(
        next((mark for mark, cells in signs.items() if cells >> cell & 1), ".")
        for cell in range(puzzle.ruleset.cells)
    )
    return [puzzle.m, puzzle.n, puzzle.k, marks, puzzle.plies]
