"""A workshop of alice's, and the gateway to it."""

import pytest
from django.core.cache import cache

from games.models import Workshop, WorkshopPlayer
from games.programs.workshops.room import open_workshop
from games.programs.workshops.room.entrance import enter
from games.programs.workshops.services import make_workshop, player_named
from tictactoe_site.server.socket_io import Gateway


@pytest.fixture
def workshop(alice) -> Workshop:
    return make_workshop(owner=alice, title="Minimax afternoon", hours=8)


@pytest.fixture
def page(workshop) -> str:
    cache.clear()  # no wrong code has been tried
    return f"/workshops/{workshop.code}/"


@pytest.fixture
def players(workshop) -> list[WorkshopPlayer]:
    return [
        player_named(workshop_id=workshop.pk, name=name) for name in ("ally", "bobby", "charly")
    ]


@pytest.fixture
def gateway() -> Gateway:
    return Gateway(enter, clients_per_address=100)


@pytest.fixture
def soon_away(monkeypatch) -> None:
    """Who goes away is given up at once."""
    monkeypatch.setattr(open_workshop, "SECONDS_AWAY", 0.05)
