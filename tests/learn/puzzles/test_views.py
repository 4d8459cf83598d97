"""The pages of puzzles: forms alone do everything."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.core.symmetry import image
from games.learn.puzzles.services import keep_daily
from games.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleRating
from games.models.learning.puzzle import BoardTransform
from tests.learn.puzzles.boards import FORK, QUIET, store
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "a" * 10
OTHER = "b" * 10


@pytest.fixture
def fork():
    return store(FORK, 3)


@pytest.fixture
def quiet():
    return store(QUIET)


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


def test_who_signs_up_comes_back(client, fork):
    for address in ("/puzzles/", fork.get_absolute_url()):
        way = f'<a href="/accounts/signup/?next={address}">Sign up</a>'
        assert way in client.get(address).content.decode()


def shown_cell(puzzle, position, cell, uid=NAME):
    """Where *cell* of *position* is shown in the attempt *uid*."""
    from tests.learn.puzzles.test_services import in_key

    return BoardTransform(puzzle.ruleset, uid).apply(in_key(puzzle, position, cell))


def move(client, puzzle, cell, *, uid=NAME, ply=0):
    """Press a cell's button, and see the page that it leads to."""
    path = reverse("games:puzzle_move", args=[puzzle.pk])
    return client.post(path, {"try": uid, "ply": ply, "cell": cell}, follow=True)


def text_of(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_a_puzzle_says_what_to_do_and_nothing_of_the_answer(as_alice, fork, alice, bob):
    fork.source = play(new_game(alice, bob), X_WINS)
    fork.save()
    page = as_alice.get(fork.get_absolute_url())
    assert "X to play and win in 2" in text_of(page)
    assert "Only one move wins, not counting its mirror images." in text_of(page)
    assert "Fork" not in text_of(page)
    assert fork.source.uid not in page.content.decode()
    assert page.content.decode().count('<button name="cell"') == 5
    assert not PuzzleAttempt.objects.exists()  # looking begins nothing


def test_each_attempt_has_its_own_image_and_keeps_it(as_alice, fork):
    boards = {
        uid: as_alice.get(fork.get_absolute_url(), {"try": uid}).context["data"]["cells"]
        for uid in (f"{number:010}" for number in range(30))
    }
    assert len({tuple(cells) for cells in boards.values()}) > 1
    for uid, cells in boards.items():
        again = as_alice.get(fork.get_absolute_url(), {"try": uid}).context["data"]["cells"]
        assert again == cells
        seen = image(fork.position, BoardTransform(fork.ruleset, uid).symmetry)
        assert [cell for cell, mark in enumerate(cells) if mark == "x"] == [
            cell for cell in range(9) if seen.own >> cell & 1
        ]


def test_a_win_is_played_out_and_then_tells_the_theme_and_the_change(as_alice, fork):
    page = move(as_alice, fork, shown_cell(fork, FORK, 6))
    assert "Right so far" in text_of(page)
    assert "Fork" not in text_of(page)
    attempt = PuzzleAttempt.objects.get()
    [win] = [cell for cell in attempt.position.legal_moves() if attempt.position.play(cell).is_won][
        :1
    ]
    page = move(as_alice, fork, attempt.transform.apply(win), ply=2)
    text = text_of(page)
    assert "Right, and the fastest win" in text
    assert "Fork" in text
    assert "Why did my rating change?" in text
    assert len(page.context["shown"].frames) == 3
    assert page.context["data"]["mark"] is None
    assert len(page.context["data"]["line"]) == 3


def test_a_wrong_move_is_answered_by_its_refutation(as_alice, quiet):
    page = move(as_alice, quiet, shown_cell(quiet, QUIET, 1))
    text = text_of(page)
    assert re.search("loses X wins with [abc][123] in 3 moves.", text)
    assert "Try again" in text
    assert "The theme is shown once it is solved" in text
    assert len(page.context["data"]["line"]) == 3  # to the line that X completes
    assert page.context["shown"].change < 0


def test_the_answer_is_shown_to_who_gives_up(as_alice, quiet):
    path = reverse("games:give_up_puzzle", args=[quiet.pk])
    page = as_alice.post(path, {"try": NAME}, follow=True)
    assert "The answer:" in text_of(page)
    assert "Quiet save" in text_of(page)


def test_a_guest_is_made_by_the_first_move_and_is_not_rated(client, quiet):
    assert client.get(quiet.get_absolute_url()).status_code == 200
    assert not User.objects.guests().exists()
    page = move(client, quiet, shown_cell(quiet, QUIET, 4))
    assert "Right, that’s a draw" in text_of(page)
    assert PuzzleAttempt.objects.get().solver.is_guest
    assert not PuzzleRating.objects.exists()


def test_the_switch_is_on_every_puzzle_and_turns_the_rating_off(as_alice, quiet, fork):
    path = reverse("games:switch_puzzle_rating")
    page = as_alice.get(quiet.get_absolute_url())
    assert 'role="switch" aria-checked="true"' in page.content.decode()
    page = as_alice.post(path, {"puzzle": quiet.pk, "try": NAME}, follow=True)
    assert 'role="switch" aria-checked="false"' in page.content.decode()
    move(as_alice, quiet, shown_cell(quiet, QUIET, 4))
    assert PuzzleRating.objects.get().plays == 0
    as_alice.post(path, {"puzzle": fork.pk, "try": NAME, "rated": "on"})
    assert PuzzleRating.objects.get().is_on


def test_a_second_try_says_before_its_first_move_that_it_is_not_rated(as_alice, quiet):
    note = "Only your first try of a puzzle is rated."
    assert note not in text_of(as_alice.get(quiet.get_absolute_url()))
    assert note not in text_of(move(as_alice, quiet, shown_cell(quiet, QUIET, 1)))
    assert note in text_of(as_alice.get(quiet.get_absolute_url()))
    again = move(as_alice, quiet, shown_cell(quiet, QUIET, 1, OTHER), uid=OTHER)
    assert note in text_of(again)
    assert PuzzleRating.objects.get().plays == 1


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"cell": "0", "ply": "0", "try": NAME}, 422),
        ({"cell": "99", "ply": "0", "try": NAME}, 422),
        ({"cell": "²", "ply": "0", "try": "../../etc"}, 422),
        ({}, 200),  # no ply: out of turn, which changes nothing
    ],
)
def test_what_makes_no_sense_is_refused_with_the_page(as_alice, quiet, sent, status):
    if sent.get("cell") == "0":
        sent = {**sent, "cell": str(shown_cell(quiet, QUIET, 0))}  # X is there
    path = reverse("games:puzzle_move", args=[quiet.pk])
    page = as_alice.post(path, sent, follow=True)
    assert page.status_code == status
    assert not PuzzleAttempt.objects.exists()


