"""`manage.py fairness` says what first cells are worth, and keeps it where all pages look."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.core.rules import Position, Ruleset
from games.engine.openings import first_cells, first_proofs
from games.engine.search.value import Proven, Value
from games.learn.proofs import store
from games.models import PositionValue

pytestmark = pytest.mark.django_db


def output_of(*args, **options):
    out = StringIO()
    call_command("fairness", *map(str, args), stdout=out, **options)
    return out.getvalue()


def test_it_counts_the_first_cells():
    text = output_of(6, 5, 4)
    assert "14 drawn, 10 won, 6 lost" in text
    assert "l16   d   d   d   d l16" in text
    assert "Swap after the first mark: Draw: fair." in text
    assert store.value_of(Position(Ruleset(6, 5, 4)).play(0)).value is Value.WIN


@pytest.mark.slow
def test_what_is_not_known_is_proven(monkeypatch):
    monkeypatch.setattr(first_cells, "_stored_cells", lambda known={}: known)
    assert "0 drawn, 10 won, 2 lost" in output_of(3, 4, 3)


def test_what_is_proven_is_kept_when_the_rest_is_interrupted(monkeypatch):
    answers = [first_cells.FirstCell(Proven(Value.DRAW), nodes=1)]

    def prove(*args):
        if not answers:
            raise KeyboardInterrupt
        return answers.pop()

    monkeypatch.setattr(first_cells, "_stored_cells", lambda known={}: known)
    monkeypatch.setattr(first_proofs, "prove_first_cell", prove)
    assert "open" in output_of(4, 3, 3)
    assert PositionValue.objects.count() == 1


def test_a_board_that_is_none_is_refused():
    with pytest.raises(CommandError):
        output_of(3, 3, 4)
