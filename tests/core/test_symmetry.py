"""Turned and mirrored positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.core.symmetry import (
    canonical,
    first_image,
    image,
    inverse,
    key_of,
    keys_after,
    moves_along,
    position_of,
    settled_moves,
    symmetries,
)

BOARDS = [Ruleset(3, 3, 3), Ruleset(4, 3, 3), Ruleset(3, 5, 3), Ruleset(5, 5, 4)]


@st.composite
def positions(draw):
    """Any position that play leads to, also when the game is over."""
    position = Position(draw(st.sampled_from(BOARDS)))
    for _ in range(draw(st.integers(0, position.ruleset.cells))):
        if position.is_over:
            break
        position = position.play(draw(st.sampled_from(position.legal_moves())))
    return position


@pytest.mark.parametrize("ruleset", BOARDS)
def test_they_are_all_the_ways_to_lay_a_board_on_itself(ruleset):
    found = symmetries(ruleset)
    assert len(set(found)) == (8 if ruleset.m == ruleset.n else 4)
    assert found[0] == tuple(range(ruleset.cells))
    lines = set(ruleset.lines)
    for symmetry in found:
        assert sorted(symmetry) == list(range(ruleset.cells))
        assert {sum(1 << symmetry[cell] for cell in bits(line)) for line in lines} == lines


@given(positions())
def test_every_way_leads_back(position):
    for symmetry in symmetries(position.ruleset):
        assert image(image(position, symmetry), inverse(symmetry)) == position


def bits(cells):
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


@given(positions())
def test_all_images_of_a_position_have_one_standing_for_them(position):
    images = [image(position, symmetry) for symmetry in symmetries(position.ruleset)]
    assert {canonical(each) for each in images} == {canonical(position)}
    assert canonical(position) in images
    assert canonical(canonical(position)) == canonical(position)


@given(positions())
def test_the_settled_moves_lead_to_the_position(position):
    assert Position.after(position.ruleset, settled_moves(position)) == position


@given(positions())
def test_a_game_and_its_images_have_one_key(position):
    ruleset, cells = position.ruleset, settled_moves(position)
    keys = [key for key, _ in moves_along(ruleset, cells)]
    for way in symmetries(ruleset):
        turned = [way[cell] for cell in cells]
        assert [key for key, _ in moves_along(ruleset, turned)] == keys
        assert key_of(Position.after(ruleset, turned)) == key_of(position)
    assert position_of(ruleset, key_of(position)) == canonical(position)


@given(positions())
def test_the_keys_along_a_game_are_those_of_its_positions(position):
    ruleset, cells = position.ruleset, settled_moves(position)
    before = Position(ruleset)
    for (key, cell), played in zip(moves_along(ruleset, cells), cells, strict=True):
        assert key == key_of(before)
        after = before.play(played)
        assert key_of(canonical(before).play(cell)) == key_of(after)
        before = after
    assert keys_after(position) == {
        cell: key_of(position.play(cell)) for cell in position.legal_moves()
    }


def test_tic_tac_toe_has_627_positions_that_go_on():
    # 765 with those that are over: the known counts up to symmetry.
    known, front = set(), {Position(TIC_TAC_TOE)}
    while front:
        known |= front
        front = {
            canonical(each.play(cell)) for each in front for cell in each.legal_moves()
        } - known
    assert len(known) == 765
    assert sum(not position.is_over for position in known) == 627


@given(st.permutations(range(12)), st.integers(1, 12), st.integers(0, 3))
def test_a_game_and_its_images_have_one_that_stands_for_them(order, plies, way):
    ruleset = Ruleset(4, 3, 3)
    cells = order[:plies]
    turned = [symmetries(ruleset)[way][cell] for cell in cells]
    assert first_image(ruleset, turned) == first_image(ruleset, cells)
    assert len(first_image(ruleset, cells)) == plies
