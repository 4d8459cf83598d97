"""Queries with SQL that is made once."""

import pytest

from accounts.prepared import Prepared
from games.models import Game
from tests import stored

pytestmark = pytest.mark.django_db


def test_each_key_gets_its_own_answer_by_the_same_text(alice, bob, django_assert_num_queries):
    made = []

    def own(user_id):
        made.append(user_id)
        seats = (Game.objects.filter(x_player=user_id), Game.objects.filter(o_player=user_id))
        as_x, as_o = (games.order_by().values_list("pk") for games in seats)
        return as_x.union(as_o).order_by("pk")

    prepared = Prepared(own)
    first, second = stored.new_game(alice, bob), stored.new_game(alice, None)
    with django_assert_num_queries(2):
        assert prepared.rows(alice.pk) == [(first.pk,), (second.pk,)]
        assert prepared.rows(bob.pk) == [(first.pk,)]
    assert len(made) == 1
