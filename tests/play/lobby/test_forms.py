"""The forms of games: what they accept, what they say, what they keep."""

from datetime import date

import pytest

from games.core.rules import Ruleset
from games.models import BotConditions
from games.people.profiles.history import HistoryForm
from games.play.lobby.forms import NewGameForm, QuickForm
from games.play.lobby.new_game import BotChallengeForm

GOOD = {
    "m": "5",
    "n": "4",
    "k": "4",
    "opponent": "anyone",
    "side": "x",
    "first": "random",
    "control": "180+2",
}


def form_of(**changes: str) -> NewGameForm:
    return NewGameForm(GOOD | changes)


def codes(form, field: str) -> list[str]:
    form.is_valid()
    return [error.code for error in form.errors.as_data().get(field, [])]


def test_the_least_a_browser_sends_makes_a_game():
    form = form_of()
    assert form.is_valid(), form.errors
    assert form.ruleset == Ruleset(5, 4, 4)
    assert form.cleaned_data["level"] == ""


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("m", "2", "min_value"),
        ("n", "20", "max_value"),
        ("k", "2", "min_value"),
        ("k", "6", "bad_ruleset"),
        ("m", "", "required"),
        ("m", "x", "invalid"),
        ("opponent", "nobody", "invalid_choice"),
        ("side", "z", "invalid_choice"),
        ("first", "either", "invalid_choice"),
        ("control", "5", "bad_clock"),
        ("control", "99999+0", "bad_clock"),
        ("control", "", "required"),
        ("x_symbol", "ab", "symbol_not_one_character"),
        ("x_symbol", "abcdefgh", "symbol_not_one_character"),
        ("o_symbol", "x", "symbols_alike"),
        ("x_colour", "red", "colour_unreadable"),
        ("x_colour", "#ffffff", "colour_too_faint"),
    ],
)
def test_a_wrong_field_is_told_beside_it(field, value, code):
    assert codes(form_of(**{field: value}), field) == [code]


@pytest.mark.parametrize("odd", [{"m": "2147483648"}, {"n": ""}, {"k": "9"}])
def test_what_depends_on_the_board_is_not_asked_without_one(odd):
    form = form_of(opponent="computer", level="rules", swap="on", **odd)
    assert not form.is_valid()
    assert not {"level", "swap"} & form.errors.keys()


def test_a_clock_with_spaces_around_it_can_be_shown_again():
    form = form_of(control=" 180+2\n", m="x")
    assert not form.is_valid()
    assert form.controls == form_of().controls


def test_every_clock_the_core_knows_can_be_sent():
    form = form_of(control="90+7")
    assert form.is_valid()
    assert [label.replace("\xa0", " ") for _, label in form.controls][-1] == "1:30 + 7"


def test_a_clock_nobody_can_read_is_not_offered_again():
    form = form_of(control="soon")
    form.is_valid()
    assert "soon" not in dict(form.controls)


def test_against_the_computer_a_level_is_needed():
    assert codes(form_of(opponent="computer"), "level") == ["level"]


def test_a_level_means_nothing_against_people():
    form = form_of(level="perfect")
    assert form.is_valid()
    assert form.cleaned_data["level"] == ""


def test_own_marks_are_kept_and_the_sites_own_pens_mean_none():
    form = form_of(x_symbol="★", x_colour="#2F7D6B", o_colour="#c2350e")
    assert form.is_valid()
    assert form.cleaned_data["x_symbol"] == "★"
    assert (form.cleaned_data["x_colour"], form.cleaned_data["o_colour"]) == ("#2f7d6b", "")


def test_two_equal_colours_are_refused():
    assert codes(form_of(x_colour="#2f7d6b", o_colour="#2f7d6b"), "o_colour") == ["colours_equal"]


def test_an_error_in_the_marks_opens_their_part_of_the_form():
    assert form_of(x_symbol="ab").has_mark_errors
    assert not form_of(m="2").has_mark_errors


