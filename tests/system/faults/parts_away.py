"""PostgreSQL or Redis goes away under play: moves are kept or tried again, and all find back."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from http.client import HTTPConnection, HTTPException

from deploy.cluster.programs import Program
from tests.serving import ServerProcess
from tests.system.faults.crowd import Crowd, seat
from tests.system.faults.place import Place, require

PATIENCE = 60.0  # seconds
BETWEEN_PAGES = 0.2
FINE = {200, 503}  # what a page may answer while a part is away


class Reader(threading.Thread):
    """Somebody who loads page after page, for as long as the block."""

    def __init__(self, site: ServerProcess, *paths: str) -> None:
        super().__init__(daemon=True)
        self.site, self.paths = site, paths
        self.statuses: Counter[int] = Counter()
        self._is_over = threading.Event()

    def __enter__(self) -> Reader:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._is_over.set()
        self.join(30)

    def run(self) -> None:
        while not self._is_over.wait(BETWEEN_PAGES):
            for path in self.paths:
                self.statuses[self._status(path)] += 1

    def _status(self, path: str) -> int:
        """The answer's status; 0 if there was none."""
        connection = HTTPConnection("127.0.0.1", self.site.port, timeout=30)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()


# ---- Redis ------------------------------------------------------------------------------------


def redis_away(
    place: Place, *, games: int, seconds: Sequence[float], converged_within: float = PATIENCE
) -> str:
    """Two processes share PostgreSQL and Redis; Redis is killed, stopped and hung so long each.

    The players of each game are divided between the processes. While Redis is away moves are
    kept, no socket closes, and pages answer 200 or 503. Once it is back, everybody knows within
    *converged_within* seconds what had been played until then.
    """
    place.start_postgresql()
    redis = place.start_redis()
    sites = [place.site(PROCESSES="2") for _ in range(2)]
    waits: list[float] = []
    least = 0
    with (
        seat(place, games, sites, watchers=games) as crowd,
        Reader(sites[1], "/", "/watch/") as reader,
    ):
        crowd.come_in()
        for leave, come_back in ways_to_go(redis.program, redis.start):
            for away in seconds:
                before = count_moves(place)
                leave()
                time.sleep(away)
                least = count_moves(place) - before if away == max(seconds) else least
                require(away < 3 or count_moves(place) > before, "No move was kept without Redis.")
                come_back()
                waits.append(converged(place, crowd))
        require(not crowd.codes(), f"Sockets have closed: {dict(crowd.codes())}.")
        acknowledged = place.require_kept(crowd.most_heard())
    place.require_no_traceback()
    require(reader.statuses.keys() <= FINE, f"Pages have answered {dict(reader.statuses)}.")
    held = (
        f"{least} moves were kept in the last absence, no socket closed, pages answered "
        f"{counts_text(reader.statuses)}; all converged {max(waits):.1f} s after Redis was back "
        f"at most; all {acknowledged} acknowledged moves are there."
    )
    require(max(waits) <= converged_within, held)
    return held


def ways_to_go(
    program: Program, start: Callable[[], None]
) -> list[tuple[Callable[[], None], Callable[[], None]]]:
    """How a program may leave, with how it comes back: killed, stopped in order, hung."""
    return [
        (program.kill, start),
        (program.stop, start),
        (lambda: program.send(signal.SIGSTOP), lambda: program.send(signal.SIGCONT)),
    ]


def converged(place: Place, crowd: Crowd) -> float:
    """Return after how many seconds everybody knows the moves that are in the database now."""
    stored = {uid: len(cells) for uid, cells in place.moves().items()}
    return crowd.wait(
        lambda visitor: len(visitor.moves) >= stored[visitor.uid],
        seconds=PATIENCE,
        otherwise="did not hear of what had been played",
    )


# ---- PostgreSQL -------------------------------------------------------------------------------


def postgresql_away(
    place: Place, *, games: int, seconds: Sequence[float], recovered_within: float = PATIENCE
) -> str:
    """PostgreSQL is stopped, and crashes, for so long each, while all play.

    Players are told to ask again and pages answer 503, nothing else; no open socket closes. Once
    it is back, every game goes on within *recovered_within* seconds.
    """
    postgresql = place.start_postgresql()
    site = place.site()
    waits: list[float] = []
    with seat(place, games, [site]) as crowd, Reader(site, "/", "/watch/") as reader:
        crowd.come_in()
        for leave in (postgresql.program.stop, lambda: crash(postgresql.program)):
            for away in seconds:
                leave()
                time.sleep(away)
                postgresql.start()
                waits.append(crowd.wait_for_moves(seconds=PATIENCE))
                place.require_kept(crowd.most_heard())
        retries, refusals, codes = crowd.retries(), crowd.refusals(), crowd.codes()
        acknowledged = place.require_kept(crowd.most_heard())
    place.require_no_traceback()
    require(reader.statuses.keys() <= FINE, f"Pages have answered {dict(reader.statuses)}.")
    require(not codes, f"Sockets have closed: {dict(codes)}.")
    require(not refusals, f"Moves were refused: {dict(refusals)}.")
    held = (
        f"{retries} moves were asked for again and none refused, pages answered "
        f"{counts_text(reader.statuses)}, no socket closed; every game went on {max(waits):.1f} s "
        f"after PostgreSQL was back at most; all {acknowledged} acknowledged moves are there."
    )
    require(max(waits) <= recovered_within, held)
    return held


def crash(program: Program) -> None:
    """PostgreSQL ends without finishing anything, and recovers when it is next started."""
    program.send(signal.SIGQUIT)
    program.wait()


def count_moves(place: Place) -> int:
    [(count,)] = place.ask("SELECT COUNT(*) FROM games_move")
    return int(count)


def counts_text(statuses: Counter[int]) -> str:
    """Such as "200 (17 times), 503 (4 times)"."""
    return ", ".join(f"{status} ({count} times)" for status, count in sorted(statuses.items()))
