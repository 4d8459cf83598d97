"""The first move on the empty board: value and distance are proven, without the best line."""

import time
from collections.abc import Iterator
from functools import partial

from bench.engine.peers import SKIPPED, ask
from bench.engine.plain_alpha_beta import first_move_value
from bench.engine.timing import best_seconds, milliseconds
from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import Limits
from games.engine.kernels.watchdog import watched
from games.engine.search.inquiry import Inquiry
from games.engine.search.proof import MANY, prover_for
from games.engine.search.value import Value

PATIENCE = Limits(seconds=20)  # which makes room in the table for some seconds
BOARDS = ("3,3,3", "4,3,3", "4,4,3", "4,4,4", "5,4,4", "5,5,4", "6,5,4", "6,6,5", "7,6,5", "7,7,5")
PLAIN_MOST_NODES = 30_000_000
PLAYOUTS = 1000  # of peers that have no exact search
LUDORUM_HORIZON = 10  # as in its script


def run() -> None:
    warm(TIC_TAC_TOE)
    print("| board | value | plies | this engine | plain alpha-beta, same language | times |")
    print("|---|---|---|---|---|---|")
    for numbers in BOARDS:
        ruleset = Ruleset(*map(int, numbers.split(",")))
        value, plies = proven(ruleset)
        ours = best_seconds(partial(proven, ruleset))
        plain, is_done = plain_seconds(ruleset)
        more = "" if is_done else ">"
        print(
            f"| {numbers} | {value.name.lower()} | {plies or '–'} "
            f"| {milliseconds(ours)} | {more}{milliseconds(plain)} | {more}{plain / ours:,.0f} |",
            flush=True,
        )
    beside_peers(best_seconds(partial(proven, TIC_TAC_TOE)))


def proven(ruleset: Ruleset) -> tuple[Value, int | None]:
    """Return the value of the empty board, and how many plies a win takes."""
    position = Position(ruleset)
    prover = prover_for(position, PATIENCE)
    inquiry = Inquiry(prover, position)
    with watched(PATIENCE) as stop:
        inquiry.settle(MANY, stop)
    assert inquiry.value is not None, f"{ruleset} is not proven in {PATIENCE.seconds} s"
    return inquiry.value, inquiry.plies


def plain_seconds(ruleset: Ruleset) -> tuple[float, bool]:
    """Return the seconds of the plain search, and whether it came to an end."""
    started = time.process_time()
    value = first_move_value(ruleset, PLAIN_MOST_NODES)
    return time.process_time() - started, value is not None


def beside_peers(ours: float) -> None:
    print("\n3,3,3 beside others:\n\n| engine | time | times ours |\n|---|---|---|")
    for name, seconds in peers_seconds():
        if seconds is None:
            print(f"| {name} | {SKIPPED} | |")
        else:
            print(f"| {name} | {milliseconds(seconds)} | {seconds / ours:,.0f} |", flush=True)


def peers_seconds() -> Iterator[tuple[str, float | None]]:
    """Yield the names of other engines, and how long each takes for the same move."""
    yield "OpenSpiel's alpha-beta in Python", ask("open_spiel")
    yield "easyAI's Negamax(9), no table", ask("easyai")
    ludorum = ask("ludorum", str(PLAYOUTS)) or {}
    yield f"Ludorum's alpha-beta, horizon {LUDORUM_HORIZON}", ludorum.get("alpha_beta")
    yield f"Ludorum's minimax, horizon {LUDORUM_HORIZON}", ludorum.get("minimax")
    bot = ask("boardgame_io", str(PLAYOUTS), "3,3,3") or {"3,3,3": {}}
    yield f"boardgame.io's MCTSBot, {PLAYOUTS} playouts, not exact", bot["3,3,3"].get("first_move")


def warm(ruleset: Ruleset) -> None:
    """Load the kernels before anything is measured."""
    proven(ruleset)
    first_move_value(ruleset, 1000)
