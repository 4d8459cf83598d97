"""A server process hangs under play: it takes connections and answers nothing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from tests.serving import ServerProcess
from tests.system.faults.crowd import Crowd, seat
from tests.system.faults.place import Place, require
from tests.system.faults.rolling import BEHIND_NGINX, LIMITS

INCREMENT = 3  # seconds; more than a move takes, so that nobody who can move loses on time
PATIENCE = 120.0  # seconds


def one_of_two_hangs(
    place: Place,
    *,
    games: int,
    seconds_each: int,
    seconds_hung: int,
    ends: tuple[str, ...] = ("wake", "die"),
    between_moves: float = 1.0,
    is_left: bool = False,
) -> str:
    """One of two processes behind nginx hangs, for longer than anybody has left.

    By *ends* the first one wakes, and then the second one dies in it and is started again. Nobody
    loses on time, and all play on. With *is_left* the players have to be led to the other process
    meanwhile, and to play on there.
    """
    place.start_postgresql()
    place.start_redis()
    sites = [place.site(**LIMITS, **BEHIND_NGINX) for _ in range(2)]
    nginx = place.start_nginx(sites)
    told = []
    control = f"{seconds_each}+{INCREMENT}"
    with seat(place, games, [nginx], between_moves=between_moves, control=control) as crowd:
        come_in(crowd)
        for site, end in zip(sites, ends, strict=False):
            taken_over = hung(place, crowd, site, seconds_hung, END[end])
            told.append(f"{taken_over} were taken over from one that {SAID[end]}")
            require(taken_over > 0 or not is_left, "Nobody was led to the other process.")
        acknowledged = place.require_kept(crowd.most_heard())
    place.require_no_traceback()
    return (
        f"None of {games} games was lost on time while a process hung for {seconds_hung} s; "
        f"{' and '.join(told)}; all played on, and all {acknowledged} acknowledged moves are there."
    )


def the_only_one_hangs(
    place: Place, *, games: int, seconds_each: int, seconds_hung: int, between_moves: float = 1.0
) -> str:
    """The only process hangs, on SQLite, for longer than anybody has left, and wakes."""
    site = place.site(**LIMITS)
    control = f"{seconds_each}+{INCREMENT}"
    with seat(place, games, [site], between_moves=between_moves, control=control) as crowd:
        come_in(crowd)
        hung(place, crowd, site, seconds_hung, wake)
        acknowledged = place.require_kept(crowd.most_heard())
    given = place.ask("SELECT COUNT(DISTINCT game_id) FROM games_event WHERE kind = 'extended'")
    require(given == [(games,)], f"{given} games got time back.")
    place.require_no_traceback()
    return (
        f"None of {games} games was lost on time while the process hung for {seconds_hung} s; each "
        f"got the time back, all played on, and all {acknowledged} acknowledged moves are there."
    )


def come_in(crowd: Crowd) -> None:
    """Return once all clocks run: they do from each player's second move on."""
    crowd.come_in(seconds=PATIENCE)
    crowd.wait_for_moves(2, seconds=PATIENCE)


def wake(site: ServerProcess) -> None:
    os.kill(site.pid, signal.SIGCONT)


def die(site: ServerProcess) -> None:
    site.kill()
    site.start()


END: dict[str, Callable[[ServerProcess], None]] = {"wake": wake, "die": die}
SAID = {"wake": "woke", "die": "died"}


def hung(
    place: Place,
    crowd: Crowd,
    site: ServerProcess,
    seconds: int,
    end: Callable[[ServerProcess], None],
) -> int:
    """Let *site* hang so long; how many games changed hands meanwhile. All have to play on."""
    before = holders(place)
    os.kill(site.pid, signal.SIGSTOP)
    try:
        time.sleep(seconds)
        after = holders(place)
    finally:
        end(site)
    crowd.wait_for_moves(2, seconds=PATIENCE)
    ended = place.ask("SELECT uid, termination FROM games_game WHERE status = 'finished'")
    require(not ended, f"Games have ended: {ended}.")
    return sum(after[uid] != process for uid, process in before.items())


def holders(place: Place) -> dict[str, int]:
    """The number of the process that has each game."""
    return dict(place.ask("SELECT uid, held_by FROM games_game"))
