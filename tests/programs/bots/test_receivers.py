"""What is kept of a bot, as its account ends."""

import pytest

from accounts import services as accounts
from accounts.programs.bots import make_bot
from games.models import BotConditions
from games.play.game.bot_conditions import set_conditions
from tests.admin.conftest import make_staff

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_a_bot_plays_is_forgotten_with_the_account_of_its_owner(alice, bob):
    gone, stays = (make_bot(owner=owner, name=f"{owner}-1") for owner in (alice, bob))
    for bot in (gone, stays):
        set_conditions(owner=bot.owner, bot=bot, largest=5)
    accounts.ban(user=bob, staff=make_staff("stella"), reason="spam")
    accounts.delete_account(user=alice)
    assert [conditions.bot for conditions in BotConditions.objects.all()] == [stays]
