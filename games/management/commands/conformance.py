"""`manage.py conformance LEVEL M N K`: plays every line against a player; does it ever lose?

Exit code 0: it never loses or, in a seat that is lost anyway, makes no mistake; 1: it does; 2: the
command was refused, or there are too many positions.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.core.errors import GameError
from games.core.notation import moves_text
from games.core.rules import Position, Ruleset
from games.engine import Limits, NamedPlayer
from games.engine.arena.conformance import judge_of, play_every_line
from games.engine.arena.lines import MAX_QUESTIONS, LinesOfPlay
from games.engine.arena.walk import Judge, WalkTooLong
from games.management.arguments import (
    CountArgument,
    add_ruleset,
    player_argument,
    ruleset_of,
    seconds_argument,
)
from games.management.terminal import BriefCommand, ProgressLine

SEATS = {"first": (True,), "second": (False,), "both": (True, False)}


class Command(BriefCommand):
    help = (
        "Play every line of a small board against a level or a player (such as "
        "alpha_beta:horizon=3) and show the shortest game that it loses."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("player", metavar="LEVEL", type=player_argument)
        add_ruleset(parser)
        parser.add_argument("--seat", choices=SEATS, default="both", help="Who moves first.")
        parser.add_argument(
            "--seconds", type=seconds_argument, default=1.0, help="Seconds per move (default: 1)."
        )
        parser.add_argument(
            "--seed",
            type=CountArgument(0, 2**32),
            default=0,
            help="Random seed for equal moves (default: 0).",
        )
        parser.add_argument(
            "--seeds",
            metavar="N",
            type=CountArgument(1, 10**6),
            default=1,
            help="Play with N seeds, starting at --seed, for players that choose at random.",
        )
        parser.add_argument(
            "--positions",
            type=CountArgument(1, 10**9),
            default=MAX_QUESTIONS,
            help="Give up after this many (default: %(default)s).",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name, player = options["player"]
        ruleset = ruleset_of(options["m"], options["n"], options["k"])
        judge = judge_of(ruleset)
        conforms = True
        for is_first in SEATS[options["seat"]]:
            lines = self._play_with_seeds(player, ruleset, is_first, judge, options)
            need_not_lose = _need_not_lose(ruleset, is_first, judge)
            # A seat that is lost anyway may lose, as long as no move makes things worse.
            conforms &= lines.never_loses or (not need_not_lose and lines.never_slips)
            if options["verbosity"]:
                self._report(name, ruleset, is_first, lines, need_not_lose)
        if not conforms:
            sys.exit(1)

    def _play_with_seeds(
        self,
        player: NamedPlayer,
        ruleset: Ruleset,
        is_first: bool,
        judge: Judge,
        options: dict[str, Any],
    ) -> LinesOfPlay:
        first = options["seed"]
        lines = LinesOfPlay()
        for seed in range(first, first + options["seeds"]):
            lines = lines.and_also(self._play(player, ruleset, is_first, judge, seed, options))
        return lines

    def _play(
        self,
        player: NamedPlayer,
        ruleset: Ruleset,
        is_first: bool,
        judge: Judge,
        seed: int,
        options: dict[str, Any],
    ) -> LinesOfPlay:
        limits = Limits(seconds=options["seconds"], seed=seed)
        try:
            with ProgressLine(sys.stderr, _("Positions")) as progress:
                return play_every_line(
                    player,
                    ruleset,
                    is_first=is_first,
                    limits=limits,
                    judge=judge,
                    most_positions=options["positions"],
                    watch=progress.show,
                )
        except WalkTooLong as error:
            sentence = _("Given up after %(positions)d positions.")
            message = sentence % {"positions": options["positions"]}
            raise CommandError(message, returncode=2) from error
        except GameError as error:
            sentence = _("This player can’t play here: %(code)s")
            raise CommandError(sentence % {"code": error.code}, returncode=2) from error

    def _report(
        self, name: str, ruleset: Ruleset, is_first: bool, lines: LinesOfPlay, need_not_lose: bool
    ) -> None:
        seat = _("first") if is_first else _("second")
        self.stdout.write(f"{name}, {seat}: {_verdict(ruleset, lines)}")
        if lines.lost and not need_not_lose:
            self.stdout.write("  " + _("This seat is lost against perfect play."))
        if lines.shortest_slip is not None:
            moves = moves_text(ruleset, lines.shortest_slip)
            self.stdout.write("  " + _("The last of these moves is a mistake: %s") % moves)


def _need_not_lose(ruleset: Ruleset, is_first: bool, judge: Judge) -> bool:
    """Return whether perfect play would not lose; True where that is not known."""
    value = judge(Position(ruleset))
    return value is None or (value if is_first else -value) >= 0


def _verdict(ruleset: Ruleset, lines: LinesOfPlay) -> str:
    counts = {"lines": lines.number, "won": lines.won, "drawn": lines.drawn, "lost": lines.lost}
    if lines.shortest_loss is None:
        return _("never loses (%(lines)d lines: %(won)d won, %(drawn)d drawn)") % counts
    sentence = _("loses %(lost)d of %(lines)d lines (%(won)d won, %(drawn)d drawn): %(moves)s")
    return sentence % {**counts, "moves": moves_text(ruleset, lines.shortest_loss)}
