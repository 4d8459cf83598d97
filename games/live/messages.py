"""The socket messages for the events of a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from msgspec.structs import replace

from games.core.clock import Clock, Milliseconds, time_control_text
from games.core.events import Ended, MatchEvent, Moved, OfferDeclined, Offered, Status, TimeGiven
from games.core.match import Match
from games.core.rules import Mark
from games.core.series import TIME_TO_BEGIN, SeriesScore
from games.models import Game
from games.protocol.frames import FromServer
from games.protocol.messages import (
    AccountKind,
    ClockState,
    EndedMessage,
    GameMessage,
    MarkLook,
    MovedMessage,
    OfferedMessage,
    OfferState,
    Opponent,
    PresenceMessage,
    RoundState,
    ScoreState,
    Seat,
    TimeGivenMessage,
)
from games.text.seat_names import level_number, plain_name, plain_seat_name

RECENT_IDS = 2  # of the last moves: a client looks only for the one it has just sent


def snapshot(
    game: Game,
    match: Match,
    *,
    you: Iterable[Mark],
    presence: PresenceMessage,
    score: SeriesScore | None,
    round: RoundState | None = None,
    now: Milliseconds,
) -> GameMessage:
    """Return the whole state of *game* as whoever has the seats *you* gets it.

    *match* is how *game* stands. *score* counts the earlier games of the series, if a score is
    kept, and *round* is the rated round that the game belongs to.
    """
    return GameMessage(
        version=match.version,
        uid=game.uid,
        m=game.m,
        n=game.n,
        k=game.k,
        first=match.first,
        status=match.status,
        opponent=cast(Opponent, game.opponent),
        you=list(you),
        moves=[played.cell for played in match.moves],
        spent=[played.spent for played in match.moves],
        ids=[played.id for played in match.moves[-RECENT_IDS:]],
        seats={mark.value: _seat(game, mark) for mark in Mark},
        marks={
            "x": MarkLook(game.x_symbol, game.x_colour),
            "o": MarkLook(game.o_symbol, game.o_colour),
        },
        control=time_control_text(match.clock.control),
        clock=clock_state(match.clock, now),
        offer=OfferState(match.offer.what, match.offer.by) if match.offer else None,
        outcome=match.outcome,
        termination=match.termination,
        line=_line(match),
        takebacks=_takebacks(match),
        swap_rule=match.swap,
        swapped=match.swapped,
        dead=is_dead(match),
        swap=next((mark.value for mark in Mark if match.may_swap(mark)), ""),
        score=_score(score.with_outcome(match.outcome), game.best_of) if score else None,
        best_of=game.best_of,
        next=match.next,
        invited=plain_name(game.invited) if game.invited else "",
        setup=match.setup,
        round=round and replace(round, begin_ms=_time_to_begin(match, now)),
        presence=presence,
    )


def _time_to_begin(match: Match, now: Milliseconds) -> Milliseconds | None:
    """Return how long the player to move has for a first move; None once both have moved."""
    if match.status is not Status.ONGOING or match.both_have_moved:
        return None
    since = match.moves[-1].at if match.ply > match.setup else match.started_at
    return max(0, TIME_TO_BEGIN - (now - since))


def clock_state(clock: Clock, now: Milliseconds) -> ClockState | None:
    """Return what is sent of the clock; None where nobody's time is counted."""
    if clock.control.is_unlimited:
        return None
    return ClockState(clock.left(Mark.X, now), clock.left(Mark.O, now), clock.running)


def message(
    event: MatchEvent, match: Match, *, version: int, now: Milliseconds
) -> FromServer | None:
    """Return the message that takes a client from the version before to *version*.

    None if only the whole state can.
    """
    match event:
        case Moved(ply, _, played):
            clock = clock_state(match.clock, now)
            return MovedMessage(
                version, ply, played.cell, played.spent, played.id, clock, is_dead(match)
            )
        case TimeGiven(by, span):
            return TimeGivenMessage(version, by, span, clock_state(match.clock, now))
        case Ended(outcome, termination):
            clock = clock_state(match.clock, now)
            return EndedMessage(version, outcome, termination, _line(match), clock)
        case Offered(offer):
            return OfferedMessage(version, offer.what, offer.by, "made")
        case OfferDeclined(offer, by):
            # Declining one's own offer is withdrawing it.
            is_own = by is offer.by
            return OfferedMessage(
                version, offer.what, offer.by, "withdrawn" if is_own else "declined"
            )
        case _:
            return None


def is_dead(match: Match) -> bool:
    """Return whether a draw can be claimed: in an ongoing game, nobody can complete a line."""
    return match.status is Status.ONGOING and match.position.is_dead


def _takebacks(match: Match) -> dict[str, int] | None:
    if not match.takebacks:
        return None
    return {mark.value: match.takebacks_left(mark) for mark in Mark}


def _seat(game: Game, mark: Mark) -> Seat | None:
    player = game.player(mark)
    if player is None:
        return None
    kind, label = cast(AccountKind, player.kind), plain_seat_name(game, mark)
    return Seat(player.username, kind, label, level_number(game, mark))


def _score(score: SeriesScore, best_of: int) -> ScoreState:
    return ScoreState(score.x, score.o, score.draws, score.is_decided(best_of))


def _line(match: Match) -> list[int] | None:
    return list(match.winning_line) or None
