"""Makes puzzles of five in a row from games of the strong player against itself."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from games.core.notation import ruleset_text
from games.core.rules import Ruleset
from games.engine.analysis.shapes import NAMED_K
from games.engine.puzzles import game_files
from games.engine.puzzles.game_files import HEAD, game_line, in_order, parse_games
from games.management.arguments import CountArgument, board_argument
from games.management.terminal import BriefCommand, ProgressLine
from games.management.whole_files import write_whole
from tools.self_play import search_game

FILE = Path(game_files.__file__).parents[1] / "data" / "five_puzzles.txt"
BOARDS = (Ruleset(15, 15, 5), Ruleset(9, 9, 5))


class Command(BriefCommand):
    help = _(
        "Play games of the strong player against itself, and keep the puzzles found in them with "
        "the engine. Goes on after the last game that is kept, and can be ended at any time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "boards", metavar="M,N,K", type=board_argument, nargs="*",
            help=_("The boards, which take turns (default: 15,15,5 and 9,9,5)."),
        )  # fmt: skip
        parser.add_argument(
            "--games", type=CountArgument(1, 10**6), default=1_000,
            help=_("How many more games to play on each board (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--no-stops", action="store_true",
            help=_("Leave out stopping open threes, and find more of the others in the same time."),
        )  # fmt: skip
        parser.add_argument("--file", type=Path, default=FILE, help=_("Where they are kept."))

    def handle(self, *args: Any, **options: Any) -> None:
        path, boards = options["file"], options["boards"] or BOARDS
        _require_five(boards)
        if not path.exists():
            path.write_text(HEAD, encoding="utf-8")
        with suppress(KeyboardInterrupt):  # what is found is kept
            _make(path, boards, options["games"], with_stops=not options["no_stops"])
        games = tuple(in_order(parse_games(path.read_text(encoding="utf-8"))))
        write_whole(path, HEAD + "".join(f"{game_line(game)}\n" for game in games))
        for board in boards:
            found = sum(len(game.found) for game in games if game.ruleset == board)
            text = _("%(board)s: %(number)d puzzles")
            self.stdout.write(text % {"board": ruleset_text(board), "number": found})


def _require_five(boards: Sequence[Ruleset]) -> None:
    for board in boards:
        if board.k != NAMED_K:
            sentence = _("On %(board)s, the goal isn’t five in a row.")
            raise CommandError(sentence % {"board": ruleset_text(board)}, returncode=2)


def _make(path: Path, boards: Sequence[Ruleset], games: int, *, with_stops: bool) -> None:
    stop = np.zeros(1, np.uint8)  # never set: searches end by the positions they look at
    kept = list(parse_games(path.read_text(encoding="utf-8")))
    last = dict.fromkeys(boards, 0)
    for game in kept:
        last[game.ruleset] = max(last.get(game.ruleset, 0), game.number)
    with (
        path.open("a", encoding="utf-8") as file,
        ProgressLine(sys.stderr, path.name, games) as progress,
    ):
        for more in range(1, games + 1):
            for board in boards:
                number = last[board] + more
                for game in search_game(board, number, stop, with_stops=with_stops):
                    file.write(f"{game_line(game)}\n")
                file.flush()
            progress.show(more)
