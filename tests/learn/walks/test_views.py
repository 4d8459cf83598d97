"""The pages on which a proof is walked say what is proven, and X wins whatever O plays."""

import re
from dataclasses import replace
from random import Random

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache

from games.core.notation import cell_name
from games.core.rules import Mark, Position, Ruleset
from games.core.symmetry import canonical, image, key_of, symmetries
from games.engine.proving import stored
from games.engine.proving import walk as engine_walk
from games.engine.proving.lengths import ProofLengths
from games.engine.proving.proof_files import QuietMove
from games.engine.proving.stored import StoredTurn
from games.engine.proving.walk import begin
from games.learn.positions.addresses import parse_cells, place_of
from games.learn.review.queries import review_of
from games.learn.review.services import request_review
from games.learn.walks import services, walking
from games.learn.walks.boards import path_of_turn, path_of_walk
from tests import stored as games
from tests.markup import compact
from tictactoe_site.common.limiters.in_cache import CachedBuckets

# The connection of a page closes while the engine searches.
pytestmark = pytest.mark.django_db(transaction=True)

BOARD = Ruleset(15, 15, 5)
START = "/fair/15x15x5/walk/"
LINKS = re.compile(r'<a class="worth worth--(\w+)[^"]*" href="([^"]+)" aria-label="([^"]+)"')
OPEN = re.compile(r'<span class="worth worth--open" role="img" aria-label="(\w+): not proven yet"')


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()


def page(client, path=START, status=200):
    response = client.get(path)
    assert response.status_code == status
    return compact(response.content.decode())


def file_of_a15():
    return stored.proofs_of(BOARD)[0]


@pytest.fixture
def a15_alone(monkeypatch):
    """The walk knows no other first answer."""
    only = {0: file_of_a15()}
    monkeypatch.setattr(walking, "proofs_of", lambda ruleset: only)
    monkeypatch.setattr(engine_walk, "lengths_of", lambda ruleset: {})


@pytest.fixture
def a15_counted(a15_alone, monkeypatch):
    """It takes X 10 to 16 marks to win after the replies to a15; 16 after c15, j15 and so on."""
    lengths = ProofLengths(1_234_567, {cell: 10 + (cell + 4) % 7 for cell in file_of_a15().replies})
    monkeypatch.setattr(engine_walk, "lengths_of", lambda ruleset: {0: lengths})


@pytest.fixture
def two_open(monkeypatch) -> set[str]:
    """Two replies, or more, that a15's file does not answer: their names."""
    file = file_of_a15()
    kept = sorted(file.replies)[:-2]
    part = replace(file, replies={cell: file.replies[cell] for cell in kept})
    monkeypatch.setattr(walking, "proofs_of", lambda ruleset: {0: part})
    return {cell_name(BOARD, cell) for cell in begin(part).required - set(kept)}


def test_the_start_says_which_first_answers_are_proven(client, a15_alone):
    text = page(client)
    turn = begin(file_of_a15())
    assert turn.is_whole
    assert [(kind, label) for kind, _, label in LINKS.findall(text)] == [
        ("x", f"{corner}: X wins by force") for corner in ("a15", "o15", "a1", "o1")
    ]
    assert len(OPEN.findall(text)) == 15 * 15 - 1 - 4
    assert "1 of 35 proven" in text
    assert "The cells without a question mark lead into a proof." in text
    assert f"<td>{len(turn.answered)} of {len(turn.required)}</td>" in text
    assert 'href="/fair/15x15x5/proofs/a15.txt"' in text


def test_the_start_says_that_all_first_answers_are_proven(client):
    text = page(client)
    assert len(LINKS.findall(text)) == 15 * 15 - 1
    assert "35 of 35 proven" in text
    assert "X plays h8, and wins whatever O answers." in text
    assert "question mark" not in text


def test_the_start_says_how_many_marks_a_win_takes(client, a15_counted):
    text = page(client)
    assert "a15: X wins in at most 17 moves" in [label for _, _, label in LINKS.findall(text)]
    assert "<td>X wins in at most 17 moves</td>" in text
    assert "The stronger a cell" not in text  # all four are images of each other


def test_the_toughest_replies_are_named_and_darkest(client, a15_counted):
    text = page(client, f"{START}a15/")
    labels = {label.split(":")[0]: label for _, _, label in LINKS.findall(text)}
    assert labels["c15"] == "c15: X wins in at most 16 moves"
    assert labels["d15"] == "d15: X wins in at most 10 moves"
    heats = dict(re.findall(r'worth--heat(\d)" href="[^"]+" aria-label="(\w+):', text))
    assert set(heats) == {"1", "2", "3", "4", "5"}
    toughest = re.findall(r'<li><a href="([^"]+)" rel="nofollow">(\w+)</a><b>(\d+)</b>', text)
    assert [count for _, _, count in toughest] == ["16"] * 5
    assert (f"{START}a15c15/", "c15", "16") in toughest
    assert re.search(rf'href="{toughest[0][0]}" rel="nofollow">.{{0,200}}Toughest answer', text)
    assert "Whatever O plays, X wins in at most 16 moves." in text
    assert "<dd>1,234,567</dd>" in text
    assert "<dd>222</dd>" in text