def test_the_next_puzzle_is_a_new_one_near_the_rating(as_alice, alice, quiet, fork):
    far = store(FORK.play(6), 2 + 1, rating=3000.0)
    PuzzleRating.objects.create(user=alice, rating=fork.rating, plays=5)
    move(as_alice, quiet, shown_cell(quiet, QUIET, 4))
    seen = {as_alice.get(reverse("games:next_puzzle"), {"but": quiet.pk}).url for _ in range(20)}
    assert quiet.get_absolute_url() not in seen
    assert seen <= {fork.get_absolute_url(), far.get_absolute_url()}


def test_the_next_puzzle_may_be_one_of_a_theme(client, quiet, fork):
    there = reverse("games:next_puzzle")
    for theme, puzzle in (("fork", fork), ("quiet", quiet)):
        led = {client.get(there, {"theme": theme}).url for _ in range(20)}
        assert led == {puzzle.get_absolute_url()}
    assert client.get(there, {"theme": "deep"}).url == reverse("games:puzzles")
    assert client.get(there, {"theme": "nothing"}).status_code == 404


def test_what_is_solved_leads_to_others_of_its_theme(as_alice, quiet):
    page = as_alice.get(quiet.get_absolute_url()).text
    assert "?theme=" not in page
    page = move(as_alice, quiet, shown_cell(quiet, QUIET, 4)).text
    assert f"?theme=quiet&amp;but={quiet.pk}" in page


