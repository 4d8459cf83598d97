"""Single marks beside words."""

import pytest

from games.board.marks import glyph


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
    assert text.endswith('<text class="glyph__symbol" x="50" y="54">&lt;</text></svg>')
