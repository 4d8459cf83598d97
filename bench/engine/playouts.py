"""Playouts a second of UCT on the empty board, beside the same search of other engines."""

from functools import partial

from bench.engine.peers import SKIPPED, ask
from bench.engine.timing import best_seconds
from games.core.notation import parse_ruleset
from games.core.rules import Position
from games.engine import Limits
from games.engine.players.uct import choose, play_at_random

BOARDS = ("3,3,3", "4,4,4", "5,5,4", "15,15,5")
PLAYOUTS = 1000  # for a move
PATIENCE = Limits(seconds=3600, seed=1)

Speeds = dict[str, float]  # playouts a second by board


def run() -> None:
    for play in (choose, play_at_random):  # loads the kernels
        play(Position(parse_ruleset("4,4,4")), PATIENCE, PLAYOUTS)
    peers = peers_speeds()
    for name, speeds in peers.items():
        if not speeds:
            print(f"{name}: {SKIPPED}.\n")
    print(
        f"With {PLAYOUTS} playouts a move, thousands a second (and how many times that is ours):\n"
    )
    print(f"| board | UCT | playouts without a tree | {' | '.join(peers)} |")
    print("|---|---|---|" + "---|" * len(peers))
    for board in BOARDS:
        position = Position(parse_ruleset(board))
        tree = PLAYOUTS / best_seconds(partial(choose, position, PATIENCE, PLAYOUTS))
        plain = PLAYOUTS / best_seconds(partial(play_at_random, position, PATIENCE, PLAYOUTS))
        others = " | ".join(beside(tree, speeds.get(board)) for speeds in peers.values())
        print(f"| {board} | {tree / 1000:,.0f} | {plain / 1000:,.0f} | {others} |", flush=True)


def peers_speeds() -> dict[str, Speeds]:
    """Return the speeds of other engines; none of one that is not installed."""
    count = str(PLAYOUTS)
    bot = ask("boardgame_io", count, *BOARDS) or {}
    ludorum = ask("ludorum", count)
    return {
        "OpenSpiel in C++": ask("open_spiel_playouts", count, *BOARDS) or {},
        "boardgame.io": {board: told["playouts_a_second"] for board, told in bot.items()},
        "Ludorum": {"3,3,3": ludorum["playouts_a_second"]} if ludorum else {},
    }


def beside(ours: float, theirs: float | None) -> str:
    return "–" if theirs is None else f"{theirs / 1000:,.2f} ({ours / theirs:,.0f})"
