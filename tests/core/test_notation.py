import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.core.errors import BadNotation, BadRuleset, IllegalMove
from games.core.notation import (
    MAX_GAME_TEXT_LENGTH,
    GameText,
    cell_name,
    column_name,
    game_text,
    moves_text,
    parse_cell,
    parse_game,
    parse_moves,
    parse_ruleset,
    ruleset_text,
)
from games.core.rules import TIC_TAC_TOE, Ruleset
from tests.core.refusals import code_of_refusal
from tests.core.strategies import games, rulesets

texts = st.one_of(
    st.text(),
    st.text('abcs0123456789.,[]"\\ \n', max_size=60),
    st.from_regex(r'\[Ruleset "[0-9]{1,2},[0-9]{1,2},[0-9]{1,2}"\]\n\n[a-s0-9. ]{0,40}'),
)
tag_names = st.text("ABCXYZabcxyz", min_size=1, max_size=8).filter(lambda name: name != "Ruleset")
tag_values = st.text().filter(lambda value: "\n" not in value)


@pytest.mark.parametrize(("cell", "name"), [(0, "a3"), (2, "c3"), (4, "b2"), (6, "a1"), (8, "c1")])
def test_a1_is_bottom_left(cell, name):
    assert cell_name(TIC_TAC_TOE, cell) == name
    assert parse_cell(TIC_TAC_TOE, name) == cell


def test_the_letters_of_columns_include_i():
    assert column_name(8) == "i"
    assert cell_name(Ruleset(19, 19, 5), 18) == "s19"


def test_cells_may_be_named_in_capitals():
    assert parse_cell(TIC_TAC_TOE, "B2") == 4


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "1",
        "a0",
        "d1",
        "a4",
        "a01",
        "aa1",
        "a1 ",
        "a1\n",
        "t1",
        "a\N{ARABIC-INDIC DIGIT ONE}",
        "\N{KELVIN SIGN}1",
    ],
)
def test_what_names_no_cell_is_refused(text):
    with pytest.raises(BadNotation, match="bad_cell"):
        parse_cell(Ruleset(3, 3, 3), text)


def test_a_sign_that_only_looks_like_k_names_no_cell():
    with pytest.raises(BadNotation, match="bad_cell"):
        parse_cell(Ruleset(19, 19, 5), "\N{KELVIN SIGN}1")


@given(rulesets(), st.data())
def test_cells_survive_the_round_trip(ruleset, data):
    cell = data.draw(st.integers(0, ruleset.cells - 1))
    assert parse_cell(ruleset, cell_name(ruleset, cell)) == cell


@given(rulesets())
def test_rulesets_survive_the_round_trip(ruleset):
    assert parse_ruleset(ruleset_text(ruleset)) == ruleset


@pytest.mark.parametrize(
    "text", ["", "3,3", "3,3,3,3", "3x3x3", " 3,3,3", "3,3,3\n", "\N{ARABIC-INDIC DIGIT THREE},3,3"]
)
def test_what_is_no_ruleset_is_refused(text):
    with pytest.raises(BadNotation, match="bad_ruleset"):
        parse_ruleset(text)


def test_a_ruleset_out_of_range_is_another_error():
    with pytest.raises(BadRuleset, match="bad_ruleset"):
        parse_ruleset("3,3,9")


@given(games())
def test_moves_survive_the_round_trip(game):
    ruleset, moves = game
    assert parse_moves(ruleset, moves_text(ruleset, moves)) == moves


def test_moves_are_numbered_in_pairs():
    assert moves_text(TIC_TAC_TOE, [4, 0, 8]) == "1. b2 a3 2. c1"


def test_numbers_of_moves_are_optional():
    assert parse_moves(TIC_TAC_TOE, "b2 a3\tc1") == (4, 0, 8)


@pytest.mark.parametrize("text", ["2. b2", "1. b2 2. a3", "1. b2 a3 1. c1", "x. b2"])
def test_numbers_out_of_order_are_refused(text):
    with pytest.raises(BadNotation, match="bad_move_number"):
        parse_moves(TIC_TAC_TOE, text)


def test_moves_that_read_well_but_break_the_rules_are_another_error():
    with pytest.raises(IllegalMove, match="cell_taken"):
        parse_moves(TIC_TAC_TOE, "1. b2 b2")


@given(games(), st.dictionaries(tag_names, tag_values, max_size=5))
def test_games_survive_the_round_trip(game, tags):
    ruleset, moves = game
    written = GameText(ruleset, moves, tags)
    assert parse_game(game_text(written)) == written


def test_a_game_text_has_a_tag_a_line_then_the_moves():
    text = game_text(GameText(TIC_TAC_TOE, (4, 0), {"Site": 'a "b" \\c'}))
    assert text == '[Site "a \\"b\\" \\\\c"]\n[Ruleset "3,3,3"]\n\n1. b2 a3\n'


def test_a_line_break_in_a_tag_becomes_a_space():
    text = game_text(GameText(TIC_TAC_TOE, (), {"Site": "two\nlines"}))
    assert parse_game(text).tags == {"Site": "two lines"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_game"),
        ('[Ruleset "3,3,3"]\n1. b2', "bad_game"),
        ('[Site "here"]\n\n1. b2', "bad_game"),
        ("Ruleset 3,3,3\n\n", "bad_tag"),
        ('[Ruleset "3,3,3]\n\n', "bad_tag"),
        ('[Ruleset "3,3,3"]\n\n1. b2 z9', "bad_cell"),
        ("a" * (MAX_GAME_TEXT_LENGTH + 1), "too_long"),
    ],
)
def test_what_is_no_game_is_refused(text, code):
    with pytest.raises(BadNotation, match=code):
        parse_game(text)


@given(rulesets(), texts)
@example(TIC_TAC_TOE, "\ud800")
def test_the_parsers_raise_nothing_but_refusals(ruleset, text):
    for parse in (
        lambda: parse_cell(ruleset, text),
        lambda: parse_ruleset(text),
        lambda: parse_moves(ruleset, text),
        lambda: parse_game(text),
    ):
        assert code_of_refusal(parse) != ""
