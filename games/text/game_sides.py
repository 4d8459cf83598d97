"""Whose side is whose in a game, from the state as the socket sends it to one reader."""

from __future__ import annotations

from games.core.rules import Mark
from games.protocol.messages import GameMessage


def own_mark(state: GameMessage) -> str | None:
    """Return the mark whose side the reader takes; None if none or both."""
    return state.you[0] if len(state.you) == 1 else None


def mark_at(state: GameMessage, ply: int) -> str:
    """Return the mark that made, or will make, move number *ply*."""
    return Mark(state.first).at(ply).value


def turn_of(state: GameMessage) -> str | None:
    """Return the mark to move; None unless the game is going on."""
    return mark_at(state, len(state.moves)) if state.status == "ongoing" else None


def is_bound(state: GameMessage) -> bool:
    """Return whether it is the second game of a round, which nobody can call off."""
    return state.round is not None and state.round.number > 1


def label(state: GameMessage, mark: str) -> str:
    """Return what to call whoever plays *mark*."""
    seat = state.seats[mark]
    return (seat and seat.label) or mark.upper()


def is_computer(state: GameMessage, mark: str) -> bool:
    """Return whether one of the computer's levels plays *mark*."""
    seat = state.seats[mark]
    return seat is not None and seat.kind == "engine"


def mark_name(state: GameMessage, mark: str) -> str:
    """Return what to call a mark: its own symbol, or the letter."""
    return state.marks[mark].symbol or mark.upper()


def other_mark(mark: str) -> str:
    return Mark(mark).other.value


def is_here(state: GameMessage, mark: str) -> bool:
    return state.presence.x if mark == "x" else state.presence.o


def is_lost(state: GameMessage, mark: str) -> bool:
    """Return whether the connection of whoever plays *mark* was lost, rather than that they have
    left.
    """
    return state.presence.x_lost if mark == "x" else state.presence.o_lost


def reads(state: GameMessage, mark: str) -> bool:
    """Return whether whoever plays *mark*, and is away, may be reading the page without scripts."""
    return state.presence.x_reads if mark == "x" else state.presence.o_reads
