"""The newest verdicts of bots, and what of them still counts."""

import pytest

from accounts.programs.bots import make_bot
from games.core.rules import TIC_TAC_TOE, Ruleset
from games.engine.arena.lines import WalkVerdict
from games.models import LabRun
from games.programs.lab.services import give_up_run
from tests.programs.lab.playing import begin, engine, perfect, whole

pytestmark = pytest.mark.django_db


def test_both_seats_make_a_proof(bot, bob):
    other = make_bot(owner=bob, name="fork")
    whole(other, engine("rules"), "o")
    runs = whole(bot, perfect, "x"), whole(bot, perfect, "o")
    found = LabRun.objects.latest_verdicts([bot, other], TIC_TAC_TOE)
    assert (found[bot.pk].x, found[bot.pk].o) == runs
    assert found[bot.pk].is_proven
    assert found[other.pk].x is None
    assert found[other.pk].o.verdict == "refuted"
    assert not found[other.pk].is_proven


def test_the_newest_of_a_seat_counts(bot):
    whole(bot, engine("rules"), "o")
    newest = whole(bot, perfect, "o")
    give_up_run(bot=bot, run_id=begin(bot, "o").run.pk)  # without a verdict
    assert LabRun.objects.latest_verdicts([bot])[bot.pk].o == newest


def test_verdicts_of_two_versions_do_not_mix(bot):
    whole(bot, perfect, "x", version="1")
    newest = whole(bot, perfect, "o", version="2")
    found = LabRun.objects.latest_verdicts([bot])[bot.pk]
    assert (found.x, found.o) == (None, newest)


def test_another_board_is_another_matter(bot):
    whole(bot, perfect)
    assert LabRun.objects.latest_verdicts([bot], Ruleset(4, 3, 3)) == {}


def test_one_query_is_enough(bot, django_assert_num_queries):
    whole(bot, perfect)
    with django_assert_num_queries(1):
        LabRun.objects.latest_verdicts([bot])


def test_the_stored_verdicts_are_those_of_the_engine():
    assert set(WalkVerdict) | {"broken"} == set(LabRun.Verdict.values)
