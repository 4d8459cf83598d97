"""Playouts a second of UCT on the empty board, beside OpenSpiel's search in C++."""

from bench.engine.peers import ask
from bench.engine.timing import best_seconds
from games.core.notation import parse_ruleset
from games.core.rules import Position
from games.engine import Limits
from games.engine.uct_player import choose, play_at_random

BOARDS = ("3,3,3", "4,4,4", "5,5,4", "15,15,5")
PLAYOUTS = 1000  # for a move
PATIENCE = Limits(seconds=3600, seed=1)


def run() -> None:
    for play in (choose, play_at_random):  # loads the kernels
        play(Position(parse_ruleset("4,4,4")), PATIENCE, PLAYOUTS)
    theirs = ask("open_spiel_playouts", str(PLAYOUTS), *BOARDS)
    if theirs is None:
        print("OpenSpiel: skipped, not installed.\n")
    print(f"With {PLAYOUTS} playouts a move, thousands a second:\n")
    print("| board | UCT | playouts without a tree | OpenSpiel | ratio |")
    print("|---|---|---|---|---|")
    for board in BOARDS:
        position = Position(parse_ruleset(board))
        tree = PLAYOUTS / best_seconds(lambda at=position: choose(at, PATIENCE, PLAYOUTS))
        plain = PLAYOUTS / best_seconds(lambda at=position: play_at_random(at, PATIENCE, PLAYOUTS))
        other, ratio = "–", "–"
        if theirs is not None:
            other, ratio = f"{theirs[board] / 1000:,.1f}", f"{tree / theirs[board]:,.0f}"
        print(f"| {board} | {tree / 1000:,.0f} | {plain / 1000:,.0f} | {other} | {ratio} |")
