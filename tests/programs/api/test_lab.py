"""The lab by the API: a program is asked, answers, and hears the verdict."""

import json

import pytest
from django.conf import settings
from django.test import Client

from accounts.programs.bots import make_bot
from accounts.programs.tokens import make_token
from games.core.notation import cell_name, parse_cell
from games.core.rules import TIC_TAC_TOE, Position
from games.engine.search.alpha_beta import Window
from games.engine.search.events import Bound
from games.live.limits import LAB_RUNS, REQUESTS
from games.models import LabRun
from tests.programs.lab.playing import engine, perfect

pytestmark = pytest.mark.django_db(transaction=True)
START = {"m": 3, "n": 3, "k": 3, "seat": "o", "version": "0.3 (9f2c)", "seed": None}


@pytest.fixture(autouse=True)
def _nothing_counted():
    for limit in (LAB_RUNS, REQUESTS):
        limit.forget()
    yield
    for limit in (LAB_RUNS, REQUESTS):
        limit.forget()


class Program:
    """A program in the lab."""

    def __init__(self, bot, choose=perfect, scopes=("lab",)) -> None:
        token = make_token(account=bot, actor=bot.owner, name="laptop", scopes=list(scopes))
        self.client = Client(headers={"authorization": f"Bearer {token}"})
        self.choose = choose

    def post(self, path: str, body: object):
        text = json.dumps(body)
        return self.client.post(f"/api/v1/lab/{path}", text, content_type="application/json")

    def start(self, **changed: object) -> dict:
        answer = self.post("runs", START | changed)
        assert answer.status_code == 201, answer.content
        return answer.json()

    def answers(self, told: dict) -> list[dict]:
        return [
            {"id": each["id"], "cell": self.cell_after(each["moves"])} for each in told["questions"]
        ]

    def cell_after(self, names: list[str]) -> str:
        moves = [parse_cell(TIC_TAC_TOE, name) for name in names]
        return cell_name(TIC_TAC_TOE, self.choose(Position.after(TIC_TAC_TOE, moves)))

    def answer(self, told: dict, answers: list[dict] | None = None) -> dict:
        given = self.answers(told) if answers is None else answers
        answer = self.post(f"runs/{told['id']}/answers", {"answers": given})
        assert answer.status_code == 200, answer.content
        return answer.json()

    def whole(self, **changed: object) -> dict:
        told = self.start(**changed)
        while told["state"] == "running":
            told = self.answer(told)
        return told


@pytest.fixture
def bot(alice):
    return make_bot(owner=alice, name="line")


def test_a_run_begins_with_its_first_questions(bot):
    told = Program(bot).start()
    assert told["state"] == "running"
    assert told["url"] == f"{settings.PUBLIC_ORIGINS[0]}/lab/{told['id']}/"
    assert [each["moves"] for each in told["questions"]][:2] == [["a3"], ["b3"]]
    assert (told["verdict"], told["loss"], told["slip"], told["fault"]) == (None,) * 4
    run = LabRun.objects.get()
    assert (run.bot, run.version, run.seat) == (bot, "0.3 (9f2c)", "o")


def test_what_is_asked_twice_is_known_only_to_who_chooses_a_seed(bot):
    program, seeds = Program(bot), []
    for seed in (None, None, 7):
        run = LabRun.objects.get(pk=program.start(seed=seed)["id"])
        seeds.append(run.seed)
        program.client.delete(f"/api/v1/lab/runs/{run.pk}")
    assert len(set(seeds)) == 3
    assert seeds[2] == 7


@pytest.mark.parametrize(("seat", "lines"), [("x", 76), ("o", 585)])
def test_a_perfect_program_hears_that_it_is_proven(bot, seat, lines):
    told = Program(bot).whole(seat=seat)
    counts = told["counts"]
    assert (told["state"], told["verdict"], told["questions"]) == ("ended", "proven", [])
    assert counts["won"] + counts["drawn"] == lines
    assert counts["lost"] == 0


def test_no_more_than_64_are_asked_at_once(bot):
    program = Program(bot)
    told, most = program.start(), 0
    while told["state"] == "running":
        most = max(most, len(told["questions"]))
        told = program.answer(told)
    assert most == 64


@pytest.mark.slow
def test_the_bug_in_the_table_of_alpha_beta_is_found(bot, monkeypatch):
    """Bounds kept as if they were worths, as published programs had it."""
    monkeypatch.setattr(Window, "bound_of", lambda window, worth: Bound.EXACT)
    told = Program(bot, engine("alpha_beta", horizon=9)).whole()
    slip = told["slip"]
    assert slip["after"] < slip["before"]
    moves = [parse_cell(TIC_TAC_TOE, name) for name in slip["moves"]]
    assert len(moves) % 2 == 0
    Position.after(TIC_TAC_TOE, moves)


def test_a_program_that_loses_is_told_the_game(bot):
    told = Program(bot, engine("rules")).whole()
    assert told["verdict"] == "refuted"
    assert len(told["loss"]) == 7
    assert told["slip"] == {"moves": told["loss"][:4], "before": 0, "after": -1}


def test_an_error_of_the_program_ends_the_run(bot):
    program = Program(bot)
    told = program.start()
    told = program.answer(told, [{"id": told["questions"][0]["id"], "error": "IndexError"}])
    assert (told["state"], told["verdict"]) == ("ended", "broken")
    assert told["fault"] == {"code": "error", "moves": ["a3"], "said": "IndexError"}


def test_a_run_can_be_given_up(bot):
    program = Program(bot)
    told = program.start()
    answer = program.client.delete(f"/api/v1/lab/runs/{told['id']}")
    assert answer.status_code == 204
    assert program.answer(told)["state"] == "ended"


@pytest.mark.parametrize(
    "changed",
    [
        {"m": 2},
        {"k": 4},
        {"seat": "both"},
        {"seed": -1},
        {"seed": 2**40},
        {"version": "x" * 41},
        {"more": 1},
    ],
)
def test_a_run_that_there_cannot_be_is_refused(bot, changed):
    answer = Program(bot).post("runs", START | changed)
    assert answer.status_code == 422
    assert not LabRun.objects.exists()


@pytest.mark.parametrize(
    "answer", [{"id": 0}, {"id": 0, "cell": "a1", "error": "no"}, {"id": -1, "cell": "a1"}, {}]
)
def test_an_answer_that_there_cannot_be_is_refused(bot, answer):
    program = Program(bot)
    told = program.start()
    refused = program.post(f"runs/{told['id']}/answers", {"answers": [answer]})
    assert refused.status_code == 422
    assert LabRun.objects.running().exists()


def test_another_bots_run_is_not_there(bot, bob):
    told = Program(bot).start()
    other = Program(make_bot(owner=bob, name="fork"))
    assert other.post(f"runs/{told['id']}/answers", {"answers": []}).status_code == 404
    assert other.client.delete(f"/api/v1/lab/runs/{told['id']}").status_code == 404


def test_a_token_needs_the_scope(bot):
    answer = Program(bot, scopes=("read", "play")).post("runs", START)
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


def test_a_second_run_is_refused_while_one_goes_on(bot):
    program = Program(bot)
    program.start()
    answer = program.post("runs", START)
    assert (answer.status_code, answer.json()["code"]) == (409, "lab_running")
