"""Wins by threes and fours, compiled: victory by continuous threats.

Every move of the attacker's (side 0 of the board) threatens to win by fours, if nothing is done.
The defender answers with every cell that this win needs (its zone, see `threat_proofs`) and with
fours of its own. What is found is proven. What is not found may still be there: only threats and
moves that prepare fours are tried, and no more positions than the limit allows.

The search is depth-first by proof numbers (Nagai 2002). Instead of a sum it takes the largest
number and one for each other open move (the weak numbers of Ueda and others, 2008). A kind of move
has a cost, of which all but one is added to its proof number: threes are tried before lone fours,
and those before moves that prepare fours. Whatever wins against one reply is first tried against
the next (`threat_replay`).

Sources: Allis, van den Herik and Huntjens, "Go-Moku and threat-space search" (1993); Wu and Lin,
"Relevance-zone-oriented proof search for Connect6" (2010).
"""

from __future__ import annotations

from games.engine.kernels.bits import int64
from games.engine.kernels.forcing import LEVEL_WORTH, Forcing, key_of, place_at_level, typed
from games.engine.kernels.jit import kernel
from games.engine.kernels.pattern_board import FREE, NOWHERE, PatternBoard, toggle
from games.engine.kernels.patterns import COMPLETES, FOUR_AND_THREE, ONE_FOUR, ONE_THREE
from games.engine.kernels.threat_nodes import (
    MAX_NODES,
    MOVES,
    NODES,
    ThreeSearch,
    by_fours,
    can_go_on,
    find,
    insert_move,
    is_to_be_answered,
    prepares_fours,
)
from games.engine.kernels.threat_proofs import (
    NONE,
    WAITING,
    Proofs,
    keep_choice,
    keep_fill,
    keep_move,
    keep_two,
    wait,
)
from games.engine.kernels.threat_replay import replayed

INFINITE = 1 << 40
MAX_DEPTH = 100  # plies
COST_OF_FOUR, COST_OF_THREE, COST_OF_PREPARING = 6, 1, 12
REPLAY_AT_NODE = 60  # positions to replay a proof in
FIRST = 1 << 20  # puts a move first that has helped before


@kernel
def prove_by_threats(
    board: PatternBoard, forcing: Forcing, proofs: Proofs, search: ThreeSearch, most: int
) -> int:
    """Return a proof that the attacker, to move, wins; NONE if *most* positions show none."""
    search.state[MAX_NODES] = search.state[NODES] + most
    node = find(search, key_of(board, typed(0)))
    if node == 0:
        node = enter(board, forcing, proofs, search, typed(0), typed(NOWHERE), typed(NONE))
    largest = typed(INFINITE)
    weigh(board, forcing, proofs, search, int64(node), largest, largest, typed(0))
    return int64(search.proofs[node])


@kernel
def enter(
    board: PatternBoard,
    forcing: Forcing,
    proofs: Proofs,
    search: ThreeSearch,
    defends: int,
    hint: int,
    earlier: int,
) -> int:
    """Return a new node; *hint* is a place to try first, *earlier* a proof to replay."""
    state = search.state
    node = state[NODES]
    state[NODES] += 1
    key = key_of(board, defends)
    search.keys[node], search.defends[node] = key, defends
    search.proofs[node], search.nulls[node], search.tried[node] = NONE, NONE, NONE
    search.starts[node], search.numbers[node] = state[MOVES], 0
    mask = search.slots.shape[0] - 1
    slot = key & mask
    while search.slots[slot] != 0:
        slot = (slot + 1) & mask
    search.slots[slot] = node
    if defends:
        number = enter_replies(board, forcing, proofs, search, node)
        search.proof_numbers[node], search.disproof_numbers[node] = max(1, number), 1
    else:
        number = enter_attacks(board, forcing, proofs, search, node, hint, earlier)
        search.proof_numbers[node], search.disproof_numbers[node] = 1, max(1, number)
    search.numbers[node] = number
    state[MOVES] += number
    if search.proofs[node] != NONE:
        search.proof_numbers[node], search.disproof_numbers[node] = 0, INFINITE
    elif number == 0:
        search.proof_numbers[node], search.disproof_numbers[node] = INFINITE, 0
    return int64(node)


