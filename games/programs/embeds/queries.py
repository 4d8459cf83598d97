"""What may stand in a frame: whatever everybody may see who knows nobody, and nothing else."""

from __future__ import annotations

from games.learn.review.queries import ReviewedGame, review_of
from games.models import Game, LabRun
from games.programs.lab.queries import run_of

PUBLIC = (Game.Opponent.ANYONE, Game.Opponent.COMPUTER)  # whose games lists show to everybody


def public_game(uid: str) -> ReviewedGame | None:
    """Return the game if lists show it to everybody, and it has begun. Two queries."""
    found = review_of(uid)
    if found is None or found.game.opponent not in PUBLIC:
        return None
    return None if found.game.status == Game.Status.OPEN else found


def public_run(run_id: int) -> LabRun | None:
    """Return the run if it has a verdict that everybody may see. One query."""
    run = run_of(run_id, None)
    return run if run is not None and run.verdict and not run.is_running else None
