"""Streaks: puzzles that grow harder, one life, one skip, and nothing that a second tab could do."""

import pytest

from accounts.guests import claim_guest, make_guest
from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE
from games.engine.search.table import move_worth
from games.learn.puzzles import judging
from games.learn.puzzles.judging import MoveVerdict
from games.learn.puzzles.making import add_from_table
from games.learn.puzzles.runs import AROUND, puzzle_on_rung, rung
from games.learn.puzzles.streak import services
from games.live import limits
from games.models import Puzzle, Streak
from tests.markup import compact
from tictactoe_site.common.limiters.in_cache import CachedBuckets

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/puzzles/streak/"


@pytest.fixture(autouse=True)
def puzzles() -> None:
    add_from_table(TIC_TAC_TOE)


@pytest.fixture
def streak(alice) -> Streak:
    return services.begin(user=alice)


def keeping(streak: Streak, *, right: bool) -> int:
    """A cell that keeps what the puzzle is worth, or one that does not."""
    value, position = streak.puzzle.value, streak.position
    worths = {cell: move_worth(position, cell) for cell in position.legal_moves()}
    keeps = {cell: (worth > 0) - (worth < 0) >= value for cell, worth in worths.items()}
    return next(cell for cell, is_right in keeps.items() if is_right == right)


def again(streak: Streak) -> Streak:
    return Streak.objects.select_related("puzzle").get(pk=streak.pk)


def solve(streak: Streak) -> Streak:
    """Solve the puzzle, with all moves that it takes."""
    solved = streak.solved
    while streak.solved == solved and not streak.is_over:
        cell = keeping(streak, right=True)
        verdict = services.answer(streak=streak, version=streak.version, cell=cell)
        assert verdict is MoveVerdict.RIGHT
        streak = again(streak)
    return streak


def test_puzzles_grow_harder_and_none_comes_twice(streak):
    ratings = []
    for _ in range(12):
        ratings.append(streak.puzzle.rating)
        streak = solve(streak)
    assert len(set(streak.seen)) == len(streak.seen) == 13
    assert sum(ratings[6:]) > sum(ratings[:6])
    assert streak.solved == 12


def test_a_rung_is_climbed_with_each_puzzle():
    assert rung(0) < rung(1) < rung(2)
    near = sorted(Puzzle.objects.all(), key=lambda one: abs(one.rating - rung(9)))
    assert puzzle_on_rung(9, []) in near[: 20 * AROUND]


def test_the_first_wrong_answer_ends_it_with_the_refutation(streak):
    streak = solve(streak)
    wrong = keeping(streak, right=False)
    assert services.answer(streak=streak, version=streak.version, cell=wrong) is MoveVerdict.WRONG
    ended = again(streak)
    assert (ended.is_over, ended.solved, ended.moves[-1]) == (True, 1, wrong)
    before = ended.version
    assert services.answer(streak=ended, version=before, cell=wrong) is None
    services.skip(streak=ended, version=before)
    assert again(streak).version == before


def test_an_answer_that_comes_twice_or_from_another_tab_changes_nothing(streak):
    elsewhere = again(streak)
    solved = solve(streak)
    wrong = keeping(elsewhere, right=False)
    assert services.answer(streak=elsewhere, version=elsewhere.version, cell=wrong) is None
    assert services.answer(streak=solved, version=0, cell=wrong) is None
    assert not again(streak).is_over
    assert services.begin(user=streak.user).pk == streak.pk


def test_one_puzzle_can_be_skipped(streak):
    first = streak.puzzle
    services.skip(streak=streak, version=0)
    services.skip(streak=streak, version=0)  # sent twice
    streak = again(streak)
    assert (streak.has_skipped, streak.solved, streak.version) == (True, 0, 1)
    assert streak.puzzle != first
    with pytest.raises(GameError, match="skipped_before"):
        services.skip(streak=streak, version=1)


