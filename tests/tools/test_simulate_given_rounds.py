"""Nobody gains by opponents who give up before they have played."""

import pytest

from games.core.rating import Strength
from tests.management.calling import run
from tools.given_rounds import RULES, WAYS, gain

NEW, KNOWN = Strength(), Strength(1500, 60)
BOTH, ONE, NONE = WAYS.values()


def attacked(rule: str, unplayed, start: Strength, rounds: int = 30) -> float:
    return gain(RULES[rule], unplayed, start=start, rounds=rounds, accounts=5).winner.rating


@pytest.mark.parametrize("start", [NEW, KNOWN])
def test_by_rounds_that_were_given_up_nobody_gains_a_point(start):
    assert attacked("as it is", BOTH, start) == 1500
    assert attacked("doubted", BOTH, start) > 1500
    assert attacked("trusted", BOTH, start) > 1500


@pytest.mark.parametrize("start", [NEW, KNOWN])
def test_by_one_game_of_two_that_was_played_one_gains_half_as_much_at_most(start):
    # A newcomer finds the own rating soon, whatever the weight: compared after one round each.
    gained, whole = (attacked("as it is", way, KNOWN, 1) - 1500 for way in (ONE, NONE))
    assert 0 < gained <= whole / 2 + 0.1
    assert attacked("as it is", ONE, start) < attacked("as it is", NONE, start)


def test_whoever_gives_up_loses_as_much_as_ever():
    found = {rule: gain(RULES[rule], BOTH, start=NEW, rounds=5, accounts=5) for rule in RULES}
    assert found["as it is"].accomplice < 1400
    # The opponent stays unknown, so a little less than to one who rises.
    assert found["as it is"].accomplice <= found["trusted"].accomplice + 200


def test_the_command_names_all_rules():
    told, _ = run("simulate_given_rounds", "--rounds", "3")
    assert len(told.splitlines()) == 2 * len(WAYS)
    assert "as it is 1500 ±1000" in told
