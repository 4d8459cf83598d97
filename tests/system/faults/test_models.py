"""The faults of models.py, in small."""

from tests.system.faults.models import exhaustive, stateful_model


def test_a_match_is_what_its_events_tell():
    assert "equal" in stateful_model(None, runs=20, commands=20)


def test_all_of_tic_tac_toe_is_as_it_is_known():
    assert "255168 games" in exhaustive(None)
