"""Writes steps of games as rows: the game's columns, its moves and its log, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
from django.db import connection, models, transaction
from django.db.models import Q

from games.core.clock import Milliseconds
from games.core.events import (
    Adjudicated,
    Continued,
    Ended,
    Extended,
    Flagged,
    Joined,
    MatchEvent,
    Moved,
    OfferDeclined,
    Offered,
    Reseated,
    Swapped,
    TakenBack,
    TimeGiven,
)
from games.core.match import Match
from games.core.values import FrozenStruct
from games.live.cluster import processes
from games.models import Event as EventRow
from games.models import Game, Move, Round, match_columns, moment, turn_columns


class Conflict(Exception):
    """The database has another version of the game, or none, or refuses the step."""


class JournalEntry(FrozenStruct, frozen=True):
    """One step of one game: the match it led to, what happened, who did it and when.

    *note* is added to the data of the logged events: a reason, an address. *uid* names the game in
    log lines. *check* is called when the step is written and before it is kept; if it raises
    GameError, nothing is kept.
    """

    game_id: int
    match: Match
    events: tuple[MatchEvent, ...]
    actor_id: int | None
    at: Milliseconds
    request_id: str = ""
    note: dict[str, Any] = {}
    uid: str = ""
    check: Callable[[], None] | None = None

    @property
    def is_one_move(self) -> bool:
        """Whether nothing but a move was made, as is almost always so."""
        return len(self.events) == 1 and isinstance(self.events[0], Moved)

    @property
    def changes_names(self) -> bool:
        """Whether somebody takes a seat, so that the page has to show another name."""
        if self.is_one_move:
            return False
        return any(isinstance(event, Joined | Reseated | Swapped) for event in self.events)

    @property
    def decides(self) -> bool:
        """Whether the game has ended by this step, or got another result."""
        if self.is_one_move:
            return False
        return any(isinstance(event, Ended | Adjudicated) for event in self.events)

    @property
    def is_decided_by_staff(self) -> bool:
        return any(isinstance(event, Adjudicated) for event in self.events)

    @property
    def version_before(self) -> int:
        return self.match.version - len(self.events)


Row = tuple[Any, ...]
Columns = dict[str, Any]


def write(entries: Sequence[JournalEntry]) -> None:
    """Write *entries* in one transaction: all or nothing.

    Raises Conflict unless every game still has the version its entry starts from, and the GameError
    of a check.
    """
    moves = [entry for entry in entries if entry.is_one_move]
    others = [entry for entry in entries if not entry.is_one_move]
    with transaction.atomic():
        # A move sets only the columns that it changes; most of the others are in indexes.
        _advance_games(moves, turn_columns)
        _advance_games(others, match_columns)
        _update_moves(others)
        _mark_rounds(others)
        _insert(Move, MOVE_COLUMNS, [row for entry in entries for row in _move_rows(entry)])
        _insert(EventRow, EVENT_COLUMNS, [row for entry in entries for row in _event_rows(entry)])
        for entry in entries:
            if entry.check:
                entry.check()


def _advance_games(entries: Sequence[JournalEntry], columns_of: Callable[[Match], Columns]) -> None:
    rows = []
    for entry in entries:
        columns = {**columns_of(entry.match), "held_by": processes.here.number}
        rows.append((*map(_adapted, columns.values()), entry.game_id, entry.version_before))
    if not rows:
        return
    changes = ", ".join(f"{column} = %s" for column in columns)
    table = Game._meta.db_table
    sql = f"UPDATE {table} SET {changes} WHERE id = %s AND version = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)
        # A game that was not found at its version has been written by somebody else.
        if cursor.rowcount != len(rows):
            raise Conflict


def _insert(model: type[models.Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Insert many rows by one prepared statement: several times as fast as `bulk_create`."""
    if not rows:
        return
    places = ", ".join(["%s"] * len(columns))
    table, names = model._meta.db_table, ", ".join(columns)
    sql = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)


