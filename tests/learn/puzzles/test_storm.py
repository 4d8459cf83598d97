"""Storms: three minutes that the server keeps, and nothing that a second tab could do."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.guests import claim_guest, make_guest
from games.core.rules import TIC_TAC_TOE
from games.engine.search.table import move_worth
from games.learn.puzzles.judging import MoveVerdict
from games.learn.puzzles.making import add_from_table
from games.learn.puzzles.storm import services
from games.learn.puzzles.storm.services import DURATION, PENALTY
from games.models import Puzzle, Storm
from tests.markup import compact

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/puzzles/storm/"
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def puzzles() -> None:
    add_from_table(TIC_TAC_TOE)


@pytest.fixture
def storm(alice) -> Storm:
    return services.begin(user=alice)


def keeping(storm: Storm, *, right: bool) -> int:
    """A cell that keeps what the puzzle is worth, or one that does not."""
    value, position = storm.puzzle.value, storm.position
    worths = {cell: move_worth(position, cell) for cell in position.legal_moves()}
    keeps = {cell: (worth > 0) - (worth < 0) >= value for cell, worth in worths.items()}
    return next(cell for cell, is_right in keeps.items() if is_right == right)


def again(storm: Storm) -> Storm:
    return Storm.objects.select_related("puzzle").get(pk=storm.pk)


def solve(storm: Storm) -> Storm:
    """Solve the puzzle, with all moves that it takes."""
    solved = storm.solved
    while storm.solved == solved:
        cell = keeping(storm, right=True)
        verdict = services.answer(storm=storm, version=storm.version, cell=cell)
        assert verdict is MoveVerdict.RIGHT
        storm = again(storm)
    return storm


def test_puzzles_follow_each_other_and_none_comes_twice(storm):
    for _ in range(8):
        storm = solve(storm)
    assert (storm.solved, len(set(storm.seen)), storm.missed) == (8, 9, [])
    assert storm.ends_at - storm.started_at == DURATION


def test_a_wrong_move_costs_ten_seconds_and_leads_to_the_next_puzzle(storm):
    first = storm.puzzle_id
    wrong = keeping(storm, right=False)
    assert services.answer(storm=storm, version=0, cell=wrong) is MoveVerdict.WRONG
    storm = again(storm)
    assert (storm.is_over, storm.solved, storm.missed) == (False, 0, [first])
    assert storm.puzzle_id != first
    assert storm.has_just_missed
    assert storm.ends_at - storm.started_at == DURATION - PENALTY


def test_a_wrong_move_in_the_last_seconds_ends_it(storm):
    late = storm.ends_at - SECOND
    services.answer(storm=storm, version=0, cell=keeping(storm, right=False), now=late)
    assert again(storm).ended_at == late


def test_what_comes_when_the_time_is_up_does_not_count(storm):
    right = keeping(storm, right=True)
    assert services.answer(storm=storm, version=0, cell=right, now=storm.ends_at) is None
    assert again(storm).version == 0


def test_an_answer_that_comes_twice_or_from_another_tab_changes_nothing(storm):
    elsewhere = again(storm)
    solve(storm)
    wrong = keeping(elsewhere, right=False)
    assert services.answer(storm=elsewhere, version=elsewhere.version, cell=wrong) is None
    assert again(storm).missed == []
    assert services.begin(user=storm.user).pk == storm.pk


def test_one_whose_time_is_up_makes_room_for_the_next(storm, alice):
    following = services.begin(user=alice, now=storm.ends_at)
    assert following.pk != storm.pk
    assert again(storm).ended_at == storm.ends_at


def test_it_ends_when_no_puzzle_is_left(storm):
    Puzzle.objects.exclude(pk=storm.puzzle_id).update(is_hidden=True)
    ended = solve(storm)
    assert (ended.is_over, ended.solved, ended.puzzle_id) == (True, 1, storm.puzzle_id)


def test_a_guests_storms_go_with_the_guest(storm, alice):
    guest = make_guest()
    theirs = solve(services.begin(user=guest))
    claim_guest(guest=guest, user=alice)
    theirs = again(theirs)
    assert (theirs.user, theirs.is_over) == (alice, True)
    assert not again(storm).is_over


def test_the_pages(as_user, alice, bob):
    client = as_user(alice)
    page = client.post(URL, follow=True)
    storm = Storm.objects.get(user=alice)
    path = storm.get_absolute_url()
    assert page.redirect_chain[-1][0] == path
    assert 'role="timer"' in page.text
    wrong = {"version": 0, "cell": storm.transform.apply(keeping(storm, right=False))}
    page = client.post(f"{path}answer/", wrong, follow=True)
    assert "cost ten seconds" in page.text
    client.post(f"{path}answer/", wrong)  # sent twice
    assert len(again(storm).missed) == 1
    solve(again(storm))
    Storm.objects.update(ends_at=timezone.now())
    page = client.get(path)
    assert "<h1>1 puzzle solved</h1>" in compact(page.text)
    assert f'href="/puzzles/{again(storm).missed[0]}/"' in page.text
    assert "Best: 1" in client.get(URL).text
    assert as_user(bob).get(path).status_code == 404
