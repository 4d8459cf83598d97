from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.engine import LEVELS

pytestmark = pytest.mark.django_db


def run(**options):
    output = StringIO()
    call_command("create_engine_accounts", stdout=output, **options)
    return output.getvalue()


def test_every_level_gets_an_account_named_by_its_title():
    assert run() == f"{len(LEVELS)} engine accounts created, {len(LEVELS)} in total.\n"
    titles = {level.title for level in LEVELS.values()}
    assert set(User.objects.engines().values_list("username", flat=True)) == titles


def test_nobody_can_sign_in_to_an_engine_account():
    run()
    assert not any(user.has_usable_password() for user in User.objects.engines())


def test_a_second_run_makes_nothing():
    run()
    assert run() == f"0 engine accounts created, {len(LEVELS)} in total.\n"


def test_it_can_be_silent():
    assert run(verbosity=0) == ""


def test_a_name_that_a_person_has_is_refused_with_a_sentence():
    User.objects.create(username="Perfect", kind=User.Kind.PERSON)
    with pytest.raises(CommandError, match="create an account for the level Perfect") as refused:
        run()
    assert refused.value.returncode == 2
