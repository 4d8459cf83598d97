"""All puzzles for everybody, without their answers."""

import gzip
import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.learn.puzzles import export
from games.learn.puzzles.export import ASKED_EVERY, MADE_EVERY, PuzzleFiles, puzzle_files
from games.learn.puzzles.making import add_from_table
from games.live.limits import PUZZLE_FILES
from games.models import Puzzle
from tests.learn.puzzles.boards import FORK, QUIET, TINY, store

pytestmark = pytest.mark.django_db

URL = "/api/v1/puzzles.ndjson"
NOON = timezone.now()


@pytest.fixture(autouse=True)
def _nothing_made():
    puzzle_files.forget()
    PUZZLE_FILES.forget()
    yield
    puzzle_files.forget()
    PUZZLE_FILES.forget()


@pytest.fixture
def line_counts(monkeypatch) -> list[int]:
    """How many lines each file had that was made."""
    counts: list[int] = []
    puzzles_data = export.puzzles_data

    def counted():
        lines = list(puzzles_data())
        counts.append(len(lines))
        return iter(lines)

    monkeypatch.setattr(export, "puzzles_data", counted)
    return counts


def lines_of(client):
    answer = client.get(URL)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.content.decode().splitlines()]


def test_each_puzzle_is_a_line_with_its_board_and_not_its_answer(client):
    for position, plies in ((FORK, 3), (QUIET, None)):
        store(position, plies)
    store(QUIET.play(4), is_hidden=True)
    fork, quiet = lines_of(client)
    assert (fork["to_move"], fork["value"], fork["plies"], fork["theme"]) == ("x", 1, 3, "fork")
    assert (len(fork["x"]), len(fork["o"]), len(quiet["x"]), len(quiet["o"])) == (2, 2, 1, 0)
    assert fork.keys() == {
        "id",
        "m",
        "n",
        "k",
        "x",
        "o",
        "to_move",
        "value",
        "plies",
        "proof",
        "theme",
        "rating",
        "deviation",
        "plays",
    }


def test_many_who_ask_get_one_file(client, line_counts, django_assert_max_num_queries):
    store(FORK, 3)
    first = client.get(URL)
    with django_assert_max_num_queries(0):
        answers = [client.get(URL) for _ in range(10)]
    assert {answer.content for answer in answers} == {first.content}
    assert line_counts == [1]


def test_it_is_compressed_once_for_all_who_take_it_so(client):
    store(FORK, 3)
    plain, packed = client.get(URL), client.get(URL, headers={"accept-encoding": "br, gzip"})
    assert (packed["Content-Encoding"], "Content-Encoding" in plain) == ("gzip", False)
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] == plain["ETag"]
    assert "Accept-Encoding" in packed["Vary"]
    refused = client.get(URL, headers={"accept-encoding": "gzip;q=0"})
    assert refused.content == plain.content


def test_who_has_it_is_told_that_nothing_has_changed_and_pays_nothing(client):
    store(FORK, 3)
    first = client.get(URL)
    for headers in (
        {"if-none-match": first["ETag"]},
        {"if-modified-since": first["Last-Modified"]},
    ):
        for _ in range(2 * PUZZLE_FILES.at_once):
            again = client.get(URL, headers=headers)
            assert (again.status_code, again.content) == (304, b"")
    store(QUIET, None)
    puzzle_files.forget()
    changed = client.get(URL, headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_a_new_puzzle_is_in_it_soon_and_a_new_rating_after_a_while(line_counts):
    files = PuzzleFiles()
    puzzle = store(FORK, 3)
    files.current(NOON)
    store(QUIET, None)
    assert len(files.current(NOON + ASKED_EVERY / 2).lines.splitlines()) == 1
    assert len(files.current(NOON + ASKED_EVERY).lines.splitlines()) == 2
    made_at = NOON + ASKED_EVERY
    Puzzle.objects.filter(pk=puzzle.pk).update(rated_at=NOON, rating=1234)
    almost = files.current(made_at + MADE_EVERY - timedelta(seconds=1))
    assert b"1234" not in almost.lines
    assert b"1234" in files.current(made_at + MADE_EVERY + ASKED_EVERY).lines
    files.current(made_at + 3 * MADE_EVERY)  # nothing has changed
    assert line_counts == [1, 2, 2]


def test_a_puzzle_that_is_hidden_goes(line_counts):
    files = PuzzleFiles()
    puzzle = store(FORK, 3)
    files.current(NOON)
    Puzzle.objects.filter(pk=puzzle.pk).update(is_hidden=True)
    assert files.current(NOON + ASKED_EVERY).lines == b""


def test_a_puzzle_that_is_shown_in_the_place_of_another_comes():
    files = PuzzleFiles()
    shown, hidden = store(FORK, 3), store(QUIET, None, is_hidden=True)
    store(QUIET.play(4), None)  # the newest stays, and so does their number
    files.current(NOON)
    Puzzle.objects.filter(pk=shown.pk).update(is_hidden=True)
    Puzzle.objects.filter(pk=hidden.pk).update(is_hidden=False)
    lines = files.current(NOON + ASKED_EVERY).lines.splitlines()
    assert hidden.pk in [json.loads(line)["id"] for line in lines]


def test_equal_puzzles_are_an_equal_file_in_every_process():
    store(FORK, 3)
    one, other = PuzzleFiles().current(NOON), PuzzleFiles().current(NOON + MADE_EVERY)
    assert (one.etag, one.compressed) == (other.etag, other.compressed)


@pytest.mark.usefixtures("no_token_comes_back")
def test_who_asks_too_often_waits(client):
    add_from_table(TINY)
    answers = [client.get(URL) for _ in range(21)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "too_fast"
    assert int(answers[-1]["Retry-After"]) > 0
