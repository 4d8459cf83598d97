"""Attempts: what a move changes, and what changes nothing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.guests import claim_guest, make_guest
from accounts.services import delete_account
from games.core.errors import IllegalMove, TooFast
from games.core.rules import Position, Ruleset
from games.learn.puzzles import judging, services
from games.learn.puzzles.judging import find_out
from games.learn.puzzles.services import give_up, keep_daily, play, switch_rating
from games.live import limits
from games.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleRating
from games.people.profiles.export.learning import puzzles_data
from tests.learn.puzzles.boards import FORK, QUIET, store
from tictactoe_site.common.limiters.in_cache import CachedBuckets

pytestmark = pytest.mark.django_db(transaction=True)

FORKS, SIDE = 6, 5  # X wins at the corner, and only draws at the side
MIDDLE, LOSES = 4, 1  # O holds the draw in the middle alone


@pytest.fixture
def fork():
    return store(FORK, 3)


@pytest.fixture
def quiet():
    return store(QUIET)


def in_key(puzzle, position, cell):
    """Where *cell* of *position* lies in the image that stands for all."""
    from games.core.symmetry import image, symmetries

    for way in symmetries(position.ruleset):
        if image(position, way) == puzzle.position:
            return way[cell]
    raise AssertionError("not an image")


def at(puzzle, position, cell, *, solver, uid="a" * 10, ply=0):
    return play(
        puzzle=puzzle, solver=solver, uid=uid, ply=ply, cell=in_key(puzzle, position, cell)
    ).attempt


def state_of(puzzle):
    """Everything that a move could change."""
    puzzle.refresh_from_db()
    return (
        list(PuzzleAttempt.objects.values()),
        list(PuzzleRating.objects.values()),
        (puzzle.rating, puzzle.plays),
    )


def test_the_next_days_puzzle_is_kept_before_it_begins():
    for position, plies in ((QUIET, None), (FORK, 3)):
        store(position, plies, rating=1500.0)
    today = timezone.now().date()
    keep_daily(today=today)
    kept = dict(DailyPuzzle.objects.values_list("day", "puzzle"))
    assert kept.keys() == {today, today + timedelta(days=1)}
    assert len(set(kept.values())) == 2
    store(QUIET.play(4).play(1), None, rating=1500.0)
    keep_daily(today=today)
    assert dict(DailyPuzzle.objects.values_list("day", "puzzle")) == kept


def test_a_hidden_puzzle_of_the_day_is_replaced(quiet, fork):
    today = timezone.now().date()
    keep_daily(today=today)
    hidden = DailyPuzzle.objects.get(day=today).puzzle
    Puzzle.objects.filter(pk=hidden.pk).update(is_hidden=True)
    keep_daily(today=today)
    assert DailyPuzzle.objects.get(day=today).puzzle != hidden


def test_the_one_move_that_holds_the_draw_solves_it(quiet, alice):
    before = quiet.rating
    attempt = at(quiet, QUIET, MIDDLE, solver=alice)
    assert (attempt.state, attempt.is_fastest, attempt.is_rated) == ("solved", True, True)
    quiet.refresh_from_db()
    assert quiet.plays == 1
    assert quiet.rating < before
    assert alice.puzzle_rating.rating == attempt.rating_after > attempt.rating_before == 1500
    assert 0 < attempt.expected < 1


def test_a_rating_at_rest_has_become_less_certain_before_it_is_rated(quiet, alice):
    long_ago = timezone.now() - timedelta(days=1000)
    sure = {"rating": 1500, "deviation": 45, "rated_at": long_ago}
    PuzzleRating.objects.create(user=alice, **sure)
    Puzzle.objects.filter(pk=quiet.pk).update(**sure)
    attempt = at(quiet, QUIET, MIDDLE, solver=alice)
    quiet.refresh_from_db()
    # Between two that are sure to 45 points a result is worth less than six.
    assert attempt.rating_after - 1500 > 20
    assert 1500 - quiet.rating > 20
    assert quiet.deviation > 45
    assert PuzzleRating.objects.get(user=alice).deviation > 45


def test_a_wrong_move_ends_it_with_the_refutation(quiet, alice):
    attempt = at(quiet, QUIET, LOSES, solver=alice)
    assert attempt.state == "wrong"
    end = attempt.position
    for cell in attempt.refutation:
        end = end.play(cell)
    assert end.is_won
    assert attempt.rating_after < 1500


def test_a_win_is_played_out(fork, alice):
    first = at(fork, FORK, FORKS, solver=alice)
    assert (first.state, len(first.moves)) == ("going", 2)
    assert not PuzzleRating.objects.exists()
    [win] = [cell for cell in first.position.legal_moves() if first.position.play(cell).is_won][:1]
    last = play(puzzle=fork, solver=alice, uid=first.uid, ply=2, cell=win).attempt
    assert (last.state, last.is_fastest, len(last.moves)) == ("solved", True, 3)
    assert last.rating_after > 1500


@pytest.mark.parametrize("cell", [FORKS, SIDE])
def test_a_move_sent_twice_changes_nothing(fork, alice, cell):
    at(fork, FORK, cell, solver=alice)
    before = state_of(fork)
    at(fork, FORK, cell, solver=alice)
    at(fork, FORK, SIDE, solver=alice)
    assert state_of(fork) == before


@pytest.mark.parametrize("ply", [1, 3, 4, 99])
def test_a_move_out_of_turn_changes_nothing(fork, alice, ply):
    at(fork, FORK, FORKS, solver=alice)
    before = state_of(fork)
    at(fork, FORK, SIDE, solver=alice, ply=ply)
    at(fork, FORK, SIDE, solver=alice, ply=ply, uid="b" * 10)
    assert state_of(fork) == before


def test_nobody_tries_out_a_rated_attempt_in_a_second_one(fork, alice):
    at(fork, FORK, FORKS, solver=alice)
    again = at(fork, FORK, SIDE, solver=alice, uid="b" * 10)
    assert (again.uid, again.state) == ("a" * 10, "going")
    assert PuzzleAttempt.objects.count() == 1


def test_only_the_first_attempt_counts(quiet, alice):
    at(quiet, QUIET, LOSES, solver=alice)
    rating = PuzzleRating.objects.get().rating
    again = at(quiet, QUIET, MIDDLE, solver=alice, uid="b" * 10)
    assert (again.state, again.is_rated) == ("solved", False)
    assert PuzzleRating.objects.get().rating == rating


def test_guests_and_those_who_switched_it_off_solve_without_a_rating(quiet, alice):
    switch_rating(user=alice, on=False)
    guest = make_guest()
    for solver in (alice, guest):
        assert not at(quiet, QUIET, MIDDLE, solver=solver).is_rated
    assert not PuzzleRating.objects.filter(plays__gt=0).exists()
    other = store(Position.after(Ruleset(3, 3, 3), (4,)))
    switch_rating(user=alice, on=True)
    assert at(other, Position.after(Ruleset(3, 3, 3), (4,)), 0, solver=alice).is_rated


def test_giving_up_shows_the_answer_and_counts_as_not_solved(fork, alice):
    attempt = give_up(puzzle=fork, solver=alice, uid="a" * 10)
    assert attempt.state == "given_up"
    assert len(attempt.refutation) == 3
    assert attempt.rating_after < 1500
    before = state_of(fork)
    give_up(puzzle=fork, solver=alice, uid="a" * 10)
    assert state_of(fork) == before


def test_giving_up_changes_nothing_after_a_move_that_came_meanwhile(
    fork, alice, as_user, monkeypatch
):
    def find_out_slowly(question, **whose):
        monkeypatch.undo()
        at(fork, FORK, FORKS, solver=alice)
        return find_out(question, **whose)

    monkeypatch.setattr(services, "find_out", find_out_slowly)
    attempt = give_up(puzzle=fork, solver=alice, uid="a" * 10)
    assert (attempt.state, len(attempt.moves), attempt.refutation) == ("going", 2, [])
    assert as_user(alice).get(f"/puzzles/{fork.pk}/?try={attempt.uid}").status_code == 200


def test_a_second_attempt_that_began_while_the_first_was_searched_is_counted_too(
    quiet, alice, monkeypatch
):
    """The other page's attempt is rated and over by then, so this one is not rated."""

    def answer_slowly(**question):
        monkeypatch.undo()
        at(quiet, QUIET, LOSES, solver=alice, uid="b" * 10)
        return judging.answer(**question)

    monkeypatch.setattr(services, "answer", answer_slowly)
    attempt = at(quiet, QUIET, MIDDLE, solver=alice)
    quiet.refresh_from_db()
    assert (attempt.state, attempt.is_rated, quiet.plays) == ("solved", False, 2)


