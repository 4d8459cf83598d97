"""The tables become this version's while a server of the last released version goes on."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from tests import released, serving
from tests.serving import ServerProcess
from tests.system.faults.crowd import Crowd
from tests.system.faults.forms import Browser
from tests.system.faults.place import ORIGIN, Place, require
from tests.system.faults.visitors import Visitor

NEW_GAME = {
    "m": "19",
    "n": "19",
    "k": "19",
    "opponent": "anyone",
    "side": "x",
    "first": "x",
    "control": "10800+180",
}
PAGES = ("/", "/watch/", "/compete/", "/puzzles/", "/tournaments/", "/api/")
PATIENCE = 60.0  # seconds
# Seconds before each move: the first games have to last until the new servers are there, and nobody
# moves after 340 moves. With 0.2 they were at their end on a machine that took a minute for that.
THINKING = 2.0


def released_beside_new(place: Place, *, games: int, moves: int, on: str = "SQLite") -> str:
    """Migrate under a server of the last released version, and start one of this one beside it.

    So many games are played at the old server before, and go on; after that so many new ones begin
    at each server. Pages answer at both.
    """
    old = released_server(place, on)
    before = Crowd(players(old, games))
    with before:
        before.come_in(seconds=PATIENCE)
        place.run("manage", "migrate", "-v", "0")
        new = place.site(**shared(on))
        after = Crowd([*players(old, games), *players(new, games)])
        with after:
            after.come_in(seconds=PATIENCE)
            for crowd in (before, after):
                crowd.wait_for_moves(moves, seconds=PATIENCE)
            pages = sum(answered(site) for site in (old, new))
            acknowledged = sum(place.require_kept(crowd.most_heard()) for crowd in (before, after))
    ended = place.ask("SELECT uid, termination FROM games_game WHERE status = 'finished'")
    require(not ended, f"Games have ended: {ended}.")
    place.require_no_traceback()
    return (
        f"Of {3 * games} games {games} went on at the old server while the tables became new, and "
        f"{games} began at each server after that; all {acknowledged} acknowledged moves are "
        f"there; {pages} pages were answered with 200."
    )


def shared(on: str) -> dict[str, str]:
    return {"WARM_ENGINE": "false", "PROCESSES": "1" if on == "SQLite" else "2"}


def released_server(place: Place, on: str) -> ServerProcess:
    """A server of the last released version, with a database as it made it."""
    if on == "PostgreSQL":
        place.start_postgresql()
        place.start_redis()
        place.do("CREATE DATABASE released")
        url = urlsplit(place.env["DATABASE_URL"])._replace(path="/released").geturl()
        place.env["DATABASE_URL"] = url
    place.has_database = True
    for work in (["migrate", "-v", "0"], ["create_engine_accounts", "-v", "0"]):
        serving.run("manage", *work, code=released.code(), **place.env)
    log = place.folder / "released.log"
    static = released.static_files()
    env = place.env | shared(on) | {"STATIC_ROOT": str(static)}
    site = serving.another_site_process(log, static, **env)
    site.env["PUBLIC_ORIGINS"] += f",{ORIGIN}"
    site.code = released.code()
    place.sites.append(site)
    site.start()
    return site


def players(site: ServerProcess, games: int) -> Sequence[Visitor]:
    """Both players of so many new games, who came to *site*, made and joined them there."""
    seated = []
    for _ in range(games):
        x, o = Browser(site), Browser(site)
        made = x.post("/games/new/", **NEW_GAME)
        require(made.status == 302, f"A new game was answered with {made.status}.")
        uid = made.location.split("/")[2]
        joined = o.post(f"/games/{uid}/join/")
        require(joined.status == 302, f"Joining was answered with {joined.status}.")
        for side, browser in enumerate((x, o)):
            session = browser.cookies["sessionid"]
            seated.append(Visitor(uid, session, site.port, side=side, between_moves=THINKING))
    return seated


def answered(site: ServerProcess) -> int:
    """How many pages *site* answers. Raises Broken unless it answers them all."""
    for path in PAGES:
        status = Browser(site).get(path).status
        require(status == 200, f"{path} was answered with {status}.")
    return len(PAGES)