def test_names_are_kept_on_one_device_only():
    assert cleaned(form_of(x_name="Ann"), "x_name") == ""
    assert cleaned(form_of(opponent="device", x_name=" Ann "), "x_name") == "Ann"


@pytest.mark.parametrize("names", [("Ann", "ann"), ("", "X"), ("O", "")])
def test_two_equal_names_are_refused(names):
    x_name, o_name = names
    form = form_of(opponent="device", x_name=x_name, o_name=o_name)
    assert codes(form, "o_name") == ["name"]


@pytest.mark.parametrize("name", ["a\u202eb", "a\nb", "a" * 21])
def test_a_name_that_cannot_be_shown_is_refused(name):
    assert codes(form_of(opponent="device", x_name=name), "x_name")


def test_the_form_says_what_is_known_about_its_board():
    assert NewGameForm().known_text == "With perfect play this is always a draw."
    won = form_of(m="7", n="7", k="4")
    assert won.known_text == "With perfect play the first player always wins."
    assert form_of(m="x").known_text == ""


def test_what_is_known_is_said_of_the_board_that_was_chosen_whatever_the_numbers_say():
    form = form_of(board="15,15,5", m="3", n="3", k="3", side="z")
    assert not form.is_valid()
    assert form.known_text == NewGameForm(initial={"m": 15, "n": 15, "k": 5}).known_text
    assert form.known_swap_text


def test_a_quick_match_needs_a_board_and_a_clock():
    assert QuickForm({"m": "3", "n": "3", "k": "3", "control": "60+2"}).is_valid()
    assert not QuickForm({"m": "3", "n": "3", "k": "4", "control": "60+2"}).is_valid()
    assert not QuickForm({}).is_valid()


def history(**fields: str) -> HistoryForm:
    form = HistoryForm(fields, sizes=[(3, 3), (5, 4)])
    form.is_valid()
    return form


def test_without_anything_all_games_are_listed():
    assert history().errors == {}


def test_filters_are_read():
    form = history(result="won", size="5x4", opponent="bob", since="2024-02-01", until="2024-02-29")
    assert form.cleaned_data == {
        "result": "won",
        "size": "5x4",
        "opponent": "bob",
        "since": date(2024, 2, 1),
        "until": date(2024, 2, 29),
        "of_rounds": False,
    }


@pytest.mark.parametrize(
    ("field", "value"),
    [("result", "best"), ("size", "9x9"), ("opponent", "x" * 21), ("since", "soon")],
)
def test_a_filter_that_cannot_be_read_says_so_and_filters_nothing(field, value):
    form = history(**{field: value})
    assert field in form.errors
    assert field not in form.cleaned_data


def test_days_in_the_wrong_order_are_told():
    assert "until" in history(since="2024-02-02", until="2024-02-01").errors


def cleaned(form: NewGameForm, field: str) -> str:
    assert form.is_valid(), form.errors
    return form.cleaned_data[field]


@pytest.mark.parametrize(
    ("filled", "takebacks"),
    [
        ({}, 3),
        ({"takebacks": ""}, 3),
        ({"takebacks": "7"}, 7),
        ({"takebacks": "0"}, 0),
        ({"allow_takebacks": "off", "takebacks": "7"}, 0),
    ],
)
def test_takebacks_are_three_unless_said_otherwise(filled, takebacks):
    form = form_of(**filled)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["takebacks"] == takebacks


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("takebacks", "-1", "min_value"),
        ("takebacks", "100", "max_value"),
        ("allow_takebacks", "perhaps", "invalid_choice"),
        ("best_of", "4", "invalid_choice"),
        ("swap", "on", "no_swap"),
    ],
)
def test_rarer_terms_are_checked_too_and_shown_when_they_are_wrong(field, value, code):
    form = form_of(**{field: value} | ({"k": "3", "m": "3", "n": "3"} if field == "swap" else {}))
    assert codes(form, field) == [code]
    assert form.opens_more


