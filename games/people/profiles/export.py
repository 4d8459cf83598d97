"""What an export holds of a user beside the account, as plain data for a file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from django.db.models import Model, Q, QuerySet

from accounts.models import User
from games.core.notation import cell_name, ruleset_text
from games.core.rules import Cell, Mark
from games.core.symmetry import settled_moves
from games.models import (
    Game,
    Move,
    Pool,
    PuzzleRating,
    RatingChange,
    Round,
    TurnMail,
    WorkshopPlayer,
)

Row = TypeVar("Row", bound=Model)
Data = dict[str, Any]
CHUNK = 50  # games in memory at once, each with all its moves
LINES = 500  # other rows in memory at once


class MoveValues(NamedTuple):
    """What is told of a move."""

    ply: int
    cell: Cell
    played_at: datetime
    spent_ms: int


def games_data(user: User) -> Iterator[Data]:
    """Yield every game of *user* with its moves, the oldest first; times are ISO 8601, UTC.

    No query lasts from one game to the next, so the reader may take its time between them.
    """
    after = 0
    while ids := _next_ids(user, after):
        moves = _moves_of(ids)
        for game in Game.objects.filter(pk__in=ids).with_players().order_by("pk"):
            data = _game_data(game, moves[game.pk])
            yield {**data, "you": [mark.value for mark in game.marks_of(user)]}
        after = ids[-1]


def chat_data(user: User) -> Iterator[Data]:
    """Yield every line that *user* has said, the oldest first."""
    for line in _in_chunks(user.lines.select_related("game")):
        yield {"game": line.game.uid, "room": line.room, "text": line.text, "at": line.at}


def reports_data(user: User) -> Iterator[Data]:
    """Yield every report that *user* has made, the oldest first; what the staff noted is
    not told.
    """
    for report in _in_chunks(user.reports_made.select_related("game", "reported")):
        yield {
            "game": report.game.uid if report.game else None,
            "reported": report.reported.username,
            "reason": report.reason,
            "text": report.text,
            "at": report.at,
            "state": report.state,
        }


def ratings_data(user: User) -> Iterator[Data]:
    """Yield how *user* stands in each pool in which they have played."""
    for rating in _in_chunks(user.ratings.all()):
        yield {
            "pool": rating.pool,
            "rating": rating.rating,
            "deviation": rating.deviation,
            "volatility": rating.volatility,
            "rounds": rating.rounds,
            "opponents": rating.opponents,
            "at": rating.at,
        }


def changes_data(user: User) -> Iterator[Data]:
    """Yield every change of *user*'s ratings that stands, pool by pool, the oldest first."""
    for change in _changes(user):
        yield {
            "pool": change.pool,
            "cause": change.cause,
            "round": change.round.uid if change.round else None,
            "opponent": change.opponent.username if change.opponent else None,
            "score": change.score,
            "weight": change.weight,
            "before": change.rating_before,
            "deviation_before": change.deviation_before,
            "opponent_rating": change.opponent_rating,
            "opponent_deviation": change.opponent_deviation,
            "after": change.rating_after,
            "deviation_after": change.deviation_after,
            "at": change.at,
        }


def rounds_data(user: User) -> Iterator[Data]:
    """Yield every round of *user*: those in which they began, then the others, the oldest first."""
    rounds = Round.objects.select_related("first", "second", "tournament")
    # One seat after the other, so that each is read along its index.
    seats = (rounds.filter(first=user), rounds.filter(second=user))
    for round in chain.from_iterable(map(_in_chunks, seats)):
        halves = round.halves_of(user)
        yield {
            "uid": round.uid,
            "pool": round.pool,
            "board": ruleset_text(round.ruleset),
            "control": round.control,
            "tournament": round.tournament.uid if round.tournament else None,
            "opponent": round.opponent_of(user).username,
            "state": round.state,
            "points": None if halves is None else halves / 2,
            "left": round.left_by_id == user.pk,
            "unrated_because": round.unrated_because,
            "begun_at": round.begun_at,
            "over_at": round.over_at,
            "annulled_at": round.annulled_at,
        }


