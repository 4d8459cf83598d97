import pytest

from accounts.guests import make_guest
from accounts.models import User
from accounts.programs.bots import make_bot


@pytest.fixture
def guest(db):
    return make_guest()


@pytest.fixture
def bot(charlie):
    return make_bot(owner=charlie, name="line")


@pytest.fixture
def staff(db):
    return User.objects.create_superuser("boss", password="boss-password")
