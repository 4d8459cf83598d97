"""The curve of a game: X above, what is estimated apart from what is proven."""

from games.engine.analysis.grades import Evaluation
from games.engine.search.value import Value
from games.learn.review.graph import HEIGHT, MAX_POINTS, MIDDLE, WIDTH, graph_of, height_of

EVEN = Evaluation(Value.DRAW, None, None, 0.0)
WON_SOON = Evaluation(Value.WIN, 1, None, 1.0)
WON_LATE = Evaluation(Value.WIN, 15, None, 1.0)
BETTER = Evaluation(None, None, None, 0.5)


def test_better_is_higher():
    lost = Evaluation(Value.LOSS, 2, None, -1.0)
    heights = [height_of(one) for one in (lost, EVEN, BETTER, WON_LATE, WON_SOON)]
    assert heights == sorted(heights)
    assert heights[1] == 0
    assert -1 <= heights[0] < -0.5


def test_x_is_above_whoever_began():
    above = graph_of([EVEN, WON_SOON], x_began=True).points[1]
    below = graph_of([EVEN, WON_SOON], x_began=False).points[1]
    assert 0 < float(above.y) < MIDDLE < float(below.y) < HEIGHT


def test_a_part_is_proven_if_both_its_ends_are():
    graph = graph_of([EVEN, BETTER, WON_SOON, WON_SOON], x_began=True)
    assert (graph.estimated.count("M"), graph.proven.count("M")) == (2, 1)
    assert [point.is_proven for point in graph.points] == [True, False, True, True]


def test_all_of_it_lies_in_the_picture():
    points = graph_of([EVEN] * 362, x_began=True).points
    assert all(0 <= float(point.x) <= WIDTH for point in points)


def test_the_points_of_a_long_game_are_small():
    assert graph_of([EVEN] * MAX_POINTS, x_began=True).radius == "4"
    assert graph_of([EVEN] * 100, x_began=True).radius == "1.5"
