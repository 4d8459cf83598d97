"""Clears away, or hands on, what older releases left behind of accounts that are gone.

All of it may be done twice, and in pieces: each batch is a transaction of its own, so that servers
which run meanwhile never wait for long. What such a server of an older release still leaves behind
in these minutes stays.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any

from django.db import IntegrityError, migrations, transaction

AT_ONCE = 500
# What an account keeps of its own, by the column that says whose it is.
OF_DELETED = (
    ("BotConditions", "bot"),
    ("DecisionNotice", "user"),
    ("LessonAnswer", "user"),
    ("Mistake", "user"),
    ("RefundNotice", "user"),
    ("TurnMail", "user"),
)
# What a guest should have taken to the account that they signed in to. What it has already goes.
OF_GUESTS = (
    ("DecisionNotice", "user"),
    ("LessonAnswer", "user"),
    ("Mistake", "user"),
    ("PuzzleAttempt", "solver"),
)
LEVELS = "Computer, "  # so begin the names of seats that are the computer's


def clear(apps: Any, schema_editor: Any) -> None:
    users = apps.get_model("accounts", "User").objects
    for keys in in_batches(users.filter(deleted_at__isnull=False)):
        forget_deleted(apps, keys)
    for keys in in_batches(users.filter(claimed_by__isnull=False)):
        hand_over(apps, keys)
    # First marks that could be taken over gave nothing away. What the user has removed stays, as
    # nobody sees it, and so does what names no game any more: nothing says what it was made of.
    cards = apps.get_model("games", "Mistake").objects
    for keys in in_batches(cards.filter(ply=0, game__swap=True, removed_at=None)):
        remove_first_marks(apps, keys)


def in_batches(rows: Any) -> Iterator[list[int]]:
    after = 0
    while keys := list(
        rows.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
    ):
        yield keys
        after = keys[-1]


@transaction.atomic
def forget_deleted(apps: Any, users: Collection[int]) -> None:
    for name, column in OF_DELETED:
        apps.get_model("games", name).objects.filter(**{f"{column}__in": users}).delete()
    on_device = apps.get_model("games", "Game").objects.filter(creator__in=users, opponent="device")
    for name in ("x_name", "o_name"):
        named = on_device.exclude(**{name: ""}).exclude(**{f"{name}__startswith": LEVELS})
        named.update(**{name: ""})


@transaction.atomic
def hand_over(apps: Any, guests: Collection[int]) -> None:
    user = apps.get_model("accounts", "User").objects
    # Whose account is gone, too, has none.
    known = user.filter(pk__in=guests, claimed_by__deleted_at=None)
    takers = dict(known.values_list("pk", "claimed_by"))
    apps.get_model("accounts", "Preferences").objects.filter(user__in=guests).delete()
    apps.get_model("games", "PuzzleAttempt").objects.filter(
        solver__in=guests, state="going"
    ).delete()
    for name, column in OF_GUESTS:
        move(apps.get_model("games", name).objects, f"{column}_id", guests, takers)
    for one, other in (("reporter_id", "reported_id"), ("reported_id", "reporter_id")):
        give_reports(apps.get_model("games", "Report").objects, one, other, takers)


def move(model: Any, column: str, guests: Collection[int], takers: Mapping[int, int]) -> None:
    """Give all rows to the accounts, under the same keys, but for what an account has already."""
    rows = list(model.filter(**{f"{column}__in": guests}).order_by("pk"))
    model.filter(**{f"{column}__in": guests}).delete()
    known = [row for row in rows if getattr(row, column) in takers]
    for row in known:
        setattr(row, column, takers[getattr(row, column)])
    model.bulk_create(known, ignore_conflicts=True)


def give_reports(reports: Any, one: str, other: str, takers: Mapping[int, int]) -> None:
    """Let the accounts be who has reported, or was.

    But for what one of both says of the other, and what is open about the account already.
    """
    for report in reports.filter(**{f"{one}__in": takers}).order_by("pk"):
        taker = takers[getattr(report, one)]
        if taker != getattr(report, other):
            with suppress(IntegrityError), transaction.atomic():
                reports.filter(pk=report.pk).update(**{one: taker})


@transaction.atomic
def remove_first_marks(apps: Any, keys: Collection[int]) -> None:
    """Remove those of the cards of first marks that were made of games with the swap rule.

    A card names the last game of its position. It stays if the user has also begun, on the same
    board, a reviewed game without that rule: it may have been made of that one.
    """
    cards = apps.get_model("games", "Mistake").objects.filter(pk__in=keys)
    found = cards.values_list("pk", "user", "m", "n", "k")
    users = {user for _, user, *_ in found}
    games = apps.get_model("games", "Game").objects.exclude(opponent="device").order_by()
    plain = games.filter(swap=False, setup=0, review__isnull=False)
    begun = {
        row
        for mark in ("x", "o")
        for row in plain.filter(**{"first": mark, f"{mark}_player__in": users}).values_list(
            f"{mark}_player", "m", "n", "k"
        )
    }
    cards.filter(pk__in=[key for key, *place in found if tuple(place) not in begun]).delete()


class Migration(migrations.Migration):
    atomic = False  # a batch at a time

    dependencies = [
        ("accounts", "0015_language"),
        ("games", "0055_storms"),
    ]

    operations = [
        migrations.RunPython(clear, migrations.RunPython.noop, elidable=True),
    ]
