import pytest

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Position
from games.engine import LEVELS, Limits, UnknownLevel, choose


def test_levels_are_named_by_their_names():
    assert all(level.name == name for name, level in LEVELS.items())


def test_levels_are_numbered_from_the_weakest_to_the_strongest():
    assert [level.number for level in LEVELS.values()] == list(range(1, len(LEVELS) + 1))
    assert (LEVELS["random"].number, LEVELS["perfect"].number) == (1, len(LEVELS))


def test_titles_can_be_names_of_accounts():
    titles = [level.title for level in LEVELS.values()]
    assert len({title.lower() for title in titles}) == len(titles)
    assert all(2 <= len(title) <= 20 and title.isalpha() for title in titles)


def test_every_level_is_described_in_one_sentence():
    for level in LEVELS.values():
        assert level.description.endswith(".")
        assert level.description.count(".") == 1


def test_the_registry_cannot_be_changed_from_outside():
    with pytest.raises(TypeError):
        LEVELS["random"] = None


def test_a_level_nobody_knows_is_refused():
    with pytest.raises(UnknownLevel) as refused:
        choose("clairvoyant", Position(TIC_TAC_TOE))
    assert refused.value.code == "unknown_level"
    assert isinstance(refused.value, GameError)


def test_an_impossible_position_is_refused():
    with pytest.raises(GameError, match="impossible_position"):
        choose("rules", Position(TIC_TAC_TOE, own=0b111, opposing=0b111000))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_move(level):
    position = Position(TIC_TAC_TOE).play(4)
    answers = {choose(level, position, Limits(seed=7, nodes=500)) for _ in range(5)}
    assert len(answers) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_other_seeds_give_other_moves_among_equals(level):
    position = Position(TIC_TAC_TOE).play(4)
    answers = {choose(level, position, Limits(seed=seed, nodes=500)) for seed in range(40)}
    assert len(answers) > 1


@pytest.mark.parametrize("level", LEVELS)
def test_limits_need_not_be_given(level):
    assert choose(level, Position.after(TIC_TAC_TOE, [4, 0, 8])) in range(9)
