"""What stands out in how somebody plays, and that ordinary play does not.

The games in games.json were played by levels of the engine from three random marks on 5×5, four in
a row, and graded by the grader: the searcher's moves stand for somebody who lets a program choose,
those of two weaker levels for two ordinary people. The times are made up: always about the same
where a program chooses, and longer for hard moves where people think.
"""

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.compete.fairplay import report
from games.compete.fairplay.decisions import EVIDENT, FOUND, GIVEN_AWAY
from games.compete.fairplay.report import most_striking, report_of
from games.compete.ratings import services
from games.core.rules import Position, Ruleset
from games.engine.analysis.grades import VERSION, Evaluation, Grades
from games.engine.analysis.labels import Code, Label, LabelReason, MoveGrade
from games.learn.review.grade_codec import grades_json
from games.models import Game, Move, Rating, RatingChange, Review, Round
from tests.admin.conftest import make_staff, signed_in
from tests.compete.ratings.rounds import GIVEN_UP, rated_round
from tests.conftest import make_person

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
NOW = START + timedelta(days=30)
PLAYED = json.loads((Path(__file__).parent / "games.json").read_text())
FIVE = Ruleset(5, 5, 4)


def finding_of(report, code):
    return next(finding for finding in report.findings if finding.code == code)


def striking(user, pool="fours"):
    return {finding.code for finding in report_of(user, pool, NOW).striking}


def stored(people, played, series, at, chance):
    """A finished game with its moves, their times and its review."""
    x, o = (people[seat] for seat in played["seats"])
    position = Position(FIVE)
    for cell in played["cells"]:
        position = position.play(cell)
    outcome = "draw" if not position.is_won else "ox"[position.ply % 2]
    game = Game.objects.create(
        m=5,
        n=5,
        k=4,
        opponent="anyone",
        best_of=2,
        setup=3,
        x_player=x,
        o_player=o,
        creator=x,
        ply=position.ply,
        series=series,
        status="finished",
        outcome=outcome,
        termination="line",
        started_at=at,
        ended_at=at,
    )
    moves = zip(played["cells"], played["labels"], played["codes"], strict=True)
    graded = tuple(
        MoveGrade(ply, cell, Label(label), LabelReason(Code(code)), None, ())
        for ply, (cell, label, code) in enumerate(moves)
    )
    evaluations = (Evaluation(None, None, None, 0.0),) * (len(graded) + 1)
    grades = grades_json(Grades(graded, evaluations, (None, None)))
    Review.objects.create(game=game, grader=VERSION, ply=game.ply, grades=grades)
    Move.objects.bulk_create(
        Move(
            game=game,
            ply=move.ply,
            cell=move.cell,
            player=(x, o)[move.ply % 2],
            played_at=at,
            spent_ms=int(1000 * seconds_of(move, played["seats"][move.ply % 2], chance)),
        )
        for move in graded
    )
    return game


def seconds_of(move, level, chance):
    if level == "searcher":
        return chance.gauss(2, 0.2)
    is_hard = move.label in FOUND | GIVEN_AWAY and move.reason.code not in EVIDENT
    return chance.uniform(1, 8) + 6 * is_hard


def stored_round(people, one, other, at, chance):
    first = stored(people, one, "", at, chance)
    second = stored(people, other, first.uid, at, chance)
    round = Round(
        uid=first.uid,
        pool="fours",
        m=5,
        n=5,
        k=4,
        control="120+2",
        first=first.x_player,
        second=first.o_player,
        state="over",
        first_game=first,
        second_game=second,
        begun_at=at,
        over_at=at,
    )
    round.halves = sum(round.halves_of_game(game) for game in round.games)
    round.save()
    services.rate(round=round, now=at)
    round.save()
    assert round.rated_at


@pytest.fixture
def played(alice, bob):
    """dora lets the searcher choose; alice and bob play for themselves."""
    people = {"searcher": make_person("dora"), "heuristic": alice, "rules": bob}
    chance = random.Random(1)
    for number in range(0, len(PLAYED), 2):
        at = NOW - (len(PLAYED) - number) * HOUR * 3
        stored_round(people, PLAYED[number], PLAYED[number + 1], at, chance)
    Rating.objects.update(rating=1500)
    RatingChange.objects.update(rating_before=1500)
    return people


def test_who_lets_a_program_choose_stands_out_and_others_do_not(played, alice, bob):
    report = report_of(played["searcher"], "fours", NOW)
    moves, times = finding_of(report, "moves"), finding_of(report, "times")
    assert moves.is_striking
    assert moves.estimate.value > 0.9
    assert moves.estimate.sample >= 20
    assert "95 %" in moves.text
    assert times.is_striking
    for person in (alice, bob):
        assert not striking(person) & {"moves", "times"}
        assert finding_of(report_of(person, "fours", NOW), "moves").estimate.value < 0.8


def test_the_report_asks_a_bounded_number_of_queries(played, alice):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            report_of(alice, "fours", NOW)
        return len(asked)

    before = queries()
    rated_round(alice, make_person("emil"), 4, at=NOW - HOUR)
    assert queries() <= before + 1
    assert before <= 16


