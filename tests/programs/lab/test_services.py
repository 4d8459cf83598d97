"""Runs of the lab: asked to their end, broken off, limited, and carried on by other processes."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.programs.bots import make_bot
from accounts.services import delete_account
from games.core.errors import GameError, TooFast
from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine.search.alpha_beta import Window
from games.engine.search.events import Bound
from games.learn.proofs.store import value_of
from games.live.limits import LAB_RUNS
from games.live.workers import thinking
from games.models import LabRun
from games.programs.lab import services
from games.programs.lab.services import (
    ProgramAnswer,
    answer_run,
    delete_run,
    end_overdue,
    give_up_run,
)
from tests.programs.lab.playing import answers, begin, engine, go_on, perfect, whole

pytestmark = pytest.mark.django_db
Verdict = LabRun.Verdict


# ---- verdicts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "lines"), [("x", 76), ("o", 585)])
def test_a_perfect_program_is_proven(bot, seat, lines):
    run = whole(bot, perfect, seat)
    assert (run.state, run.verdict) == ("ended", Verdict.PROVEN)
    assert (run.lines, run.lost, run.slips) == (lines, 0, 0)
    assert run.is_exhaustive
    assert run.asked_twice == run.asked
    stored = LabRun.objects.get()
    assert (stored.verdict, stored.won, stored.asked) == (run.verdict, run.won, run.asked)


def test_a_program_that_loses_is_refuted_by_its_shortest_lost_game(bot):
    run = whole(bot, engine("rules"), "o")
    assert run.verdict == Verdict.REFUTED
    assert len(run.shortest_loss) == 7
    assert Position.after(TIC_TAC_TOE, run.shortest_loss).is_won
    assert run.shortest_slip["moves"] == run.shortest_loss[:4]
    assert (run.shortest_slip["before"], run.shortest_slip["after"]) == (0, -1)
    assert run.lines == 521  # as `manage.py conformance rules 3 3 3` counts them


@pytest.mark.slow
def test_a_bug_in_the_table_of_alpha_beta_is_found(bot, monkeypatch):
    """Bounds kept as if they were worths, as published programs had it."""
    monkeypatch.setattr(Window, "bound_of", lambda window, worth: Bound.EXACT)
    run = whole(bot, engine("alpha_beta", horizon=9), "o")
    assert run.slips
    assert run.shortest_slip["after"] < run.shortest_slip["before"]


def test_a_program_that_plays_by_chance_ends_its_run(bot):
    answered = []

    def by_turns(position):
        answered.append(position)
        return position.legal_moves()[-1 if answered.count(position) > 1 else 0]

    run = whole(bot, by_turns, "o")
    assert run.verdict in (Verdict.BY_CHANCE, Verdict.REFUTED)
    assert run.fault["code"] == "two_answers"
    assert not run.is_exhaustive


@pytest.mark.django_db(transaction=True)
def test_on_a_large_board_nothing_is_proven(bot, monkeypatch):
    monkeypatch.setattr(services, "MAX_QUESTIONS", 150)
    run = whole(bot, engine("perfect"), "x", Ruleset(4, 4, 4))
    assert run.verdict == Verdict.NOT_REFUTED
    assert not run.is_exhaustive
    assert run.lines
    assert run.asked + run.asked_twice <= 150


@pytest.mark.django_db(transaction=True)
def test_in_a_seat_that_is_lost_only_mistakes_count(bot):
    run = whole(bot, engine("perfect"), "o", Ruleset(4, 3, 3))
    assert run.is_seat_lost
    assert run.lost
    # The board is too large to ask everything twice.
    assert run.verdict == Verdict.UNBEATEN
    assert 0 < run.asked_twice < run.asked


@pytest.mark.django_db(transaction=True)
def test_the_lab_takes_one_thread_of_the_engine_at_most(bot, bob, monkeypatch):
    stages = [
        begin(each, "o", Ruleset(4, 3, 3)) for each in (bot, make_bot(owner=bob, name="fork"))
    ]
    at_work, most = [], []

    async def study(work, seconds):
        at_work.append(work)
        most.append(len(at_work))
        await asyncio.sleep(0.05)
        at_work.remove(work)
        return work(seconds)

    monkeypatch.setattr(thinking, "study", study)

    async def both():
        # In threads of their own, whose connections it closes.
        ask = database_sync_to_async(answer_run, thread_sensitive=False)
        given = [answers(each.run, each.questions, engine("rules")) for each in stages]
        await asyncio.gather(
            *(
                ask(bot=each.run.bot, run_id=each.run.pk, answers=told)
                for each, told in zip(stages, given, strict=True)
            )
        )

    async_to_sync(both)()
    assert most == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_whom_the_lab_has_no_time_for_is_told_to_come_again(bot, monkeypatch):
    monkeypatch.setattr(services, "MAX_WAITING", 0)
    with pytest.raises(GameError, match="too_busy"):
        begin(bot, "o", Ruleset(4, 3, 3))
    assert begin(bot, "o").questions  # on 3×3 nothing is searched


# ---- what breaks a run --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ({"cell": "z9"}, "bad_cell", "z9"),
        ({"cell": "a4"}, "bad_cell", "a4"),
        ({"cell": "a3"}, "cell_taken", "a3"),
        ({"error": "RecursionError\x00:  deep"}, "error", "RecursionError: deep"),
    ],
)
def test_what_is_no_move_ends_the_run_and_says_where(bot, answer, code, said):
    stage = begin(bot, "o")
    question = stage.questions[0]
    assert question.moves == (0,)  # a3
    run = answer_run(
        bot=bot, run_id=stage.run.pk, answers=[ProgramAnswer(question.id, **answer)]
    ).run
    assert (run.state, run.verdict) == ("ended", Verdict.BROKEN)
    assert run.fault == {"code": code, "moves": [0], "said": said}
    assert not run.is_exhaustive


def test_an_answer_that_nobody_asked_for_breaks_the_run(bot):
    stage = begin(bot)
    run = answer_run(bot=bot, run_id=stage.run.pk, answers=[ProgramAnswer(77, "a1")]).run
    assert (run.verdict, run.fault["code"], run.fault["moves"]) == ("broken", "not_asked", None)


# ---- answers that come again, or at the same time -----------------------------------------------


def test_the_same_answers_may_come_again(bot):
    stage = begin(bot, "o")
    given = answers(stage.run, stage.questions, perfect)
    once = answer_run(bot=bot, run_id=stage.run.pk, answers=given)
    again = answer_run(bot=bot, run_id=stage.run.pk, answers=given)
    assert again.questions == once.questions
    assert again.run.asked == once.run.asked
    assert go_on(again, perfect).run.verdict == Verdict.PROVEN


def test_some_answers_are_enough_for_more_questions(bot):
    stage = begin(bot, "o")
    given = answers(stage.run, stage.questions[:2], perfect)
    after = answer_run(bot=bot, run_id=stage.run.pk, answers=given)
    following = [each.id for each in after.questions]
    assert following[:62] == [each.id for each in stage.questions[2:]]
    assert len(following) == len(stage.questions) == 64


def test_of_two_at_once_neither_is_lost(bot, monkeypatch):
    """Another process takes the same answers between the reading and the writing."""
    stage = begin(bot, "o")
    given = answers(stage.run, stage.questions, perfect)
    write, others = services._write, []

    def write_later(run, step):
        if not others:
            others.append(True)
            others.append(answer_run(bot=bot, run_id=run.pk, answers=given))
        return write(run, step)

    monkeypatch.setattr(services, "_write", write_later)
    after = answer_run(bot=bot, run_id=stage.run.pk, answers=given)
    assert after.questions == others[1].questions
    assert LabRun.objects.get().asked == len({each.moves for each in stage.questions})


def test_what_is_over_takes_no_answers(bot):
    stage = begin(bot)
    give_up_run(bot=bot, run_id=stage.run.pk)
    after = answer_run(bot=bot, run_id=stage.run.pk, answers=[ProgramAnswer(0, "b2")])
    assert (after.run.state, after.run.verdict, after.questions) == ("ended", "", ())


# ---- limits -------------------------------------------------------------------------------------


def test_a_bot_is_in_the_lab_once_at_a_time(bot):
    begin(bot)
    with pytest.raises(GameError, match="lab_running"):
        begin(bot)
    assert LabRun.objects.count() == 1


def test_the_database_holds_a_bot_to_one_run(bot, monkeypatch):
    begin(bot)
    monkeypatch.setattr(services, "_end_silent", lambda bot, now: None)
    with pytest.raises(GameError, match="lab_running"):
        begin(bot)


def test_a_run_whose_program_is_silent_makes_way(bot):
    silent = begin(bot, "o").run
    LabRun.objects.update(heard_at=timezone.now() - timedelta(seconds=11))
    begin(bot)
    silent.refresh_from_db()
    assert (silent.state, silent.verdict) == ("ended", "")


def test_other_bots_of_the_owner_may_run_beside_it(alice, bot):
    begin(bot)
    begin(make_bot(owner=alice, name="fork"))
    assert LabRun.objects.running().count() == 2


def test_an_owner_starts_twenty_a_day(alice, bot):
    other = make_bot(owner=alice, name="fork")
    for number in range(20):
        run = begin((bot, other)[number % 2]).run
        give_up_run(bot=run.bot, run_id=run.pk)
    with pytest.raises(TooFast) as refused:
        begin(bot)
    assert refused.value.wait <= 4_320
    assert refused.value.limit == LAB_RUNS.name


def test_an_answer_has_ten_seconds(bot):
    stage = begin(bot, "o")
    run = stage.run
    assert (run.due_at - run.heard_at).total_seconds() == 10 * len(stage.questions)
    LabRun.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    run = answer_run(bot=bot, run_id=run.pk, answers=[ProgramAnswer(0, "b2")]).run
    assert (run.verdict, run.fault["code"]) == (Verdict.BROKEN, "too_slow")
    assert run.fault["moves"] == [0]


def test_a_run_has_a_quarter_of_an_hour(bot):
    stage = go_on(begin(bot, "o"), perfect, 1)
    start = timezone.now() - timedelta(minutes=15)
    LabRun.objects.update(started_at=start, due_at=start + timedelta(minutes=15))
    run = answer_run(bot=bot, run_id=stage.run.pk, answers=[]).run
    assert run.verdict == Verdict.NOT_REFUTED
    assert not run.is_exhaustive


def test_a_lost_game_stays_lost_when_a_run_is_given_up(bot):
    stage = begin(bot, "o")
    while not stage.run.lost:
        stage = go_on(stage, lambda position: position.legal_moves()[0], 1)
    give_up_run(bot=bot, run_id=stage.run.pk)
    run = LabRun.objects.get()
    assert run.verdict == Verdict.REFUTED
    assert not run.is_exhaustive


def test_runs_whose_programs_are_gone_are_ended(bot, bob):
    gone, there = begin(bot).run, begin(make_bot(owner=bob, name="fork")).run
    assert end_overdue(now=timezone.now()) == 0
    LabRun.objects.filter(pk=gone.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert end_overdue(now=timezone.now()) == 1
    assert list(LabRun.objects.running()) == [there]


def test_a_run_that_another_process_goes_on_with_meanwhile_is_not_ended(bot, monkeypatch):
    stage = begin(bot, "o")
    LabRun.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    write = services._write

    def write_later(run, step):
        LabRun.objects.filter(step=step).update(step=step + 1)  # as an answer in time has
        return write(run, step)

    monkeypatch.setattr(services, "_write", write_later)
    assert end_overdue(now=timezone.now()) == 0
    assert list(LabRun.objects.running()) == [stage.run]


def test_only_the_newest_runs_of_a_bot_are_kept(bot, monkeypatch):
    monkeypatch.setattr(services, "MAX_KEPT", 2)
    keys = []
    for _ in range(3):
        run = begin(bot).run
        give_up_run(bot=bot, run_id=run.pk)
        keys.append(run.pk)
    assert sorted(LabRun.objects.values_list("pk", flat=True)) == keys[1:]


# ---- whose it is --------------------------------------------------------------------------------


def test_a_run_belongs_to_its_bot(bot, bob):
    run, other = begin(bot).run, make_bot(owner=bob, name="fork")
    for refused in (
        lambda: answer_run(bot=other, run_id=run.pk, answers=[]),
        lambda: give_up_run(bot=other, run_id=run.pk),
    ):
        with pytest.raises(GameError, match="no_such_run"):
            refused()


def test_its_owner_deletes_it_and_nobody_else(bot, alice, bob):
    run = begin(bot).run
    with pytest.raises(GameError, match="not_your_bot"):
        delete_run(owner=bob, run=run)
    delete_run(owner=alice, run=run)
    assert not LabRun.objects.exists()


def test_a_bot_that_is_deleted_leaves_no_runs(alice, bot, django_capture_on_commit_callbacks):
    whole(bot, perfect)
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(user=bot, actor=alice)
    assert not LabRun.objects.exists()


def test_the_version_is_one_plain_line(bot):
    run = begin(bot, version=" 0.3\n\u202e(9f2c) " + "x" * 100).run
    assert run.version.startswith("0.3 (9f2c) xxx")
    assert len(run.version) == 40


@pytest.mark.django_db(transaction=True)
def test_what_a_judge_proves_is_kept_for_all():
    ruleset = Ruleset(5, 4, 4)
    position = Position.after(ruleset, [6, 0, 7, 1])
    worth = services._with_judge(ruleset, lambda judge: judge(position))
    assert worth == 1
    kept = value_of(position)
    assert kept
    assert kept.value == worth
