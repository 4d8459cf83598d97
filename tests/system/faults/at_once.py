"""A new process in which eight threads read and write every kind of message at once.

`python -m tests.system.faults.at_once` does it with the messages on its standard input and ends
with code 0 if nothing broke; with `--samples` it writes such messages. These are two processes,
because to ask msgspec for the fields of a type builds what the other is to build in its threads.

Each thread has an order of its own and lets the others go on at every call of a function, so that
what one of them shows half built is met by another.
"""

from __future__ import annotations

import os
import pickle
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, get_args

import django
import msgspec
from msgspec import inspect

THREADS = 8
MAX_REST = 0.0005  # seconds
Samples = dict[type, Any]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    if "--samples" in sys.argv:
        sys.stdout.buffer.write(pickle.dumps({kind: sample_of(kind) for kind in kinds()}))
    else:
        samples = pickle.load(sys.stdin.buffer)
        do_at_once([*readers(samples), *writers(samples)])


def do_at_once(works: list[Callable[[], object]]) -> None:
    threading.setprofile(let_others_go_on)
    barrier = threading.Barrier(THREADS)

    def do_all(number: int) -> None:
        barrier.wait()
        for work in random.Random(number).sample(works, len(works)):
            work()

    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(do_all, range(THREADS)))


def let_others_go_on(*_: object) -> None:
    time.sleep(random.uniform(0, MAX_REST))


def kinds() -> Iterator[type]:
    """All types that are read from a text, or written as one for browsers and programs."""
    from games.engine.arena.lines import WalkState
    from games.learn.explanation.services import Explanation
    from games.live.workers.explaining import ExplainedStories
    from games.play.watch.queries import LiveGames
    from games.protocol import arenas, messages
    from games.protocol.commands import GameCommand
    from games.protocol.frames import FromServer

    yield from (*get_args(GameCommand), LiveGames, Explanation, ExplainedStories, WalkState)
    for kind in (*vars(arenas).values(), *vars(messages).values()):
        if isinstance(kind, type) and issubclass(kind, FromServer) and kind is not FromServer:
            yield kind


def readers(samples: Samples) -> Iterator[Callable[[], object]]:
    """What reads a message, with a message to read."""
    from django.core.cache import cache, caches

    from games.engine.arena.lines import WalkState
    from games.engine.arena.walk import Walk
    from games.learn.explanation import services
    from games.live.workers import explaining
    from games.play.watch import queries
    from games.protocol import commands

    for kind in get_args(commands.GameCommand):
        text = msgspec.json.encode(samples[kind]).decode()
        yield partial(commands.parse_command, text)
        fields = {name: str(value).lower() for name, value in msgspec.json.decode(text).items()}
        yield partial(commands.parse_fields, kind, fields)
    yield partial(commands.parse_ping, '{"type": "ping"}')

    live = msgspec.json.encode(samples[queries.LiveGames])
    caches["here"].set_many({queries.ANSWER: live, queries.REFRESH_LOCK: True})
    yield queries.live_games

    cache.set("explanation", msgspec.msgpack.encode(samples[services.Explanation]))
    yield partial(services._cached_explanation, "explanation")
    told = msgspec.msgpack.encode(samples[explaining.ExplainedStories])
    yield partial(explaining._stories_decoder.decode, told)
    yield partial(Walk.from_bytes, msgspec.msgpack.encode(samples[WalkState]))


def writers(samples: Samples) -> Iterator[Callable[[], object]]:
    """What writes a message of the server's, of each kind."""
    from games.protocol.frames import FromServer, encode

    for sample in samples.values():
        if isinstance(sample, FromServer):
            yield partial(encode, sample)


def sample_of(kind: type) -> Any:
    """A value of the class *kind* with one of everything in it."""
    return _sample(inspect.type_info(kind), within=())


def _sample(kind: Any, within: tuple[type, ...]) -> Any:
    """A value of *kind*; a class that stands *within* itself has no more of them."""
    from games.core.rules import TIC_TAC_TOE, Ruleset

    match kind:
        case inspect.StructType(cls) | inspect.DataclassType(cls):
            fields = {field.name: _sample(field.type, (*within, cls)) for field in kind.fields}
            return TIC_TAC_TOE if cls is Ruleset else cls(**fields)
        case inspect.UnionType(types):
            return _sample(types[0], within)
        case inspect.EnumType(cls):
            return next(iter(cls))
        case inspect.LiteralType(values):
            return values[0]
        case inspect.TupleType(items):
            return tuple(_sample(item, within) for item in items)
        case inspect.ListType(item) | inspect.CollectionType(item) | inspect.VarTupleType(item):
            return () if getattr(item, "cls", None) in within else (_sample(item, within),)
        case inspect.DictType(key, value):
            return {_sample(key, within): _sample(value, within)}
        case inspect.BoolType():
            return True
        case inspect.StrType():
            return "a"
        case inspect.NoneType():
            return None
    return 1


if __name__ == "__main__":
    main()
