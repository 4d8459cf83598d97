"""`make bench NAME=engine`: how fast and how right the computer's players are, beside others.

Other engines are asked where PEER_PYTHON names an interpreter that has them installed
(`pip install open_spiel easyAI`), and PEER_NODE_MODULES the folder of those for node
(`npm install --prefix /tmp/peers boardgame.io ludorum` makes /tmp/peers/node_modules). What is
not installed is skipped, and the output says so.
"""

import argparse
from importlib import import_module

PARTS = {
    "truth": "wrong values and distances, and the published values with their times",
    "first_move": "the first move on the empty board, beside others",
    "playouts": "playouts a second, beside others'",
    "strength": "matches of the strong player against OpenSpiel's Monte Carlo search",
    "deadlines": "how late a search stops, and how late the event loop is beside two",
    "waiting": "how long many wait who ask for a move at once",
}
ON_REQUEST = {
    "long_proofs": "proofs that take up to a minute, by both searches",
    "starved": "what Perfect keeps beside thirty busy programs; some minutes",
    "beginning": "games that Perfect begins on 15,15,5; half an hour",
    "first_cells": "that three in a row have no drawn first cell beyond 3×3; some minutes",
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__)
    parts = ", ".join(f"{name} ({what})" for name, what in (PARTS | ON_REQUEST).items())
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of: {parts}")
    asked = parser.parse_args().parts or list(PARTS)
    for name in asked:
        if name not in PARTS | ON_REQUEST:
            parser.error(f"there is no part {name}; there are {', '.join(PARTS | ON_REQUEST)}")
    for name in asked:
        print(f"\n## {name}: {(PARTS | ON_REQUEST)[name]}\n", flush=True)
        import_module(f"bench.engine.{name}").run()


if __name__ == "__main__":
    main()
