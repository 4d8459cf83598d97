"""What is studied is proven once."""

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache

from games.core.rules import Position, Ruleset
from games.core.symmetry import image, symmetries
from games.engine.search.value import Proven, Value
from games.learn.proofs import store, studies
from games.models import PositionValue

pytestmark = pytest.mark.django_db(transaction=True)

known_analysis, study = async_to_sync(studies.aknown_analysis), async_to_sync(studies.study)
SIX = Ruleset(6, 6, 4)


def test_what_a_study_proves_is_known_of_every_image():
    position = Position.after(Ruleset(5, 5, 4), [12, 6, 7])
    assert known_analysis(position) is None
    found = study(position)
    assert found.is_complete
    for symmetry in symmetries(position.ruleset):
        turned = known_analysis(image(position, symmetry))
        assert turned.proven == found.proven
        for move in found.moves:
            assert turned.of(symmetry[move.cell]).proven == move.proven


def test_small_boards_need_no_rows():
    assert known_analysis(Position(Ruleset(4, 4, 4))).is_complete
    assert not PositionValue.objects.exists()


def test_a_study_that_leaves_moves_open_is_enough_for_a_while(monkeypatch):
    monkeypatch.setattr(studies, "SECONDS", 0.02)
    position = Position.after(SIX, [0, 1, 2, 3])
    assert not study(position).is_complete
    assert known_analysis(position) is not None
    cache.clear()
    assert known_analysis(position) is None


def test_what_others_have_proven_is_taken_over(monkeypatch):
    monkeypatch.setattr(studies, "SECONDS", 0.02)
    position = Position.after(SIX, [14])
    store.keep(position.play(0), Proven(Value.WIN, 13), nodes=1)
    assert study(position).of(0).proven == Proven(Value.LOSS, 14)


def test_in_a_lost_position_every_move_loses(monkeypatch):
    monkeypatch.setattr(studies, "SECONDS", 0.02)
    position = Position.after(SIX, [14])
    store.keep(position, Proven(Value.LOSS, 18), nodes=1)
    found = study(position)
    assert (found.value, found.plies) == (Value.LOSS, 18)
    assert all(move.value is Value.LOSS for move in found.moves)
    assert known_analysis(position) == known_analysis(image(position, symmetries(SIX)[0]))
