"""The field for a code."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache

from games.live.limits import WRONG_CODES
from games.programs.workshops.services import make_workshop
from tests.compete.tournaments.making import new_arena

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def workshop(alice):
    cache.clear()  # no wrong code has been tried
    return make_workshop(owner=alice, title="Minimax afternoon", hours=8)


@pytest.mark.parametrize("written", ["{}", " {} ", "https://play.example/{}", "{}/"])
def test_a_code_leads_to_its_workshop_however_it_is_written(client, workshop, written):
    for code in (workshop.code, workshop.code.lower()):
        answer = client.get("/code/", {"code": written.format(code)})
        assert answer["Location"] == f"/workshops/{workshop.code}/start/"


def test_a_code_leads_to_a_tournament_that_is_not_listed(client, alice):
    arena = new_arena(alice, code="2ABCDE", is_listed=False)
    assert client.get("/code/", {"code": "2abcde"})["Location"] == arena.get_absolute_url()
    assert client.get("/code/", {"code": "2ABCDF"}).status_code == 404


@pytest.mark.parametrize("path", ["/{}", "/workshops/{}/", "/workshops/{}/start/"])
def test_whoever_mistypes_an_address_gets_the_field_again(client, workshop, path):
    wrong = workshop.code[:-1] + ("2" if workshop.code[-1] != "2" else "3")
    wrong = wrong if any(letter.isdigit() for letter in wrong) else "2" + wrong[1:]
    answer = client.get(path.format(wrong))
    assert parse_qs(urlsplit(answer["Location"]).query) == {"code": [wrong]}
    shown = client.get(answer["Location"])
    assert shown.status_code == 404
    assert "No open workshop or tournament has this code" in shown.text
    assert f'value="{wrong}"' in shown.text


def test_the_address_on_the_wall_can_be_typed_in_small_letters(client, workshop):
    answer = client.get(f"/{workshop.code.lower()}")
    assert answer["Location"] == f"/workshops/{workshop.code}/start/"


@pytest.mark.usefixtures("no_token_comes_back")
def test_whoever_tries_many_codes_is_told_to_wait(client, workshop):
    for _ in range(WRONG_CODES.at_once):
        client.get("/code/", {"code": "nothing"})
    refused = client.get("/code/", {"code": workshop.code})
    assert refused.status_code == 429
    assert "Wait" in refused.text


@pytest.mark.parametrize("code", ["", "x" * 101, "…"])
def test_what_cannot_be_a_code_is_asked_for_again(client, code):
    assert client.get("/code/", {"code": code}).status_code in (200, 404)


@pytest.mark.parametrize("path", ["/", "/compete/", "/workshops/", "/no-such-page/"])
def test_there_is_a_way_to_the_field(client, path):
    assert '"/code/"' in client.get(path).text


def test_a_teacher_without_account_reads_what_to_do_first(client):
    shown = client.get("/workshops/")
    assert shown.status_code == 200
    assert "You need an account" in shown.text
    assert 'href="/accounts/signup/?next=/workshops/"' in shown.text
