"""The registry: every player by its name and its text, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import (
    ALGORITHMS,
    LEVELS,
    Limits,
    UnknownPlayer,
    parse_player,
    player,
    player_text,
)
from games.engine.players.parameters import (
    BadParameter,
    OneOf,
    Real,
    Several,
    UnknownParameter,
    Whole,
)
from tests.core.refusals import code_of_refusal
from tests.core.strategies import games
from tests.engine.positions import after, large

BRIEF = Limits(seconds=60, nodes=60, seed=1)
PLAYERS = {text: parse_player(text) for text in ALGORITHMS} | {
    player_text(level.player): level.player for level in LEVELS.values()
}
EVERY_PLAYER = pytest.mark.parametrize("asked", PLAYERS.values(), ids=PLAYERS)


def test_players_are_named_by_their_names():
    assert all(algorithm.name == name for name, algorithm in ALGORITHMS.items())
    assert len({algorithm.title for algorithm in ALGORITHMS.values()}) == len(ALGORITHMS)


def test_every_player_is_described_and_says_where_it_comes_from():
    for algorithm in ALGORITHMS.values():
        assert algorithm.description.endswith(".")
        assert algorithm.description.count(".") == 1
        assert algorithm.source
        assert all(parameter.description for parameter in algorithm.parameters)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_usual_settings_are_allowed(name):
    for parameter in ALGORITHMS[name].parameters:
        assert parameter.check(parameter.default) == parameter.default
        assert parameter.kind.span
    assert player_text(player(name)) == name


@EVERY_PLAYER
def test_players_play_on_every_board(asked):
    for numbers in [(3, 3, 3), (3, 19, 19), (19, 3, 3), (19, 19, 5), (19, 19, 19), (7, 5, 6)]:
        ruleset = Ruleset(*numbers)
        assert asked(Position(ruleset), BRIEF) in range(ruleset.cells)


@EVERY_PLAYER
@given(games(largest=7))
def test_every_answer_is_a_legal_move(asked, game):
    position = Position.after(*game)
    if not position.is_over:
        assert asked(position, BRIEF) in position.legal_moves()


@EVERY_PLAYER
def test_what_is_no_position_to_move_in_is_refused(asked):
    won, full = after(0, 3, 1, 4, 2), after(0, 1, 2, 4, 3, 5, 7, 6, 8)
    impossible = Position(TIC_TAC_TOE, 0b111, 0b111000)
    for over in (won, full):
        assert code_of_refusal(lambda over=over: asked(over, BRIEF)) == "game_over"
    assert code_of_refusal(lambda: asked(impossible, BRIEF)) == "impossible_position"


@EVERY_PLAYER
@pytest.mark.parametrize("limits", [Limits(seconds=0), Limits(nodes=0)])
def test_without_any_budget_a_legal_move_is_marked(asked, limits):
    position = large()
    assert asked(position, limits) in position.legal_moves()


def test_a_player_nobody_knows_is_refused():
    for call in (lambda: player("clairvoyant"), lambda: parse_player("Random")):
        with pytest.raises(UnknownPlayer) as refused:
            call()
        assert refused.value.code == "unknown_player"


def test_a_parameter_that_a_player_lacks_is_refused():
    for call in (
        lambda: player("random", playouts=5),
        lambda: parse_player("random:playouts=5"),
        lambda: parse_player("uct:,"),
    ):
        with pytest.raises(UnknownParameter) as refused:
            call()
        assert refused.value.code == "unknown_parameter"


@pytest.mark.parametrize(
    "text",
    [
        "monte_carlo:playouts=0",
        "monte_carlo:playouts=-3",
        "monte_carlo:playouts=1.5",
        "monte_carlo:playouts=" + "9" * 5000,
        "monte_carlo:playouts=",
        "monte_carlo:playouts=5,playouts=6",
        "monte_carlo:playouts",
        "uct:exploration=nan",
        "uct:exploration=inf",
        "uct:exploration=-1",
        "alpha_beta:heuristic=wisdom",
        "rules:order=",
        "rules:order=win/lose",
        "scripted:cells=361",
        "ensemble:players=ensemble",
        "weights:weights=" + "/".join("1" * 362),
    ],
)
def test_a_value_that_a_parameter_cannot_have_is_refused(text):
    with pytest.raises(BadParameter) as refused:
        parse_player(text)
    assert refused.value.code == "bad_parameter"
    assert refused.value.name in text


@pytest.mark.parametrize("value", ["5", 5.0, True, None, [5]])
def test_a_value_of_another_type_is_refused(value):
    with pytest.raises(BadParameter):
        player("monte_carlo", playouts=value)
    with pytest.raises(BadParameter):
        player("scripted", cells=value if value != [5] else [[5]])


def test_a_text_names_a_player_with_its_settings():
    asked = parse_player("alpha_beta:horizon=3,heuristic=none")
    assert asked.settings == {"horizon": 3, "heuristic": "none"}
    assert player_text(player("weights", weights=[1, 2.5])) == "weights:weights=1.0/2.5"
    assert player("rules", order=["win"])(after(0, 3, 1, 4), BRIEF) == 2


def values(kind):
    if isinstance(kind, Whole):
        return st.integers(kind.least, kind.most)
    if isinstance(kind, Real):
        return st.floats(kind.least, kind.most, allow_nan=False)
    if isinstance(kind, OneOf):
        return st.sampled_from(kind.names)
    assert isinstance(kind, Several)
    return st.lists(values(kind.kind), min_size=kind.least, max_size=min(kind.most, 9))


@given(st.data())
def test_text_and_back_gives_the_same_player(data):
    algorithm = data.draw(st.sampled_from(list(ALGORITHMS.values())))
    settings = {one.name: data.draw(values(one.kind)) for one in algorithm.parameters}
    made = player(algorithm.name, **settings)
    again = parse_player(player_text(made))
    assert again == made


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    for prefix in ("", "uct:", "weights:weights="):
        code_of_refusal(lambda prefix=prefix: parse_player(prefix + text))


def test_settings_cannot_be_changed_from_outside():
    with pytest.raises(TypeError):
        player("uct").settings["playouts"] = 0
