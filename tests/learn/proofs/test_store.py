"""The one place of proven values."""

import random

import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.core.symmetry import canonical, image, symmetries
from games.engine.search.value import PROOF_VERSION, Proven, Value
from games.learn.proofs import store
from games.models import PositionValue

pytestmark = pytest.mark.django_db

FIVE = Ruleset(5, 5, 4)
SOME = Position.after(FIVE, [12, 6, 7])
# From the weakest to the strongest.
PROOFS = [
    Proven(Value.WIN),
    Proven(Value.WIN, within=11),
    Proven(Value.WIN, within=9),
    Proven(Value.WIN, plies=9),
]


def test_all_images_have_the_value():
    store.keep(SOME, PROOFS[3], nodes=7)
    images = [image(SOME, symmetry) for symmetry in symmetries(FIVE)]
    assert len(set(images)) > 1
    assert store.values_of(images) == dict.fromkeys(images, PROOFS[3])
    assert PositionValue.objects.count() == 1


def test_a_better_proof_replaces_a_weaker_one_and_never_the_reverse():
    chance = random.Random(3)
    for _ in range(20):
        PositionValue.objects.all().delete()
        order = chance.sample(range(4), 4)
        for place, number in enumerate(order):
            store.keep(SOME, PROOFS[number], nodes=number)
            best = max(order[: place + 1])
            assert store.value_of(SOME) == PROOFS[best]
            assert PositionValue.objects.get().nodes == best


@pytest.mark.parametrize("proven", PROOFS[:3])
def test_a_weaker_proof_that_comes_at_the_same_time_replaces_nothing(proven, monkeypatch):
    """Whoever writes it has read before the better one was there."""
    read = store._load_proven

    def late(ruleset, keys):
        found = read(ruleset, keys)
        monkeypatch.undo()
        store.keep(SOME, PROOFS[3], nodes=1)
        return found

    monkeypatch.setattr(store, "_load_proven", late)
    store.keep(SOME, proven, nodes=2)
    assert store.value_of(SOME) == PROOFS[3]


def test_a_better_proof_that_comes_at_the_same_time_replaces_the_other(monkeypatch):
    read = store._load_proven

    def late(ruleset, keys):
        found = read(ruleset, keys)
        monkeypatch.undo()
        store.keep(SOME, PROOFS[1], nodes=1)
        return found

    monkeypatch.setattr(store, "_load_proven", late)
    store.keep(SOME, PROOFS[3], nodes=2)
    assert store.value_of(SOME) == PROOFS[3]


def test_a_proof_that_contradicts_another_is_reported_and_not_kept(caplog):
    store.keep(SOME, PROOFS[1], nodes=1)
    store.keep(SOME, Proven(Value.DRAW), nodes=1)
    assert store.value_of(SOME) == PROOFS[1]
    assert "contradict" in caplog.text


def test_what_an_older_engine_has_proven_is_not_believed(monkeypatch):
    store.keep(SOME, PROOFS[3], nodes=1)
    monkeypatch.setattr(store, "PROOF_VERSION", PROOF_VERSION + 1)
    assert store.value_of(SOME) is None
    store.keep(SOME, Proven(Value.DRAW), nodes=1)
    assert store.value_of(SOME) == Proven(Value.DRAW)
    assert PositionValue.objects.get().version == PROOF_VERSION + 1


def test_moves_are_seen_by_who_makes_them(django_assert_num_queries):
    position = Position.after(TIC_TAC_TOE, [0, 3, 1])  # O has to stop the upper row
    lost, over = position.play(4), Position.after(TIC_TAC_TOE, [0, 3, 1, 4])
    store.keep_all({position: Proven(Value.DRAW), lost: Proven(Value.WIN, 1)}, nodes=5)
    with django_assert_num_queries(1):
        own, moves = store.moves_of(position)
    assert own == Proven(Value.DRAW)
    assert moves == {4: Proven(Value.LOSS, 2)}
    with django_assert_num_queries(1):
        _, moves = store.moves_of(over)
    assert moves == {2: Proven(Value.WIN, 1)}  # by the rules


def test_many_positions_of_several_boards_are_kept_and_read_at_once():
    chance, positions = random.Random(1), set()
    while len(positions) < 1200:
        ruleset = chance.choice([FIVE, Ruleset(19, 19, 5), Ruleset(6, 4, 4)])
        cells = chance.sample(range(ruleset.cells), chance.randrange(6))
        position = canonical(Position.after(ruleset, cells))
        if not position.is_over:
            positions.add(position)
    store.keep_all(dict.fromkeys(positions, Proven(Value.DRAW)), nodes=1)
    assert store.values_of(positions).keys() == positions
    assert PositionValue.objects.count() == 1200


def test_of_too_many_the_oldest_that_took_little_go(monkeypatch):
    monkeypatch.setattr(store, "MAX_ROWS", 3)
    positions = [SOME.play(cell) for cell in (0, 1, 2, 3, 4, 5)]
    for number, position in enumerate(positions):
        store.keep(position, Proven(Value.DRAW), store.NODES_WORTH_KEEPING if number == 1 else 1)
    assert store.remove_surplus() == 2
    assert store.values_of(positions).keys() == {positions[1], *positions[3:]}
    assert store.remove_surplus() == 0


def test_what_comes_with_the_engine_is_known_of_first_marks():
    board = Ruleset(6, 5, 4)
    position = Position(board)
    _, moves = store.moves_of(position)
    values = [proven.value for proven in moves.values()]
    assert [values.count(value) for value in (Value.WIN, Value.DRAW, Value.LOSS)] == [10, 14, 6]
    after = {cell: position.play(cell) for cell in moves}
    known = store.values_of(after.values())
    assert {cell: known[after[cell]].before_move() for cell in moves} == moves
