"""Where stored proofs have a position is known of all its images."""

import pytest

from games.core.rules import Position, Ruleset
from games.core.symmetry import canonical, image, symmetries
from games.engine.proving.stored import StoredTurn
from games.learn.proofs.stored_turns import keep, turn_of

FIFTEEN = Ruleset(15, 15, 5)
AS_IT_LIES = symmetries(FIFTEEN)[0]


@pytest.mark.parametrize("moves", [(112, 97, 98, 80, 96), (112, 96, 98)], ids=["lopsided", "even"])
def test_a_turn_is_known_of_every_image_as_that_lies(moves):
    position = Position.after(FIFTEEN, moves[:-1])
    keep(position, StoredTurn(moves, AS_IT_LIES))
    for way in symmetries(FIFTEEN):
        turned = image(position, way)
        turn = turn_of(turned)
        assert turn is not None
        assert turn.moves == moves
        assert Position.after(FIFTEEN, [turn.to_position[cell] for cell in moves[:-1]]) == turned
        assert canonical(turned.play(turn.cell)) == canonical(position.play(moves[-1]))
    assert turn_of(position.play(0)) is None
