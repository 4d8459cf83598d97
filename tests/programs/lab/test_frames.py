"""The verdict of a run, in a frame on another site's page."""

import pytest

from games.play.game.bot_conditions import set_conditions
from tests.programs.lab.playing import begin, perfect, whole

pytestmark = pytest.mark.django_db


def test_a_proof_is_shown_with_its_figures(client, bot):
    run = whole(bot, perfect, "o")
    answer = client.get(f"/embed/verdict/{run.pk}/")
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "Proven, 585 lines" in answer.text
    assert f"<dt>won</dt><dd>{run.won}</dd>" in answer.text
    assert f'href="{run.get_absolute_url()}"' in answer.text


def test_a_fault_is_shown_on_its_board(client, bot):
    run = whole(bot, lambda position: min(position.legal_moves()))
    answer = client.get(f"/embed/verdict/{run.pk}/")
    assert "Refuted on move" in answer.text
    assert 'class="board__taken' in answer.text


def test_what_has_no_verdict_is_not_there(client, alice, bot):
    run = begin(bot).run
    client.force_login(alice)  # also for the bot's owner: a frame knows nobody
    assert client.get(f"/embed/verdict/{run.pk}/").status_code == 404
    assert client.get("/embed/verdict/999999/").status_code == 404
    assert "share-out" not in client.get(run.get_absolute_url()).text


def test_a_run_that_is_for_its_owner_is_not_there(client, alice, bot):
    run = whole(bot, perfect)
    set_conditions(owner=alice, bot=bot, opponents="nobody")
    client.force_login(alice)
    assert client.get(f"/embed/verdict/{run.pk}/").status_code == 404
