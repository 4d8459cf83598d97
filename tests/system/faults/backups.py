"""A copy of the database, taken under play, becomes the same games elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from tests.serving import ServerProcess
from tests.system.faults.crowd import Crowd, seat
from tests.system.faults.place import Place, require

PATIENCE = 60.0  # seconds
BETWEEN_MOVES = 1.0  # the boards must not be full before the last copy
TABLES = ("accounts_user", "games_game", "games_move", "games_event")


def copied_under_load(place: Place, *, games: int, backups: int) -> str:
    """Back up again and again while all play, and restore every copy into a new database.

    Each copy is one moment of every game: it has all that was acknowledged before it was begun,
    and nothing that is not so here. The last one is taken after the end and has every row; a
    server that starts on it lets the games go on.
    """
    site = place.site()
    with seat(place, games, [site], between_moves=BETWEEN_MOVES) as crowd:
        crowd.come_in()
        for number in range(1, backups + 1):
            heard = crowd.most_heard()
            twin = copied(place, f"copy_{number}")
            require_moment(place, twin, heard)
            crowd.wait_for_moves(seconds=PATIENCE)
        held_up = sorted(crowd.codes())
    require(not held_up, f"Sockets have closed: {held_up}.")
    require(site.stop() == 0, "The server did not end in order.")
    last = copied(place, "last_copy")
    rows = require_equal(place, last)
    with last:
        goes_on(last, site, crowd)
    place.require_no_traceback()
    acknowledged = place.require_kept(crowd.most_heard())
    return (
        f"Each of {backups} copies under play was one moment of all {games} games and verified; "
        f"the last has all {rows} rows and {acknowledged} moves, and the games go on there."
    )


def copied_on_postgresql(place: Place, *, games: int, backups: int) -> str:
    """As `copied_under_load`, with PostgreSQL."""
    place.start_postgresql()
    return copied_under_load(place, games=games, backups=backups)


def copied(place: Place, name: str) -> Place:
    """A place with a new database, restored from a copy of *place*'s; every game of it holds."""
    file = place.folder / f"{name}.backup"
    twin = place.twin(name)
    for where, verb in ((place, "backup"), (twin, "restore")):
        done = where.manage(verb, str(file))
        require(done.returncode == 0, f"{verb}: {(done.stdout + done.stderr).strip()}")
    twin.verify()
    return twin


def require_moment(place: Place, twin: Place, heard: Mapping[str, int]) -> None:
    """Raise Broken unless the games of *twin* are a beginning of *place*'s, with all *heard*."""
    twin.require_kept(heard)
    now = place.moves()
    for uid, cells in twin.moves().items():
        require(cells == now[uid][: len(cells)], f"{uid} was played otherwise than copied.")


def require_equal(place: Place, twin: Place) -> int:
    """Raise Broken unless both have the same rows in TABLES. Returns how many."""
    count = 0
    for table in TABLES:
        query = f"SELECT * FROM {table} ORDER BY id"
        rows = place.ask(query)
        require(rows == twin.ask(query), f"{table} differs after the restore.")
        count += len(rows)
    return count


def goes_on(twin: Place, site: ServerProcess, crowd: Crowd) -> None:
    """Let the same players play on where the copy is served."""
    twin.run("tictactoe_site.prepare")
    twin.has_database = True
    other = twin.site()
    players = [visitor.again(other.port) for visitor in crowd.visitors]
    with Crowd(players) as back:
        back.come_in()
        twin.require_kept(back.most_heard())
    twin.require_no_traceback()
