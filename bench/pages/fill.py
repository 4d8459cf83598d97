"""`python -m bench.pages.fill MOVES`: fill the new database of DATABASE_URL."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.pages.courses import Course
    from bench.pages.rows import Plan, Rows

SEED = 20
MOVES_A_GAME = 20
GAMES_AT_ONCE = 5_000
GRADED_COURSES = 12
SECONDS_A_GRADE = 1.5
REPORTED_EVERY = 250  # games
CHAT_IN_EVERY = 10  # games


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from bench.pages import bulk

    call_command("migrate", verbosity=0)
    bulk.hurry()
    fill(int(sys.argv[1]))
    bulk.settle()


def fill(moves: int) -> None:
    """Make so many moves, roughly, and all that belongs to them."""
    from django.db import transaction

    from bench.pages.courses import courses

    known = courses(SEED)
    started = time.monotonic()
    with transaction.atomic():
        plan = _plan(moves // MOVES_A_GAME, known)
    done = 0
    for rows in plan.rows(at_once=GAMES_AT_ONCE):
        with transaction.atomic():
            _insert(rows)
        done += len(rows.moves)
        say = f"\r  {done:,} moves in {time.monotonic() - started:.0f} s"
        print(say, end="", file=sys.stderr, flush=True)
    with transaction.atomic():
        _add_reviews(known)
        _add_chat()
        _add_relations()
        _add_ratings()
        _go_on_counting()
    print(file=sys.stderr)


def _plan(games: int, known: Sequence[Course]) -> Plan:
    from accounts.models import Preferences, User
    from bench.pages import bulk
    from bench.pages.people import MIN_USERS, USERS_A_GAME, Players, make_engines, user_rows
    from bench.pages.rows import PAST, Plan

    now, random = datetime.now(UTC), Random(SEED)
    engines = make_engines()
    number = max(MIN_USERS, int(games * USERS_A_GAME))
    # Django's mark for an unusable password: nothing has to be hashed.
    rows = ({**row, "password": "!"} for row in user_rows(number, now - PAST))
    bulk.insert_with_defaults(User, rows)
    people = User.objects.exclude(kind=User.Kind.ENGINE).order_by("pk")
    users = list(people.values_list("pk", flat=True))
    staff = User.objects.get(pk=users[-2])
    staff.kind, staff.is_staff, staff.is_superuser = User.Kind.PERSON, True, True
    staff.save()
    preferences = ({**_values(Preferences()), "user_id": pk} for pk in users[::2])
    bulk.insert_with_defaults(Preferences, preferences)
    return Plan(games, known, engines, Players(users, random), now, random)


def _values(row: Any) -> dict[str, Any]:
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    return {field.column: getattr(row, field.attname) for field in fields}


def _insert(rows: Rows) -> None:
    from bench.pages import bulk
    from bench.pages.rows import EVENT_COLUMNS, MOVE_COLUMNS
    from games.models import Event, Game, Move

    bulk.insert_with_defaults(Game, rows.games)
    bulk.insert(Move, MOVE_COLUMNS, rows.moves)
    bulk.insert(Event, EVENT_COLUMNS, rows.events)


def _add_reviews(known: Sequence[Course]) -> None:
    """Add grades of games that went as some of the courses did, the longest among them."""
    from bench.pages import bulk
    from games.engine.analysis.grader import grade
    from games.engine.analysis.grades import VERSION
    from games.engine.budget import Limits
    from games.learn.review.grade_codec import grades_json
    from games.models import Game, Review

    longest = max(known, key=lambda course: len(course.cells))
    for course in [longest, *known[: GRADED_COURSES - 1]]:
        grades = grade(course.ruleset, course.cells, Limits(seconds=SECONDS_A_GRADE))
        ruleset, first, second = course.ruleset, *grades.accuracy
        alike = Game.objects.finished().filter(
            m=ruleset.m,
            n=ruleset.n,
            k=ruleset.k,
            ply=len(course.cells),
            outcome=course.outcome,
            termination=course.termination,
        )
        bulk.insert_with_defaults(
            Review,
            (
                {
                    "game_id": pk,
                    "grader": VERSION,
                    "ply": len(course.cells),
                    "first_accuracy": first,
                    "second_accuracy": second,
                    "grades": _json(grades_json(grades)),
                    "created_at": datetime.now(UTC),
                }
                for pk in _that_went_as(course, alike.values_list("pk", flat=True))
            ),
        )


def _that_went_as(course: Course, games: Any) -> Iterator[int]:
    """Yield some of *games* that have the moves of *course*; all have as many moves."""
    from games.models import Move

    found = 0
    for pk in games.iterator():
        if found > 200:
            return
        cells = Move.objects.filter(game=pk).order_by("ply").values_list("cell", flat=True)
        if tuple(cells) == course.cells:
            found += 1
            yield pk


def _json(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()


def _add_chat() -> None:
    """Add chat lines beside games, and reports of games."""
    from bench.pages import bulk
    from games.models import ChatLine, Game, Report

    between = Game.objects.filter(opponent="anyone").exclude(status="open")
    seats = between.order_by("pk").values_list("pk", "x_player_id", "o_player_id", "created_at")
    lines, reports = [], []
    for number, (game, x, o, at) in enumerate(seats.iterator()):
        if number % CHAT_IN_EVERY == 0:
            for author, text in ((x, "Good luck!"), (o, "Thanks, have fun")):
                line = {"game_id": game, "room": "players", "author_id": author}
                lines.append({**line, "text": text, "at": at + timedelta(seconds=30)})
        if number % REPORTED_EVERY == 0:
            is_open = number % (10 * REPORTED_EVERY) == 0
            reports.append(
                {
                    "reporter_id": x,
                    "reported_id": o,
                    "game_id": game,
                    "reason": "stalling",
                    "state": "open" if is_open else "closed",
                    "at": at,
                    "decision": "" if is_open else "no_action",
                    "decided_by_id": None if is_open else x,
                    "decided_at": None if is_open else at,
                }
            )
    bulk.insert_with_defaults(ChatLine, lines)
    bulk.insert_with_defaults(Report, reports)


def _add_ratings() -> None:
    from accounts.models import User
    from bench.pages.ratings import add_ratings
    from games.models import Game

    people = User.objects.filter(kind=User.Kind.PERSON).order_by("pk")
    users = list(people.values_list("pk", flat=True))
    add_ratings(Game.objects.count(), users, datetime.now(UTC))


def _add_relations() -> None:
    """Let the most active user follow some others and block some."""
    from accounts.models import Relation, User

    people = User.objects.exclude(kind=User.Kind.ENGINE).order_by("pk")
    first, *others = islice(people.iterator(), 31)
    for place, other in enumerate(others):
        kind = Relation.Kind.BLOCK if place % 10 == 9 else Relation.Kind.FOLLOW
        Relation.objects.create(owner=first, other=other, kind=kind)


def _go_on_counting() -> None:
    """Let the next row of each table get a free key, since the keys so far were set by hand."""
    from django.apps import apps
    from django.core.management.color import no_style
    from django.db import connection

    statements = connection.ops.sequence_reset_sql(no_style(), apps.get_models())
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


if __name__ == "__main__":
    main()
