"""The group of moderators is made once, and has what the desk needs."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from games.management.commands.create_moderators import MODERATORS, PERMISSIONS, create_moderators
from games.people.moderation.desk import choices_for, refunds_allowed
from games.people.moderation.reports import report
from tests.admin.conftest import make_staff
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db


def test_the_group_has_each_of_its_permissions():
    call_command("create_moderators", verbosity=0)
    held = Group.objects.get(name=MODERATORS).permissions.values_list("codename", flat=True)
    assert sorted(held) == sorted(sum(PERMISSIONS.values(), ()))


def test_what_staff_changed_in_it_stays(capsys):
    create_moderators()
    group = Group.objects.get(name=MODERATORS)
    group.permissions.remove(Permission.objects.get(codename="change_game"))
    before = set(group.permissions.all())
    call_command("create_moderators")
    assert capsys.readouterr().out == "Kept the group Moderators.\n"
    assert set(group.permissions.all()) == before


def test_a_moderator_may_decide_everything_at_the_desk_and_change_no_account(alice, bob):
    create_moderators()
    moderator = make_staff("stella")
    moderator.groups.add(Group.objects.get(name=MODERATORS))
    won = play(new_game(alice, bob), X_WINS)
    about = report(reporter=alice, reported=bob, game=won, reason="cheating")
    codes = [choice.code for choice in choices_for(moderator, about)]
    assert codes == ["no_action", "warn", "mute_day", "mute_week", "annul_game", "ban"]
    assert refunds_allowed(moderator)
    powers = ("accounts.change_user", "accounts.delete_user", "games.change_rating")
    assert not any(moderator.has_perm(power) for power in powers)
