"""A round robin whose server is killed in the middle: all pairs play once, and the table is right.

It is made and begun with the site's forms. The bots join by the API, and each is a process of the
client `mnk`, which knows nothing of tournaments.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import combinations
from typing import Any

from deploy.ready import wait_until
from games.core.series import GAMES_OF_ROUND
from tests.serving import ROOT, ServerProcess
from tests.system.faults.forms import Browser
from tests.system.faults.kills import killed_and_back
from tests.system.faults.place import Place, require

PATIENCE = 300.0  # seconds, for what comes sooner or not at all
NEAR = 1e-6  # Elo
TERMS = {
    "title": "A test",
    "m": "3",
    "n": "3",
    "k": "3",
    "control": "60+1",
    "admits": "bots",
    "starts_in": "15",
}
PROGRAM = """
import random
import time

def choose(game):
    time.sleep(0.05)
    return random.choice(game.free)
"""


def killed_robin(place: Place, *, bots: int, kills: int = 1, on: str = "SQLite") -> str:
    """Let so many *bots* play each other, and kill the server *kills* times while they do."""
    if on == "PostgreSQL":
        place.start_postgresql()
    place.prepare()
    told = json.loads(place.run("tests.system.faults.prepare_robin", str(bots)).splitlines()[-1])
    tokens, rounds = told["tokens"], bots * (bots - 1) // 2
    site = place.site()
    creator = Browser(site, session=told["session"])
    uid = new_robin(creator)
    with playing(place, site, tokens):
        for token in tokens:
            ask_api(site, token, "POST", f"tournaments/{uid}/join")
        began = time.monotonic()
        require_moved(creator.post(f"/tournaments/{uid}/begin/").status)
        shares = [rounds * number // (kills + 1) for number in range(1, kills + 1)]
        waits = [killed_after(place, site, share) for share in shares]
        is_over = wait_until(partial(has_ended, place), seconds=PATIENCE)
        seconds = time.monotonic() - began
    require(is_over, f"It does not end: {place.ask('SELECT state FROM games_round')}.")
    found = json.loads(place.run("tests.system.faults.check_robin", uid).splitlines()[-1])
    require_complete(found)
    require_table(ask_api(site, tokens[0], "GET", f"tournaments/{uid}/table"), found)
    place.require_no_traceback()
    after = " and ".join(map(str, shares))
    return (
        f"{rounds} rounds, {found['games']} games, {found['moves']} moves of {bots} bots in "
        f"{seconds:.0f} s; killed after {after} rounds, back after {max(waits):.1f} s: all pairs "
        "have played once, nobody has left, and the table is the standings'."
    )


def new_robin(creator: Browser) -> str:
    """The uid of a new round robin."""
    answer = creator.post("/tournaments/new/round-robin/", **TERMS)
    require_moved(answer.status)
    return answer.location.rstrip("/").rpartition("/")[2]


def require_moved(status: int) -> None:
    require(status == HTTPStatus.FOUND, f"The form is answered with {status}.")


def killed_after(place: Place, site: ServerProcess, share: int) -> float:
    """Kill *site* in the middle of a round, once so many are over; until it is back, in seconds."""
    come = wait_until(
        lambda: count(place, "over") >= share and count(place, "going") > 0, seconds=PATIENCE
    )
    require(come, f"{share} rounds are not over.")
    return killed_and_back(site)


def has_ended(place: Place) -> bool:
    return place.ask("SELECT state FROM games_tournament") == [("over",)]


def count(place: Place, state: str) -> int:
    ((found,),) = place.ask(f"SELECT COUNT(*) FROM games_round WHERE state = '{state}'")
    return int(found)


# ---- what became of it -----------------------------------------------------------------------


def require_complete(found: dict[str, Any]) -> None:
    """Every pair has played a round of two games to its end, once."""
    pairs = [list(pair) for pair in combinations(sorted(found["names"]), 2)]
    require(sorted(found["pairs"]) == pairs, f"These have met: {found['pairs']}.")
    require(found["games"] == GAMES_OF_ROUND * len(pairs), f"{found['games']} games are stored.")
    for what in ("unfinished_rounds", "unfinished_games", "left"):
        require(not found[what], f"{what}: {found[what]}.")


def require_table(table: dict[str, Any], found: dict[str, Any]) -> None:
    """What programs are told is what the engine's arena counts of the same games."""
    is_whole = table["done"] == table["rounds"] == len(found["pairs"])
    require(is_whole, f"The table has {table['done']} of {table['rounds']} rounds.")
    points = {row["name"]: row["points"] for row in table["rows"]}
    require(points == found["points"], f"The table has {points}, the games {found['points']}.")
    order = [row["points"] for row in table["rows"]]
    require(order == sorted(order, reverse=True), f"The table's order is {order}.")
    for row in table["rows"]:
        require(row["points"] == sum(filter(None, row["against"])), f"Cells do not add up: {row}.")
        elo = found["elo"][row["name"]]
        require(abs(row["elo"] - elo) < NEAR, f"{row['name']} has {row['elo']} Elo, not {elo}.")


# ---- who plays -------------------------------------------------------------------------------


@contextmanager
def playing(place: Place, site: ServerProcess, tokens: Sequence[str]) -> Iterator[None]:
    """A bridge of each bot, until the block ends."""
    program = place.folder / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, "-m", "mnk", "bridge", "--function", f"{program}:choose"]
    env = os.environ | {"PYTHONPATH": str(ROOT / "client"), "MNK_BASE": site.url}
    started = []
    try:
        for number, token in enumerate(tokens):
            with (place.folder / f"bot-{number}.log").open("wb") as log:
                own = {"env": env | {"MNK_TOKEN": token}, "cwd": place.folder}
                started.append(subprocess.Popen(command, stdout=log, stderr=log, **own))
        yield
        ended = [number for number, one in enumerate(started) if one.poll() is not None]
        require(not ended, f"These bots have ended: {ended}.")
    finally:
        for one in started:
            one.kill()
            one.wait()


def ask_api(site: ServerProcess, token: str, method: str, path: str) -> Any:
    """What the API tells a bot. Raises Broken if it refuses."""
    connection = HTTPConnection("127.0.0.1", site.port, timeout=30)
    try:
        connection.request(method, f"/api/v1/{path}", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        text = answer.read()
        require(answer.status < HTTPStatus.BAD_REQUEST, f"{path} says {answer.status}: {text!r}")
        return json.loads(text) if text else None
    finally:
        connection.close()