@kernel
def enter_attacks(
    board: PatternBoard,
    forcing: Forcing,
    proofs: Proofs,
    search: ThreeSearch,
    node: int,
    hint: int,
    earlier: int,
) -> int:
    """Enter a proof, or else the attacker's moves worth trying; return their number."""
    search.proofs[node] = by_fours(board, forcing, proofs)
    if search.proofs[node] == NONE and earlier != NONE:
        search.proofs[node] = replayed(
            board, forcing, proofs, search, earlier, typed(REPLAY_AT_NODE)
        )
    if search.proofs[node] != NONE:
        return int64(0)
    in_danger = board.at_level[1, COMPLETES]
    if in_danger > 1:
        return int64(0)
    if in_danger == 1:
        insert_move(search, node, int64(0), place_at_level(board, typed(1), COMPLETES), 0, 1)
        return int64(1)
    number = int64(0)
    places, marks, levels, worths = board.places, board.marks, board.levels, board.worths
    for i in range(places.shape[0]):
        place = int64(places[i])
        level = levels[place, 0]
        if marks[place] != FREE:
            continue
        if level == FOUR_AND_THREE or level > ONE_FOUR:
            cost = 1
        elif level == ONE_FOUR:
            cost = COST_OF_FOUR
        elif level >= ONE_THREE:
            cost = COST_OF_THREE
        elif prepares_fours(board.kinds[place, 0]):
            cost = COST_OF_PREPARING
        else:
            continue
        worth = int64(worths[place, 0]) + int64(worths[place, 1]) + LEVEL_WORTH * level
        if place == hint:
            cost, worth = 1, worth + FIRST
        insert_move(search, node, number, place, worth, cost)
        number += 1
    return number


@kernel
def enter_replies(
    board: PatternBoard, forcing: Forcing, proofs: Proofs, search: ThreeSearch, node: int
) -> int:
    """Enter a proof, or else the replies that could spoil the threat; return their number.

    It is 0, too, where the defender completes a line, and where nothing threatens.
    """
    if board.at_level[1, COMPLETES] > 0:
        return int64(0)
    if board.at_level[0, COMPLETES] > 1:
        search.proofs[node] = keep_two(board, proofs)
        return int64(0)
    if board.at_level[0, COMPLETES] == 1:
        insert_move(search, node, int64(0), place_at_level(board, typed(0), COMPLETES), 0, 1)
        return int64(1)
    null = by_fours(board, forcing, proofs)
    search.nulls[node] = null
    if null == NONE:
        return int64(0)
    number = int64(0)
    for i in range(board.places.shape[0]):
        place = int64(board.places[i])
        if is_to_be_answered(board, proofs, null, place):
            worth = int64(board.worths[place, 0]) + int64(board.worths[place, 1])
            worth += LEVEL_WORTH * board.levels[place, 1]
            insert_move(search, node, number, place, worth, 1)
            number += 1
    return number