def test_a_move_of_which_nothing_is_proven_is_not_made_and_rates_nothing(alice, monkeypatch):
    monkeypatch.setattr(judging, "SECONDS_OF_THREATS", 0.0)
    position = Position.after(Ruleset(15, 15, 5), (112, 0))
    puzzle = store(position, 9, proof=Puzzle.Proof.THREATS)
    played = play(puzzle=puzzle, solver=alice, uid="a" * 10, ply=0, cell=100)
    assert played.judgement.verdict == "open"
    attempt = PuzzleAttempt.objects.get()
    assert (attempt.state, attempt.moves, attempt.is_rated) == ("going", [], False)


def test_a_move_that_cannot_be_made_is_refused_and_costs_nothing(quiet, alice, monkeypatch):
    monkeypatch.setattr(limits, "ANSWERS", None)
    with pytest.raises(IllegalMove) as refused:
        at(quiet, QUIET, 0, solver=alice)
    assert refused.value.code == "cell_taken"
    assert not PuzzleAttempt.objects.exists()


def test_who_moves_too_often_waits(quiet, alice, monkeypatch):
    few = CachedBuckets("puzzle-of-a-test", at_once=0, seconds=5, longest=5)
    monkeypatch.setattr(limits, "ANSWERS", few)
    at(quiet, QUIET, LOSES, solver=alice)
    with pytest.raises(TooFast):
        at(quiet, QUIET, MIDDLE, solver=alice, uid="b" * 10)


