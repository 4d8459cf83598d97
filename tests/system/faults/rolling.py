"""A new version is brought in: one server process after the other is restarted under play."""

from __future__ import annotations

import json
import signal
import time

from deploy.ready import is_ready, wait_until
from tests.serving import ServerProcess
from tests.system.faults.crowd import Crowd
from tests.system.faults.place import Place, require
from tests.system.faults.visitors import Visitor

RESTART = 1012
DIVIDED = 5  # every so many games have their players at a process each, whatever nginx does
SIDE = 19  # of the boards, and in a row: nobody wins
PATIENCE = 120.0  # seconds
LIMITS = {"SOCKETS_PER_ADDRESS": "100000"}  # all come from one
BEHIND_NGINX = {"TRUSTED_PROXIES": "127.0.0.1", "PROCESSES": "2", "SHARE_PORT": "true"}


def restarted_in_turn(
    place: Place, *, games: int, between_moves: float, back_within: float = PATIENCE
) -> str:
    """Replace both of two processes, with PostgreSQL, Redis and nginx, while all play.

    Everybody has to play on each time. *between_moves* is in seconds; *back_within* too, from the
    signal to a process until everybody has heard of another move.
    """
    place.start_postgresql()
    place.start_redis()
    sites = [place.site(**LIMITS, **BEHIND_NGINX) for _ in range(2)]
    players = seated(place, games, sites, between_moves)
    waits = []
    with Crowd(players) as crowd:
        crowd.come_in(seconds=PATIENCE)
        for site in sites:
            waits.append(restarted(site, crowd))
            place.require_kept(crowd.most_heard())
        acknowledged = place.require_kept(crowd.most_heard())
    spared = sum(not player.codes for player in players)
    require(not spared, f"{spared} players were never sent away.")
    place.require_no_traceback()
    require(max(waits) <= back_within, f"All played on after {max(waits):.1f} s only.")
    ends = crowd.codes()
    return (
        f"no game of {games} lost: all {acknowledged} acknowledged moves are there; "
        f"{ends[RESTART]} of {ends.total()} sockets that ended were closed with 1012; "
        f"everybody played on {max(waits):.1f} s after a process was told to stop at the latest."
    )


def seated(
    place: Place, games: int, sites: list[ServerProcess], between_moves: float
) -> list[Visitor]:
    """Both players of so many new games, most of them at nginx."""
    nginx = place.start_nginx(sites)
    # Everybody plays one game: what is told to a player's other tabs is told to nobody here.
    pairs = json.loads(place.run("bench.server.prepare", str(games), "1", str(SIDE)))
    ports = [
        [site.port for site in sites] if number % DIVIDED == 0 else [nginx.port, nginx.port]
        for number in range(games)
    ]
    return [
        Visitor(pair["games"][0], session, port, side=side, between_moves=between_moves)
        for pair, at in zip(pairs, ports, strict=True)
        for side, (session, port) in enumerate(zip(pair["keys"], at, strict=True))
    ]


def restarted(site: ServerProcess, crowd: Crowd) -> float:
    """Replace *site*'s process by the next one; return after how many seconds all play again.

    They count from the signal to the present one until everybody has heard of a move.
    """
    present = site.start_next()
    began = time.monotonic()
    present.send_signal(signal.SIGTERM)
    code = present.wait(PATIENCE)
    require(code == 0, f"The process ended with code {code}.")
    require(wait_until(lambda: is_ready(site.port), seconds=PATIENCE), "It is not ready again.")
    crowd.wait_for_moves(seconds=PATIENCE)
    return time.monotonic() - began
