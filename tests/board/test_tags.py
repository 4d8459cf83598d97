"""Small boards and single marks."""

import re

import pytest
from django.template.loader import render_to_string

from games.board.drawing import board_lines, marks_on
from games.board.tags import board_after, glyph, sample_board, thumbnail
from games.core.rules import TIC_TAC_TOE, Mark, Ruleset
from games.models import Game


@pytest.mark.parametrize("mark", ["x", "o"])
def test_a_usual_mark_is_drawn_in_its_own_colour(mark):
    text = glyph(mark)
    assert f'class="glyph mark-{mark}"' in text
    assert text.count("<path") == (2 if mark == "x" else 1)
    assert 'aria-hidden="true"' in text


def test_a_chosen_symbol_and_colour_take_their_place():
    text = glyph("x", "<", '"red')
    assert 'class="glyph"' in text
    assert 'color="&quot;red"' in text
    assert text.endswith('<text class="glyph__symbol" x="50" y="54">&lt;</text></svg>\n')


@pytest.mark.parametrize(
    ("side", "kind"), [(5, "thumb thumb--inked"), (6, "thumb"), (9, "thumb thumb--fine")]
)
def test_a_small_board_looks_as_its_size_demands(side, kind):
    assert f'class="{kind}"' in sample_board(Ruleset(side, 3, 3))


def test_a_won_board_has_its_band_under_the_lines():
    text = sample_board(TIC_TAC_TOE, (0, 3, 1, 4, 2))
    assert text.index("thumb__band") < text.index("thumb__grid") < text.index("thumb__ink")


def test_what_is_new_is_washed():
    game = Game(m=3, n=3, k=3)
    text = board_after(game, [4, 0], fresh=1)
    assert text.count("thumb__wash") == 1
    assert 'd="M0 0m4' in text
    assert "thumb__wash" not in board_after(game, [4, 0])


def test_chosen_marks_are_written_and_escaped():
    game = Game(m=3, n=3, k=3, x_symbol="<", x_colour="#c0561a")
    text = board_after(game, [4, 0])
    symbol = '<text class="thumb__symbol" x="150" y="150">&lt;</text>'
    assert f'<g color="#c0561a">{symbol}</g><g class="mark-o"><path' in text


def test_the_board_of_an_error_is_drawn_as_all_boards():
    text = render_to_string("500.html")
    lines = re.findall('class="error-page__(\\w+)" d="(.*?)"', text)
    ruleset = TIC_TAC_TOE
    assert lines == [
        ("grid", board_lines(ruleset).inner),
        *(("x", path) for path in marks_on(ruleset, Mark.X, (0, 8))),
        *(("o", path) for path in marks_on(ruleset, Mark.O, (4,))),
    ]


@pytest.mark.django_db
def test_moves_are_numbered_where_that_is_wanted(alice, bob):
    from tests import stored

    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    text = thumbnail(game, 2, numbers=True)
    assert text.count("thumb__number") == 2
    assert '<text class="thumb__number" x="50" y="150">2</text>' in text
