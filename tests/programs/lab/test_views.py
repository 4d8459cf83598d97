"""The pages of the lab: who sees which run, and what they say of it."""

import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.core.notation import cell_name
from games.engine.arena.walk import TIMES_ASKED_OFTEN
from games.learn.positions.addresses import PositionAddress
from games.models import LabRun
from games.play.game.bot_conditions import set_conditions
from games.programs.lab import services, showing
from games.programs.lab.services import give_up_run
from games.programs.lab.wording import lines_text
from tests.markup import compact
from tests.programs.lab.playing import begin, engine, go_on, perfect, whole

pytestmark = pytest.mark.django_db


def page(client, run, path="", **query) -> str:
    answer = client.get(f"/lab/{run.pk}/{path}", query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


# ---- the list -----------------------------------------------------------------------------------


def test_a_visitor_sees_the_newest_runs_of_public_bots(client, alice, bot):
    run = whole(bot, perfect)
    answer = client.get("/lab/")
    assert answer.context["others"] == [run]
    assert "proven, 76 lines" in answer.content.decode()
    assert "Sign in" in answer.content.decode()


def test_who_signs_in_comes_back(client):
    assert 'href="/accounts/login/?next=/lab/"' in client.get("/lab/").content.decode()


def test_an_owner_is_told_what_to_type(as_user, alice, bot):
    client = as_user(alice)
    chosen = {"bot": "line", "board": "5,5,4", "seat": "o"}
    text = client.get("/lab/", chosen).content.decode()
    assert "mnk lab --function my_bot:choose 5 5 4 --seat o" in text


@pytest.mark.parametrize("board", ["", "1,1,1", "99,3,3", "x"])
def test_a_board_that_there_is_not_is_refused(as_user, alice, bot, board):
    chosen = {"bot": "line", "board": board, "seat": "o"}
    text = as_user(alice).get("/lab/", chosen).content.decode()
    assert "mnk lab --function my_bot:choose 3 3 3 --seat x" in text


def test_who_has_no_bot_is_led_to_making_one(as_user, bob):
    assert "/me/bots/" in as_user(bob).get("/lab/").content.decode()


def test_own_runs_stand_by_themselves(as_user, alice, bob, bot):
    run = whole(bot, perfect)
    answer = as_user(alice).get("/lab/")
    assert (answer.context["own"], answer.context["others"]) == ([run], [])


# ---- a run --------------------------------------------------------------------------------------


def test_a_proof_is_shown_with_every_line(client, bot):
    run = whole(bot, perfect, "o")
    text = page(client, run)
    assert 'marker">Never loses</span>, 585 lines' in text
    assert "We played every move X can make, to the end of every game. line never lost." in text
    assert text.count('<use href="#line-') == 585
    assert text.count('<g id="line-') < 585  # each position is drawn once
    assert "585 final positions, shortest first" in text
    assert f"<b>{run.won}</b> won" in text


def test_the_pace_counts_every_answer_also_to_what_was_asked_before(bot):
    run = go_on(begin(bot), perfect, rounds=1).run
    assert run.asked == 1  # the empty board, many times
    run.started_at = run.heard_at - timedelta(seconds=2)
    assert showing.ShownRun(run).answers_a_second == TIMES_ASKED_OFTEN / 2


def test_a_refutation_is_shown_as_a_game_with_its_mistake(client, bot):
    run = whole(bot, engine("rules"), "o")
    text = page(client, run)
    assert "<em>Loses on move 7</em>. Here is the game" in text
    assert "throws away the draw" in text
    assert "These moves (dashed) hold it" in text or "(dashed) holds it" in text
    assert text.count("lab-game__hint") >= 1
    assert text.count('href="?ply=') == 7
    assert 'href="?ply=4#game" aria-current="step" class="is-slip"' in text
    assert text.count('class="is-lost"') == run.lost


def test_each_position_of_the_game_can_be_looked_at(client, bot):
    run = whole(bot, engine("rules"), "o")
    for ply in range(1, 8):
        text = page(client, run, ply=ply)
        assert f'href="?ply={ply}#game" aria-current="step"' in text
        assert text.count("board__taken") >= ply
        assert ("Play it from here" in text) == (ply < 7)


@pytest.mark.parametrize("ply", ["0", "99", "-1", "x", "9" * 9, "²"])
def test_a_position_that_there_is_not_is_another_one(client, bot, ply):
    page(client, whole(bot, engine("rules"), "o"), ply=ply)


def test_a_run_that_was_not_asked_everything_twice_says_what_was_done(client, bot):
    run = whole(bot, perfect, "o")
    run.verdict, run.asked_twice = LabRun.Verdict.UNBEATEN, 31
    run.save()
    text = re.sub(r"<[^>]+>", "", page(client, run))
    assert "Never lost, 585 lines" in text
    assert "31 positions were asked twice or more, always with the same answer." in text
    assert "Proven" not in text


def test_a_running_run_says_what_is_asked_now(client, bot):
    run = go_on(begin(bot, "o"), perfect, 3).run  # the first marks are asked sixteen times
    text = compact(page(client, run))
    assert "0 lines, no loss yet" in text
    assert "Now asking every position with 3 marks." in text
    assert 'class="now" aria-current="step">move 4' in text
    assert 'http-equiv="refresh"' in text


def test_what_has_changed_comes_by_itself(client, bot):
    stage = go_on(begin(bot, "o"), perfect, 2)
    run = stage.run
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/lab/{run.pk}/live/", {"step": run.step}).status_code == 204
    assert not any('"walk"' in query["sql"] for query in asked.captured_queries)
    text = page(client, run, "live/", step=run.step - 1)
    assert f'data-step="{run.step}" data-running' in text
    assert "<html" not in text
    run = go_on(stage, perfect).run
    assert "data-running" not in page(client, run, "live/", step=run.step)


def test_a_program_that_is_gone_does_not_run(client, bot):
    run = begin(bot).run
    LabRun.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    text = page(client, run)
    assert "Stopped early, no result" in text
    assert "run the command again" in text


@pytest.mark.parametrize("seat", ["x", "o"])
def test_what_a_program_says_is_text(client, bot, seat):
    from games.programs.lab.services import ProgramAnswer, answer_run

    stage = begin(bot, seat, version="<b>1</b>")
    said = [ProgramAnswer(stage.questions[0].id, error="<script>alert(1)</script>")]
    answer_run(bot=bot, run_id=stage.run.pk, answers=said)
    text = page(client, stage.run)
    assert "The program broke off" in text
    assert "&lt;script&gt;" in text
    assert "<script>alert" not in text
    assert "<b>1</b>" not in text


def test_a_wall_of_many_lines_says_how_many_are_left_out(client, bot):
    run = whole(bot, perfect, "o")
    LabRun.objects.update(won=run.won + 5_000)
    assert "and 5000 more lines" in page(client, run).replace(",", "")


def test_a_wall_holds_only_so_many_marks(client, bot, monkeypatch):
    run = whole(bot, perfect, "o")
    monkeypatch.setattr(showing, "MAX_MARKS", 60)
    text = page(client, run)
    shown = text.count('<use href="#line-')
    assert 0 < shown < 60
    assert f"and {585 - shown} more lines" in text


# ---- who sees it --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "live/", "badge.svg"])
def test_runs_of_a_bot_that_plays_only_its_owner_are_for_the_owner(as_user, alice, bob, bot, path):
    run = whole(bot, perfect)
    set_conditions(owner=alice, bot=bot, opponents="nobody")
    assert as_user(bob).get(f"/lab/{run.pk}/{path}").status_code == 404
    assert as_user(bob).get("/lab/").context["others"] == []
    assert as_user(alice).get(f"/lab/{run.pk}/{path}").status_code == 200


def test_runs_of_a_banned_bot_are_not_shown(client, alice, bot):
    run = whole(bot, perfect)
    User.objects.filter(pk=bot.pk).update(banned_at=timezone.now())
    assert client.get(f"/lab/{run.pk}/").status_code == 404


def test_a_run_that_cannot_be_stopped_just_now_says_why(as_user, alice, bot, monkeypatch):
    run = begin(bot).run
    monkeypatch.setattr(services, "_write", lambda run, step: False)  # each time it has answered
    client = as_user(alice)
    answer = client.post(f"/lab/{run.pk}/stop/", follow=True)
    assert answer.redirect_chain == [(f"/lab/{run.pk}/", 302)]
    assert "The computer is busy." in answer.content.decode()


@pytest.mark.parametrize("verb", ["stop", "delete"])
def test_only_the_owner_stops_and_deletes(as_user, alice, bob, bot, verb):
    run = begin(bot).run
    assert as_user(bob).post(f"/lab/{run.pk}/{verb}/").status_code == 404
    assert LabRun.objects.running().count() == 1
    assert as_user(alice).get(f"/lab/{run.pk}/{verb}/").status_code == 405
    assert as_user(alice).post(f"/lab/{run.pk}/{verb}/").status_code == 302
    assert LabRun.objects.running().count() == 0
    assert LabRun.objects.count() == (verb == "stop")


def test_a_profile_says_what_the_lab_has_shown_to_whoever_may_see_it(as_user, alice, bob, bot):
    runs = whole(bot, perfect, "x"), whole(bot, engine("rules"), "o")
    text = " ".join(as_user(bob).get("/@line/").content.decode().split())
    assert "first: proven, 76 lines" in text
    assert "second: refuted on move 7" in text
    assert all(f'href="/lab/{run.pk}/"' in text for run in runs)
    set_conditions(owner=alice, bot=bot, opponents="nobody")
    assert "/lab/" not in as_user(bob).get("/@line/").content.decode()
    assert "proven, 76 lines" in as_user(alice).get("/@line/").content.decode()


def test_the_number_of_lines_is_written_as_the_reader_writes_numbers():
    assert lines_text(12345) == "12,345 lines"
    with override("de"):
        assert lines_text(12345).startswith("12.345 ")


# ---- the badge ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choose", "label"),
    [
        (perfect, "3×3 second: proven, 585 lines"),
        (engine("rules"), "3×3 second: refuted on move 7"),
    ],
)
def test_a_badge_says_the_verdict(client, bot, choose, label):
    run = whole(bot, choose, "o")
    answer = client.get(f"/lab/{run.pk}/badge.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    picture = ElementTree.fromstring(answer.content)
    assert picture.get("aria-label") == label
    texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert ": ".join(texts) == label
    assert f"badge.svg)]({settings.PUBLIC_ORIGINS[0]}/lab/{run.pk}/)" in page(client, run)


def test_a_badge_is_void_once_the_version_has_changed(client, bot):
    run = whole(bot, perfect, version="0.1")
    give_up_run(bot=bot, run_id=begin(bot, version="0.1").run.pk)
    assert b"proven" in client.get(f"/lab/{run.pk}/badge.svg").content
    give_up_run(bot=bot, run_id=begin(bot, version="0.2").run.pk)
    assert b"void" in client.get(f"/lab/{run.pk}/badge.svg").content
    assert "Out of date: the program’s version has changed." in page(client, run)


# ---- playing on ---------------------------------------------------------------------------------


def test_from_each_position_of_the_lost_game_one_goes_on(client, bot):
    run = whole(bot, engine("rules"), "o")
    names = [cell_name(run.ruleset, cell) for cell in run.shortest_loss]
    shown, lost = "".join(names[:4]), "".join(names)
    text = page(client, run, ply=4)
    assert f'href="/p/3x3x3/{shown}/play/"' in text
    assert f'href="/p/3x3x3/{lost}/explain/?ply=4"' in text
    assert (
        f'href="{PositionAddress(run.ruleset, tuple(run.shortest_loss[:4])).settled.path}"' in text
    )
    assert "/play/" not in page(client, run, ply=len(names))
