"""Games in words."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override

from games.core.events import Outcome
from games.core.rules import Mark, Ruleset
from games.text import wording
from tests import stored

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("none", "no clock"),
        ("180+2", "3 + 2"),
        ("90+0", "1:30 + 0"),
        ("30+5", "0:30 + 5"),
        ("1d", "1 day per move"),
        ("3d", "3 days per move"),
    ],
)
def test_clocks(text, words):
    assert wording.control_text(text).replace("\xa0", " ") == words


def test_goals_are_words_as_far_as_people_count_in_words():
    assert wording.goal_text(3) == "three in a row"
    assert wording.goal_text(10) == "ten in a row"
    assert wording.goal_text(19) == "19 in a row"


def test_what_is_known_is_said_in_a_sentence():
    won, drawn, unknown = Ruleset(15, 15, 5), Ruleset(5, 5, 5), Ruleset(12, 12, 5)
    assert wording.known_text(won) == "With perfect play the first player always wins."
    assert wording.known_text(drawn) == "With perfect play this is always a draw."
    assert wording.known_text(unknown) == "Nobody knows who wins with perfect play."


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        (
            Ruleset(15, 15, 5),
            "With perfect play the first player always wins 15×15 (five in a row).",
        ),
        (Ruleset(3, 3, 3), "With perfect play 3×3 (three in a row) is always a draw."),
        (Ruleset(12, 12, 5), "Nobody knows who wins 12×12 (five in a row) with perfect play."),
    ],
)
def test_it_names_the_board_where_that_is_not_on_show(ruleset, text):
    assert wording.ruleset_truth(ruleset) == text


@pytest.mark.parametrize(
    ("ms", "words"),
    [(0, "0.0 s"), (2_400, "2.4 s"), (42_000, "42 s"), (180_000, "3 min"), (7_200_000, "2 h")],
)
def test_spans(ms, words):
    assert wording.seconds_text(ms) == words


@pytest.mark.parametrize(
    ("language", "span", "board"),
    [
        ("en", "2.4 s", "3×3, three in a row"),
        ("cs", "2,4 s", "3×3, three in a row"),
        ("zh-hans", "2.4秒", "3×3\uff0cthree in a row"),
        ("ja", "2.4秒", "3×3、three in a row"),
    ],
)
def test_numbers_and_lists_are_written_as_in_the_readers_language(language, span, board):
    with override(language):
        assert wording.seconds_text(2_400).replace(wording.NBSP, " ") == span
        assert wording.listed_text("3×3", "three in a row") == board
        assert wording.board_text(Ruleset(3, 3, 3)) == wording.listed_text(
            "3×3", wording.goal_text(3)
        )
        assert wording.listed_text() == ""


def test_a_won_game_says_who_beat_whom_and_when(alice, bob, charlie):
    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    assert wording.headline(game) == "alice beat bob"
    assert wording.ending_text(game) == "Won on move 5."
    assert [wording.result_for(game, user).code for user in (alice, bob, charlie)] == [
        "won",
        "lost",
        "decided",
    ]


def test_a_draw_is_a_draw_for_everybody(alice, bob):
    game = stored.play(stored.new_game(alice, bob), stored.DRAWN)
    assert wording.headline(game) == "alice and bob drew"
    assert wording.ending_text(game) == "The board was full after move 9."
    assert {wording.result_for(game, user).code for user in (alice, bob)} == {"drawn"}


def test_a_resignation_names_who_resigned(alice, bob):
    game = stored.resign(stored.new_game(alice, bob), Mark.X)
    assert (wording.headline(game), wording.ending_text(game)) == (
        "bob beat alice",
        "alice resigned.",
    )


def test_an_annulled_game_has_no_result(alice, bob, charlie):
    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    game = stored.adjudicate(game, Outcome.NONE, charlie)
    assert wording.headline(game) == "alice against bob, without a result"
    assert wording.ending_text(game) == "Annulled by staff."
    assert wording.result_for(game, alice).code == "none"


def test_a_game_that_goes_on_says_whose_turn_it_is(alice, bob, charlie):
    game = stored.play(stored.new_game(alice, bob), (0,))
    assert wording.ending_text(game) == ""
    assert wording.result_for(game, alice).code == "ongoing"
    assert wording.turn_text(game, bob) == "Your turn"
    assert wording.turn_text(game, alice) == "bob to move"
    assert wording.opponents_text(game, alice) == "bob"
    assert wording.opponents_text(game, charlie) == "alice against bob"


def test_a_game_that_waits_says_for_whom(alice):
    anyone, friend = (
        stored.new_game(alice, None, opponent=opponent) for opponent in ("anyone", "friend")
    )
    assert wording.turn_text(anyone, alice) == "Waiting for an opponent"
    assert wording.result_for(anyone, alice).code == "open"
    assert wording.opponents_text(anyone, alice) == "Open game"
    assert wording.opponents_text(friend, alice) == "Invitation"


def test_on_one_device_both_seats_have_names(alice):
    game = stored.new_game(alice, alice, opponent="device", x_name="Ann")
    assert wording.turn_text(game, alice) == "Ann to move"
    game = stored.play(game, stored.X_WINS)
    assert wording.headline(game) == "Ann beat O"
    assert wording.opponents_text(game, alice) == "Ann against O"
    assert wording.result_for(game, alice).label == "X won"


def test_dates_are_written_one_way_everywhere():
    day = datetime(2026, 11, 2, 9, 5, tzinfo=UTC)
    assert date_format(day) == date_format(day, "SHORT_DATE_FORMAT") == "2 Nov 2026"
    assert date_format(day, "DATETIME_FORMAT") == "2 Nov 2026, 09:05"


@pytest.mark.parametrize(
    ("left", "text", "is_soon"),
    [
        (timedelta(days=2, hours=3), "2 days left", False),
        (timedelta(hours=25), "1 day left", False),
        (timedelta(hours=13, minutes=30), "13 h left", False),
        (timedelta(hours=11, minutes=59, seconds=30), "11 h left", True),
        (timedelta(minutes=2, seconds=30), "2 min left", True),
        (timedelta(seconds=40, milliseconds=500), "40 s left", True),
        (timedelta(seconds=-30), "time is up", True),
    ],
)
def test_the_time_until_a_deadline_is_told_in_whole_units(monkeypatch, left, text, is_soon):
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    assert wording.left_until(now + left) == wording.TimeLeft(
        left // timedelta(milliseconds=1), text, is_soon
    )


@pytest.mark.parametrize(
    ("halves", "text"),
    [(0, "0 points"), (1, "½ point"), (2, "1 point"), (3, "1½ points"), (4, "2 points")],
)
def test_a_score_has_its_unit(halves, text):
    assert wording.scored_text(wording.points_text(halves)) == text


@pytest.mark.parametrize(
    ("kind", "shown"), [("time", "28 Feb 2026, 21:30 UTC"), ("day", "28 Feb 2026 UTC")]
)
def test_a_time_says_that_it_is_utc_until_a_script_knows_the_readers_zone(kind, shown):
    at = datetime(2026, 2, 28, 21, 30, tzinfo=UTC)
    page = Template("{% load game_words %}{% moment at kind %}").render(
        Context({"at": at, "kind": kind})
    )
    assert page == (
        f'<time datetime="2026-02-28T21:30:00+00:00" data-moment="{kind}">{shown}</time>'
    )
