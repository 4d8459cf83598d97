"""Programs for the lab: what each answers, and runs that are played with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from accounts.models import User
from games.core.notation import cell_name
from games.core.rules import TIC_TAC_TOE, Cell, Mark, Position, Ruleset
from games.engine import Limits, player
from games.engine.arena.lines import LineQuestion
from games.models import LabRun
from games.programs.lab.services import LabStage, ProgramAnswer, answer_run, start_run

Choose = Callable[[Position], Cell]


def engine(name: str, seed: int = 0, **settings: object) -> Choose:
    asked = player(name, **settings)
    return lambda position: asked(position, Limits(seconds=float("inf"), seed=seed))


perfect = engine("perfect")


def begin(
    bot: User, seat: str = "x", ruleset: Ruleset = TIC_TAC_TOE, version: str = "0.1"
) -> LabStage:
    return start_run(bot=bot, ruleset=ruleset, seat=Mark(seat), version=version)


def answers(run: LabRun, questions: Sequence[LineQuestion], choose: Choose) -> list[ProgramAnswer]:
    ruleset = run.ruleset
    return [
        ProgramAnswer(each.id, cell_name(ruleset, choose(Position.after(ruleset, each.moves))))
        for each in questions
    ]


def go_on(stage: LabStage, choose: Choose, rounds: int = 1000) -> LabStage:
    """Answer so many rounds of questions, or all."""
    while stage.questions and rounds:
        run = stage.run
        given = answers(run, stage.questions, choose)
        stage = answer_run(bot=run.bot, run_id=run.pk, answers=given)
        rounds -= 1
    return stage


def whole(
    bot: User, choose: Choose, seat: str = "x", ruleset: Ruleset = TIC_TAC_TOE, version: str = "0.1"
) -> LabRun:
    """A run from its start to its end."""
    return go_on(begin(bot, seat, ruleset, version), choose).run
