import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.clock import (
    DAY,
    UNLIMITED,
    Clock,
    TimeControl,
    gives_days,
    parse_time_control,
    time_control_text,
)
from games.core.errors import BadNotation
from games.core.rules import Mark
from tests.core.refusals import code_of_refusal
from tests.core.strategies import controls

THREE_PLUS_TWO = TimeControl(180_000, 2_000)
A_DAY = TimeControl(per_move_ms=DAY)


@given(controls)
def test_time_controls_survive_the_round_trip(control):
    assert parse_time_control(time_control_text(control)) == control


@pytest.mark.parametrize(
    ("control", "text"),
    [(UNLIMITED, "none"), (THREE_PLUS_TWO, "180+2"), (TimeControl(60_000), "60+0"), (A_DAY, "1d")],
)
def test_text_of_time_controls(control, text):
    assert time_control_text(control) == text
    assert parse_time_control(text) == control


@given(controls)
def test_a_text_tells_whether_days_are_given(control):
    assert gives_days(time_control_text(control)) == bool(control.per_move_ms)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "none ",
        "None",
        "0d",
        "15d",
        "d",
        "1.5d",
        "\N{ARABIC-INDIC DIGIT THREE}d",
        "0+5",
        "10801+0",
        "99999+0",
        "60+181",
        "-60+2",
        "60+2d",
        "60+2\n",
        "60",
        "60+",
        "+2",
        "060+2",
        "60+02",
    ],
)
def test_what_is_no_time_control_is_refused(text):
    with pytest.raises(BadNotation, match="bad_clock"):
        parse_time_control(text)


@given(st.text())
def test_the_parser_raises_nothing_but_its_refusal(text):
    assert code_of_refusal(lambda: parse_time_control(text)) in (None, "bad_clock")


@pytest.mark.parametrize(
    "spans",
    [
        {"initial_ms": -1},
        {"increment_ms": 2_000},
        {"initial_ms": 60_000, "increment_ms": -1_000},
        {"initial_ms": 60_000, "per_move_ms": DAY},
        {"increment_ms": 1_000, "per_move_ms": DAY},
        {"per_move_ms": DAY + 1},
        {"per_move_ms": -DAY},
        {"initial_ms": 1_500},
        {"initial_ms": 60_000, "increment_ms": 1},
    ],
)
def test_spans_that_no_text_can_say_are_refused(spans):
    with pytest.raises(BadNotation, match="bad_clock"):
        TimeControl(**spans)


def test_a_fresh_clock_stands_still():
    clock = Clock.fresh(THREE_PLUS_TWO)
    assert (clock.x_ms, clock.o_ms, clock.running) == (180_000, 180_000, None)
    assert clock.deadline is None
    assert not clock.has_run_out(10**15)
    assert clock.left(Mark.X, 10**15) == 180_000


def test_only_the_running_side_loses_time():
    clock = Clock.fresh(THREE_PLUS_TWO).start(Mark.O, 1_000)
    assert clock.left(Mark.O, 31_000) == 150_000
    assert clock.left(Mark.X, 31_000) == 180_000


@pytest.mark.parametrize("mark", Mark)
def test_the_flag_falls_when_the_time_is_up_and_not_before(mark):
    clock = Clock.fresh(THREE_PLUS_TWO).start(mark, 1_000)
    assert clock.deadline == 181_000
    assert not clock.has_run_out(180_999)
    assert clock.has_run_out(181_000)
    assert clock.left(mark, 999_999) == 0


def test_pressing_adds_the_increment_and_lets_the_other_side_run():
    clock = Clock.fresh(THREE_PLUS_TWO).start(Mark.X, 0).press(10_000)
    assert clock.x_ms == 172_000
    assert clock.running is Mark.O
    assert clock.since == 10_000


def test_pressing_gives_back_all_the_days():
    clock = Clock.fresh(A_DAY).start(Mark.X, 0).press(DAY // 2)
    assert clock.x_ms == DAY
    assert clock.left(Mark.O, DAY // 2) == DAY


def test_starting_gives_a_side_all_its_days():
    spent = Clock.fresh(A_DAY).start(Mark.X, 0).stop(DAY // 2)
    assert spent.x_ms == DAY // 2
    assert spent.start(Mark.X, DAY).x_ms == DAY


def test_stopping_takes_off_what_has_run():
    clock = Clock.fresh(THREE_PLUS_TWO).start(Mark.O, 0).stop(1_234)
    assert (clock.running, clock.o_ms) == (None, 178_766)


def test_a_clock_that_stands_still_can_be_stopped_and_pressed():
    clock = Clock.fresh(THREE_PLUS_TWO)
    assert clock.stop(5) is clock
    assert clock.press(5) is clock


def test_a_game_without_limits_has_no_deadline():
    assert Clock.fresh(UNLIMITED).start(Mark.X, 0).deadline is None


def test_a_clock_that_goes_back_takes_no_time():
    clock = Clock.fresh(THREE_PLUS_TWO).start(Mark.X, 10_000)
    assert clock.left(Mark.X, 5_000) == 180_000


@given(
    controls.filter(lambda control: not control.is_unlimited),
    st.lists(st.integers(0, 10**8), max_size=20),
)
def test_no_side_ever_has_less_than_nothing(control, thinking):
    clock, now = Clock.fresh(control).start(Mark.X, 0), 0
    for span in thinking:
        now += span
        clock = clock.press(now)
        assert clock.x_ms >= 0
        assert clock.o_ms >= 0
        assert clock.deadline >= now
