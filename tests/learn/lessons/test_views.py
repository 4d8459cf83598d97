"""/learn/ and its lessons"""

import ast
import re

import pytest
from django.contrib.sessions.models import Session

from games.learn.lessons import searches
from games.learn.lessons.content import FIVES, LESSONS
from games.learn.lessons.progress import COOKIE
from games.learn.lessons.questions import ON_BOARD
from games.models import LessonAnswer
from mnk.programs.python import CS50_FUNCTIONS

pytestmark = pytest.mark.django_db

CUT = "/learn/cuts/2/"


def cell_of(question, name: str) -> int:
    return next(cell for cell in question.position.legal_moves() if question.name(cell) == name)


def answer_of(question) -> dict[str, str]:
    value = question.right[0].value
    if question.kind in ON_BOARD:
        return {"cell": str(cell_of(question, value))}
    return {"answer": value}


def test_the_list_leads_to_the_lessons_and_the_first_is_where_one_starts(client):
    text = client.get("/learn/").text
    for lesson in (*LESSONS, *FIVES):
        assert f'href="/learn/{lesson.slug}/"' in text
    assert "0 of 48 questions answered" in text
    assert client.get("/learn/lines/")["Location"] == "/learn/lines/1/"


@pytest.mark.parametrize("lesson", [*LESSONS, *FIVES], ids=lambda lesson: lesson.slug)
def test_a_lesson_is_answered_from_its_first_to_its_last_question(client, lesson):
    for number, question in enumerate(lesson.questions, start=1):
        address = f"/learn/{lesson.slug}/{number}/"
        asked = client.get(address)
        assert question.text in asked.text
        assert not re.search(r"[{}]\w+|None", asked.text.split("text__body")[1].split("asked")[0])
        answered = client.post(address, answer_of(question))
        assert answered["Location"].startswith(f"{address}?answer=")
        text = client.get(answered["Location"]).text
        assert "verdict is-right" in text
    assert "3 of 48 questions answered" in client.get("/learn/").text
    assert client.get(f"/learn/{lesson.slug}/")["Location"] == f"/learn/{lesson.slug}/1/"


def test_a_wrong_answer_says_why_and_is_not_kept(client):
    (cuts,) = (lesson for lesson in LESSONS if lesson.slug == "cuts")
    cell = cell_of(cuts.questions[1], "c3")
    answered = client.post(CUT, {"cell": str(cell)})
    text = client.get(answered["Location"]).text
    assert "No, not c3." in text
    assert "O has to look further." in text
    assert 'name="cell"' in text
    assert "0 of 48" in client.get("/learn/").text


def test_who_gives_up_is_shown_the_answer_and_nothing_is_kept(client):
    text = client.get(CUT, {"answer": "show"}).text
    assert "The answer: c1." in text
    assert "nothing changes" in text
    assert "0 of 48" in client.get("/learn/").text


def test_an_account_keeps_what_was_answered_before_and_after_signing_in(client, alice):
    client.post("/learn/lines/1/", answer_of(LESSONS[0].questions[0]))
    client.force_login(alice)
    client.post("/learn/lines/2/", answer_of(LESSONS[0].questions[1]))
    client.post("/learn/lines/2/", answer_of(LESSONS[0].questions[1]))
    assert "2 of 48" in client.get("/learn/").text
    assert list(LessonAnswer.objects.values_list("user", "lesson", "question")) == [
        (alice.pk, "lines", 2)
    ]
    assert client.get("/learn/lines/")["Location"] == "/learn/lines/3/"


@pytest.mark.parametrize(
    "posted", [{}, {"cell": "999"}, {"cell": "0"}, {"answer": "\x00"}, {"cell": "²"}]
)
def test_what_is_no_answer_is_refused_kindly(client, posted):
    answer = client.post(CUT, posted)
    assert answer.status_code == 422
    assert "Choose one of the answers." in answer.text


@pytest.mark.parametrize("path", ["/learn/none/", "/learn/lines/0/", "/learn/lines/4/"])
def test_what_is_no_lesson_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_a_lesson_ends_in_puzzles_of_what_it_teaches(client):
    lesson = next(each for each in FIVES if each.slug == "two-threes")
    for number, question in enumerate(lesson.questions, start=1):
        answered = client.post(f"/learn/two-threes/{number}/", answer_of(question))
        leads = "/puzzles/next/?theme=two_threes" in client.get(answered["Location"]).text
        assert leads == (number == 3)


def test_the_last_lesson_ends_in_ones_own_program(client):
    text = client.get("/learn/proof-numbers/3/", {"answer": "show"}).text
    for address in ("/learn/tictactoe.py", "/lab/", "/client/"):
        assert f'href="{address}"' in text
    assert "mnk lab --cs50 tictactoe.py --contract" in text


def test_the_file_to_begin_with_has_the_functions_that_the_lab_asks_for(client):
    source = client.get("/learn/tictactoe.py").text
    defined = [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    assert defined == ["initial_state", *CS50_FUNCTIONS]


@pytest.mark.parametrize("cookie", ["", "lines.9_none.1", "\x00", "lines.1" * 500, "²", "__.._"])
def test_a_cookie_that_makes_no_sense_is_passed_over(client, cookie):
    client.cookies[COOKIE] = cookie
    assert "0 of 48 questions answered" in client.get("/learn/").text


def test_without_an_account_nothing_is_stored(client):
    client.post("/learn/lines/1/", answer_of(LESSONS[0].questions[0]))
    assert "1 of 48" in client.get("/learn/").text
    assert not LessonAnswer.objects.exists()
    assert not Session.objects.exists()


def test_where_a_stored_proof_is_missing_no_answer_is_shown(client, monkeypatch):
    """A file that cannot be read is left out: then nobody knows who wins."""
    monkeypatch.setattr(searches, "proof_of", lambda ruleset, moves: None)
    answer = client.get("/learn/opening/3/?answer=show")
    assert answer.status_code == 200
    assert "The answer:" not in answer.content.decode()
