"""All puzzles as a file. Each process makes its own, anew when puzzles have changed."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Count, Max, Sum

from games.core.notation import cell_name
from games.core.rules import Mark, cells_of
from games.learn.puzzles.queries import all_puzzles
from games.models import Puzzle

ASKED_EVERY = timedelta(seconds=10)  # whether puzzles have changed
# Every rated attempt changes a rating: for that alone the file is made anew no more often.
MADE_EVERY = timedelta(minutes=10)

_encode = DjangoJSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """All puzzles, compressed: one a line, as JSON. *etag* is the ETag of the lines."""

    compressed: bytes
    etag: str
    made_at: datetime

    @property
    def lines(self) -> bytes:
        return gzip.decompress(self.compressed)


class PuzzleFiles:
    """The file as it was last made, kept in memory, so that no folder has to be writable."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._file: PuzzleFile | None = None
        self._version: tuple[Any, ...] = ()
        self._asked_at: datetime | None = None

    def forget(self) -> None:
        with self._lock:
            self._file, self._version, self._asked_at = None, (), None

    def current(self, now: datetime) -> PuzzleFile:
        """Return the file, made anew if puzzles have come or gone.

        If they were only rated, it is made anew once it is MADE_EVERY old. One thread makes it.
        Meanwhile others get the file as it was, or wait if there is none yet.
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
        have_come_or_gone = version[:2] != self._version[:2]  # their number, the sum of keys
        is_old = now - file.made_at >= MADE_EVERY
        return have_come_or_gone or (is_old and version != self._version)


puzzle_files = PuzzleFiles()


def _version() -> tuple[Any, ...]:
    """Return what tells which puzzles there are, and when one was last rated. One query."""
    found = Puzzle.objects.shown().aggregate(Count("pk"), Sum("pk"), Max("rated_at"))
    return found["pk__count"], found["pk__sum"], found["rated_at__max"]


def _make_file(now: datetime) -> PuzzleFile:
    text = "".join(f"{_encode(puzzle)}\n" for puzzle in puzzles_data()).encode()
    # No time in the file: from equal lines every process makes an equal file.
    compressed = gzip.compress(text, mtime=0)
    return PuzzleFile(compressed, f'W/"{hashlib.sha256(text).hexdigest()[:32]}"', now)


def puzzles_data() -> Iterator[dict[str, Any]]:
    """Return the data of all puzzles that are shown."""
    return map(puzzle_data, all_puzzles())


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return what everybody may know of a puzzle: neither its answer nor its source.

    The theme is told, because programs choose puzzles by it. The puzzle's page hides it until the
    puzzle is solved, since there it would be a hint.
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