@kernel
def weigh(
    board: PatternBoard,
    forcing: Forcing,
    proofs: Proofs,
    search: ThreeSearch,
    node: int,
    most_proof: int,
    most_disproof: int,
    depth: int,
) -> None:
    """Search until the proof or the disproof number of *node* has grown to its limit, or until no
    more can be spent.
    """
    defends = int64(search.defends[node])
    hint = int64(NOWHERE)
    while search.proof_numbers[node] != 0 and search.disproof_numbers[node] != 0:
        best, second, others = sum_up(search, node)
        if best < 0:
            settle(board, proofs, search, node)
            return
        if (
            search.proof_numbers[node] >= most_proof
            or search.disproof_numbers[node] >= most_disproof
        ):
            return
        if depth >= MAX_DEPTH:  # the end of it all: this node would be chosen again and again
            search.state[MAX_NODES] = 0
        if not can_go_on(forcing, proofs, search):
            return
        margin = second + second // 4 + 1
        if defends:
            child_proof, child_disproof = most_proof - others, min(most_disproof, margin)
        else:
            cost = int64(search.move_costs[best])
            child_proof = min(most_proof, margin) - (cost - 1)
            child_disproof = most_disproof - others
        place = int64(search.move_places[best])
        toggle(board, place, defends)
        child = int64(search.move_nodes[best])
        if child == 0:
            child = find(search, key_of(board, 1 - defends))
            if child == 0:
                earlier = int64(search.tried[node])
                child = enter(board, forcing, proofs, search, 1 - defends, hint, earlier)
            search.move_nodes[best] = child
        weigh(
            board, forcing, proofs, search, child,
            max(int64(1), child_proof), max(int64(1), child_disproof), depth + 1,
        )  # fmt: skip
        toggle(board, place, defends)
        if defends and search.proofs[child] != NONE:
            answer = int64(search.proofs[child])
            search.tried[node], hint = answer, int64(proofs.places[answer])


@kernel
def sum_up(search: ThreeSearch, node: int) -> tuple[int, int, int]:
    """Put together the node's numbers from its moves'.

    Return the move to look at, the second best one's number, and how many others are open. The
    move is negative once the node is decided.
    """
    defends = search.defends[node] != 0
    best, least, second, largest, number = (
        int64(-1),
        int64(INFINITE),
        int64(INFINITE),
        int64(0),
        int64(0),
    )
    start = int64(search.starts[node])
    for move in range(start, start + search.numbers[node]):
        child = search.move_nodes[move]
        proof, disproof = int64(1), int64(1)
        if child != 0:
            proof, disproof = search.proof_numbers[child], search.disproof_numbers[child]
        if defends:
            if disproof == 0:
                search.proof_numbers[node], search.disproof_numbers[node] = INFINITE, 0
                return int64(-1), second, number
            if proof == 0:
                continue
            own, other = disproof, proof
        else:
            if proof == 0:
                search.proof_numbers[node], search.disproof_numbers[node] = 0, INFINITE
                return int64(-1), second, number
            if disproof == 0:
                continue
            own, other = proof + int64(search.move_costs[move]) - 1, disproof
        number += 1
        largest = max(largest, other)
        if own < least:
            best, least, second = int64(move), own, least
        elif own < second:
            second = own
    others = number - 1
    if best < 0:  # no move is open: the defender's were all answered, the attacker's all refuted
        search.proof_numbers[node] = 0 if defends else INFINITE
        search.disproof_numbers[node] = INFINITE if defends else 0
    elif defends:
        search.proof_numbers[node], search.disproof_numbers[node] = largest + others, least
    else:
        search.proof_numbers[node], search.disproof_numbers[node] = least, largest + others
    return best, second, others


@kernel
def settle(board: PatternBoard, proofs: Proofs, search: ThreeSearch, node: int) -> None:
    """Keep the proof of a node whose moves have decided it, if it is won."""
    if search.proof_numbers[node] != 0:
        return
    start, number = search.starts[node], search.numbers[node]
    if search.defends[node] == 0:
        for move in range(start, start + number):
            child = search.move_nodes[move]
            if child != 0 and search.proof_numbers[child] == 0:
                place, answer = int64(search.move_places[move]), int64(search.proofs[child])
                search.proofs[node] = keep_move(proofs, place, answer)
                return
    elif search.nulls[node] == NONE:
        fill, answer = int64(search.move_places[start]), search.proofs[search.move_nodes[start]]
        search.proofs[node] = keep_fill(board, proofs, fill, int64(answer))
    else:
        waiting = int64(proofs.used[WAITING])
        for move in range(start, start + number):
            wait(
                proofs,
                int64(search.move_places[move]),
                int64(search.proofs[search.move_nodes[move]]),
            )
        search.proofs[node] = keep_choice(board, proofs, int64(search.nulls[node]), waiting)