def test_without_counts_no_reply_is_the_toughest(client, a15_alone):
    text = page(client, f"{START}a15/")
    for absent in ("oughest", "in numbers", "worth--heat", "darker"):
        assert absent not in text


def test_a_first_answer_that_is_begun_says_how_far(client, two_open):
    turn = begin(walking.proofs_of(BOARD)[0])
    text = page(client)
    counts = f"{len(turn.answered)} of {len(turn.required)} replies proven"
    assert [kind for kind, _, label in LINKS.findall(text) if label.endswith(counts)] == [
        "open"
    ] * 4
    assert "0 of 35 proven" in text


def test_all_stored_proofs_are_walked(client):
    text = page(client)
    files = stored.proofs_of(BOARD)
    assert f"{sum(begin(file).is_whole for file in files.values())} of 35 proven" in text
    for cell in files:
        assert f'href="/fair/15x15x5/proofs/{cell_name(BOARD, cell)}.txt"' in text


def test_after_the_first_answer_open_replies_are_named_and_lead_nowhere(client, two_open):
    text = page(client, f"{START}a15/")
    assert set(OPEN.findall(text)) == two_open
    assert len(LINKS.findall(text)) == 15 * 15 - 3 - len(two_open)
    assert "X answers i9" in text
    assert 'name="robots"' in text


def test_a_visitor_walks_to_the_end_of_a_proof(client):
    """In any corner, by replies that the proof answers and by others."""
    random, path = Random(3), f"{START}o1/"
    for _ in range(40):
        text = page(client, path)
        links = LINKS.findall(text)
        if not links:
            break
        answered = [link for link in links if link[0] == "x"]
        path = random.choice(answered or links)[1]
    assert "X has won" in text
    assert text.count("worth--line") == 5
    replies = parse_cells(BOARD, path.split("/")[-2])
    turn = walking.walk(BOARD, replies)
    position = Position.after(BOARD, turn.moves)
    assert position.is_won
    assert len(turn.moves) == 2 * len(replies) + 1


def test_every_image_of_a_proof_is_walked_alike():
    file = file_of_a15()
    reply = min(file.replies)
    for way in symmetries(BOARD):
        turn = walking.walk(BOARD, [way[0], way[reply]], with_marks=False)
        cells = begin(file).after(reply).moves
        # Where two images lead from a corner to itself, either may be walked.
        assert turn.refused is None
        assert turn.moves[1] == way[0]
        assert len(turn.moves) == len(cells)


def inside_the_proof(marks, way=0):
    """A position of so many marks after the first answer in the corner, and an image of it."""
    file = file_of_a15()
    moves = begin(file).after(min(file.replies)).moves[:marks]
    return image(Position.after(BOARD, moves), symmetries(BOARD)[way])


@pytest.mark.parametrize("marks", [2, 3, 4, 5])
def test_the_page_of_a_position_inside_a_proof_leads_into_it(client, marks):
    position = canonical(inside_the_proof(marks, way=marks))
    text = page(client, place_of(position).path)
    assert '<span class="marker">X wins by force</span>' in text
    told = "Whatever O plays, X wins by force." if marks % 2 else "and wins whatever O answers."
    path = re.search(rf'{told}<a href="([^"]+)">Walk the proof</a>', text)[1]
    assert path in page(client, place_of(position).path)  # also of what is kept
    turn = walking.walk(BOARD, parse_cells(BOARD, path.split("/")[-2]), with_marks=False)
    walked = Position.after(BOARD, turn.moves[:marks])
    assert key_of(walked) == key_of(position)
    if marks % 2 == 0:
        assert turn.moves[marks] in (position if walked == position else walked).legal_moves()


def test_a_position_outside_of_proofs_leads_nowhere(client):
    text = page(client, place_of(Position.after(BOARD, [0])).path)
    assert "Walk the proof" not in text
    assert "Not proven yet" in text


@pytest.mark.parametrize("way", range(8))
def test_a_walk_lies_as_the_position_where_that_is_possible(way):
    there = symmetries(BOARD)[way]
    for answer, alike in ((0, {0, way}), (3, {way})):
        moves = (112, answer, 98, 61, 140)
        path = path_of_turn(BOARD, StoredTurn(moves, there))
        replies = parse_cells(BOARD, path.split("/")[-2])
        laid = {
            number: [symmetries(BOARD)[number][cell] for cell in moves[1::2]] for number in alike
        }
        assert list(replies) in laid.values()


