"""What can be done with runs of the lab: start, answer, give up, delete.

A run's walk is kept in the database between two answers, so that each may come to another process.
Whoever writes it names the step that it has read. Of two at once, the later finds another step,
reads the run again, and may find that its answers have already been taken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from asgiref.sync import async_to_sync
from django.db import IntegrityError, close_old_connections, transaction
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameError
from games.core.notation import cell_name, parse_cell
from games.core.plain_text import plain_text
from games.core.rules import Mark, Position, Ruleset
from games.engine.arena.conformance import JUDGES_NODES, MAX_CELLS_BY_TABLE, judge_of
from games.engine.arena.lines import AnswerConflict, LineQuestion
from games.engine.arena.walk import SHARE_ASKED_TWICE, Judge, Walk
from games.engine.search.value import Proven
from games.learn.proofs import store
from games.learn.proofs.studies import CELLS_AT_ONCE
from games.live.limits import LAB_RUNS, enter
from games.live.storage import database
from games.live.storage.database import log_errors
from games.live.workers import thinking
from games.models import MAX_VERSION_LENGTH, LabRun
from tictactoe_site.common.limiters.at_once import Cap
from tictactoe_site.common.page_place import without_place

MAX_QUESTIONS = 5_000  # of a run
AN_ANSWER = timedelta(seconds=10)  # for each question that was sent
A_RUN = timedelta(minutes=15)  # from its start to its last answer
SILENT = timedelta(seconds=10)  # without answers, after which the bot may begin another run
MAX_KEPT = 100  # runs of a bot
MAX_ERROR_LENGTH = 300
SECONDS_OF_JUDGING = thinking.SECONDS_A_MOVE  # so nobody's game waits longer for it than for a move
MAX_WAITING = 8  # requests that wait for the engine, in which the lab uses one thread at most
ATTEMPTS = 5  # to write, because another process may have been faster

_turn = asyncio.Lock()
WAITING = Cap()

R = TypeVar("R")
Verdict = LabRun.Verdict


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """What a program says to a question: the name of a cell, or that it failed."""

    id: int
    cell: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class LabStage:
    """A run as it stands, and what is asked next."""

    run: LabRun
    questions: Sequence[LineQuestion] = ()


class ProgramFault(Exception):
    """Something that a program has done and that ends its run."""

    def __init__(self, code: str, question: Sequence[int] | None, said: str) -> None:
        super().__init__(code)
        moves = None if question is None else list(question)
        self.fault = {"code": code, "moves": moves, "said": said}


def start_run(
    *,
    bot: User,
    ruleset: Ruleset,
    seat: Mark,
    version: str,
    seed: int = 0,
) -> LabStage:
    """Begin to ask *bot*'s program, which calls itself *version*.

    The bot's present run ends if its program has fallen silent. Raises GameError: lab_running if
    it has not, too_fast, too_busy.
    """
    text = _line(version, MAX_VERSION_LENGTH)
    now = timezone.now()
    _end_silent(bot, now)
    # Counted by the owner, who could make one bot for each run.
    assert bot.owner_id  # every bot has an owner
    enter((LAB_RUNS, bot.owner_id))

    def begin(judge: Judge) -> Walk:
        return Walk.begin(
            ruleset,
            is_first=seat == Mark.X,
            judge=judge,
            seed=seed,
            share_asked_twice=share_asked_twice(ruleset),
            most_questions=MAX_QUESTIONS,
            narrows=True,
        )

    walk = _with_judge(ruleset, begin)
    # Judged before there is a row: a run that the engine was too busy to begin leaves nothing.
    run = LabRun(
        bot=bot,
        m=ruleset.m,
        n=ruleset.n,
        k=ruleset.k,
        seat=seat,
        seed=seed,
        version=text,
        started_at=now,
        due_at=now,
    )
    questions = walk.questions()
    _record(run, walk, questions, timezone.now())
    try:
        with transaction.atomic():
            run.save(force_insert=True)
    except IntegrityError:  # another one began in the meantime
        raise GameError("lab_running") from None
    _forget_old(bot)
    return LabStage(run, questions)


def share_asked_twice(ruleset: Ruleset) -> float:
    """Return the share of positions to ask twice: all of them where a proof is possible."""
    return 1.0 if ruleset.cells <= MAX_CELLS_BY_TABLE else SHARE_ASKED_TWICE


def answer_run(*, bot: User, run_id: int, answers: Sequence[ProgramAnswer]) -> LabStage:
    """Take the program's answers, in their order, and ask what is next.

    Answers that have come before change nothing. Raises GameError: no_such_run, too_busy.
    """
    for _attempt in range(ATTEMPTS):
        run = _own_run(bot, run_id)
        if run.state == LabRun.State.ENDED:
            return LabStage(run)
        now, step = timezone.now(), run.step
        # The time first: an answer that comes too late does not save a run.
        questions = _end_late(run, now) if run.is_due(now) else _take(run, answers)
        if _write(run, step):
            return LabStage(run, questions)
    raise GameError("too_busy")


def give_up_run(*, bot: User, run_id: int) -> None:
    """End a run; a verdict that it has shown already stays. Nothing happens if it has ended.

    Raises GameError: no_such_run, too_busy.
    """
    for _attempt in range(ATTEMPTS):
        run = _own_run(bot, run_id)
        if run.state == LabRun.State.ENDED:
            return
        step = run.step
        _give_up(run, timezone.now())
        if _write(run, step):
            return
    raise GameError("too_busy")


def delete_run(*, owner: User, run: LabRun) -> None:
    """Delete a run of one of *owner*'s bots. Raises GameError("not_your_bot")."""
    if run.bot.owner_id != owner.pk:
        raise GameError("not_your_bot")
    run.delete()


