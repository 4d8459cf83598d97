"""The lab for programs: a program begins a run, and answers its questions."""

from __future__ import annotations

import secrets
from typing import Any, Literal

from django.http import HttpRequest
from ninja import Schema, Status
from pydantic import Field, model_validator

from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Ruleset
from games.models import MAX_VERSION_LENGTH
from games.programs.api.auth import LAB, ProgramRequest, routes
from games.programs.api.schemas import REFUSED, Side, Taken, Text, example
from games.programs.lab import services
from games.programs.lab.services import MAX_QUESTIONS, LabStage, ProgramAnswer
from tictactoe_site.common.links import url_as_seen

MAX_SEED = 2**32
MAX_ANSWERS = 1_000  # in one message
MAX_ERROR_LENGTH = 2_000  # the lab keeps the beginning of it


class NewRun(Taken):
    """On which board and in which seat; X begins. `version` is what the program calls itself."""

    model_config = example(m=3, n=3, k=3, seat="x", version="my-bot 1")

    m: Side
    n: Side
    k: Side
    seat: Literal["x", "o"]
    version: Text = Field(max_length=MAX_VERSION_LENGTH)
    seed: int | None = Field(None, ge=0, le=MAX_SEED)


class NewLabAnswer(Taken):
    """The cell that the program marks, or why it could not say."""

    id: int = Field(ge=0, le=2 * MAX_QUESTIONS)
    cell: Text | None = Field(None, max_length=8)
    error: Text | None = Field(None, max_length=MAX_ERROR_LENGTH)

    @model_validator(mode="after")
    def _one_of_both(self) -> NewLabAnswer:
        if (self.cell is None) == (self.error is None):
            raise ValueError("either a cell or an error")
        return self


class NewAnswers(Taken):
    """Answers to any of the waiting questions; not all have to come at once."""

    model_config = example(answers=[{"id": 0, "cell": "b2"}])

    answers: list[NewLabAnswer] = Field(max_length=MAX_ANSWERS)


class LabQuestion(Schema):
    """What does the program mark after these moves, of which X made the first?"""

    id: int
    moves: list[str]


class Counts(Schema):
    """Positions that were asked, those asked at least twice, and lines that have ended."""

    asked: int
    asked_twice: int
    won: int
    drawn: int
    lost: int


class LabSlip(Schema):
    """The last move is a mistake. The values are 1 won, 0 drawn, -1 lost for the program."""

    moves: list[str]
    before: int
    after: int


class Fault(Schema):
    """What broke the run, after which moves; or the two answers to the same question."""

    code: str
    moves: list[str] | None
    said: str


class Run(Schema):
    """A run as it stands, and what is asked next."""

    id: int
    url: str
    state: Literal["running", "ended"]
    questions: list[LabQuestion]
    counts: Counts
    verdict: Literal["proven", "unbeaten", "refuted", "not_refuted", "by_chance", "broken"] | None
    loss: list[str] | None
    slip: LabSlip | None
    fault: Fault | None


@routes.post(
    "lab/runs", **LAB, tags=["lab"], operation_id="start_run", response={201: Run, **REFUSED}
)
def start_lab_run(request: ProgramRequest, asked: NewRun) -> Status[dict[str, Any]]:
    """Begin a run: this bot's program against every line of a board."""
    stage = services.start_run(
        bot=request.auth.account,
        ruleset=Ruleset(asked.m, asked.n, asked.k),
        seat=Mark(asked.seat),
        version=asked.version,
        # It decides which questions are asked twice, which a program should not know before.
        seed=secrets.randbelow(MAX_SEED) if asked.seed is None else asked.seed,
    )
    return Status(201, _stage_data(request, stage))


@routes.post(
    "lab/runs/{int:run_id}/answers",
    **LAB,
    tags=["lab"],
    operation_id="answer_run",
    response={200: Run, **REFUSED},
)
def answer_lab_run(request: ProgramRequest, run_id: int, given: NewAnswers) -> dict[str, Any]:
    """Answer questions of a run; the same answers may be sent again without harm."""
    stage = services.answer_run(
        bot=request.auth.account,
        run_id=run_id,
        answers=[ProgramAnswer(one.id, one.cell or "", _error(one)) for one in given.answers],
    )
    return _stage_data(request, stage)


@routes.delete(
    "lab/runs/{int:run_id}",
    **LAB,
    tags=["lab"],
    operation_id="give_up_run",
    response={204: None, **REFUSED},
)
def give_up_lab_run(request: ProgramRequest, run_id: int) -> Status[None]:
    """Give a run up."""
    services.give_up_run(bot=request.auth.account, run_id=run_id)
    return Status(204, None)


def _error(answer: NewLabAnswer) -> str:
    return "" if answer.error is None else answer.error or "error"


def _stage_data(request: HttpRequest, stage: LabStage) -> dict[str, Any]:
    run = stage.run
    slip, fault = run.shortest_slip, run.fault
    return {
        "id": run.pk,
        "url": url_as_seen(request, run.get_absolute_url()),
        "state": run.state,
        "questions": [
            {"id": question.id, "moves": _names(run.ruleset, question.moves)}
            for question in stage.questions
        ],
        "counts": run,
        "verdict": run.verdict or None,
        "loss": _names(run.ruleset, run.shortest_loss),
        "slip": slip and {**slip, "moves": _names(run.ruleset, slip["moves"])},
        "fault": fault and {**fault, "moves": _names(run.ruleset, fault["moves"])},
    }


def _names(ruleset: Ruleset, cells: list[Cell] | tuple[Cell, ...] | None) -> list[str] | None:
    return None if cells is None else [cell_name(ruleset, cell) for cell in cells]
