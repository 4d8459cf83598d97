"""Kept proofs of wins by threats: what they are made of, and the cells that they need.

The attacker is side 0 of the board, the defender side 1. A proof is one of these, by its kind:

- LINE: the attacker makes fours until a line, or two cells that complete one, cannot be stopped.
- MOVE: the attacker marks a place; the defender is to move in the next proof.
- TWO: the defender is to move, and the attacker can complete lines at two places.
- FILL: the defender has to fill the one place where the attacker would complete a line.
- CHOICE: the defender moves freely. A null proof says how the attacker wins if nothing happens;
  replies that could spoil it are answered one by one, as are the defender's own fours.

A *zone* of order n (1 to 3) of a proof is a set of cells: n more marks of the defender, all of
them outside and none making a four when it was put, cannot spoil the win. With k in a row a four
is a window of k cells with k - 1 marks of one side and none of the other's.

- Every zone has the attacker's cells, the cells that complete a line, and the defender's forced
  replies; and the zones of the proofs that follow.
- A forced reply may make a four together with n more marks: the free cells of every window
  through it that has no mark of the attacker's and at least k - 1 - n of the defender's belong to
  zone n.
- So may a free reply, anywhere: of all windows with at least k - 2 - n marks.
- A reply that is not answered is one more mark for the null proof, whose zone n + 1 therefore
  belongs to zone n of the choice. Zone 3 of a choice is every free cell.

A reply need not be answered if it is outside zone 1 of the null proof and makes no four. To count
one mark only would be wrong: a mark ignored now and one ignored before can make a four together.
The argument holds for every k from 3 on, if k or more in a row win.

Sources: Thomsen, "Lambda-search in game trees" (2000), for zones of relevance; Wu and Lin,
"Relevance-zone-oriented proof search for Connect6" (2010), for zones of several orders.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.kernels.bits import int64, uint64
from games.engine.kernels.forcing import place_at_level, typed
from games.engine.kernels.jit import kernel
from games.engine.kernels.pattern_board import FREE, NOWHERE, PatternBoard, toggle
from games.engine.kernels.patterns import COMPLETES

NONE = 0  # in place of a proof
LINE, MOVE, TWO, FILL, CHOICE = 1, 2, 3, 4, 5
ORDERS = 3
MAX_WAITING = 20_000  # replies; a proof may be replayed in no more positions
ATTACKING, DEFENDING = 1, 2  # as the board's marks have them
PROOFS, REPLIES, PLACES, WAITING = 0, 1, 2, 3  # of `used`


class Proofs(NamedTuple):
    """All proofs that a search has found; number 0 stands for none."""

    used: NDArray[np.int64]  # how many proofs, replies and places of lines there are, and waiting
    kinds: NDArray[np.int8]  # [proof], as all up to `zones`
    places: NDArray[np.int32]  # the move, the fill, the first move of a line, or one of two
    nexts: NDArray[np.int32]  # the proof that follows; the null proof of a choice
    starts: NDArray[
        np.int32
    ]  # where its replies or the places of its line begin; or the other of two
    numbers: NDArray[np.int32]  # and how many there are
    plies: NDArray[np.int32]  # that suffice until the line
    zones: NDArray[np.uint64]  # [proof, order - 1, word]: bit i of word w is cell 64 * w + i
    reply_places: NDArray[np.int32]
    reply_proofs: NDArray[np.int32]
    line_places: NDArray[np.int32]
    waiting: NDArray[np.int32]  # [number, 2]: places and proofs of replies to be kept
    cells: NDArray[np.int32]  # [place]


def new_proofs(board: PatternBoard, most: int) -> Proofs:
    """Return room for *most* proofs."""
    words = (len(board.places) + 63) // 64
    cells = np.zeros(len(board.marks), np.int32)
    cells[board.places] = np.arange(len(board.places))
    return Proofs(
        used=np.array([1, 0, 0, 0], np.int64),
        kinds=np.zeros(most, np.int8),
        places=np.zeros(most, np.int32),
        nexts=np.zeros(most, np.int32),
        starts=np.zeros(most, np.int32),
        numbers=np.zeros(most, np.int32),
        plies=np.zeros(most, np.int32),
        zones=np.zeros((most, ORDERS, words), np.uint64),
        reply_places=np.zeros(12 * most, np.int32),
        reply_proofs=np.zeros(12 * most, np.int32),
        line_places=np.zeros(12 * most, np.int32),
        waiting=np.zeros((MAX_WAITING + len(board.places), 2), np.int32),
        cells=cells,
    )


@kernel
def has_room(proofs: Proofs) -> bool:
    """Return whether some hundreds of proofs more can be kept."""
    used = proofs.used
    return bool(
        used[PROOFS] + 500 < proofs.kinds.shape[0]
        and used[REPLIES] + 8000 < proofs.reply_places.shape[0]
        and used[PLACES] + 8000 < proofs.line_places.shape[0]
    )


@kernel
def keep(proofs: Proofs, kind: int, place: int, following: int) -> int:
    """Return a new proof whose zones are those of the *following* one, with *place* in each."""
    proof = proofs.used[PROOFS]
    proofs.used[PROOFS] += 1
    proofs.kinds[proof] = kind
    proofs.places[proof] = place
    proofs.nexts[proof] = following
    proofs.starts[proof], proofs.numbers[proof] = 0, 0
    proofs.plies[proof] = proofs.plies[following] + 1
    for order in range(ORDERS):
        for word in range(proofs.zones.shape[2]):
            proofs.zones[proof, order, word] = proofs.zones[following, order, word]
    need(proofs, proof, place)
    return int64(proof)


@kernel
def need(proofs: Proofs, proof: int, place: int) -> None:
    """Put a place into all zones."""
    cell = proofs.cells[place]
    bit = uint64(1) << uint64(cell & 63)
    for order in range(ORDERS):
        proofs.zones[proof, order, cell >> 6] |= bit


@kernel
def in_zone(proofs: Proofs, proof: int, place: int) -> bool:
    """Return whether the place is in zone 1."""
    cell = proofs.cells[place]
    return bool(proofs.zones[proof, 0, cell >> 6] >> uint64(cell & 63) & uint64(1))


@kernel
def need_windows(board: PatternBoard, proofs: Proofs, proof: int, place: int, least: int) -> None:
    """Put into zone n the free cells of windows with at least *least* - n marks of the defender.

    They are those windows through *place* that have no mark of the attacker's; *place* counts as
    the defender's.
    """
    marks, zones, cells = board.marks, proofs.zones, proofs.cells
    for direction in range(4):
        step = board.steps[direction]
        for shift in range(board.k):
            first = place - shift * step
            count = 0
            for i in range(board.k):
                mark = marks[first + i * step]
                if mark == DEFENDING or i == shift:
                    count += 1
                elif mark != FREE:
                    count = -1
                    break
            if count < 0 or count < least - ORDERS:
                continue
            for i in range(board.k):
                other = first + i * step
                if marks[other] == FREE and i != shift:
                    bit = uint64(1) << uint64(cells[other] & 63)
                    for order in range(max(1, least - count), ORDERS + 1):
                        zones[proof, order - 1, cells[other] >> 6] |= bit


@kernel
def need_all_windows(board: PatternBoard, proofs: Proofs, proof: int) -> None:
    """Put into zones 1 and 2 what a free reply can make a four with; into 3 all free cells."""
    marks, zones, cells, k = board.marks, proofs.zones, proofs.cells, board.k
    for i in range(board.places.shape[0]):
        place = board.places[i]
        if marks[place] == FREE:
            zones[proof, 2, i >> 6] |= uint64(1) << uint64(i & 63)
        if marks[place] == ATTACKING:
            continue
        for direction in range(4):
            step = board.steps[direction]
            count = 0
            for j in range(k):
                mark = marks[place + j * step]
                if mark == DEFENDING:
                    count += 1
                elif mark != FREE:
                    count = -1
                    break
            if count < k - 4:
                continue
            for j in range(k):
                other = place + j * step
                if marks[other] == FREE:
                    bit = uint64(1) << uint64(cells[other] & 63)
                    zones[proof, 1, cells[other] >> 6] |= bit
                    if count >= k - 3:
                        zones[proof, 0, cells[other] >> 6] |= bit


@kernel
def last_completing(board: PatternBoard) -> int:
    """Return the last place where the attacker completes a line."""
    for i in range(board.places.shape[0] - 1, -1, -1):
        place = int64(board.places[i])
        if board.levels[place, 0] == COMPLETES and board.marks[place] == FREE:
            return place
    return int64(NOWHERE)


@kernel
def keep_two(board: PatternBoard, proofs: Proofs) -> int:
    """Return a proof of kind TWO: the attacker can complete lines at two places at least."""
    one, other = place_at_level(board, typed(0), COMPLETES), last_completing(board)
    proof = keep(proofs, TWO, one, NONE)
    need(proofs, proof, other)
    proofs.starts[proof], proofs.plies[proof] = other, 2
    return proof


@kernel
def keep_move(proofs: Proofs, place: int, following: int) -> int:
    """Return a proof of kind MOVE: the attacker marks *place*."""
    return keep(proofs, MOVE, place, following)


@kernel
def keep_fill(board: PatternBoard, proofs: Proofs, place: int, following: int) -> int:
    """Return a proof of kind FILL: the defender has to fill *place*, which is still free."""
    proof = keep(proofs, FILL, place, following)
    need_windows(board, proofs, proof, place, board.k - 1)
    return proof


@kernel
def keep_line(board: PatternBoard, proofs: Proofs, line: NDArray[np.int64]) -> int:
    """Return a proof of kind LINE: a win by fours as `forcing.forced_win` finds it."""
    start = proofs.used[PLACES]
    proof = keep(proofs, LINE, line[0], NONE)
    proofs.starts[proof] = start
    length = 0
    while line[length] != NOWHERE:
        place = line[length]
        need(proofs, proof, place)
        proofs.line_places[start + length] = place
        if length % 2:
            need_windows(board, proofs, proof, place, board.k - 1)
            toggle(board, place, 1)
        elif line[length + 1] != NOWHERE or board.levels[place, 0] != COMPLETES:
            toggle(board, place, 0)
        length += 1
    number = length
    if board.marks[line[length - 1]] != FREE:  # the last move threatens to complete two lines
        one, other = place_at_level(board, typed(0), COMPLETES), last_completing(board)
        need(proofs, proof, one)
        need(proofs, proof, other)
        proofs.line_places[start + length] = one
        proofs.line_places[start + length + 1] = other
        number += 2
    for i in range(length - 1, -1, -1):
        if board.marks[line[i]] != FREE:
            toggle(board, line[i], i % 2)
    proofs.numbers[proof], proofs.plies[proof] = number, number
    proofs.used[PLACES] += number
    return proof


@kernel
def wait(proofs: Proofs, place: int, proof: int) -> None:
    """Remember an answered reply until its choice is kept."""
    number = proofs.used[WAITING]
    proofs.waiting[number, 0], proofs.waiting[number, 1] = place, proof
    proofs.used[WAITING] += 1


@kernel
def keep_choice(board: PatternBoard, proofs: Proofs, null: int, waiting: int) -> int:
    """Return a proof of kind CHOICE, of the replies from *waiting* on."""
    proof = keep(proofs, CHOICE, board.places[0], NONE)
    zones, start = proofs.zones, proofs.used[REPLIES]
    number = proofs.used[WAITING] - waiting
    plies = proofs.plies[null] if null != NONE else 0
    for order in range(ORDERS):
        for word in range(zones.shape[2]):
            found = uint64(0)
            if null != NONE and order + 1 < ORDERS:
                found = zones[null, order + 1, word]
            for i in range(waiting, waiting + number):
                found |= zones[proofs.waiting[i, 1], order, word]
            zones[proof, order, word] = found
    need_all_windows(board, proofs, proof)
    for i in range(number):
        reply, answer = proofs.waiting[waiting + i, 0], proofs.waiting[waiting + i, 1]
        proofs.reply_places[start + i], proofs.reply_proofs[start + i] = reply, answer
        plies = max(plies, proofs.plies[answer])
    proofs.used[REPLIES] += number
    proofs.used[WAITING] = waiting
    proofs.nexts[proof], proofs.starts[proof], proofs.numbers[proof] = null, start, number
    proofs.plies[proof] = plies + 1
    return proof
