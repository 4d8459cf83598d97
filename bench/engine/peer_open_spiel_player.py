"""Plays with OpenSpiel's Monte Carlo search in C++: the moves so far in, a cell out, by lines.

python peer_open_spiel_player.py 15,15,5 1000 SEED
"""

import json
import sys

try:
    import pyspiel
except ImportError:
    sys.exit(3)

board, simulations, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
m, n, k = board.split(",")
game = pyspiel.load_game(f"mnk(m={m},n={n},k={k})")
evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, seed, False)
print("ready", flush=True)
for line in sys.stdin:
    state = game.new_initial_state()
    for cell in json.loads(line):
        state.apply_action(cell)
    print(bot.step(state), flush=True)
