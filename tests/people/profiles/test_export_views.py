"""/me/export/"""

import gc
import json

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.core.rules import TIC_TAC_TOE, Position
from games.core.symmetry import key_of
from games.learn.puzzles.duel import services as duels
from games.learn.puzzles.mistakes.services import new_card
from games.models import LessonAnswer, Mistake, Storm, Streak
from games.people.profiles import export_views
from games.people.profiles.export_views import Exports
from tests import stored

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/me/export/"
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def exports(monkeypatch) -> Exports:
    """Two may be made at once."""
    made = Exports(2)
    monkeypatch.setattr(export_views, "exports", made)
    return made


async def text_of(answer) -> str:
    return b"".join([piece async for piece in answer.streaming_content]).decode()


async def test_the_account_and_all_own_games_come_as_a_file(async_client, alice, bob, charlie):
    @sync_to_async
    def played():
        Streak.objects.create(user=alice, solved=7)
        Storm.objects.create(user=alice, solved=9, missed=[4], ends_at=timezone.now())
        duels.make(user=alice)
        position = Position.after(TIC_TAC_TOE, (4, 1))
        now = timezone.now()
        Mistake.objects.create(
            user=alice,
            m=3,
            n=3,
            k=3,
            value=1,
            ply=2,
            key=key_of(position),
            card=new_card(now),
            due=now,
        )
        LessonAnswer.objects.create(user=alice, lesson="cuts", question=2)
        stored.new_game(bob, charlie)
        stored.new_game(bob, alice)
        return stored.play(stored.new_game(bob, alice), stored.X_WINS)

    game = await played()
    await async_client.aforce_login(alice)
    answer = await async_client.get(URL)
    data = json.loads(await text_of(answer))
    assert data["account"]["name"] == "alice"
    assert len(data["games"]) == 2
    assert data["games"][-1]["uid"] == game.uid
    assert len(data["games"][-1]["moves"]) == 5
    assert data["chat"] == data["reports"] == data["puzzles"] == []
    assert data["lessons"] == [{"lesson": "cuts", "question": 2}]
    assert data["rounds"] == data["tournaments"] == data["made_tournaments"] == []
    assert data["workshops"] == data["workshop_names"] == []
    assert data["puzzle_rating"] is data["turn_mail"] is None
    assert [streak["solved"] for streak in data["streaks"]] == [7]
    assert [(one["solved"], one["missed"]) for one in data["storms"]] == [(9, 1)]
    assert [duel["state"] for duel in data["duels"]] == ["open"]
    (mistake,) = data["mistakes"]
    assert (mistake["board"], len(mistake["position"]), mistake["card"]["step"]) == ("3,3,3", 2, 0)
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    assert "no-store" in answer["Cache-Control"]


def test_whoever_is_not_signed_in_is_asked_to(client):
    answer = client.get(URL)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


def test_it_is_only_read(as_user, alice):
    assert as_user(alice).post(URL).status_code == 405


def test_one_user_has_one_at_a_time(as_user, alice, exports):
    exports.enter(alice.pk)
    answer = as_user(alice).get(URL)
    assert (answer.status_code, answer.json()["code"]) == (429, "export_running")
    assert int(answer["Retry-After"]) > 0
    assert "no-store" in answer["Cache-Control"]


def test_few_are_made_at_once(as_user, alice, bob, charlie, exports):
    exports.enter(bob.pk)
    exports.enter(charlie.pk)
    answer = as_user(alice).get(URL)
    assert (answer.status_code, answer.json()["code"]) == (503, "exports_busy")
    assert int(answer["Retry-After"]) > 0


def test_a_browser_is_refused_with_a_page(as_user, alice, exports):
    exports.enter(alice.pk)
    answer = as_user(alice).get(URL, headers=BROWSER)
    assert answer.status_code == 429
    assert "already being downloaded" in answer.content.decode()


async def test_the_place_is_free_again_at_the_end(async_client, alice, exports):
    await async_client.aforce_login(alice)
    for _ in range(3):
        answer = await async_client.get(URL)
        assert answer.status_code == 200
        assert await text_of(answer)


async def test_the_place_is_free_again_when_the_client_leaves(alice, exports):
    begun = await sync_to_async(export_views.Export)(alice, iter([b"piece"]))
    assert await anext(begun)
    with pytest.raises(export_views.GameError):
        exports.enter(alice.pk)
    begun.close()
    exports.enter(alice.pk)


def test_the_place_of_an_export_that_nobody_reads_is_free_again(alice, exports):
    begun = export_views.Export(alice, iter([b""]))
    del begun
    gc.collect()
    exports.enter(alice.pk)


def test_what_is_written_is_json():
    members = {"a": {"b": "é"}, "none": iter(()), "some": iter([1, {"c": None}]), "list": []}
    text = "".join(export_views.json_members(members))
    assert json.loads(text) == {"a": {"b": "é"}, "none": [], "some": [1, {"c": None}], "list": []}


def test_pieces_have_a_size_that_is_worth_sending(monkeypatch):
    monkeypatch.setattr(export_views, "PIECE", 4)
    assert [*export_views.in_pieces(["ab", "c", "def", "é"])] == [b"abcdef", "é".encode()]
