"""Deadlines pass while no server is there: players get the time back, and then lose on it once."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from deploy.ready import wait_until
from tests.serving import ServerProcess
from tests.system.faults.crowd import seat
from tests.system.faults.place import Place, require

TIME_TO_RETURN = timedelta(seconds=20)  # what they get beside the time they lost
ROUNDING = timedelta(milliseconds=5)
PATIENCE = 60.0  # seconds
MOVES = 2  # one each; then X's clock runs
SIGNS_OF_LIFE = ("games_serverprocess", "games_beat")
APART = "apart"  # the role in PostgreSQL of the one process that is cut off, and its password


def deadlines_while_away(
    place: Place,
    *,
    games: int,
    seconds_each: int,
    seconds_away: int,
    processes: int = 1,
    end: str = "kill",
    skip: bool = False,
) -> str:
    """All server processes are gone for longer than anybody has left, and start at once.

    Several share PostgreSQL and Redis. *end* is "kill" or "stop". With *skip* nothing is waited
    for: what the database knows of is moved into the past instead.
    """
    if processes > 1:
        place.start_postgresql()
        place.start_redis()
    sites = [place.site(PROCESSES=str(processes)) for _ in range(processes)]
    begin_clocks(place, sites, games, seconds_each)
    night = Night(place, sites, skip)
    night.fall(end, seconds_away)
    before = clocks(place)
    night.end()
    after = extended(place, before)
    require_lost_once(place, night.wait_until_after(max(c.deadline for c in after.values())))
    place.require_no_traceback()
    return (
        f"All {games} games got back, once, what the outage took and {TIME_TO_RETURN.seconds} s; "
        "each was lost on time after that, once."
    )


def database_away_under_clocks(
    place: Place, *, games: int, seconds_each: int, seconds_away: int, crashes: bool = False
) -> str:
    """PostgreSQL is stopped, or crashes, for longer than anybody has left; the server stays.

    No flag falls meanwhile or before clocks have got back the outage and 20 seconds; each game
    is lost on time after that, once.
    """
    postgresql = place.start_postgresql()
    site = place.site()
    begin_clocks(place, [site], games, seconds_each)
    before = clocks(place)
    if crashes:
        postgresql.program.send(signal.SIGQUIT)
        postgresql.program.wait()
    else:
        postgresql.program.stop()
    time.sleep(seconds_away)
    postgresql.start()
    after = extended(place, before)
    night = Night(place, [site], skip=False)
    require_lost_once(place, night.wait_until_after(max(c.deadline for c in after.values())))
    place.require_no_traceback()
    return (
        f"None of {games} games was lost while the database was away; all got back, once, what "
        f"it took and {TIME_TO_RETURN.seconds} s; each was lost on time after that, once."
    )


def one_process_cut_off(place: Place, *, games: int, seconds_each: int, seconds_away: int) -> str:
    """The players' one of two processes is cut off from PostgreSQL, for longer than they have left.

    The other one lets no flag of their games fall meanwhile. Each gets back what the players lost
    and 20 seconds, and is lost on time after that, once.
    """
    place.start_postgresql()
    place.start_redis()
    place.do(f"CREATE ROLE {APART} LOGIN SUPERUSER PASSWORD '{APART}'")
    way = urlsplit(place.env["DATABASE_URL"])
    apart = way._replace(netloc=f"{APART}:{APART}@{way.hostname}:{way.port}").geturl()
    site = place.site(PROCESSES="2", DATABASE_URL=apart)
    other = place.site(PROCESSES="2")
    with playing(place, [site], games, seconds_each):
        before = clocks(place)
        place.do(f"ALTER ROLE {APART} NOLOGIN")
        connected = f"SELECT pid FROM pg_stat_activity WHERE usename = '{APART}'"
        place.do(f"SELECT pg_terminate_backend(pid) FROM ({connected}) AS them")
        require(wait_until(lambda: not place.ask(connected), seconds=PATIENCE), "It stays there.")
        time.sleep(seconds_away)
        place.do(f"ALTER ROLE {APART} LOGIN")
        after = extended(place, before, least=timedelta(seconds=seconds_away))
        night = Night(place, [site, other], skip=False)
        require_lost_once(place, night.wait_until_after(max(c.deadline for c in after.values())))
    place.require_no_traceback()
    return (
        f"None of {games} games was lost while the process of its players was cut off from the "
        f"database; all got back, once, what it took and {TIME_TO_RETURN.seconds} s; each was lost "
        "on time after that, once."
    )


# ---- what is there ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Clock:
    """Of one game: when the time is up, since when it has run, and how often time was given."""

    deadline: datetime
    turn_at: datetime
    gifts: int


def clocks(place: Place) -> dict[str, Clock]:
    """The clocks of all games that go on, as the database has them."""
    rows = place.ask(
        "SELECT uid, deadline, turn_at, (SELECT COUNT(*) FROM games_event WHERE "
        "game_id = games_game.id AND kind = 'extended' AND data ->> 'outage' IS NOT NULL) "
        "FROM games_game WHERE status = 'ongoing'"
    )
    return {
        uid: Clock(moment(deadline), moment(turn_at), gifts)
        for uid, deadline, turn_at, gifts in rows
    }


def moment(stored: Any) -> datetime:
    """A moment as PostgreSQL or SQLite gives it."""
    if isinstance(stored, datetime):
        return stored
    return datetime.fromisoformat(stored).replace(tzinfo=UTC)


def begin_clocks(place: Place, sites: Sequence[ServerProcess], games: int, seconds: int) -> None:
    """Let both players of so many new games, with *seconds* each, move once and go away."""
    with playing(place, sites, games, seconds):
        pass
    require(len(clocks(place)) == games, "Some games are over already.")
    wait_until(lambda: bool(place.ask("SELECT at FROM games_serverprocess")), seconds=PATIENCE)


@contextmanager
def playing(
    place: Place, sites: Sequence[ServerProcess], games: int, seconds: int
) -> Iterator[None]:
    """Let both players of so many new games, with *seconds* each, move once and stay in a block."""
    control = f"{seconds}+0"
    with seat(place, games, sites, between_moves=0, control=control, longest=MOVES) as crowd:
        crowd.wait(
            lambda visitor: len(visitor.moves) == MOVES, seconds=PATIENCE, otherwise="did not move"
        )
        yield


# ---- the outage -------------------------------------------------------------------------------


class Night:
    """A time in which no server process is there."""

    def __init__(self, place: Place, sites: Sequence[ServerProcess], skip: bool) -> None:
        self.place, self.sites, self.skip = place, sites, skip

    def fall(self, end: str, seconds: float) -> None:
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda site: getattr(site, end)(), self.sites))
        self._pass(seconds)

    def end(self) -> None:
        """Start all processes at once."""
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda site: site.start(), self.sites))

    def wait_until_after(self, deadline: datetime) -> dict[str, Clock]:
        """Let it be later than *deadline*, with the servers there; the clocks until then."""
        seconds = (deadline - datetime.now(UTC)).total_seconds() + 1
        if self.skip:
            self.fall("kill", seconds)
            until_then = clocks(self.place)
            for table in SIGNS_OF_LIFE:  # so it was no outage
                self.place.do(f"DELETE FROM {table}")
            self.end()
        else:
            until_then = clocks(self.place)
            time.sleep(max(0.0, seconds))
        return until_then

    def _pass(self, seconds: float) -> None:
        if not self.skip:
            time.sleep(seconds)
            return
        for table in SIGNS_OF_LIFE:
            self._move_back(table, ("at",), seconds)
        self._move_back("games_game", ("started_at", "turn_at", "deadline"), seconds)

    def _move_back(self, table: str, columns: Sequence[str], seconds: float) -> None:
        """As if what *table* knows of had happened so much earlier; SQLite only."""
        for name in columns:
            rows = self.place.ask(f"SELECT id, {name} FROM {table} WHERE {name} IS NOT NULL")
            for id, at in rows:
                earlier = moment(at).replace(tzinfo=None) - timedelta(seconds=seconds)
                self.place.do(f"UPDATE {table} SET {name} = '{earlier}' WHERE id = {id}")


# ---- what has become of it --------------------------------------------------------------------


def extended(
    place: Place, before: Mapping[str, Clock], *, least: timedelta = timedelta()
) -> dict[str, Clock]:
    """The clocks after the outage. Raises Broken unless each has got its time back.

    Exactly what its process was away, which is *least* or more. On a busy machine a process may be
    silent for some seconds besides: that is an outage of its own, given back as well.
    """
    wait_until(lambda: is_given_to_all(place, before), seconds=PATIENCE)
    given, after = settled_clocks(place)
    require(after.keys() == before.keys(), f"{len(before) - len(after)} games ended too early.")
    require_extended_once(place, before)
    for uid, clock in before.items():
        new = given.get(uid, [])[clock.gifts :]
        require(bool(new), f"{uid} got nothing back.")
        lost = [ended - max(began, clock.turn_at) for began, ended in new]
        require(max(lost) >= least, f"{uid} got back {lost}, and not what it lost.")
        due, now = clock.deadline + sum(lost, len(lost) * TIME_TO_RETURN), after[uid].deadline
        require(abs(now - due) < ROUNDING, f"{uid} ends at {now}, not at {due}.")
    return after


def gifts(place: Place) -> dict[str, list[tuple[datetime, datetime]]]:
    """For which outages each game was given time, from when to when, in their order."""
    rows = place.ask(
        "SELECT games_game.uid, games_outage.began_at, games_outage.ended_at FROM games_event "
        "JOIN games_game ON games_game.id = games_event.game_id JOIN games_outage "
        "ON games_outage.id = CAST(games_event.data ->> 'outage' AS integer) "
        "WHERE games_event.kind = 'extended' ORDER BY games_event.id"
    )
    given: dict[str, list[tuple[datetime, datetime]]] = {}
    for uid, began, ended in rows:
        given.setdefault(uid, []).append((moment(began), moment(ended)))
    return given


def is_given_to_all(place: Place, before: Mapping[str, Clock]) -> bool:
    given = gifts(place)
    return all(len(given.get(uid, [])) > clock.gifts for uid, clock in before.items())


def settled_clocks(
    place: Place,
) -> tuple[dict[str, list[tuple[datetime, datetime]]], dict[str, Clock]]:
    """The gifts, and the clocks that they led to: none was given in between."""
    while True:
        given, after = gifts(place), clocks(place)
        if all(len(given.get(uid, [])) == clock.gifts for uid, clock in after.items()):
            return given, after


def require_lost_once(place: Place, after: Mapping[str, Clock]) -> None:
    """Raise Broken unless every game was lost by X on time, when its time was up, and once."""
    ongoing = "SELECT uid FROM games_game WHERE status <> 'finished'"
    require(wait_until(lambda: not place.ask(ongoing), seconds=PATIENCE), "Some games go on.")
    rows = place.ask("SELECT uid, termination, outcome, ended_at FROM games_game")
    for uid, termination, outcome, ended_at in rows:
        require((termination, outcome) == ("time", "o"), f"{uid}: {termination}, {outcome}.")
        early = after[uid].deadline - moment(ended_at)
        require(early < ROUNDING, f"{uid} ended {early} early.")
    require_once(place, "ended", after)
    require_extended_once(place, after)


def require_once(place: Place, kind: str, games: Mapping[str, Clock]) -> None:
    counts = place.ask(
        f"SELECT game_id, COUNT(*) FROM games_event WHERE kind = '{kind}' GROUP BY 1"
    )
    require({count for _, count in counts} == {1}, f"Some games were {kind} more than once.")
    require(len(counts) == len(games), f"{len(counts)} of {len(games)} games were {kind}.")


def require_extended_once(place: Place, games: Mapping[str, Clock]) -> None:
    """Raise Broken unless every game was given time, and for no outage twice."""
    rows = place.ask("SELECT game_id, data ->> 'outage' FROM games_event WHERE kind = 'extended'")
    require(len(rows) == len(set(map(tuple, rows))), "An outage was given back more than once.")
    given = len({game for game, _ in rows})
    require(given == len(games), f"{given} of {len(games)} games were extended.")