def test_the_weeks_list_names_whose_moves_stood_out(played):
    reports = most_striking(NOW)
    assert reports[0].user == played["searcher"]
    by_moves = [report for report in reports if finding_of(report, "moves").is_striking]
    assert [report.user for report in by_moves] == [played["searcher"]]


def test_the_weeks_list_looks_at_who_played_last_however_old_the_account(
    alice, bob, charlie, monkeypatch
):
    newest = make_person("emil")
    rated_round(alice, bob, 4, at=NOW - 13 * 12 * HOUR)
    for number in range(10):
        rated_round(newest, charlie, 4, at=NOW - (12 - number) * 12 * HOUR)
    monkeypatch.setattr(report, "MAX_PLAYERS_OF_WEEK", 2)
    assert [one.user for one in most_striking(NOW)] == [newest]


def test_points_from_one_account_stand_out(alice, bob, charlie):
    for number in range(10):
        rated_round(alice, bob, 4, at=START + number * 12 * HOUR)
    assert "farming" in striking(alice)
    text = finding_of(report_of(alice, "fours", NOW), "farming").text
    assert "100 %" in text
    assert "bob" in text
    assert striking(bob) == set()
    for number in range(5):
        rated_round(charlie, make_person(f"p{number}"), 4, at=START + number * HOUR)
    assert "farming" not in striking(charlie)


def test_giving_up_at_once_against_much_weaker_ones_stands_out(alice, bob, charlie):
    for number in range(4):
        rated_round(alice, bob, 0, at=START + number * 12 * HOUR, moves=GIVEN_UP)
        rated_round(alice, charlie, 4, at=START + number * 12 * HOUR)
    assert "sandbagging" not in striking(alice)
    against = RatingChange.objects.filter(user=alice, opponent=bob)
    against.update(rating_before=1900, opponent_rating=1500)
    assert "sandbagging" in striking(alice)


def test_leaving_stands_out(alice, bob):
    for number in range(10):
        round = rated_round(alice, bob, 0, at=START + number * 12 * HOUR)
        Round.objects.filter(pk=round.pk).update(left_by=alice if number < 3 else None)
    report = report_of(alice, "fours", NOW)
    assert finding_of(report, "leaving").is_striking
    assert finding_of(report, "leaving").estimate.value == 0.3
    assert "leaving" not in striking(bob)


def test_rounds_from_one_network_stand_out_for_who_gains(alice, bob):
    for number in range(5):
        rated_round(alice, bob, 4, at=START + number * 12 * HOUR)
    Round.objects.update(first_network="one", second_network="one")
    assert "network" in striking(alice)
    assert "network" not in striking(bob)
    assert "bob" in finding_of(report_of(alice, "fours", NOW), "network").text


def test_of_whom_nothing_is_known_nothing_stands_out(alice):
    report = report_of(alice, "fives", NOW)
    assert (report.rounds, report.striking) == (0, [])
    assert finding_of(report, "moves").text == "No hard decision has been reviewed."


def test_the_command_reports_one_player_or_the_week(alice, bob, capsys):
    rated_round(alice, bob, 4, at=timezone.now() - HOUR)
    call_command("fair_play", "alice")
    out = capsys.readouterr().out
    assert "alice, Fours, 1" in out
    assert "Finding only moves" in out
    call_command("fair_play")
    with pytest.raises(CommandError, match="There is no player"):
        call_command("fair_play", "nobody-here")


def test_staff_see_the_report_and_refund_opponents_of_somebody_banned(alice, bob):
    desk = signed_in(make_staff("stella", "view_rating", "change_rating"))
    page = reverse("admin:games_rating_fair_play", args=[alice.pk])
    assert "Refund the opponents" not in desk.get(page).text
    alice.banned_at = NOW
    alice.save()
    assert "Refund the opponents" in desk.get(page).text
    assert "This field is required" in desk.post(page, {"reason": ""}).text
    answer = desk.post(page, {"reason": "Used a program."}, follow=True)
    assert "0 refunds given." in answer.text
    assert "Nobody stood out." in desk.get(reverse("admin:games_rating_fair_play_week")).text
    clerk = signed_in(make_staff("clara", "view_game"))
    assert clerk.get(page).status_code == 403
    assert clerk.post(page, {"reason": "x"}).status_code == 403
    only_looking = signed_in(make_staff("celia", "view_rating"))
    assert only_looking.get(page).status_code == 200
    assert only_looking.post(page, {"reason": "x"}).status_code == 403


def test_who_may_refund_opponents_does_so_after_the_ban_and_has_nothing_graded(alice):
    desk = signed_in(make_staff("stella", "view_rating", "refund_opponents"))
    page = reverse("admin:games_rating_fair_play", args=[alice.pk])
    alice.banned_at = NOW
    alice.save()
    assert "Refund the opponents" in desk.get(page).text
    assert "0 refunds given." in desk.post(page, {"reason": "Used a program."}, follow=True).text
    assert desk.post(page, {"grade": "fours"}).status_code == 403
