"""Glicko-2 as others calculate it."""

import pytest

from games.core.rating import RatedResult, Strength, updated

# By the package glicko2 2.1.0, random cases that touch no bound: a player's rating, deviation and
# volatility, the opponents' ratings and deviations with the scores, and what it comes to after one
# period at tau = 0.5. Its volatility is wrong as it is: `Player._f`, which stands for Glickman's f,
# takes the rating for the deviation. That was put right (`_Player__rd` for `_Player__rating`); then
# 20,000 such cases are equal to 0.00000000001. As it is, ratings differ by up to 0.03.
BY_GLICKO2 = [
    ((1564, 313, 0.07), [(1411, 399, 0.75), (1238, 333, 1)], (1644.45008, 251.59386, 0.06999810)),
    (
        (1219, 51, 0.067),
        [(1388, 166, 0.25), (894, 336, 0), (1622, 336, 0.75), (2077, 76, 0)],
        (1216.12110, 51.57560, 0.06699484),
    ),
    (
        (2048, 315, 0.043),
        [(2315, 85, 0.75), (2354, 237, 1), (1693, 392, 0), (1688, 225, 0)],
        (2050.68722, 207.72157, 0.04299915),
    ),
    (
        (1461, 218, 0.066),
        [(1775, 237, 0), (2348, 392, 0.5), (1370, 174, 0.75), (1878, 85, 0.25)],
        (1532.10035, 173.31887, 0.06599700),
    ),
    (
        (1369, 199, 0.064),
        [(1087, 180, 0.75), (852, 54, 0.75), (870, 118, 1), (964, 240, 0.25), (925, 142, 0.75)],
        (1241.69500, 164.24709, 0.06400108),
    ),
    ((1287, 188, 0.068), [(1622, 176, 0.5)], (1341.75173, 178.12248, 0.06799964)),
    (
        (1295, 241, 0.088),
        [(1184, 396, 0.75), (2279, 174, 0.25), (2026, 123, 1), (811, 140, 0.5)],
        (1504.36630, 209.30835, 0.08801109),
    ),
    ((1151, 368, 0.06), [(1791, 394, 1), (1606, 53, 0.5)], (1691.86168, 307.83578, 0.06000559)),
    ((2135, 317, 0.047), [(1167, 232, 0.75)], (2026.24182, 313.40133, 0.04700018)),
    (
        (1586, 191, 0.071),
        [(2231, 103, 0.5), (1787, 61, 0.5), (2310, 228, 0.75), (1928, 121, 0.5)],
        (1830.62303, 161.96949, 0.07102489),
    ),
    ((1629, 61, 0.03), [(1011, 360, 0.75)], (1626.70248, 61.09080, 0.02999996)),
    ((1094, 130, 0.058), [(1696, 267, 0.5)], (1125.73281, 129.08501, 0.05800085)),
]

# By scalachess, which lichess rates with: tests of `GlickoCalculator` for one game, with lichess's
# tau and a period of no length. White's advantage, in points, is taken from the opponent's rating
# here: only their difference counts. Rated rounds have no such term.
EQUAL = (1500, 350, 0.06)
WHITE, CRAZYHOUSE = 11.782457, 20.30966
BY_SCALACHESS = [
    (EQUAL, EQUAL, 1, 0, (1662.21, 290.2305, 0.0599993)),
    (EQUAL, EQUAL, 0, 0, (1337.79, 290.2305, 0.0599993)),
    (EQUAL, EQUAL, 0.5, 0, (1500, 290.2305, 0.0599977)),
    (EQUAL, EQUAL, 1, WHITE, (1658.56, 290.2538, 0.0599992)),
    (EQUAL, EQUAL, 0, -WHITE, (1341.44, 290.2538, 0.0599992)),
    (EQUAL, EQUAL, 0, WHITE, (1334.08, 290.2538, 0.0599993)),
    (EQUAL, EQUAL, 1, CRAZYHOUSE, (1655.95, 290.2998, 0.0599992)),
    ((1400, 79, 0.06), (1550, 110, 0.065), 1, 0, (1422.63, 77.4956, 0.06)),
    ((1550, 110, 0.065), (1400, 79, 0.06), 0, 0, (1506.32, 105.8706, 0.065)),
    ((1200, 60, 0.053), (1850, 200, 0.062), 1, 0, (1216.73, 59.9006, 0.053013)),
    ((1850, 200, 0.062), (1200, 60, 0.053), 0, 0, (1635.99, 196.9873, 0.062028)),
]


@pytest.mark.parametrize(("player", "games", "after"), BY_GLICKO2)
def test_as_by_the_package_glicko2(player, games, after):
    results = [
        RatedResult(Strength(rating, deviation), score) for rating, deviation, score in games
    ]
    found = updated(Strength(*player), results, tau=0.5, periods=1)
    assert (found.rating, found.deviation) == pytest.approx(after[:2], abs=0.00001)
    assert found.volatility == pytest.approx(after[2], abs=0.00000001)


@pytest.mark.parametrize(("player", "opponent", "score", "advantage", "after"), BY_SCALACHESS)
def test_as_by_scalachess(player, opponent, score, advantage, after):
    rating, deviation, volatility = opponent
    behind = Strength(rating - advantage, deviation, volatility)
    found = updated(Strength(*player), [RatedResult(behind, score)])
    assert found.rating == pytest.approx(after[0], abs=0.005)
    assert found.deviation == pytest.approx(after[1], abs=0.00005)
    assert found.volatility == pytest.approx(after[2], abs=0.00001)
