"""The picture of a tree: everything is inside, and boards of a row do not lie on each other."""

from itertools import pairwise

import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.budget import Limits
from games.engine.explanation.scene import scene_at
from games.engine.explanation.story import tell
from games.learn.explanation.drawing import NARROW, WIDE, draw
from games.learn.explanation.telling import Telling
from games.learn.explanation.words import Teller

POSITIONS = {
    "empty": Position(TIC_TAC_TOE),
    "five free": Position.after(TIC_TAC_TOE, (0, 1, 4, 8)),
    "one free": Position.after(TIC_TAC_TOE, (4, 0, 2, 6, 3, 5, 7, 1)),
    "wide": Position(Ruleset(8, 3, 3)),
    "six": Position(Ruleset(6, 6, 4)),
}


@pytest.fixture(scope="module", params=POSITIONS, ids=str)
def position_and_story(request):
    position = POSITIONS[request.param]
    return position, tell(position, "alpha_beta", Limits(seconds=1000))


@pytest.mark.parametrize("sizes", [WIDE, NARROW], ids=["wide", "narrow"])
def test_boards_are_inside_and_apart(position_and_story, sizes):
    position, story = position_and_story
    telling = Telling(story, "alpha_beta", Teller(position, "X", "O"), "X", "O")
    for number in range(1, len(story.steps) + 1):
        picture = draw(scene_at(story, number), position.ruleset, telling, sizes)
        for depth in (1, 2):
            row = [board for board in picture.boards if len(board.path) == depth]
            places = sorted((board.x, board.x + board.width) for board in row)
            assert len(row) <= sizes.most
            assert all(0 <= left < right <= sizes.width for left, right in places)
            pairs = pairwise(places)
            assert all(before[1] <= after[0] for before, after in pairs)
        assert all(board.y + board.height <= picture.height for board in picture.boards)
        worths = sorted(
            (word.x, len(word.text)) for word in picture.words if word.name == "" and word.y < 200
        )
        assert all((b[0] - a[0]) >= 6 * min(a[1], b[1]) for a, b in pairwise(worths))


def test_what_has_no_room_is_counted():
    position = POSITIONS["six"]
    story = tell(position, "alpha_beta", Limits(seconds=1000))
    telling = Telling(story, "alpha_beta", Teller(position, "X", "O"), "X", "O")
    picture = draw(scene_at(story, 1), position.ruleset, telling, WIDE)
    assert picture.moves_left_out == 36 - WIDE.most
    assert sum(len(board.path) == 1 for board in picture.boards) == WIDE.most