def test_attempts_follow_a_guest_and_end_with_a_deleted_account(quiet, fork, alice):
    guest = make_guest()
    at(quiet, QUIET, MIDDLE, solver=guest)
    at(fork, FORK, FORKS, solver=guest)
    claim_guest(guest=guest, user=alice)
    [attempt] = PuzzleAttempt.objects.all()
    assert (attempt.solver, attempt.state, attempt.is_rated) == (alice, "solved", False)
    [kept] = puzzles_data(alice)
    assert (kept["puzzle"], kept["state"]) == (quiet.pk, "solved")
    at(fork, FORK, SIDE, solver=alice)
    assert PuzzleRating.objects.exists()
    delete_account(user=alice)
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleRating.objects.exists()


def test_attempts_follow_a_guest_who_went_on_under_the_address_of_an_attempt(quiet, fork, alice):
    at(quiet, QUIET, LOSES, solver=alice)
    guest = make_guest()
    at(quiet, QUIET, MIDDLE, solver=guest)  # the same uid, as the address of the page has it
    at(fork, FORK, SIDE, solver=guest)
    claim_guest(guest=guest, user=alice)
    kept = PuzzleAttempt.objects.filter(solver=alice).values_list("puzzle", "state")
    assert set(kept) == {(quiet.pk, "wrong"), (fork.pk, "wrong")}
    assert not PuzzleAttempt.objects.filter(solver=guest).exists()
