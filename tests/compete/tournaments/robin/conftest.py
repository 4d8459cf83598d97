import pytest

from accounts.models import User
from games.compete.tournaments.robin import services
from tests.compete.tournaments.robin.playing import robin


@pytest.fixture
def people(db):
    return [User.objects.create_user(f"person-{number}") for number in range(6)]


@pytest.fixture
def begun(alice, people):
    tournament = robin(alice, people)
    services.begin(uid=tournament.uid, user=alice)
    tournament.refresh_from_db()
    return tournament
