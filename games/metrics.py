"""What operators measure: counted where it happens, read in Prometheus' text form.

Counters begin at nothing with each process; METRICS_PORT says where they are read.
"""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

GAMES_CREATED = Counter("tictactoe_games_created_total", "Games created.", ["opponent"])
GAMES_ENDED = Counter("tictactoe_games_ended_total", "Games that ended.", ["termination"])
MOVES = Counter("tictactoe_moves_total", "Moves made and kept.")
REFUSALS = Counter("tictactoe_refusals_total", "Commands refused by the rules.", ["code"])
LOST_COMMITS = Counter("tictactoe_commits_lost_total", "Batches that the database did not keep.")
COMMIT_ENTRIES = Histogram(
    "tictactoe_commit_entries",
    "Steps of games that share one transaction.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
)
COMMIT_SECONDS = Histogram(
    "tictactoe_commit_seconds",
    "Time that one transaction takes.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
SOCKETS = Gauge("tictactoe_sockets", "Open sockets.", ["kind"])
ROOMS = Gauge("tictactoe_rooms", "Games held in memory.")
SEARCHES = Gauge("tictactoe_searches", "The engine's searches that wait or run.")
SEARCH_SECONDS = Histogram(
    "tictactoe_search_seconds",
    "Time from asking the engine to its answer.",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 8),
)
