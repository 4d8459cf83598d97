"""Every fault that the site is tried with, in full size. The tests beside try them in small."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.system.faults.arenas import killed_arena
from tests.system.faults.backups import copied_on_postgresql, copied_under_load
from tests.system.faults.by_pytest import held_in_full
from tests.system.faults.claims import claims_while_redis_is_away
from tests.system.faults.classroom import class_at_one_address
from tests.system.faults.clock_jumps import HOUR, jumping_clock
from tests.system.faults.deadlines import (
    database_away_under_clocks,
    deadlines_while_away,
    one_process_cut_off,
)
from tests.system.faults.enumeration import enumerated
from tests.system.faults.explanations import explained_to_many
from tests.system.faults.exports import largest_export
from tests.system.faults.first_second import messages_at_once, visited_at_once
from tests.system.faults.floods import flood, never_read
from tests.system.faults.frames import odd_frames, too_large
from tests.system.faults.guessing import guessed
from tests.system.faults.hangs import one_of_two_hangs, the_only_one_hangs
from tests.system.faults.kills import killed_in_the_middle, killed_on_postgresql
from tests.system.faults.models import exhaustive, stateful_model
from tests.system.faults.network import disturbed_messages
from tests.system.faults.origins import foreign_sockets
from tests.system.faults.parsers import strange_input
from tests.system.faults.parts_away import postgresql_away, redis_away
from tests.system.faults.programs import abandoned, flooded, tokens_revoked
from tests.system.faults.races import same_ply
from tests.system.faults.revocation import revoked
from tests.system.faults.robins import killed_robin
from tests.system.faults.rolling import restarted_in_turn
from tests.system.faults.scripts import scripts_shown
from tests.system.faults.seekers import visitors_who_go
from tests.system.faults.shortages import (
    disk_full,
    few_descriptors,
    read_only,
    write_locked,
)
from tests.system.faults.slow import slow_requests
from tests.system.faults.slow_redis import slow_redis
from tests.system.faults.small_machine import little_memory
from tests.system.faults.stops import stopped_under_load
from tests.system.faults.telling import killed_while_telling
from tests.system.faults.upgrades import released_beside_new


@dataclass(frozen=True)
class Fault:
    """One row. *run* returns what held, or raises Broken; its keywords are the sizes tried."""

    number: int
    title: str
    run: partial[str]

    @property
    def tried(self) -> str:
        sizes = ", ".join(f"{name.replace('_', ' ')} {size}" for name, size in self.sizes)
        return f"{self.title} ({sizes})" if sizes else self.title

    @property
    def sizes(self) -> list[tuple[str, object]]:
        return sorted(self.run.keywords.items())


def fault(number: int, title: str, run: Callable[..., str], **sizes: object) -> Fault:
    return Fault(number, title, partial(run, **sizes))


FAULTS = [
    fault(
        1,
        "kill -9 in the middle of games, SQLite",
        killed_in_the_middle,
        rounds=50,
        tables=20,
        back_within=2.0,
    ),
    fault(
        1,
        "kill -9 in the middle of games, PostgreSQL",
        killed_on_postgresql,
        rounds=50,
        tables=20,
        back_within=2.0,
    ),
    fault(
        2,
        "SIGTERM under load",
        stopped_under_load,
        games=80,
        watchers=40,
        restarts=20,
        back_within=5.0,
    ),
    fault(
        3,
        "rolling restart of 2 processes, PostgreSQL, Redis and nginx",
        restarted_in_turn,
        games=150,
        between_moves=1.0,
        back_within=15.0,
    ),
    fault(
        3,
        "rolling restart of 2 processes, PostgreSQL, Redis and nginx",
        restarted_in_turn,
        games=500,
        between_moves=1.0,
    ),
    fault(
        4,
        "Redis killed, stopped, hung under play",
        redis_away,
        games=20,
        seconds=(0, 3, 30),
        converged_within=20.0,
    ),
    fault(
        5,
        "PostgreSQL stopped, crashed under play",
        postgresql_away,
        games=50,
        seconds=(0, 10),
        recovered_within=5.0,
    ),
    fault(6, "all send the same ply", same_ply, sockets=1000, rounds=5, within=1.8),
    fault(7, "messages lost, doubled, reordered", disturbed_messages, games=10_000, at_once=60),
    fault(8, "random commands against a model", stateful_model, runs=2_000, commands=30),
    fault(9, "every game of 3×3", exhaustive),
    fault(10, "odd frames and handshakes", odd_frames, frames=100_000, most_mib=50),
    fault(11, "odd input for each parser", strange_input, cases=50_000),
    fault(12, "messages that are too large", too_large, sockets=50, most_mib=5),
    fault(
        13,
        "one client floods",
        flood,
        seconds=60,
        window=5,
        most_mib=20,
        slower_at_most=2.0,
    ),
    fault(
        14,
        "clients never read",
        never_read,
        clients=50,
        silent=25,
        most_mib=20,
        cut_within=15.0,
    ),
    fault(
        15,
        "access matrix: everybody × every address, socket and message",
        held_in_full,
        tests="tests/system/faults/test_access.py",
    ),
    fault(16, "sockets from 25 other origins", foreign_sockets),
    fault(
        16,
        "forms from other sites, to every address",
        held_in_full,
        tests="tests/system/faults/test_origins.py",
    ),
    fault(17, "scripts in names, chat, marks, addresses", scripts_shown, payloads=200),
    fault(18, "guessing a password from everywhere", guessed, attempts=10_000),
    fault(19, "known and unknown names", enumerated, names=500, within_ms=5.0),
    fault(20, "sessions that end, two processes", revoked, rounds=5, within=5.0),
    fault(
        21,
        "deadlines pass while the server is killed, SQLite",
        deadlines_while_away,
        games=100,
        seconds_each=60,
        seconds_away=75,
    ),
    fault(
        21,
        "deadlines pass while both processes are stopped, PostgreSQL",
        deadlines_while_away,
        games=100,
        seconds_each=60,
        seconds_away=75,
        processes=2,
        end="stop",
    ),
    fault(
        31,
        "PostgreSQL goes away in running games",
        database_away_under_clocks,
        games=100,
        seconds_each=20,
        seconds_away=23,
    ),
    fault(
        31,
        "PostgreSQL crashes in running games",
        database_away_under_clocks,
        games=100,
        seconds_each=20,
        seconds_away=23,
        crashes=True,
    ),
    fault(
        31,
        "one of two processes is cut off from PostgreSQL in running games",
        one_process_cut_off,
        games=100,
        seconds_each=20,
        seconds_away=23,
    ),
    fault(22, "backup and restore under load, SQLite", copied_under_load, games=50, backups=10),
    fault(
        22, "backup and restore under load, PostgreSQL", copied_on_postgresql, games=50, backups=10
    ),
    fault(
        23,
        "requests that drip, from one address",
        slow_requests,
        connections=3000,
        at_once=100,
        ended_within=30.0,
        answered_within=2.0,
    ),
    fault(
        32,
        "export of the most active player",
        largest_export,
        games=40_000,
        most_mib=50,
        leaving=20,
    ),
    fault(
        32,
        "export of the most active player",
        largest_export,
        games=40_000,
        most_mib=50,
        leaving=20,
        on="PostgreSQL",
    ),
    fault(
        33,
        "explanations for forty guests of one address",
        explained_to_many,
        guests=40,
        seconds=30,
        slower_at_most=2.0,
    ),
    fault(
        34,
        "claims while Redis is killed, stopped, hung, two processes",
        claims_while_redis_is_away,
        games=20,
        ways=3,
    ),
    fault(
        35,
        "streams that are left",
        abandoned,
        streams=1000,
        at_once=100,
        most_mib=20,
    ),
    fault(
        36,
        "a bot that asks on many connections as fast as it can",
        flooded,
        connections=30,
        seconds=20,
        slower_at_most=2.0,
    ),
    fault(
        37,
        "tokens revoked, sockets and streams in two processes",
        tokens_revoked,
        rounds=5,
        within=5.0,
    ),
    fault(
        38,
        "kill -9 in the middle of an arena, SQLite",
        killed_arena,
        bots=6,
        people=12,
        seconds=600,
        kills=2,
    ),
    fault(
        38,
        "kill -9 in the middle of an arena",
        killed_arena,
        bots=6,
        people=12,
        seconds=600,
        kills=2,
        on="PostgreSQL",
    ),
    fault(39, "kill -9 in the middle of a round robin, SQLite", killed_robin, bots=12, kills=2),
    fault(
        39,
        "kill -9 in the middle of a round robin",
        killed_robin,
        bots=12,
        kills=2,
        on="PostgreSQL",
    ),
    fault(
        40,
        "each of two processes hangs, the first one wakes, the second one dies in it",
        one_of_two_hangs,
        games=40,
        seconds_each=12,
        seconds_hung=20,
    ),
    fault(
        40,
        "one of two processes hangs until nginx has left it, and dies",
        one_of_two_hangs,
        games=40,
        seconds_each=12,
        seconds_hung=60,
        ends=("die",),
        is_left=True,
    ),
    fault(
        40,
        "the only process hangs, SQLite",
        the_only_one_hangs,
        games=40,
        seconds_each=12,
        seconds_hung=20,
    ),
    fault(
        41,
        "Redis slow, away and back while sockets come",
        slow_redis,
        old=400,
        new=40,
        numbers=3,
        seconds_away=5.0,
        delay=(1000, 3000),
    ),
    fault(
        42,
        "a server of the last released version on the new tables, SQLite",
        released_beside_new,
        games=20,
        moves=20,
    ),
    fault(
        42,
        "a server of the last released version on the new tables",
        released_beside_new,
        games=20,
        moves=20,
        on="PostgreSQL",
    ),
    fault(43, "eight threads read and write every message", messages_at_once, processes=20),
    fault(43, "all visitors of the first second", visited_at_once, starts=20, visitors=8),
    fault(
        44,
        "a class behind one router, with the limits as they come",
        class_at_one_address,
        people=60,
        seconds=240,
        games=3,
    ),
    fault(45, "visitors who come, look for a game, and go", visitors_who_go, visitors=200),
    fault(
        46,
        "the time of day jumps under running clocks, SQLite",
        jumping_clock,
        games=40,
        seconds_each=12,
        jumps=(HOUR, -HOUR, -HOUR, HOUR, 3),
    ),
    fault(47, "the disk is full, SQLite", disk_full, games=20),
    fault(
        47,
        "few files may be open, SQLite",
        few_descriptors,
        games=10,
        descriptors=128,
        sockets=150,
    ),
    fault(47, "the database can only be read", read_only, games=20),
    fault(47, "little memory, all features, SQLite", little_memory, mib=512, seconds=240),
    fault(47, "another program keeps the database locked, SQLite", write_locked, games=20),
    fault(
        48,
        "kill -9 of all that tell devices, between a move and its notice, SQLite",
        killed_while_telling,
        kills=12,
    ),
]