def end_overdue(*, now: datetime) -> int:
    """End the runs whose programs are gone; return how many."""
    ended = 0
    for run in LabRun.objects.running().filter(due_at__lte=now):
        with log_errors("the run %s is not ended", run.pk):
            step = run.step
            _end_late(run, now)
            ended += _write(run, step)
    return ended


# ---- answers ------------------------------------------------------------------------------------


def _take(run: LabRun, answers: Sequence[ProgramAnswer]) -> Sequence[LineQuestion]:
    walk = Walk.from_bytes(bytes(run.walk))
    try:
        _with_judge(run.ruleset, lambda judge: _give(walk, run.ruleset, answers, judge))
    except ProgramFault as broken:
        _record(run, walk, (), timezone.now())
        _end(run, Verdict.BROKEN, broken.fault)
        return ()
    questions = () if walk.state.difference else walk.questions()
    _record(run, walk, questions, timezone.now())
    return questions


def _give(walk: Walk, ruleset: Ruleset, answers: Sequence[ProgramAnswer], judge: Judge) -> None:
    """Give *answers* to *walk*. Raises ProgramFault."""
    for answer in answers:
        question = walk.moves_of(answer.id)
        if answer.error:
            raise ProgramFault("error", question, _line(answer.error, MAX_ERROR_LENGTH))
        try:
            walk.answer(answer.id, parse_cell(ruleset, answer.cell), judge)
        except GameError as error:
            raise ProgramFault(error.code, question, _line(answer.cell, MAX_ERROR_LENGTH)) from None


def _with_judge(ruleset: Ruleset, work: Callable[[Judge], R]) -> R:
    """Return what *work* makes with a judge, in an engine thread if the judge must search.

    Raises GameError("too_busy").
    """
    if ruleset.cells <= MAX_CELLS_BY_TABLE:
        return work(judge_of(ruleset))

    close_old_connections()  # others need this one while the engine thinks
    return async_to_sync(_study)(ruleset, work)


async def _study(ruleset: Ruleset, work: Callable[[Judge], R]) -> R:
    """Do *work* in an engine thread, one at a time, and store what it proves on large boards."""
    proofs = dict[Position, Proven]()

    def judged(seconds: float) -> R:
        return work(judge_of(ruleset, seconds=seconds, proofs=proofs))

    if not WAITING.take(most=MAX_WAITING):
        raise GameError("too_busy")
    try:
        async with without_place(), _turn:
            found = await thinking.study(judged, SECONDS_OF_JUDGING)
            # On smaller boards, proving again takes about as long as reading a stored proof.
            if ruleset.cells > CELLS_AT_ONCE:
                await database.run(store.keep_all, proofs, JUDGES_NODES)
            return found
    finally:
        WAITING.give_back()


# ---- the row ------------------------------------------------------------------------------------