def entries_data(user: User) -> Iterator[Data]:
    """Yield every tournament that *user* entered, and how they stand in it; the oldest first."""
    for entry in _in_chunks(user.tournament_entries.select_related("tournament")):
        yield {
            "tournament": entry.tournament.uid,
            "title": entry.tournament.title,
            "joined_at": entry.joined_at,
            "paused_at": entry.paused_at,
            "withdrawn_at": entry.withdrawn_at,
            "absences": entry.absences,
            "rounds": entry.rounds,
            "points": entry.halves / 2,
            "place": entry.place,
        }


def tournaments_data(user: User) -> Iterator[Data]:
    """Yield every tournament that *user* made, the oldest first."""
    for tournament in _in_chunks(user.tournaments.all()):
        yield {
            "uid": tournament.uid,
            "title": tournament.title,
            "kind": tournament.kind,
            "state": tournament.state,
            "created_at": tournament.created_at,
            "starts_at": tournament.starts_at,
            "over_at": tournament.over_at,
        }


def workshops_data(user: User) -> Iterator[Data]:
    """Yield every workshop that *user* owns, the oldest first."""
    for workshop in _in_chunks(user.workshops.all()):
        yield {
            "code": workshop.code,
            "title": workshop.title,
            "kept": workshop.is_kept,
            "move_seconds": workshop.move_seconds,
            "created_at": workshop.created_at,
            "ends_at": workshop.ends_at,
            "closed_at": workshop.closed_at,
        }


def workshop_names_data(user: User) -> Iterator[Data]:
    """Yield every name under which *user* plays in a workshop, and what is kept of it."""
    names = WorkshopPlayer.objects.filter(user=user).select_related("workshop")
    for player in _in_chunks(names):
        yield {
            "workshop": player.workshop.code,
            "title": player.workshop.title,
            "name": player.name,
            "seen_at": player.seen_at,
            "removed": player.is_removed,
            "forgiven": player.forgiven,
            "refusal": player.refusal,
            "refused_at": player.refused_at,
            "verdict": player.verdict,
            "loses_in": player.loses_in,
        }


def turn_mail_data(user: User) -> Data | None:
    """Return until when *user* was told by mail of moves that wait; None if they want no mail."""
    mail = TurnMail.objects.filter(user=user).first()
    return {"told_until": mail.told_until} if mail else None


def puzzle_rating_data(user: User) -> Data | None:
    """Return how *user* stands at puzzles; None if they have no rating."""
    rating = PuzzleRating.objects.filter(user=user).first()
    if rating is None:
        return None
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "plays": rating.plays,
        "at": rating.rated_at,
        "on": rating.is_on,
    }


def devices_data(user: User) -> Iterator[Data]:
    """Yield every device on which *user* is told of what waits."""
    for device in _in_chunks(user.push_devices.all()):
        yield {
            "name": device.name,
            "endpoint": device.endpoint,
            "kinds": device.kinds.split(),
            "added_at": device.created_at,
            "succeeded_at": device.succeeded_at,
        }


def lessons_data(user: User) -> Iterator[Data]:
    """Yield every question of the lessons that *user* has answered."""
    for answer in _in_chunks(user.lesson_answers.all()):
        yield {"lesson": answer.lesson, "question": answer.question}


def puzzles_data(user: User) -> Iterator[Data]:
    """Yield every puzzle that *user* tried, the oldest first."""
    for attempt in _in_chunks(user.puzzle_attempts.all()):
        yield {
            "puzzle": attempt.puzzle_id,
            "state": attempt.state,
            "rated": attempt.is_rated,
            "rating": attempt.rating_after and round(attempt.rating_after),
            "at": attempt.at,
        }


def streaks_data(user: User) -> Iterator[Data]:
    """Yield every streak of *user*, the oldest first."""
    for streak in _in_chunks(user.streaks.all()):
        yield {
            "solved": streak.solved,
            "started_at": streak.started_at,
            "ended_at": streak.ended_at,
        }


def storms_data(user: User) -> Iterator[Data]:
    """Yield every storm of *user*, the oldest first."""
    for storm in _in_chunks(user.storms.all()):
        yield {
            "solved": storm.solved,
            "missed": len(storm.missed),
            "started_at": storm.started_at,
            "ended_at": storm.ended_at,
        }