def test_it_ends_when_no_puzzle_is_left(streak):
    Puzzle.objects.exclude(pk=streak.puzzle_id).update(is_hidden=True)
    ended = solve(streak)
    assert (ended.is_over, ended.solved, ended.puzzle_id) == (True, 1, streak.puzzle_id)


def test_a_guests_streaks_go_with_the_guest(streak, alice):
    guest = make_guest()
    theirs = solve(services.begin(user=guest))
    claim_guest(guest=guest, user=alice)
    theirs = again(theirs)
    assert (theirs.user, theirs.is_over) == (alice, True)
    assert not again(streak).is_over


def test_the_pages(as_user, alice):
    client = as_user(alice)
    page = client.post(URL, follow=True)
    streak = Streak.objects.get(user=alice)
    path = streak.get_absolute_url()
    assert page.redirect_chain[-1][0] == path
    right = {"version": 0, "cell": streak.transform.apply(keeping(streak, right=True))}
    client.post(f"{path}answer/", right)
    streak = again(streak)
    assert streak.version == 1
    page = client.post(f"{path}answer/", right, follow=True)  # sent twice
    assert again(streak).version == 1
    wrong = {"version": 1, "cell": streak.transform.apply(keeping(streak, right=False))}
    page = client.post(f"{path}answer/", wrong, follow=True)
    assert "This is how it continues" in page.text
    assert f"Best: {again(streak).solved}" in client.get(URL).text


def test_once_a_win_is_begun_its_heading_names_no_number(as_user, streak, alice):
    Puzzle.objects.exclude(theme="fork").update(is_hidden=True)
    streak.puzzle = Puzzle.objects.get(pk=Puzzle.objects.shown().first().pk)
    streak.save()
    client, path = as_user(alice), streak.get_absolute_url()
    mark = streak.puzzle.to_move.upper()
    page = compact(client.get(path).text)
    assert f"<h1>{mark} to play and win in 2</h1>" in page
    assert f"“In 2” counts {mark}’s own moves." in page
    services.answer(streak=streak, version=0, cell=keeping(streak, right=True))
    page = compact(client.get(path).text)
    assert f"<h1>{mark} to play and win</h1>" in page
    assert "“In" not in page


def test_streaks_share_the_allowance_of_all_puzzles(client, alice, streak, monkeypatch):
    client.force_login(alice)
    few = CachedBuckets("puzzle-of-a-streak", at_once=0, seconds=7, longest=7)
    monkeypatch.setattr(limits, "ANSWERS", few)
    answer = {"version": 0, "cell": streak.transform.apply(keeping(streak, right=False))}
    judging.count_move(ruleset=TIC_TAC_TOE, user_id=alice.pk, address="")
    response = client.post(f"{streak.get_absolute_url()}answer/", answer)
    assert (response.status_code, response["Retry-After"]) == (429, "7")
    assert again(streak).version == 0


def test_whoever_meets_a_busy_engine_hears_when_to_try_again(client, alice, streak, monkeypatch):
    async def judge(*arguments, **more):
        raise GameError("too_busy")

    client.force_login(alice)
    monkeypatch.setattr(judging, "judge", judge)
    answer = {"version": 0, "cell": streak.transform.apply(keeping(streak, right=True))}
    response = client.post(f"{streak.get_absolute_url()}answer/", answer)
    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0


def test_nobody_else_sees_a_streak(client, as_user, bob, streak):
    path = streak.get_absolute_url()
    for who in (client, as_user(bob)):
        assert who.get(path).status_code == 404
        assert who.post(f"{path}answer/").status_code == 404
        assert who.post(f"{path}skip/").status_code == 404


@pytest.mark.parametrize("cell", ["", "9", "-1", "²"])
def test_nonsense_is_refused(as_user, alice, streak, cell):
    path = f"{streak.get_absolute_url()}answer/"
    assert as_user(alice).post(path, {"version": "0", "cell": cell}).status_code == 409


def test_without_puzzles_there_is_no_streak(as_user, alice):
    Puzzle.objects.all().delete()
    assert "There are no puzzles yet" in as_user(alice).post(URL, follow=True).text