def test_without_puzzles_the_pages_say_so(client):
    assert "There are no puzzles yet." in text_of(client.get(reverse("games:puzzles")))
    assert client.get(reverse("games:next_puzzle")).url == reverse("games:puzzles")
    assert client.get(reverse("games:daily_puzzle")).url == reverse("games:puzzles")
    assert client.get(reverse("games:puzzle", args=[12345])).status_code == 404


def test_the_puzzle_of_the_day_is_the_same_for_all(client, alice, quiet, fork):
    path = reverse("games:daily_puzzle")
    first = client.get(path).context["puzzle"]
    assert not DailyPuzzle.objects.exists()  # whoever only reads writes nothing
    keep_daily(today=timezone.now().date())
    client.force_login(alice)
    store(QUIET.play(4).play(1), None)
    assert client.get(path).context["puzzle"] == first
    Puzzle.objects.filter(pk=first.pk).update(is_hidden=True)
    assert client.get(path).context["puzzle"] != first
    assert client.get(first.get_absolute_url()).status_code == 404


def test_the_source_is_shown_once_solved_if_it_is_public_or_ones_own(
    client, alice, bob, charlie, quiet
):
    quiet.source = play(new_game(alice, bob, opponent="friend"), X_WINS)
    quiet.source_ply = 1
    quiet.save()
    uid = quiet.source.uid
    for user, may_see in ((alice, True), (charlie, False)):
        client.force_login(user)
        assert uid not in client.get(quiet.get_absolute_url()).content.decode()
        page = move(client, quiet, shown_cell(quiet, QUIET, 4))
        assert (uid in page.content.decode()) == may_see


def test_the_front_page_has_what_was_tried_last(as_alice, quiet):
    move(as_alice, quiet, shown_cell(quiet, QUIET, 4))
    page = as_alice.get(reverse("games:puzzles"))
    assert f"{quiet.get_absolute_url()}?try={NAME}" in page.content.decode()
    assert "solved ★" in text_of(page)
    assert "CC0" in text_of(page)


def test_a_positions_page_names_the_puzzles_from_there(client, fork):
    page = client.get("/p/3x3x3/a3b2c1/", follow=True)  # O's corner next, then X forks
    assert "Puzzles from here" in text_of(page)
    assert fork.get_absolute_url() in page.content.decode()
    elsewhere = client.get("/p/3x3x3/a3b3/", follow=True)
    assert "Puzzles from here" not in text_of(elsewhere)


def test_staff_hide_a_puzzle_and_show_it_again(client, alice, quiet):
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(alice)
    path = reverse("admin:games_puzzle_changelist")
    for action, hidden in (("hide", True), ("show", False)):
        client.post(path, {"action": action, "_selected_action": quiet.pk})
        quiet.refresh_from_db()
        assert quiet.is_hidden == hidden
        assert client.get(quiet.get_absolute_url()).status_code == (404 if hidden else 200)


def test_the_puzzle_of_the_day_lies_the_same_for_everybody_and_everywhere(client, as_alice, quiet):
    keep_daily(today=timezone.now().date())
    path = reverse("games:daily_puzzle")
    pages = [client.get(path), client.get(path), as_alice.get(path)]
    boards = [page.context["data"]["cells"] for page in pages]
    assert boards[0] == boards[1] == boards[2]
    shown = [page.context["shown"].before for page in pages]
    front = client.get(reverse("games:puzzles")).context["daily"]
    embedded = client.get(reverse("games:embed_daily_puzzle")).context["shown"]
    assert all(one == front.before == embedded.before for one in shown)
    assert len({page.context["shown"].uid for page in pages}) == 3


def test_the_daily_puzzle_can_be_pasted_as_text_without_its_answer(client):
    store(FORK, 3)
    page = unescape(client.get("/puzzles/daily/").text)
    text = re.search(r'<pre id="puzzle-text"[^>]*>(.*?)</pre>', page, re.S)[1]
    headline, task, *rows, url = text.splitlines()
    assert headline.startswith("Puzzle of the day, ")
    assert "to play and win in" in task
    assert len({len(row.split()) for row in rows}) == 1
    assert set("".join(rows)) <= set("XO· ")
    assert url.endswith("/puzzles/daily/")
