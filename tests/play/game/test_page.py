"""/games/…/: the page of a game."""

import pytest

from tests.stored import new_game

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_asks_for_the_head_of_a_page_gets_it_without_the_page(client, alice, bob):
    response = client.head(new_game(alice, bob).get_absolute_url())
    assert (response.status_code, response.content) == (200, b"")
    assert "no-store" in response["Cache-Control"]
