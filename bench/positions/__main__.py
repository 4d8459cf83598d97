"""`make bench NAME=positions`: every page of 3×3, and what counting how positions are played costs.

It asks for the page of each of the 627 unfinished positions of 3×3, compares it with the table, and
tells how long the pages take. Then a database gets a million rows of counts (or as many as ARGS
says), as several million moves make. With these it tells what counting a game costs, what a page
costs, and by which index the page finds its rows. DATABASE_URL may name an empty database for it.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

ROWS = 1_000_000
MAX_SECONDS = 0.050  # a page
ROUNDS = 3  # of which the quickest counts, because other work on the machine slows the others
GAMES = 200
ROWS_AT_ONCE = 5_000
MOVES = re.compile(r'class="worth worth--(\w+)[^"]*" href="[^"]*" aria-label="(\w+): ([^"]*)"')


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tictactoe_site.settings",
            "DATABASE_URL": os.environ.get("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3"),
            "SECRET_KEY": "only-for-this-bench-" + "0" * 32,
            "LOG_LEVEL": "ERROR",
        }
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        if connection.introspection.table_names():
            raise SystemExit("The database of DATABASE_URL is not empty, and would be filled.")
        call_command("migrate", verbosity=0)
        show_pages("an empty database")
        add_rows(rows)
        add_games(GAMES)
        took = timed(count_all)
        print(f"{rows:,} rows of counts: a game of 3×3 is counted in {took / GAMES * 1e3:.2f} ms")
        show_pages(f"{rows:,} rows of counts")
        show_plan()


def show_pages(beside: str) -> None:
    """Ask for every page of 3×3."""
    from django.test import Client

    client, times = Client(HTTP_HOST="127.0.0.1:8000"), []
    for path, expected in positions():
        response = client.get(path)
        times.append(min(timed(partial(client.get, path)) for _ in range(ROUNDS)))
        found = {name: (kind, text) for kind, name, text in MOVES.findall(response.text)}
        if found != expected:
            raise SystemExit(f"{path} differs from the table")
    times.sort()
    told = (median(times), times[int(len(times) * 0.99)], times[-1])
    figures = ", ".join(f"{seconds * 1e3:.1f}" for seconds in told)
    missed = "" if times[-1] < MAX_SECONDS else f"  ! more than {MAX_SECONDS * 1e3:.0f}"
    print(f"{beside}: {len(times)} pages like the table; median, p99, most: {figures} ms{missed}")


def positions() -> Iterator[tuple[str, dict[str, tuple[str, str]]]]:
    """Yield the path of every unfinished position of 3×3, and what its page must say."""
    from games.core.rules import TIC_TAC_TOE, Position
    from games.core.symmetry import canonical
    from games.engine.search.table import table
    from games.learn.positions.addresses import place_of_image

    every = {canonical(Position(TIC_TAC_TOE, *sides)) for sides in table(TIC_TAC_TOE)}
    for position in every:
        if not position.is_over:
            yield place_of_image(position).path, dict(worths(position))


def worths(position: object) -> Iterator[tuple[str, tuple[str, str]]]:
    from games.core.notation import cell_name
    from games.core.rules import Position
    from games.engine.search.table import move_worth

    assert isinstance(position, Position)
    for cell in position.legal_moves():
        worth, name = move_worth(position, cell), cell_name(position.ruleset, cell)
        winner = "xo"[(position.ply + (worth < 0)) % 2]
        plies = 10 - abs(worth) - position.ply
        words = f"{winner.upper()} wins in {plies} move{'s' if plies > 1 else ''}"
        yield name, (winner, words) if worth else ("draw", "Draw")


def add_rows(number: int) -> None:
    """Add counts of positions of 6×6, which no game here reaches."""
    from games.models import PositionCount

    chance = random.Random(1)
    for start in range(0, number, ROWS_AT_ONCE):
        PositionCount.objects.bulk_create(
            [
                PositionCount(
                    m=6, n=6, k=4, key=chance.randbytes(10), cell=cell, who=0, won=1, latest=[cell]
                )
                for cell in range(min(ROWS_AT_ONCE, number - start))
            ]
        )


def add_games(number: int) -> None:
    """Add finished games of 3×3, played at random."""
    from django.utils import timezone

    from accounts.models import User
    from games.core.rules import TIC_TAC_TOE, Position
    from games.models import Game, Move

    chance, now = random.Random(2), timezone.now()
    players = [User.objects.create_user(name) for name in ("alice", "bob")]
    for _ in range(number):
        position, cells = Position(TIC_TAC_TOE), list[int]()
        while not position.is_over:
            cells.append(chance.choice(position.legal_moves()))
            position = position.play(cells[-1])
        outcome = "draw" if not position.is_won else "xo"[position.ply % 2 == 0]
        game = Game.objects.create(
            m=3, n=3, k=3, opponent="anyone", creator=players[0], status="finished",
            x_player=players[0], o_player=players[1], outcome=outcome, ply=len(cells),
            termination="line" if position.is_won else "full", started_at=now, ended_at=now,
        )  # fmt: skip
        Move.objects.bulk_create(
            Move(game=game, ply=ply, cell=cell, player=players[ply % 2], played_at=now)
            for ply, cell in enumerate(cells)
        )


def count_all() -> None:
    from games.learn.positions.counting import count_games

    while count_games():
        pass


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def show_plan() -> None:
    from games.core.rules import TIC_TAC_TOE, Position
    from games.core.symmetry import key_of
    from games.models import PositionCount

    rows = PositionCount.objects.filter(m=3, n=3, k=3, key=key_of(Position(TIC_TAC_TOE)))
    print(f"the page's query: {rows.explain()}")


if __name__ == "__main__":
    main()