# A bare cursor takes no Django fields, which would turn times into what the database stores.
def _adapted(value: Any) -> Any:
    return _stored(value) if isinstance(value, datetime) else value


@lru_cache(maxsize=256)  # the moves of one batch were made at few moments
def _stored(at: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(at)


def _update_moves(entries: Sequence[JournalEntry]) -> None:
    for entry in entries:
        for event in entry.events:
            if isinstance(event, TakenBack):
                Move.objects.filter(game_id=entry.game_id, ply__gte=entry.match.ply).delete()
            elif isinstance(event, Reseated):
                moves = Move.objects.filter(game_id=entry.game_id, player_id=event.was)
                moves.update(player_id=event.player)


def _mark_rounds(entries: Sequence[JournalEntry]) -> None:
    """Mark the rounds of games that staff have decided, so that they are settled anew.

    The mark outlasts a server that ends now. Rounds that go on are marked, too: one may be settled
    just now with the game's former result.
    """
    decided = [entry.game_id for entry in entries if entry.is_decided_by_staff]
    if decided:
        of_games = Q(first_game__in=decided) | Q(second_game__in=decided)
        Round.objects.filter(of_games).update(is_behind=True)


MOVE_COLUMNS = ("game_id", "ply", "cell", "player_id", "request_id", "played_at", "spent_ms")
EVENT_COLUMNS = ("game_id", "version", "kind", "actor_id", "at", "data", "request_id")


def _move_rows(entry: JournalEntry) -> Iterator[Row]:
    for event in entry.events:
        if isinstance(event, Moved):
            played = event.played
            player = entry.match.player(event.mark)
            at = _adapted(moment(played.at))
            yield entry.game_id, event.ply, played.cell, player, played.id, at, played.spent


def _event_rows(entry: JournalEntry) -> Iterator[Row]:
    if entry.is_one_move:
        return
    at = _adapted(moment(entry.at))
    for version, event in enumerate(entry.events, start=entry.version_before + 1):
        if isinstance(event, Moved):
            continue
        kind, data = _described(event)
        text = msgspec.json.encode({**data, **entry.note}).decode()
        yield entry.game_id, version, kind.value, entry.actor_id, at, text, entry.request_id


def _described(event: MatchEvent) -> tuple[EventRow.Kind, dict[str, Any]]:
    """Return the kind and the data with which the log stores *event*, which is not a move."""
    kind = EventRow.Kind
    match event:
        case Joined(mark, player):
            return kind.JOINED, {"mark": mark, "player": player}
        case Offered(offer):
            return kind.OFFERED, {"what": offer.what, "by": offer.by}
        case OfferDeclined(offer, by):
            return kind.OFFER_DECLINED, {"what": offer.what, "by": by}
        case TakenBack(by, moves):
            return kind.TAKEN_BACK, {
                "by": by,
                "cells": [played.cell for played in moves],
                "at": [moment(played.at).isoformat() for played in moves],
                "ids": [played.id for played in moves],
            }
        case Swapped(by):
            return kind.SWAPPED, {"by": by}
        case Extended(mark, span):
            return kind.EXTENDED, {"mark": mark, "ms": span}
        case TimeGiven(by, span):
            return kind.TIME_GIVEN, {"by": by, "ms": span}
        case Ended(outcome, termination):
            return kind.ENDED, {"outcome": outcome, "termination": termination}
        case Continued(following):
            return kind.CONTINUED, {"next": following}
        case Adjudicated(was, now):
            return kind.ADJUDICATED, {
                "before": {"outcome": was.outcome, "termination": was.termination},
                "after": {"outcome": now.outcome, "termination": now.termination},
            }
        case Reseated(was_player, player):
            return kind.RESEATED, {"before": was_player, "after": player}
        case Flagged(on):
            return kind.FLAGGED, {"before": not on, "after": on}
        case Moved():
            raise TypeError("a move is told by its row among the moves")
