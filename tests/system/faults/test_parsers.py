"""The faults of parsers.py, in small."""

from tests.system.faults.parsers import strange_input


def test_parsers_refuse_only_as_they_declare():
    assert "refused as declared" in strange_input(None, cases=200)