def test_the_walk_from_the_first_move_is_the_whole_proof():
    assert path_of_turn(BOARD, StoredTurn((112,), symmetries(BOARD)[3])) == path_of_walk(BOARD)


def test_a_review_of_a_game_inside_a_proof_says_what_is_proven(alice, bob):
    position = inside_the_proof(5)
    file = file_of_a15()
    moves = begin(file).after(min(file.replies)).moves
    game = games.resign(games.play(games.new_game(alice, bob, ruleset=BOARD), moves), Mark.O)
    async_to_sync(request_review)(uid=game.uid, asker="user:1", wait=30.0)
    grades = review_of(game.uid, None).grades
    assert [one.value for one in grades.evaluations] == [1, 1, 1, 1, 1, 1]
    assert position == Position.after(BOARD, moves)


def test_no_more_marks_are_needed_than_is_said():
    random = Random(5)
    replies = [0, min(file_of_a15().replies)]
    turn = walking.walk(BOARD, replies)
    most = []
    while not turn.is_over:
        free = Position.after(BOARD, turn.moves).legal_moves()
        cell = random.choice(list(turn.marks) or free)
        most.append(turn.marks.get(cell, turn.elsewhere))
        replies.append(cell)
        turn = walking.walk(BOARD, replies)
    for number, count in enumerate(reversed(most), start=1):
        assert count is None or number <= count


def test_an_open_reply_is_refused_with_the_turn_before_it(client, two_open):
    name = min(two_open)
    text = page(client, f"{START}a15{name}/", 404)
    assert f"{name} is not proven yet" in text
    assert "X answers i9" in text
    text = page(client, f"{START}b14/", 404)
    assert "b14 is not proven yet" in text


@pytest.mark.parametrize(
    "path",
    [
        "/fair/15x15x6/walk/",
        "/fair/3x3x3/walk/",
        "/fair/x/walk/",
        "/fair/15x15x05/walk/",
        f"{START}h8/",
        f"{START}a15a15/",
        f"{START}a15h8/",
        f"{START}a15i9/",
        f"{START}a16/",
        f"{START}A15/",
        f"{START}a15%00/",
        f"{START}{'a15' * 400}/",
        "/fair/15x15x5/proofs/o14.txt",
        "/fair/15x15x5/proofs/a15b14.txt",
        "/fair/15x15x5/proofs/..%2fa15.txt",
        "/fair/15x15x5/proofs/x.txt",
        "/fair/3x3x3/proofs/a3.txt",
    ],
)
def test_what_is_no_walk_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_many_searches_have_to_wait_and_known_turns_do_not(client, monkeypatch):
    page(client)
    few = CachedBuckets("full", at_once=0, seconds=7, longest=7)
    monkeypatch.setattr(services, "WALKS_OF_ADDRESS", few)
    page(client, f"{START}a15/")
    response = client.get(f"{START}o15/")
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 7
    page(client)
    page(client, f"{START}a15/")


def test_no_more_than_some_are_searched_at_once(client, monkeypatch):
    monkeypatch.setattr(services, "MAX_AT_ONCE", 0)
    assert client.get(START).status_code == 503


def test_where_many_wait_nothing_is_counted_and_nothing_kept(client, monkeypatch):
    reply = cell_name(BOARD, min(file_of_a15().replies))
    monkeypatch.setattr(services.thinking, "budget", lambda waits: 0.05)
    quick = LINKS.findall(page(client, f"{START}a15{reply}/"))
    monkeypatch.undo()
    whole = LINKS.findall(page(client, f"{START}a15{reply}/"))
    assert [path for _, path, _ in quick] == [path for _, path, _ in whole]
    assert not any("at most" in label for _, _, label in quick)
    assert any("at most" in label for _, _, label in whole)


def test_a_broken_proof_shows_nothing_that_is_not_found(client, monkeypatch, caplog):
    file = file_of_a15()
    reply = min(file.replies)
    taken = QuietMove(112, 1), None
    spoilt = replace(file, replies={**file.replies, reply: taken})
    monkeypatch.setattr(walking, "proofs_of", lambda ruleset: {0: spoilt})
    name = cell_name(BOARD, reply)
    assert f"{name} is not proven yet" in page(client, f"{START}a15{name}/", 404)
    assert [record.levelname for record in caplog.records if "broken" in record.message]


def test_the_proof_is_downloaded_as_it_is(client):
    response = client.get("/fair/15x15x5/proofs/a15.txt")
    assert response.content.decode() == stored.text_of(BOARD, 0)
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="15x15x5-a15.txt"'
    assert b"CC0" in response.content


@pytest.mark.parametrize("path", ["/fair/", "/fair/15x15x5/"])
def test_fairness_leads_to_the_walk(client, path):
    assert f'href="{path_of_walk(BOARD)}"' in page(client, path)


def test_walks_are_only_read(client):
    assert client.post(START).status_code == 405
    assert client.post("/fair/15x15x5/proofs/a15.txt").status_code == 405
