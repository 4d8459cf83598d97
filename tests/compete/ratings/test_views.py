"""/ratings/"""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.guests import make_guest
from accounts.programs.bots import make_bot
from games.compete.ratings import services
from games.compete.ratings.levels import LevelMark
from games.compete.ratings.pages import views
from games.models import RatingChange
from tests.compete.ratings.rounds import over_round, rated_round
from tests.compete.ratings.stored import make_puzzle_rating, make_rating

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(days=40)


def test_the_way_to_all_pools(client):
    assert client.get("/ratings/")["Location"] == "/ratings/fives/"
    text = client.get("/ratings/fours/").text
    assert 'href="/ratings/fours/" aria-current="page"' in text
    assert 'href="/ratings/puzzles/"' in text


@pytest.mark.parametrize("pool", ["threes", "FOURS", "fours2"])
def test_a_pool_that_there_is_not_is_not_found(client, pool):
    assert client.get(f"/ratings/{pool}/").status_code == 404


@pytest.mark.parametrize("pool", ["fives", "fours", "puzzles"])
def test_an_empty_board_says_who_would_be_listed(client, pool):
    text = client.get(f"/ratings/{pool}/").text
    assert "No one is listed yet." in text
    assert "Listed after 20 r" in text


def test_everybody_sees_who_is_best(client, alice, bob):
    make_rating(alice, 2118.3, 46.0, rounds=611)
    make_rating(make_bot(owner=bob, name="threatline"), 1900.0)
    text = " ".join(client.get("/ratings/fours/").text.split())
    people, _, bots = text.partition('id="bots-title"')
    assert '<a href="/@alice/">alice</a>' in people
    assert "<b>2118</b>" in people
    assert "±92" in people
    assert "</span>611 </td>" in people
    assert "1–1 of 1" in people
    assert '<a href="/@threatline/">threatline</a> <span class="bot">BOT</span>' in bots


def test_the_levels_are_marks_on_the_scale(client, alice, monkeypatch):
    marks = (LevelMark(1, "guard", "Guard", 1205, 18), LevelMark(2, "perfect", "Perfect", 2030, 20))
    monkeypatch.setattr(views, "level_marks", lambda pool: marks)
    make_rating(alice)
    text = " ".join(client.get("/ratings/fours/").text.split())
    assert "Guard 1205" in text
    assert "Between levels 1 and 2" in text


@pytest.mark.parametrize(
    ("columns", "missing"),
    [
        ({"rounds": 14}, "You have 14 rounds: 6 to go."),
        ({"opponents": 4}, "You have played 4 opponents: 1 more to go."),
        ({"deviation": 100.0}, "Your margin is still ±200"),
        pytest.param({"at": LONG_AGO}, "You last played for this rating on", id="at"),
        ({}, "You are number 1."),
    ],
    ids=str,
)
def test_a_reader_sees_what_they_lack(as_user, alice, columns, missing):
    make_rating(alice, **columns)
    assert missing in as_user(alice).get("/ratings/fours/").text


def test_who_never_played_is_told_so(as_user, alice):
    assert "You haven’t played a rated round yet." in as_user(alice).get("/ratings/fives/").text
    assert "You haven’t solved" in as_user(alice).get("/ratings/puzzles/").text
    make_puzzle_rating(alice, plays=3)
    assert "You have 3 rated puzzles: 17" in as_user(alice).get("/ratings/puzzles/").text


def test_who_has_no_account_is_told_nothing_of_themselves(client, as_user):
    assert "You haven" not in client.get("/ratings/fives/").text
    assert "You haven" not in as_user(make_guest()).get("/ratings/fives/").text


def test_ones_own_row_is_marked(as_user, alice, bob):
    make_rating(alice)
    make_rating(bob)
    text = as_user(bob).get("/ratings/fours/").text
    assert text.count('class="is-own"') == 1
    assert 'bob</a> <span class="tag">You</span>' in " ".join(text.split())


def test_a_board_is_only_read(client):
    assert client.post("/ratings/fours/").status_code == 405


def test_every_change_is_told_with_its_round(client, alice, bob):
    round = rated_round(alice, bob, 4, at=timezone.now(), moves=((0, 1), (2, 3)))
    text = client.get("/ratings/fours/alice/").text
    assert f'<a href="/rounds/{round.uid}/">Against bob</a>' in text
    assert "2 – 0" in text
    assert '<span class="gain tabular" >+' in " ".join(text.split())
    assert "Over the last change from 1500 to" in text
    assert '<span class="loss tabular"' in client.get("/ratings/fours/bob/").text
    assert "hasn’t played a rated round" in client.get("/ratings/fives/alice/").text


def test_the_score_of_a_round_has_the_game_that_was_given_up(client, alice, bob):
    make_rating(bob, 1900)
    round = over_round(alice, bob, 4, moves=((), (0, 1)))
    round.halves, round.second_game.outcome = 3, "draw"
    round.second_game.save(update_fields=["outcome"])
    round.over_at = timezone.now()
    round.save()
    services.rate(round=round)
    round.save()
    assert RatingChange.objects.get(user=alice).score == 0.5  # by the drawn game alone
    assert "1½ – ½" in client.get("/ratings/fours/alice/").text


@pytest.mark.parametrize("path", ["fours/nobody", "puzzles/alice", "threes/alice"])
def test_changes_of_nobody_or_nothing_are_not_found(client, alice, path):
    assert client.get(f"/ratings/{path}/").status_code == 404


def test_a_name_in_other_letters_leads_to_its_changes(client, alice):
    assert client.get("/ratings/fours/ALICE/")["Location"] == "/ratings/fours/alice/"


def test_the_front_page_of_competing_leads_to_the_boards(client, db):
    assert 'href="/ratings/"' in client.get("/compete/").text
