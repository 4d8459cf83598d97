"""The form of the board, for players without scripts."""

import pytest

from games.text.refusals import refusal
from tests.stored import new_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_id_that_was_used_for_another_move_is_refused(as_user, alice, bob):
    game = new_game(alice, bob)
    path, sent = f"/games/{game.uid}/play/", {"ply": 0, "cell": 0, "id": "a"}
    assert as_user(alice).post(path, sent).status_code == 302
    assert as_user(alice).post(path, sent).status_code == 302
    for player, other in ((alice, {"cell": 5}), (bob, {}), (bob, {"ply": 1, "cell": 7})):
        answer = as_user(player).post(path, sent | other)
        assert answer.status_code == 409
        assert refusal("id_used") in answer.content.decode()
    assert list(game.moves.values_list("cell", flat=True)) == [0]