def test_the_swap_rule_is_for_boards_where_whoever_begins_wins():
    board = {"m": "15", "n": "15", "k": "5", "swap": "on"}
    assert form_of(**board).is_valid()
    on_one_device = form_of(**board, opponent="device")
    assert on_one_device.is_valid()
    assert on_one_device.cleaned_data["swap"] is False


def test_the_swap_rule_is_not_for_boards_that_it_hands_to_the_second_player():
    unfair = form_of(m="6", n="6", k="4", swap="on")
    assert codes(unfair, "swap") == ["swap_unfair"]
    assert "Every first mark wins" in unfair.known_swap_text
    fair = form_of(m="5", n="6", k="4", swap="on")
    assert fair.is_valid()
    assert "makes this board fair" in fair.known_swap_text


def test_the_usual_terms_stay_out_of_the_way():
    assert not NewGameForm().opens_more
    assert not NewGameForm(initial={"takebacks": 3, "best_of": 0}).opens_more
    assert NewGameForm(initial={"best_of": 5}).opens_more


def own_clock(**fields):
    from games.play.lobby.forms import NewGameForm

    usual = {"m": 3, "n": 3, "k": 3, "opponent": "anyone", "side": "x", "first": "x"}
    return NewGameForm(usual | {"control": "own"} | fields)


@pytest.mark.parametrize(
    ("fields", "control"),
    [
        ({"minutes": 7, "increment": 3}, "420+3"),
        ({"minutes": 180, "increment": 180}, "10800+180"),
        ({}, "900+0"),
    ],
)
def test_a_clock_of_ones_own(fields, control):
    form = own_clock(**fields)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["control"] == control


@pytest.mark.parametrize("fields", [{"minutes": 0}, {"minutes": 181}, {"increment": -1}])
def test_a_clock_of_ones_own_has_bounds(fields):
    assert not own_clock(**fields).is_valid()


@pytest.mark.parametrize(
    ("choice", "hidden"),
    [
        ({"control": "180+2"}, {"minutes": "500", "increment": "-1"}),
        ({"control": "none"}, {"minutes": "x"}),
        ({"allow_takebacks": "off"}, {"takebacks": "500"}),
    ],
)
def test_a_number_that_the_choice_hides_may_be_wrong(choice, hidden):
    form = form_of(**choice, **hidden)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["control"] == choice.get("control", "180+2")
    assert form.cleaned_data["takebacks"] == (0 if "takebacks" in hidden else 3)


def test_a_board_that_is_chosen_with_one_press_counts_whatever_the_numbers_say():
    form = form_of(board="15,15,5", m="", k="x")
    assert form.is_valid(), form.errors
    assert form.ruleset == Ruleset(15, 15, 5)
    assert form_of(board="other").is_valid()
    assert codes(form_of(board="3,3,4"), "board") == ["invalid_choice"]


@pytest.mark.parametrize(
    ("numbers", "chosen"), [((3, 3, 3), "3,3,3"), ((5, 5, 4), "5,5,4"), ((5, 5, 5), "other")]
)
def test_the_form_shows_the_board_that_the_numbers_give(numbers, chosen):
    assert NewGameForm(initial=dict(zip("mnk", numbers, strict=True))).chosen_board == chosen


def test_of_the_boards_a_bot_is_offered_those_it_plays():
    conditions = BotConditions(smallest=3, largest=7, shortest=3, longest=4)
    offered = [one.text for one in BotChallengeForm(conditions=conditions).boards]
    assert offered == ["3,3,3", "4,4,4", "5,5,4"]


@pytest.mark.parametrize(
    ("least", "most", "minutes"),
    [(0, 3600, (1, 60)), (90, 200, (2, 3)), (60, 60, (1, 1)), (61, 119, None), (20, 45, None)],
)
def test_own_clocks_with_a_bot_are_those_of_whole_minutes_that_it_plays(least, most, minutes):
    form = BotChallengeForm(conditions=BotConditions(least_seconds=least, most_seconds=most))
    assert form.offers_own_clock is bool(minutes)
    if minutes:
        attrs = form.fields["minutes"].widget.attrs
        assert (attrs["min"], attrs["max"]) == minutes
