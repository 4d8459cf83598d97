"""Plays at random: any free cell, each as likely as the others."""

from __future__ import annotations

from games.core.rules import Cell, Position
from games.engine.limits import Limits


def choose(position: Position, limits: Limits) -> Cell:
    return limits.random().choice(position.legal_moves())
