"""A proof by threats played again in another position, where it may still win.

Source: Kawano, "Using similar positions to search game trees" (1996).
"""

from __future__ import annotations

from games.engine.kernels.bits import int64
from games.engine.kernels.forcing import Forcing, key_of, place_at_level, typed
from games.engine.kernels.jit import kernel
from games.engine.kernels.pattern_board import FREE, PatternBoard, toggle
from games.engine.kernels.patterns import COMPLETES, ONE_FOUR
from games.engine.kernels.threat_nodes import (
    REPLAYED,
    ThreeSearch,
    by_fours,
    find,
    is_to_be_answered,
)
from games.engine.kernels.threat_proofs import (
    CHOICE,
    FILL,
    MOVE,
    NONE,
    PLACES,
    PROOFS,
    REPLIES,
    WAITING,
    Proofs,
    has_room,
    keep_choice,
    keep_fill,
    keep_move,
    keep_two,
    wait,
)


@kernel
def replayed(
    board: PatternBoard,
    forcing: Forcing,
    proofs: Proofs,
    search: ThreeSearch,
    earlier: int,
    most: int,
) -> int:
    """Return a proof by the moves of an *earlier* one; NONE if *most* positions show none."""
    used, waiting = proofs.used, proofs.used[WAITING]
    before = (used[PROOFS], used[REPLIES], used[PLACES])
    search.state[REPLAYED] = most
    proof = replay(board, forcing, proofs, search, earlier)
    used[WAITING] = waiting
    if proof == NONE:
        used[PROOFS], used[REPLIES], used[PLACES] = before
    return proof


@kernel
def replay(
    board: PatternBoard, forcing: Forcing, proofs: Proofs, search: ThreeSearch, earlier: int
) -> int:
    """Do as `replayed`, with the attacker to move, until `state[REPLAYED]` is spent."""
    search.state[REPLAYED] -= 1
    if search.state[REPLAYED] < 0 or not has_room(proofs) or forcing.stop[0] != 0:
        return int64(NONE)
    node = find(search, key_of(board, typed(0)))
    if node != 0 and search.proofs[node] != NONE:
        return int64(search.proofs[node])
    line = by_fours(board, forcing, proofs)
    if line != NONE:
        return line
    in_need = board.at_level[1, COMPLETES]
    if proofs.kinds[earlier] != MOVE or in_need > 1:
        return int64(NONE)
    place, following = int64(proofs.places[earlier]), int64(proofs.nexts[earlier])
    if in_need == 1:
        place = place_at_level(board, typed(1), COMPLETES)
    if board.marks[place] != FREE:
        return int64(NONE)
    toggle(board, place, typed(0))
    found = int64(NONE)
    if board.at_level[1, COMPLETES] > 0:
        pass
    elif board.at_level[0, COMPLETES] > 1:
        found = keep_two(board, proofs)
    elif board.at_level[0, COMPLETES] == 1:
        if proofs.kinds[following] == FILL:
            fill = place_at_level(board, typed(0), COMPLETES)
            toggle(board, fill, typed(1))
            answer = replay(board, forcing, proofs, search, int64(proofs.nexts[following]))
            toggle(board, fill, typed(1))
            if answer != NONE:
                found = keep_fill(board, proofs, fill, answer)
    elif proofs.kinds[following] == CHOICE:
        null = by_fours(board, forcing, proofs)
        if null == NONE and proofs.nexts[following] != NONE:
            null = replay(board, forcing, proofs, search, int64(proofs.nexts[following]))
        waiting, last, is_won = int64(proofs.used[WAITING]), int64(NONE), null != NONE
        start, number = proofs.starts[following], proofs.numbers[following]
        for only_fours in (True, False):  # they refute soonest
            for i in range(board.places.shape[0]):
                reply = int64(board.places[i])
                if not is_won:
                    break
                makes_four = board.levels[reply, 1] >= ONE_FOUR
                if makes_four != only_fours or not is_to_be_answered(board, proofs, null, reply):
                    continue
                known = int64(NONE)
                for j in range(start, start + number):
                    if proofs.reply_places[j] == reply:
                        known = int64(proofs.reply_proofs[j])
                toggle(board, reply, typed(1))
                answer = int64(NONE)
                if known != NONE:
                    answer = replay(board, forcing, proofs, search, known)
                if answer == NONE and last not in (NONE, known):
                    answer = replay(board, forcing, proofs, search, last)
                if answer == NONE and known == NONE:
                    for j in range(start, start + min(3, number)):
                        if answer == NONE:
                            other = int64(proofs.reply_proofs[j])
                            answer = replay(board, forcing, proofs, search, other)
                toggle(board, reply, typed(1))
                is_won, last = answer != NONE, answer
                if is_won:
                    wait(proofs, reply, answer)
        if is_won:
            found = keep_choice(board, proofs, null, waiting)
        proofs.used[WAITING] = waiting
    toggle(board, place, typed(0))
    return keep_move(proofs, place, found) if found != NONE else int64(NONE)
