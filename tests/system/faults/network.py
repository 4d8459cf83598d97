"""Messages between browser and server that are doubled, reordered, delayed or lost."""

from __future__ import annotations

import json
import os
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deploy.cluster.programs import find
from tests.serving import ROOT
from tests.system.faults.place import ORIGIN, Place, require

PLAYERS = Path(__file__).with_name("lossy_players.mjs")
SEED = 7
HASTE = 4  # the clients' clocks against a browser's
CHANCES = {"drop": 0.05, "double": 0.05, "delay": 0.15, "cut": 0.01}  # of each message
MAX_DELAY = 100  # milliseconds; for the clients almost half a second
PATIENCE = 120_000  # milliseconds for one game
CONVERGED_WITHIN = 10.0  # seconds after the trouble

Stored = Mapping[str, Mapping[str, tuple[int, int]]]  # ply and cell by uid and the client's id


def disturbed_messages(place: Place, *, games: int, at_once: int) -> str:
    """Let the page's own socket and state play over bad connections, under node.

    Each sees no version twice or backwards, has what it was told of stored, has nothing stored
    that it was told did not take place, and at the end both see what the database has.
    """
    site = place.site()
    x, o, *uids = place.run("tests.system.deploy.prepare_games", str(games), "3,3,3").split()
    seen, counts = play(site.port, (x, o), uids, at_once)
    stored = stored_moves(place)
    for game in seen:
        compare(game, stored[game["uid"]])
    require(len(seen) == games, f"Only {len(seen)} games were played.")
    place.require_no_traceback()
    moves = sum(len(moves) for moves in stored.values())
    waits = sorted(game["healed"] / 1000 for game in seen)
    require(waits[-1] < CONVERGED_WITHIN, f"The two agreed after {waits[-1]:.1f} s only.")
    return (
        f"{moves} moves, {counts['messages']} messages: {counts['drop']} dropped, "
        f"{counts['double']} doubled, {counts['delay']} delayed and so reordered, "
        f"{counts['cut']} connections cut. Nothing acknowledged was lost, no version went back; "
        f"both clients saw the same {waits[-1]:.1f} s after the trouble at most, "
        f"{waits[len(waits) // 2]:.2f} s in the middle; their clocks ran {HASTE} times as fast."
    )


def play(
    port: int, sessions: Sequence[str], uids: Sequence[str], at_once: int
) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """What the clients of each game saw, and how many messages met with what."""
    plan = {
        "port": port,
        "origin": ORIGIN,
        "uids": uids,
        "at_once": at_once,
        "seed": SEED,
        "haste": HASTE,
        "patience": PATIENCE,
        "chances": CHANCES,
        "longest_delay": MAX_DELAY,
        "cookies": [f"sessionid={key}" for key in sessions],
    }
    node = os.environ.get("NODE") or find("node", "nodejs")
    done = subprocess.run(
        [node, "--no-warnings", str(PLAYERS)],
        cwd=ROOT,
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=False,
    )
    require(done.returncode == 0, f"The players failed: {done.stderr[:900]}")
    *seen, counts = map(json.loads, done.stdout.splitlines())
    return seen, counts


def stored_moves(place: Place) -> Stored:
    stored: dict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
    rows = place.ask(
        "SELECT games_game.uid, games_move.request_id, games_move.ply, games_move.cell "
        "FROM games_move JOIN games_game ON games_game.id = games_move.game_id "
        "ORDER BY games_move.game_id, games_move.ply"
    )
    for uid, id, ply, cell in rows:
        stored[uid][id] = (ply, cell)
    return stored


def compare(game: Mapping[str, Any], stored: Mapping[str, tuple[int, int]]) -> None:
    """Raise Broken if a client of *game* saw something else than what is stored."""
    uid = game["uid"]
    cells = [cell for _, cell in stored.values()]
    for saw in game["saw"]:
        require(saw["status"] == "finished", f"{uid} was not played to its end: {game['saw']}")
        require(saw["moves"] == cells, f"{uid}: {saw['moves']} was seen, {cells} is stored.")
        require(saw["wentBack"] == 0, f"{uid}: a version went back {saw['wentBack']} times.")
        for id, (ply, cell) in saw["sent"].items():
            if id in saw["dropped"]:
                require(id not in stored, f"{uid}: move {ply} is stored and was told to be lost.")
            elif id != saw["pending"]:
                require(stored.get(id) == (ply, cell), f"{uid}: acknowledged move {ply} is lost.")