def duels_data(user: User) -> Iterator[Data]:
    """Yield every duel in which *user* has a seat, and how far they came."""
    for seat in _in_chunks(user.duel_seats.select_related("duel")):
        yield {
            "uid": seat.duel.uid,
            "state": seat.duel.state,
            "won": seat.duel.winner == seat.number,
            "solved": seat.solved,
            "wrong": seat.wrong,
            "finished_ms": seat.finished_ms,
            "at": seat.duel.created_at,
        }


def mistakes_data(user: User) -> Iterator[Data]:
    """Yield every position that *user* is to repeat or has removed, with its card as FSRS
    has it.
    """
    for mistake in _in_chunks(user.mistakes.select_related("game")):
        names = [cell_name(mistake.ruleset, cell) for cell in settled_moves(mistake.position)]
        yield {
            "board": ruleset_text(mistake.ruleset),
            "position": names,
            "game": mistake.game.uid if mistake.game else None,
            "ply": mistake.ply,
            "reviews": mistake.reviews,
            "due": mistake.due,
            "card": mistake.card,
            "removed_at": mistake.removed_at,
        }


def _next_ids(user: User, after: int) -> list[int]:
    """Return the keys of the games of *user* that come next, read along the index of each seat."""
    seats = Game.objects.filter(pk__gt=after).of_by_seat(user).values()
    # As many of each, for all that come next may be of one seat.
    firsts = [games.order_by("pk").values_list("pk", flat=True)[:CHUNK] for games in seats]
    return sorted(chain.from_iterable(firsts))[:CHUNK]


def _changes(user: User) -> Iterator[RatingChange]:
    """Yield the changes, some at a time, along the index that they are stored with."""
    live = user.rating_changes.filter(undone_at=None).select_related("round", "opponent")
    for pool in Pool.values:
        of_pool = live.filter(pool=pool).order_by("at", "pk")
        chunk = list(of_pool[:LINES])
        while chunk:
            yield from chunk
            last = chunk[-1]
            # The time is said twice, so that the index is read from there on.
            later = of_pool.filter(Q(at__gt=last.at) | Q(pk__gt=last.pk), at__gte=last.at)
            chunk = list(later[:LINES])


def _in_chunks(rows: QuerySet[Row]) -> Iterator[Row]:
    """Yield all *rows* by their keys, some at a time; no query lasts from one chunk to the next."""
    after = 0
    while chunk := list(rows.filter(pk__gt=after).order_by("pk")[:LINES]):
        yield from chunk
        after = chunk[-1].pk


def game_data(game: Game) -> Data:
    """Return one game and its moves. One query."""
    return _game_data(game, _moves_of([game.pk])[game.pk])


def _moves_of(ids: Iterable[int]) -> Mapping[int, list[MoveValues]]:
    """Return the moves of games by their keys. One query.

    As values: prefetched moves and their games hold on to one another, and of a large export
    some 100 MB would wait for the garbage collector.
    """
    moves: dict[int, list[MoveValues]] = defaultdict(list)
    columns = ("ply", "cell", "played_at", "spent_ms")
    rows = Move.objects.filter(game__in=ids).order_by("game", "ply")
    for key, *values in rows.values_list("game", *columns):
        moves[key].append(MoveValues(*values))
    return moves


def _game_data(game: Game, moves: Iterable[MoveValues]) -> Data:
    return {
        "uid": game.uid,
        "m": game.m,
        "n": game.n,
        "k": game.k,
        "opponent": game.opponent,
        "level": game.level,
        "first": game.first,
        "control": game.control,
        "x": _seat_data(game, Mark.X),
        "o": _seat_data(game, Mark.O),
        "status": game.status,
        "outcome": game.outcome,
        "termination": game.termination,
        "setup": game.setup,
        "origin": game.origin,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "moves": [_move_data(game, move) for move in moves],
    }


def _seat_data(game: Game, mark: Mark) -> Data | None:
    player = game.player(mark)
    if player is None:
        return None
    return {
        "player": player.username,
        "label": game.seat_label(mark),
        "symbol": game.x_symbol if mark is Mark.X else game.o_symbol,
        "colour": game.x_colour if mark is Mark.X else game.o_colour,
    }


def _move_data(game: Game, move: MoveValues) -> Data:
    return {
        "ply": move.ply,
        "cell": move.cell,
        "name": cell_name(game.ruleset, move.cell),
        "played_at": move.played_at,
        "spent_ms": move.spent_ms,
    }
