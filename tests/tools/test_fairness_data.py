"""`fairness_data` keeps what is proven, keeps it again only if better, and checks it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.core.rules import Ruleset
from games.engine.openings import balanced, first_cells
from games.engine.openings.balanced import openings as openings_of
from games.engine.openings.first_cells import FirstCell, distinct_cells
from games.engine.openings.first_cells import first_cells as cells_of
from games.engine.search.value import Proven, Value
from tools.management.commands import fairness_data

BOARD = Ruleset(4, 3, 3)


@pytest.fixture(autouse=True)
def own_files(tmp_path, monkeypatch):
    for name in ("FIRST_CELLS", "OPENINGS"):
        path = tmp_path / name
        path.write_text("")
        monkeypatch.setattr(fairness_data, name, path)


def output_of(*args, **options):
    out = StringIO()
    call_command("fairness_data", *args, stdout=out, **options)
    return out.getvalue()


def stored_cells():
    return first_cells.parse_file(fairness_data.FIRST_CELLS.read_text())[BOARD]


def test_first_cells_are_proven_and_kept_as_they_come_with_the_engine():
    assert output_of("3,4,3") == "4,3,3 a3:w9 b3:w7 a2:l10 b2:w7\n"
    assert stored_cells() == {cell: cells_of(BOARD)[cell] for cell in distinct_cells(BOARD)}
    assert output_of("4,3,3", check=True) == "4,3,3: 4 of 4 as kept\n"


def test_a_wrong_value_is_found():
    wrong = {BOARD: {0: FirstCell(Proven(Value.DRAW), 1)}}
    fairness_data.FIRST_CELLS.write_text(first_cells.file_text(wrong, "2026-11-22"))
    with pytest.raises(CommandError, match="4,3,3 a3"):
        output_of("4,3,3", check=True)
    assert stored_cells() == wrong[BOARD]


def test_a_wrong_length_is_found():
    wrong = {BOARD: {0: FirstCell(Proven(Value.WIN, 7), 1)}}
    fairness_data.FIRST_CELLS.write_text(first_cells.file_text(wrong, "2026-11-22"))
    with pytest.raises(CommandError, match="4,3,3 a3"):
        output_of("4,3,3", check=True)


def test_openings_are_not_checked_but_by_proving_them_anew():
    with pytest.raises(CommandError):
        output_of("4,3,3", openings=20_000, check=True)
    assert fairness_data.OPENINGS.read_text() == ""


def test_openings_are_proven_and_kept_as_they_come_with_the_engine():
    assert output_of("4,3,3", openings=20_000) == "4,3,3: 15 of 172 are draws, 0 are not settled\n"
    assert balanced.parse_file(fairness_data.OPENINGS.read_text()) == {BOARD: openings_of(BOARD)}


def test_what_is_no_board_is_refused():
    with pytest.raises(CommandError):
        output_of("3,3,4")