def _record(run: LabRun, walk: Walk, questions: Sequence[LineQuestion], now: datetime) -> None:
    """Let *run* show what *walk* has found, and end if nothing is asked any more."""
    state = walk.state
    run.walk = walk.to_bytes()
    run.asked, run.asked_twice = state.asked, state.asked_twice
    run.won, run.drawn, run.lost = state.won, state.drawn, state.lost
    run.slips, run.is_exhaustive = state.slips_found, state.is_exhaustive
    run.is_seat_lost = state.is_seat_lost
    run.shortest_loss = list(state.loss) if state.loss else None
    # The mistake that is shown belongs to the game that is shown.
    is_beaten = state.loss and not state.is_seat_lost
    slip = state.slip_of_loss if is_beaten else next(iter(state.slips), None)
    run.shortest_slip = None
    if slip:
        run.shortest_slip = {
            "moves": list(slip.moves),
            "before": slip.before,
            "after": slip.after,
        }
    run.heard_at = now
    # Each question has its own time, as a program may answer one after the other.
    run.due_at = min(now + AN_ANSWER * max(1, len(questions)), run.started_at + A_RUN)
    if not questions:
        run.is_exhaustive &= walk.is_over
        found = state.difference
        _end(run, walk.verdict or "", _two_answers(run.ruleset, found) if found else None)


def _two_answers(ruleset: Ruleset, found: AnswerConflict) -> dict[str, Any]:
    said = " ".join(cell_name(ruleset, cell) for cell in found.cells)
    return {"code": "two_answers", "moves": list(found.moves), "said": said}


def _end(run: LabRun, verdict: str, fault: dict[str, Any] | None = None) -> None:
    run.state, run.ended_at = LabRun.State.ENDED, timezone.now()
    run.verdict, run.fault = verdict, fault


def _give_up(run: LabRun, now: datetime) -> None:
    """End a run as it stands: a verdict that it has shown already stays."""
    verdict = Walk.from_bytes(bytes(run.walk)).verdict
    _end(run, verdict or "")
    run.is_exhaustive = False


def _end_late(run: LabRun, now: datetime) -> Sequence[LineQuestion]:
    """End a run that has run out of time, as a whole or for its answers."""
    walk = Walk.from_bytes(bytes(run.walk))
    run.is_exhaustive = False
    if walk.verdict:
        _end(run, walk.verdict)
    # The whole time was used up, for which the program is not to blame.
    elif run.due_at >= run.started_at + A_RUN:
        _end(run, Verdict.NOT_REFUTED)
    else:
        waiting = walk.questions(1)
        moves = list(waiting[0].moves) if waiting else None
        _end(run, Verdict.BROKEN, {"code": "too_slow", "moves": moves, "said": ""})
    return ()


def _write(run: LabRun, step: int) -> bool:
    """Write *run* as it is now, if nobody has written it since *step*; return whether it was."""
    run.step = step + 1
    changed = {
        field.attname: getattr(run, field.attname)
        for field in LabRun._meta.concrete_fields
        if field.attname not in {"id", "bot_id"}
    }
    rows = LabRun.objects.running().filter(pk=run.pk, step=step)
    return bool(rows.update(**changed))


def _own_run(bot: User, run_id: int) -> LabRun:
    run = LabRun.objects.filter(bot=bot, pk=run_id).first()
    if run is None:
        raise GameError("no_such_run")
    return run


def _end_silent(bot: User, now: datetime) -> None:
    """End the bot's run if its program says nothing any more. Raises GameError("lab_running")."""
    run = LabRun.objects.running().filter(bot=bot).first()
    if run is None:
        return
    if not run.is_due(now) and now < run.heard_at + SILENT:
        raise GameError("lab_running")
    step = run.step
    _end_late(run, now) if run.is_due(now) else _give_up(run, now)
    _write(run, step)


def _forget_old(bot: User) -> None:
    """Keep the newest runs only."""
    old = LabRun.objects.filter(bot=bot).order_by("-pk")[MAX_KEPT:]
    LabRun.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()


def _line(text: str, longest: int) -> str:
    """Return *text* as one line that is safe to show, cut to *longest* characters; "" for
    nothing.
    """
    try:
        # Cut before it is cleaned, since that takes time by the length, and after, to what fits.
        return plain_text(text[: 2 * longest], longest=2 * longest)[:longest]
    except GameError:
        return ""
