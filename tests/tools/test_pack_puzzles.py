"""The puzzles that browsers keep: proven, each with one good move, and without their answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings

from games.core.rules import Position, Ruleset
from games.core.symmetry import image, symmetries
from games.engine.search.full_table import LOST, full_table, number_of
from games.learn.puzzles.making import add_from_table
from games.models import Puzzle
from tools.management.commands.pack_puzzles import IN_A_PACK, pack, pack_text

FILE = Path(settings.BASE_DIR) / "static/js/play/offline/puzzles.json"


@pytest.mark.slow
def test_every_puzzle_of_the_file_is_proven_to_have_one_good_move() -> None:
    rows = json.loads(FILE.read_text())
    assert len({tuple(row) for row in rows}) == len(rows) == IN_A_PACK
    for m, n, k, marks, plies in rows:
        position = position_of(Ruleset(m, n, k), marks)
        table = full_table(position.ruleset)
        assert table[number_of(position)] == (plies or 0)
        after = {
            cell: int(table[number_of(position.play(cell))]) for cell in position.legal_moves()
        }
        keeps = {cell for cell, value in after.items() if (value < 0 if plies else value == 0)}
        assert all(after[cell] != LOST for cell in keeps)  # to win at once is no puzzle
        stays = [way for way in symmetries(position.ruleset) if image(position, way) == position]
        assert keeps == {way[min(keeps)] for way in stays}


@pytest.mark.django_db
def test_a_pack_is_always_the_same_and_goes_from_easy_to_hard() -> None:
    for board in ((3, 3, 3), (4, 3, 3)):
        add_from_table(Ruleset(*board))
    first = pack(50)
    assert [puzzle.pk for puzzle in pack(50)] == [puzzle.pk for puzzle in first]
    assert [puzzle.rating for puzzle in first] == sorted(puzzle.rating for puzzle in first)
    assert {(puzzle.m, puzzle.n) for puzzle in first} == {(3, 3), (4, 3)}
    assert len({puzzle.theme for puzzle in first}) > 2


@pytest.mark.django_db
def test_hidden_puzzles_are_not_packed() -> None:
    add_from_table(Ruleset(3, 3, 3))
    hidden = pack(10)[0]
    Puzzle.objects.filter(pk=hidden.pk).update(is_hidden=True)
    assert hidden not in pack(10)


@pytest.mark.django_db
def test_a_line_of_the_file_is_the_position_and_what_it_is_worth() -> None:
    add_from_table(Ruleset(3, 3, 3))
    (puzzle,) = pack(1)
    ((m, n, k, marks, plies),) = json.loads(pack_text([puzzle]))
    assert position_of(Ruleset(m, n, k), marks) == puzzle.position
    assert plies == puzzle.plies


def position_of(ruleset: Ruleset, marks: str) -> Position:
    sides = {
        mark: sum(1 << cell for cell, sign in enumerate(marks) if sign == mark) for mark in "xo"
    }
    own, opposing = ("x", "o") if marks.count("x") == marks.count("o") else ("o", "x")
    return Position(ruleset, sides[own], sides[opposing])
