"""`manage.py verify_games`: replays every stored game and reports what is broken.

Exit code 0: none is broken; 1: some are; 2: there is no such game, or no answer of the database.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError
from django.db import OperationalError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.live.storage.verification import GameFault, faults_of
from games.management.terminal import BriefCommand
from games.models import Game, GameQuerySet

CHUNK = 50  # games in memory at a time; the largest have some hundreds of rows each
READINGS = 5  # of a game that is played while it is read


class Command(BriefCommand):
    help = "Replay every stored game and report those whose moves, result and log don’t agree."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="UID", help="Check only this game.")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.all()
        if options["game"] is not None:
            games = games.filter(uid=options["game"])
        try:
            verified, broken = self._verify(games)
        except OperationalError as error:
            sentence = _("The database doesn’t answer: %(why)s")
            raise CommandError(sentence % {"why": str(error).strip()}, returncode=2) from error
        if options["game"] is not None and not verified:
            sentence = _("There is no game %(uid)s.")
            raise CommandError(sentence % {"uid": options["game"]}, returncode=2)
        if options["verbosity"]:
            self.stdout.write(_summary(verified, broken))
        if broken:
            sys.exit(1)

    def _verify(self, games: GameQuerySet) -> tuple[int, int]:
        """Return how many games were verified, and how many of them are broken."""
        verified = broken = 0
        for game in _in_chunks(games):
            verified += 1
            if faults := _lasting_faults_of(game):
                broken += 1
                self.stdout.write(f"{game.uid}: {'; '.join(str(fault) for fault in faults)}")
        return verified, broken


def _summary(verified: int, broken: int) -> str:
    games = ngettext("%(number)d game verified", "%(number)d games verified", verified)
    return _("%(games)s, %(broken)d broken.") % {
        "games": games % {"number": verified},
        "broken": broken,
    }


def _in_chunks(games: GameQuerySet) -> Iterator[Game]:
    """Yield every game with its moves and its log, oldest first, with few in memory at a time."""
    ordered = games.order_by("pk").prefetch_related("moves", "events")
    last = 0
    while chunk := list(ordered.filter(pk__gt=last)[:CHUNK]):
        yield from chunk
        last = chunk[-1].pk


def _lasting_faults_of(game: Game) -> list[GameFault]:
    """Return what is wrong with *game*; nothing if it only changed while being read, or is gone."""
    faults, same = _faults_of(game), Game.objects.filter(pk=game.pk)
    for _reading in range(READINGS):
        if not faults:
            break
        again = same.prefetch_related("moves", "events").first()
        if again is None:
            return []
        faults = _faults_of(again)
        if same.filter(version=again.version).exists():
            break
    return faults


def _faults_of(game: Game) -> list[GameFault]:
    return faults_of(game, list(game.moves.all()), list(game.events.all()))
