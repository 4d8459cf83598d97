"""The picture of a tournament beside a link."""

from __future__ import annotations

import pytest

from games.learn.cards import picture, services
from games.learn.cards.picture import Card
from tests.compete.tournaments.making import new_arena

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_tournament_says_what_is_played_and_when(client, alice, monkeypatch):
    cards: list[Card] = []
    monkeypatch.setattr(services, "png_of", lambda card: cards.append(card) or picture.png_of(card))
    arena = new_arena(alice)
    answer = client.get(f"/tournaments/{arena.uid}/card.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert (cards[0].kicker, cards[0].title) == ("Arena", arena.full_title)
    assert cards[0].text.startswith("6×6, four in a row, ")
    page = client.get(f"/tournaments/{arena.uid}/").text
    assert f'/tournaments/{arena.uid}/card.png">' in page
    assert client.get("/tournaments/0123456789/card.png").status_code == 404
