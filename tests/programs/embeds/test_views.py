"""Pages for frames of other sites: public things alone, and nothing of whoever looks."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.learn.puzzles import judging
from games.learn.puzzles.services import keep_daily
from games.live import limits
from games.models import Game, Puzzle, PuzzleAttempt
from games.models.learning.puzzle import THE_DAY, BoardTransform
from tests.learn.puzzles.boards import FORK, QUIET, store
from tests.learn.puzzles.test_services import in_key
from tests.signing_in import begin_session
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def fork() -> Puzzle:
    return store(FORK, 3)


@pytest.fixture
def finished(alice: User, bob: User) -> Game:
    return play(new_game(alice, bob), X_WINS)


def text_of(answer) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def addresses(finished: Game, fork: Puzzle) -> list[str]:
    return [
        f"/embed/game/{finished.uid}/",
        "/embed/position/3x3x3/",
        "/embed/position/3x3x3/b2a1/",
        f"/embed/puzzle/{fork.pk}/",
        "/embed/puzzle/daily/",
        "/embed/explanation/3x3x3/a3b3b2c1/",
    ]


def test_frames_alone_may_stand_on_any_page(client, finished, fork):
    for path in addresses(finished, fork):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"], path
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"], path
        assert "X-Frame-Options" not in answer.headers, path
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin", path
    for path in (f"/games/{finished.uid}/review/", "/puzzles/daily/", fork.get_absolute_url()):
        answer = client.get(path)
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
        assert answer.headers["X-Frame-Options"] == "DENY", path


def test_frames_know_nobody_and_keep_nothing(client, alice, finished, fork):
    begin_session(client, alice)
    before = client.cookies.output()
    for path in addresses(finished, fork):
        answer = client.get(path)
        assert not answer.cookies, path
        assert "Cookie" not in answer.headers.get("Vary", ""), path  # no session was read
        assert not answer.wsgi_request.session.accessed, path
        assert "csrf" not in answer.text, path
        assert "alice" not in answer.text or "game" in path, path
    assert client.cookies.output() == before


def test_they_are_light_or_dark_as_the_reader_or_the_address_says(client, finished):
    path = f"/embed/game/{finished.uid}/"
    assert "data-theme" not in client.get(path).text
    assert '<html lang="en" data-theme="dark">' in client.get(path, {"theme": "dark"}).text
    assert "data-theme" not in client.get(path, {"theme": '"><script>'}).text


def test_they_are_in_the_language_that_the_browser_asks_for(client, alice, finished):
    path = f"/embed/game/{finished.uid}/"
    answer = client.get(path, headers={"Accept-Language": "xx, de-AT;q=0.9"})
    assert '<html lang="de">' in answer.text
    assert '<html lang="en">' in client.get(path, headers={"Accept-Language": "*"}).text
    assert '<html lang="en">' in client.get(path).text


def test_they_lead_to_the_whole_page_in_a_tab_of_its_own(client, finished, fork):
    for path in addresses(finished, fork):
        link = re.search(r'<a class="frame__out" href="([^"]+)"([^>]*)>', client.get(path).text)
        assert 'target="_blank" rel="noopener"' in link[2]
        assert client.get(link[1], follow=True).status_code == 200, path


@pytest.mark.parametrize("opponent", ["friend", "device"])
def test_a_game_that_no_list_shows_is_not_there(client, alice, bob, opponent):
    game = play(new_game(alice, bob, opponent=opponent), X_WINS)
    assert client.get(f"/embed/game/{game.uid}/").status_code == 404
    client.force_login(alice)  # also for who played it: a frame knows nobody
    assert client.get(f"/embed/game/{game.uid}/").status_code == 404


def test_a_game_that_has_not_begun_is_not_there(client, alice):
    assert client.get(f"/embed/game/{new_game(alice, None).uid}/").status_code == 404
    assert client.get("/embed/game/0123456789/").status_code == 404


def test_a_finished_game_is_turned_over_by_links(client, finished):
    path = f"/embed/game/{finished.uid}/"
    last = client.get(path)
    assert "alice beat bob" in text_of(last)
    assert last.text.count("board__taken--won") == 3
    before = client.get(path, {"ply": "2", "theme": "dark"})
    assert before.text.count('class="board__taken') == 2
    assert 'href="?ply=1&amp;theme=dark"' in before.text
    assert 'href="?ply=3&amp;theme=dark"' in before.text
    assert client.get(path, {"ply": "²"}).status_code == 200


def test_a_game_that_goes_on_is_followed(client, alice, bob):
    game = play(new_game(alice, bob), X_WINS[:3])
    answer = client.get(f"/embed/game/{game.uid}/")
    assert "O to play" in text_of(answer)
    assert "live-game" in answer.text
    assert answer.headers["Cache-Control"] == "public, max-age=1"


def test_a_position_says_what_is_known_of_it(client):
    assert "O to play. Draw with best play" in text_of(client.get("/embed/position/3x3x3/b2a1a2/"))
    assert "X has won" in text_of(client.get("/embed/position/3x3x3/a1b1a2b2a3/"))
    large = client.get("/embed/position/15x15x5/h8h9/")
    assert "X to play" in text_of(large)  # and nothing was searched
    for path in ("3x3x3/a1a1", "2x2x2/a1", "3x3x3/zz"):
        assert client.get(f"/embed/position/{path}/").status_code == 404


def in_frame(puzzle: Puzzle, position, cell: int) -> int:
    return BoardTransform(puzzle.ruleset, THE_DAY).apply(in_key(puzzle, position, cell))


def test_a_puzzle_is_played_in_its_addresses_and_nothing_is_kept(client, fork):
    path = f"/embed/puzzle/{fork.pk}/"
    first = client.get(path)
    assert "X to play and win in 2" in text_of(first)
    assert first.text.count('<button name="cell"') == 5
    answer = client.get(path, {"played": "", "cell": in_frame(fork, FORK, 6)})
    assert "Right so far" in text_of(answer)
    played = re.search(r'name="played" value="(\w+)"', answer.text)[1]
    attempt = answer.context["shown"].attempt
    win = next(
        cell for cell in attempt.position.legal_moves() if attempt.position.play(cell).is_won
    )
    cell = attempt.transform.apply(win)
    answer = client.get(path, {"played": played, "cell": cell})
    assert "Right, and the fastest win" in text_of(answer)
    assert answer.text.count("board__taken--won") == 3
    assert '<button name="cell"' not in answer.text
    assert not PuzzleAttempt.objects.exists()
    assert not User.objects.exists()


def test_a_wrong_move_is_answered(client):
    quiet = store(QUIET)
    path = f"/embed/puzzle/{quiet.pk}/"
    answer = client.get(path, {"cell": in_frame(quiet, QUIET, 1), "theme": "dark"})
    assert re.search(r"loses X wins with [abc][123] in 3 moves", text_of(answer))
    assert 'href="?theme=dark"' in answer.text  # to try again


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"cell": "99"}, "no_such_cell"),
        ({"cell": "²"}, "no_such_cell"),
        ({"played": "a1b"}, "bad_cell"),
        ({"played": "k9k8"}, "bad_cell"),
        ({"played": "a1" * 4000}, "bad_cell"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_code(client, fork, sent, code):
    answer = client.get(f"/embed/puzzle/{fork.pk}/", sent)
    assert answer.status_code == 422
    assert f'data-refused="{code}"' in answer.text
    assert "no-store" not in answer.headers.get("Cache-Control", "")
    assert "max-age" not in answer.headers.get("Cache-Control", "")


class Full:
    name = "full"

    def take(self, key: object) -> float:
        return 7.0


def test_moves_are_judged_so_often_for_an_address(client, fork, monkeypatch):
    monkeypatch.setattr(limits, "ANSWERS_OF_ADDRESS", Full())
    monkeypatch.setattr(judging, "judge", None)
    answer = client.get(f"/embed/puzzle/{fork.pk}/", {"cell": in_frame(fork, FORK, 6)})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "7"


def test_a_hidden_puzzle_is_not_there(client, fork):
    Puzzle.objects.update(is_hidden=True)
    assert client.get(f"/embed/puzzle/{fork.pk}/").status_code == 404
    assert client.get("/embed/puzzle/daily/").status_code == 404


def test_the_puzzle_of_the_day_is_where_it_was_as_well(client, fork):
    keep_daily(today=timezone.now().date())
    answer = client.get(reverse("games:daily_puzzle_embed"), follow=True)
    assert answer.redirect_chain == [("/embed/puzzle/daily/", 301)]
    front = client.get("/puzzles/").context["daily"]
    assert answer.context["shown"].before == front.before


def test_an_explanation_goes_step_by_step(client):
    path = "/embed/explanation/3x3x3/a3b3b2c1/"
    first = client.get(path, {"theme": "light"})
    assert "Step 1 of" in text_of(first)
    link = unescape(re.search(r'id="on" [^>]*href="([^"]+)"', first.text)[1])
    assert link == "?theme=light&step=2"
    assert "Step 2 of" in text_of(client.get(path + link))
    assert client.get("/embed/explanation/19x19x5/").status_code in (200, 404)
    assert client.get("/embed/explanation/3x3x3/a1a1/").status_code == 404
    assert "The game is over here." in text_of(client.get("/embed/explanation/3x3x3/a1b1a2b2a3/"))
