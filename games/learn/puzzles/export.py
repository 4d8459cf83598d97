"""All puzzles as a file, which is made when they have changed, once in each process."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Count, Max

from games.core.notation import cell_name
from games.core.rules import Mark, cells_of
from games.learn.puzzles.queries import all_puzzles
from games.models import Puzzle

ASKED_EVERY = timedelta(seconds=10)  # whether puzzles have changed
# Their ratings change with every rated try: no reason to make the file anew each time.
MADE_EVERY = timedelta(minutes=10)

_encode = DjangoJSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """All puzzles, one a line as JSON, compressed: *etag* is that of the lines."""

    compressed: bytes
    etag: str
    made_at: datetime

    @property
    def lines(self) -> bytes:
        return gzip.decompress(self.compressed)


class PuzzleFiles:
    """The file as it was made last. It is in memory, so no folder has to be writable."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._file: PuzzleFile | None = None
        self._version: tuple[Any, ...] = ()
        self._asked_at: datetime | None = None

    def forget(self) -> None:
        with self._lock:
            self._file, self._version, self._asked_at = None, (), None

    def current(self, now: datetime) -> PuzzleFile:
        """Return the file, made anew if puzzles have come or gone; if one was only rated, once the
        file is MADE_EVERY old.

        One thread makes it. Those that come meanwhile get the file as it was; while there is none
        yet, they wait.
        """
        found = self._file
        if found and self._asked_at and now - self._asked_at < ASKED_EVERY:
            return found
        if not self._lock.acquire(blocking=found is None):
            assert found
            return found
        try:
            return self._renew(now)
        finally:
            self._lock.release()

    def _renew(self, now: datetime) -> PuzzleFile:
        version = _version()
        if self._file is None or self._is_outdated(self._file, version, now):
            self._file, self._version = _make_file(now), version
        self._asked_at = now
        return self._file

    def _is_outdated(self, file: PuzzleFile, version: tuple[Any, ...], now: datetime) -> bool:
        have_come_or_gone = version[:2] != self._version[:2]  # their count and the newest
        is_old = now - file.made_at >= MADE_EVERY
        return have_come_or_gone or (is_old and version != self._version)


puzzle_files = PuzzleFiles()


def _version() -> tuple[Any, ...]:
    """Return what tells which puzzles there are, and when one was rated last. One query."""
    found = Puzzle.objects.shown().aggregate(Count("pk"), Max("pk"), Max("rated_at"))
    return found["pk__count"], found["pk__max"], found["rated_at__max"]


def _make_file(now: datetime) -> PuzzleFile:
    text = "".join(f"{_encode(puzzle)}\n" for puzzle in puzzles_data()).encode()
    # Without a time in it, equal lines are an equal file in every process.
    compressed = gzip.compress(text, mtime=0)
    return PuzzleFile(compressed, f'W/"{hashlib.sha256(text).hexdigest()[:32]}"', now)


def puzzles_data() -> Iterator[dict[str, Any]]:
    """Return all puzzles that are shown; no query stays open from one to the next."""
    return map(puzzle_data, all_puzzles())


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return what everybody may know of a puzzle: neither its answer nor its source.

    The theme is told, by which programs choose puzzles. Only its page keeps it until the puzzle is
    solved, because there it would be a hint; whoever looks for one here is not held back.
    """
    position, mover = puzzle.position, puzzle.to_move
    own = [cell_name(puzzle.ruleset, cell) for cell in cells_of(position.own)]
    opposing = [cell_name(puzzle.ruleset, cell) for cell in cells_of(position.opposing)]
    return {
        "id": puzzle.pk,
        "m": puzzle.m,
        "n": puzzle.n,
        "k": puzzle.k,
        "x": own if mover is Mark.X else opposing,
        "o": opposing if mover is Mark.X else own,
        "to_move": mover.value,
        "value": puzzle.value,
        "plies": puzzle.plies,
        "proof": puzzle.proof,
        "theme": puzzle.theme,
        "rating": round(puzzle.rating),
        "deviation": round(puzzle.deviation),
        "plays": puzzle.plays,
    }
