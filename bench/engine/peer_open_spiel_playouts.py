"""Prints how many playouts a second OpenSpiel's search in C++ makes on the named boards (JSON)."""

import json
import sys
import time

try:
    import pyspiel
except ImportError:
    sys.exit(3)

ENOUGH = 2.0  # seconds for a board


def playouts_a_second(board: str, count: int) -> float:
    m, n, k = board.split(",")
    game = pyspiel.load_game(f"mnk(m={m},n={n},k={k})")
    state = game.new_initial_state()
    best, spent = 0.0, 0.0
    while spent < ENOUGH:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, count, 1000, False, 1, False)
        started = time.process_time()
        bot.step(state)
        seconds = time.process_time() - started
        best, spent = max(best, count / seconds), spent + seconds
    return best


count = int(sys.argv[1])
print(json.dumps({board: playouts_a_second(board, count) for board in sys.argv[2:]}))
