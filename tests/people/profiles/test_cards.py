"""The picture of a player beside a link."""

from __future__ import annotations

import pytest

from games.learn.cards import picture, services
from games.learn.cards.picture import Card
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Card]:
    cards: list[Card] = []
    monkeypatch.setattr(services, "png_of", lambda card: cards.append(card) or picture.png_of(card))
    return cards


def test_a_player_is_shown_with_results_and_the_last_public_game(client, alice, bob, drawn):
    play(new_game(alice, bob), X_WINS)
    play(new_game(bob, alice, opponent="friend"), X_WINS[:2])
    answer = client.get("/@alice/card.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert drawn[0].title == "alice"
    assert drawn[0].text == "1 won, 0 drawn, 0 lost"
    assert drawn[0].cells == tuple(X_WINS)
    assert len(drawn[0].line) == 3
    assert '/@alice/card.png">' in client.get("/@alice/").text


def test_without_games_the_board_is_empty(client, alice, drawn):
    assert client.get("/@alice/card.png").status_code == 200
    assert drawn[0].cells == ()
    assert client.get("/@nobody/card.png").status_code == 404
