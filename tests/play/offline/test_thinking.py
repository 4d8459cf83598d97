"""What the browser computes without a network is what the engine says."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.core.rules import TIC_TAC_TOE, Cell, Position, Ruleset, cells_of
from games.engine import LEVELS
from games.engine.players import blind, rules, tree
from games.engine.search.full_table import LOST, full_table, number_of
from games.engine.search.glance import winning_cells
from games.play.offline.keeping import levels_on

pytestmark = pytest.mark.node

EXACT = [Ruleset(*size) for size in ((4, 3, 3), (4, 3, 4), (4, 4, 3), (4, 4, 4))]
BOARDS = [Ruleset(*size) for size in ((3, 3, 3), (5, 4, 4), (9, 7, 5), (15, 15, 5), (19, 19, 19))]
MAX_SAMPLE = 2_000


def answers(questions: Sequence[dict[str, Any]]) -> list[Any]:
    """What the scripts say under node."""
    script = Path(__file__).with_name("answers.mjs")
    done = subprocess.run(
        [os.environ["NODE"], str(script)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def size_of(ruleset: Ruleset) -> dict[str, int]:
    return {"m": ruleset.m, "n": ruleset.n, "k": ruleset.k}


def reachable(start: Position) -> set[Position]:
    """Every position that a game may come to, also those in which it is over."""
    found, new = {start}, {start}
    while new:
        new = {position.play(cell) for position in new for cell in position.legal_moves()} - found
        found |= new
    return found


def sampled(ruleset: Ruleset, number: int) -> list[Position]:
    """So many positions from games of chance, the same each time."""
    chance, found = random.Random(26), set[Position]()
    while len(found) < number:
        position = Position(ruleset)
        for _ in range(chance.randrange(ruleset.cells)):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves()))
        found.add(position)
    return sorted(found, key=lambda position: (position.own, position.opposing))


def assert_valued(ruleset: Ruleset, positions: Iterable[Position]) -> None:
    positions = list(positions)
    masks = [(position.own, position.opposing) for position in positions]
    table = full_table(ruleset)
    (values,) = answers([{"size": size_of(ruleset), "values": masks}])
    expected = [int(table[number_of(position)]) for position in positions]
    assert values == expected


def test_all_positions_of_tic_tac_toe_are_worth_what_the_engine_says() -> None:
    positions = reachable(Position(TIC_TAC_TOE))
    assert len(positions) == 5_478
    assert_valued(TIC_TAC_TOE, positions)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", EXACT, ids=str)
def test_positions_of_up_to_16_cells_are_worth_what_the_engine_says(ruleset: Ruleset) -> None:
    assert_valued(ruleset, sampled(ruleset, MAX_SAMPLE))


@pytest.mark.parametrize("ruleset", [*BOARDS, *EXACT], ids=str)
def test_the_lines_are_those_of_the_engine(ruleset: Ruleset) -> None:
    (lines,) = answers([{"size": size_of(ruleset)}])
    assert sorted(map(sorted, lines)) == sorted(map(list, map(cells_of, ruleset.lines)))


@pytest.mark.parametrize("ruleset", [*BOARDS, *EXACT, Ruleset(6, 3, 3)], ids=str)
def test_browsers_offer_the_levels_whose_games_are_taken(ruleset: Ruleset) -> None:
    (found,) = answers([{"size": size_of(ruleset), "offered": True}])
    assert found == list(levels_on(ruleset))


def test_a_browser_knows_its_levels_by_the_names_of_the_engine() -> None:
    (named,) = answers([{"size": size_of(TIC_TAC_TOE), "named": True}])
    assert [LEVELS[name].number for name in named] == list(levels_on(TIC_TAC_TOE))


def chosen_among(name: str, position: Position) -> list[Cell]:
    """The cells among which the engine's level lets chance decide."""
    match name:
        case "random":
            return list(position.legal_moves())
        case "weights":
            weights = blind.usual_weights(position.ruleset)
            heaviest = max(weights[cell] for cell in position.legal_moves())
            return [cell for cell in position.legal_moves() if weights[cell] == heaviest]
        case "rules":
            return rules.candidates(position)
        case "guard":
            return rules.candidates(position, ("win", "block", "block_soon", "lines"))
        case _:
            return winning_cells(position) or tree._most_promising(position)


@pytest.mark.parametrize("name", ["random", "weights", "rules", "guard", "heuristic"])
@pytest.mark.parametrize("ruleset", BOARDS, ids=str)
def test_each_level_chooses_among_the_cells_of_the_engines(ruleset: Ruleset, name: str) -> None:
    level = LEVELS[name].number
    chance = random.Random(level)
    games, positions = list[list[Cell]](), list[Position]()
    while len(games) < 20:
        cells, position = list[Cell](), Position(ruleset)
        for _ in range(chance.randrange(min(40, ruleset.cells))):
            # As games go, so that there are lines to win and to block.
            some = rules.candidates(position) if chance.random() < 0.5 else position.legal_moves()
            cells.append(chance.choice(some))
            position = position.play(cells[-1])
            if position.is_over:
                break
        if not position.is_over:
            games.append(cells)
            positions.append(position)
    (found,) = answers([{"size": size_of(ruleset), "level": level, "games": games}])
    expected = [sorted(chosen_among(name, position)) for position in positions]
    assert [sorted(cells) for cells in found] == expected


def test_the_perfect_level_never_loses_and_takes_the_shortest_win() -> None:
    table = full_table(TIC_TAC_TOE)
    positions = [one for one in reachable(Position(TIC_TAC_TOE)) if not one.is_over]
    masks = [(position.own, position.opposing) for position in positions]
    (best,) = answers([{"size": size_of(TIC_TAC_TOE), "best": masks}])
    for position, cells in zip(positions, best, strict=True):
        value = int(table[number_of(position)])
        for cell in cells:
            after = int(table[number_of(position.play(cell))])
            assert after == value_after(value)


def value_after(value: int) -> int:
    """What is left, for the other side, after the best move in a position of this *value*."""
    if value > 0:
        return LOST if value == 1 else 1 - value
    return -value - 1 if value else 0
