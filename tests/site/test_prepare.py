"""What cannot be made ready for a new version is told in one sentence."""

import pytest
from django.db.migrations.exceptions import MigrationSchemaMissing

from tictactoe_site import catalogues, prepare


def test_a_database_in_which_no_table_can_be_made_is_one_sentence(monkeypatch, capsys):
    def refuse(*args: object, **options: object) -> None:
        raise MigrationSchemaMissing("Unable to create the table (permission denied\nLINE 1: …)")

    monkeypatch.setattr(catalogues, "compile_changed", lambda: None)
    monkeypatch.setattr(prepare, "call_command", refuse)
    with pytest.raises(SystemExit, match="2"):
        prepare.prepare()
    told = capsys.readouterr().err
    assert "permission denied" in told
    assert told.count("\n") == 1
