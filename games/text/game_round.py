"""What the page of a game says of the round that the game is part of.

static/js/play/game/page-text.js says the same; see `game_page`.
"""

from __future__ import annotations

from games.core.clock import SECOND
from games.protocol.messages import GameMessage, RoundState
from games.text.game_sides import label, other_mark, own_mark, turn_of
from games.text.phrases import phrase
from games.text.wording import points_text

ROUND_TEXTS = ("round_line", "round_so_far", "round_next", "round_result", "round_rating")


def round_texts(state: GameMessage) -> dict[str, str]:
    """Return the lines about the round; all empty in a game of none."""
    round = state.round
    if round is None:
        return dict.fromkeys(ROUND_TEXTS, "")
    kind = "rated" if round.pool else "casual"
    return {
        "round_line": phrase(f"round_{kind}", number=round.number),
        "round_so_far": round_so_far(state),
        "round_next": _round_next(state),
        "round_result": _round_result(state, round),
        "round_rating": round_rating(state),
    }


def is_round_over(state: GameMessage) -> bool:
    """Return whether nothing of the round is left to be played."""
    return state.round is not None and state.round.state != "going"


def round_so_far(state: GameMessage) -> str:
    """Return how the first game ended and what that means now, as the second one begins; else
    empty.
    """
    round, score, own = state.round, state.score, own_mark(state)
    if round is None or score is None or round.number == 1 or round.begin_ms is None:
        return ""
    winner = "x" if score.x > score.o else "o" if score.o > score.x else ""
    name = label(state, winner) if winner else ""
    if not own:
        return phrase("round_so_far_won_by" if winner else "round_so_far_drawn_by_both", name=name)
    ended = "drawn" if not winner else "won" if winner == own else "lost"
    return phrase(f"round_so_far_{ended}", name=name, mark=own.upper())


def _round_next(state: GameMessage) -> str:
    """Return that the second game has begun; empty if it has not, or is this one."""
    own = own_mark(state)
    if not state.next:
        return ""
    if not own:
        return phrase("round_next")
    return phrase("round_next_now", mark=other_mark(own).upper())


def _round_result(state: GameMessage, round: RoundState) -> str:
    if round.state in ("off", "annulled"):
        return phrase(f"round_{round.state}")
    if round.halves is None:
        return ""
    mark = own_mark(state) or ("x" if round.halves["x"] >= round.halves["o"] else "o")
    own, opposing = round.halves[mark], round.halves[other_mark(mark)]
    score = f"{points_text(own)}–{points_text(opposing)}"
    if own == opposing:
        return phrase("round_drawn", score=score)
    if not own_mark(state):
        return phrase("round_won", name=label(state, mark), score=score)
    return phrase("round_won_by_you" if own > opposing else "round_lost", score=score)


def round_rating(state: GameMessage) -> str:
    """Return what the round made of the reader's rating; empty if nothing."""
    own = own_mark(state)
    change = state.round.changes[own] if state.round and own else None
    if change is None:
        return ""
    points = change.after - change.before
    text = f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points < 0 else "±0"
    return phrase("round_rating", before=change.before, after=change.after, change=text)


def begin_text(state: GameMessage) -> str:
    """Return how long there is for a first move in a game of a round; empty where that does not
    matter.
    """
    turn = turn_of(state)
    left = state.round.begin_ms if state.round else None
    if turn is None or left is None:
        return ""
    seconds = -(-left // SECOND)
    if turn in state.you:
        return phrase("round_begin_you", seconds=seconds)
    return phrase("round_begin", name=label(state, turn), seconds=seconds)
