"""The checker accepts every win by threes that the search finds, and refuses spoilt ones."""

import math
from dataclasses import replace
from random import Random

import pytest

from games.engine import Limits
from games.engine.analysis.threat_verification import FalseThreatTree, verify
from games.engine.search.glance import blocking_cells, winning_cells
from games.engine.search.threat_trees import NodeKind
from games.engine.search.threes import win_by_threes
from tests.engine.threat_positions import known_positions

FEW = Limits(math.inf, nodes=3_000)
KNOWN = known_positions()


def trees(positions):
    return [(position, win_by_threes(position, FEW)) for position in positions]


def check(positions):
    found = 0
    for position, tree in trees(positions):
        assert tree, position
        checked = verify(position, tree)
        assert checked.plies == tree.within
        assert all(mine & ~its == 0 for mine, its in zip(checked.zones, tree.zones, strict=True))
        found += 1
    return found


def test_some_of_the_known_wins_are_found_and_accepted():
    assert check(KNOWN[::20]) == 25


@pytest.mark.slow
def test_more_of_the_known_wins_are_found_and_accepted():
    assert check(KNOWN[::4]) == 125  # of every board and of every length


def without_a_reply(node, random, tree):
    replies = dict(node.replies)
    del replies[random.choice(sorted(replies))]
    return replace(node, replies=replies)


def with_another_answer(node, random, tree):
    cell = random.choice(sorted(node.replies))
    return replace(node, replies={**node.replies, cell: random.randrange(len(tree.nodes))})


def without_the_null_proof(node, random, tree):
    return replace(node, following=None)


def with_another_cell(node, random, tree):
    index = random.randrange(len(node.cells))
    cells = list(node.cells)
    cells[index] = random.randrange(225)
    return replace(node, cells=tuple(cells))


def cut_short(node, random, tree):
    return replace(node, cells=node.cells[:-2] or node.cells[:-1])


SPOILING = {
    without_a_reply: {NodeKind.CHOICE},
    with_another_answer: {NodeKind.CHOICE},
    without_the_null_proof: {NodeKind.CHOICE},
    with_another_cell: {NodeKind.MOVE, NodeKind.FILL, NodeKind.TWO, NodeKind.LINE},
    cut_short: {NodeKind.LINE},
}
NEVER_A_PROOF = (without_a_reply, without_the_null_proof, cut_short)


def test_spoilt_trees_are_refused_or_are_proofs_still():
    random, refused, accepted = Random(1), 0, 0
    for position, tree in trees(KNOWN[5:300:30]):
        for _ in range(60):
            spoil = random.choice(list(SPOILING))
            numbers = [i for i, node in enumerate(tree.nodes) if node.kind in SPOILING[spoil]]
            number = random.choice(numbers)
            node = spoil(tree.nodes[number], random, tree)
            nodes = list(tree.nodes)
            if node == nodes[number]:
                continue
            nodes[number] = node
            spoilt = replace(tree, nodes=tuple(nodes))
            try:
                verify(position, spoilt)
            except FalseThreatTree:
                refused += 1
            else:
                accepted += 1
                assert spoil not in NEVER_A_PROOF
                assert all(defended(position, spoilt, random) for _ in range(30))
    assert refused > 500
    assert accepted < 20


def test_whoever_defends_loses_in_time():
    random, ignored = Random(2), 0
    for position, tree in trees(KNOWN[7:500:50]):
        for _ in range(40):
            plies, beside = played(position, tree, random)
            ignored += beside
            assert plies <= tree.within
    assert ignored > 100


def defended(position, tree, random):
    return played(position, tree, random)[0] < math.inf


def played(position, tree, random):
    """How many plies a game takes, and how many replies were not answered.

    The attacker follows the tree; the defender completes a line if it can, and else plays any
    cell: one that is answered, one that builds, or any other.
    """
    node, index, plies, ignored = tree.nodes[-1], 0, 0, 0
    while True:
        wins = winning_cells(position)
        position = position.play(wins[0] if wins else node.cells[index])
        plies += 1
        if position.is_won:
            return plies, ignored
        if node.kind is NodeKind.MOVE:
            node = tree.nodes[node.following]
        reply = defence(position, node, random)
        position = position.play(reply)
        plies += 1
        if position.is_won:
            return math.inf, ignored
        if winning_cells(position):
            return plies + 1, ignored
        if node.kind is NodeKind.LINE:
            index += 2
            continue
        index = 0
        ignored += node.kind is NodeKind.CHOICE and reply not in node.replies
        node = tree.nodes[node.replies.get(reply, node.following)]


def defence(position, node, random):
    if wins := winning_cells(position):
        return wins[0]
    if blocks := blocking_cells(position):
        return random.choice(blocks)
    if node.kind is NodeKind.CHOICE and random.random() < 0.5:
        return random.choice(sorted(node.replies))
    return random.choice(position.legal_moves())
