"""/games/<uid>/report/ and /@<name>/report/"""

import pytest
from django.utils import timezone

from accounts import relations
from accounts.guests import make_guest
from games.models import ChatLine, Report
from tests.stored import new_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return new_game(alice, bob)


def file(client, game, **fields: str):
    data = {"who": "bob", "reason": "words", "text": "He was\nrude.", **fields}
    return client.post(f"/games/{game.uid}/report/", data)


def test_a_player_is_reported(as_user, game, alice, bob):
    response = file(as_user(alice), game)
    assert (response.status_code, response["Location"]) == (302, f"/games/{game.uid}/")
    report = Report.objects.get()
    assert (report.reporter, report.reported, report.game) == (alice, bob, game)
    assert (report.reason, report.text, report.state) == ("words", "He was rude.", "open")
    assert not relations.has_blocked(alice.pk, bob.pk)


def test_a_report_can_block_as_well(as_user, game, alice, bob):
    file(as_user(alice), game, block="on")
    assert relations.has_blocked(alice.pk, bob.pk)


def test_the_same_is_reported_once_while_it_is_open(as_user, game, alice):
    file(as_user(alice), game)
    response = file(as_user(alice), game, reason="cheating")
    assert response.status_code == 409
    assert "already" in response.content.decode()
    assert Report.objects.count() == 1


def test_players_and_those_who_were_heard_can_be_reported(as_user, game, alice, charlie):
    def offered(user) -> list[str]:
        form = as_user(user).get(f"/games/{game.uid}/report/").context["form"]
        return [name for name, _ in form.fields["who"].choices if name]

    line = {"game": game, "author": charlie, "at": timezone.now()}
    ChatLine.objects.create(room="watchers", text="ha", **line)
    assert offered(alice) == ["bob"]  # nobody of the watchers was heard by a player
    assert offered(charlie) == ["alice", "bob"]
    assert offered(make_guest()) == ["alice", "bob", "charlie"]


def test_a_player_most_likely_reports_the_other(as_user, game, alice, charlie):
    for user, name in ((alice, "bob"), (charlie, "")):
        form = as_user(user).get(f"/games/{game.uid}/report/").context["form"]
        assert form.initial["who"] == name


@pytest.mark.parametrize(
    "fields", [{"who": "alice"}, {"who": "charlie"}, {"reason": "boredom"}, {"text": "x" * 501}]
)
def test_what_is_not_offered_is_refused(as_user, game, alice, charlie, fields):
    assert file(as_user(alice), game, **fields).status_code == 200
    assert not Report.objects.exists()


def test_a_guest_reports_thrice_a_day(as_user, alice, bob):
    guest = make_guest()
    answers = [file(as_user(guest), new_game(guest, bob)).status_code for _ in range(4)]
    assert answers == [302, 302, 302, 409]


def test_whoever_is_not_signed_in_is_asked_to(client, game):
    address = f"/games/{game.uid}/report/"
    assert client.get(address)["Location"] == f"/accounts/login/?next={address}"
    assert client.get("/games/0000000000/report/").status_code == 302


def test_there_is_nobody_to_report_beside_the_computer(as_user, alice, engine):
    game = new_game(alice, engine, opponent="computer")
    page = as_user(alice).get(f"/games/{game.uid}/report/").content.decode()
    assert "no one to report in this game" in page


def test_a_person_is_reported_for_no_game(as_user, alice, bob):
    response = as_user(alice).post("/@bob/report/", {"who": "bob", "reason": "name"})
    assert (response.status_code, response["Location"]) == (302, "/@bob/")
    assert Report.objects.get().game is None
    again = as_user(alice).post("/@bob/report/", {"who": "bob", "reason": "name"})
    assert again.status_code == 409


def test_nobody_reports_oneself_the_computer_or_nobody(as_user, alice, engine):
    for name in ("alice", engine.username, "zoe"):
        assert as_user(alice).get(f"/@{name}/report/").status_code == 404


def test_there_is_no_game_to_report(as_user, alice):
    assert as_user(alice).get("/games/0000000000/report/").status_code == 404
