"""A game's step as rows: its columns, its moves and its log, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from games.core.clock import Milliseconds
from games.core.events import (
    Adjudicated,
    Continued,
    Ended,
    Event,
    Extended,
    Flagged,
    Joined,
    Moved,
    OfferDeclined,
    Offered,
    Reseated,
    Swapped,
    TakenBack,
)
from games.core.match import Match
from games.models import Event as EventRow
from games.models import Game, Move, moment, standing


class Conflict(Exception):
    """The database knows a later version of the game: somebody else has written it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of one game: the match it led to, what happened, who did it and when.

    *note* is added to the data of the logged events: a reason, an address.
    """

    game_id: int
    match: Match
    events: tuple[Event, ...]
    actor_id: int | None
    at: Milliseconds
    request_id: str = ""
    note: dict[str, Any] = field(default_factory=dict)

    @property
    def version_before(self) -> int:
        return self.match.version - len(self.events)


def write(entries: Sequence[Entry]) -> None:
    """Write *entries* in one transaction: all or nothing.

    Raises Conflict unless every game still has the version its entry starts from.
    """
    with transaction.atomic():
        _advance_games(entries)
        _update_moves(entries)
        Move.objects.bulk_create([row for entry in entries for row in _new_moves(entry)])
        EventRow.objects.bulk_create([row for entry in entries for row in _event_rows(entry)])


def _advance_games(entries: Sequence[Entry]) -> None:
    rows = [
        (*(_adapted(value) for value in standing(entry.match).values()), *_expected(entry))
        for entry in entries
    ]
    columns = ", ".join(f"{column} = %s" for column in standing(entries[0].match))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {Game._meta.db_table} SET {columns} WHERE id = %s AND version = %s", rows
        )
        if cursor.rowcount != len(rows):
            raise Conflict


def _expected(entry: Entry) -> tuple[int, int]:
    return entry.game_id, entry.version_before


def _adapted(value: Any) -> Any:
    if hasattr(value, "tzinfo"):
        return connection.ops.adapt_datetimefield_value(value)
    return value


def _update_moves(entries: Sequence[Entry]) -> None:
    for entry in entries:
        for event in entry.events:
            if isinstance(event, TakenBack):
                Move.objects.filter(game_id=entry.game_id, ply__gte=entry.match.ply).delete()
            elif isinstance(event, Reseated):
                moves = Move.objects.filter(game_id=entry.game_id, player_id=event.was)
                moves.update(player_id=event.player)


def _new_moves(entry: Entry) -> list[Move]:
    return [
        Move(
            game_id=entry.game_id,
            ply=event.ply,
            cell=event.played.cell,
            player_id=entry.match.player(event.mark),
            request_id=event.played.id,
            played_at=moment(event.played.at),
            spent_ms=event.played.spent,
        )
        for event in entry.events
        if isinstance(event, Moved)
    ]


def _event_rows(entry: Entry) -> list[EventRow]:
    rows = []
    for version, event in enumerate(entry.events, start=entry.version_before + 1):
        kind, data = _described(event)
        rows.append(
            EventRow(
                game_id=entry.game_id,
                version=version,
                kind=kind,
                actor_id=entry.actor_id,
                at=moment(entry.at),
                data={**data, **entry.note},
                request_id=entry.request_id,
            )
        )
    return rows


def _described(event: Event) -> tuple[str, dict[str, Any]]:
    """The kind and the data under which the log keeps *event*."""
    kind = EventRow.Kind
    match event:
        case Joined(mark, player):
            return kind.JOINED, {"mark": mark, "player": player}
        case Moved(ply, mark, played):
            return kind.MOVED, {"ply": ply, "mark": mark, "cell": played.cell}
        case Offered(offer):
            return kind.OFFERED, {"what": offer.what, "by": offer.by}
        case OfferDeclined(offer, by):
            return kind.OFFER_DECLINED, {"what": offer.what, "by": by}
        case TakenBack(by, cells):
            return kind.TAKEN_BACK, {"by": by, "cells": list(cells)}
        case Swapped(by):
            return kind.SWAPPED, {"by": by}
        case Extended(mark, span):
            return kind.EXTENDED, {"mark": mark, "ms": span}
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
