"""Every action of the administration with every permission: who is offered it, and who can do it.

An action that is not in the table fails, as does one that another permission opens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import Permission
from django.test import RequestFactory
from django.urls import reverse

from accounts.models import User
from tests.admin.conftest import make_staff, signed_in

pytestmark = pytest.mark.django_db

# Each permission of a line is enough for the action. Superusers may do all but what nobody may.
NOBODY: tuple[str, ...] = ()
SUPERUSERS = ("superusers",)
MODERATING = ("accounts.moderate_user", "accounts.change_user")
OPENED_BY = {
    "accounts.token.revoke": ("accounts.change_user",),
    "accounts.user.ban": MODERATING,
    "accounts.user.unban": MODERATING,
    "accounts.user.unmute": MODERATING,
    "accounts.user.revoke_tokens": ("accounts.change_user",),
    "accounts.user.take_second_factor_away": SUPERUSERS,
    "accounts.user.delete_accounts": ("accounts.delete_user",),
    "auth.group.delete_selected": SUPERUSERS,
    "games.game.adjudicate_x": ("games.change_game",),
    "games.game.adjudicate_o": ("games.change_game",),
    "games.game.adjudicate_draw": ("games.change_game",),
    "games.game.annul": ("games.change_game",),
    "games.game.abort": ("games.change_game",),
    "games.game.flag": ("games.change_game",),
    "games.game.unflag": ("games.change_game",),
    "games.game.export_csv": ("games.view_game", "games.change_game"),
    "games.labrun.delete_selected": ("games.delete_labrun",),
    "games.puzzle.hide": ("games.change_puzzle",),
    "games.puzzle.show": ("games.change_puzzle",),
    "games.rating.compare": ("games.view_rating", "games.change_rating"),
    "games.rating.repair": ("games.change_rating",),
    "games.report.close": ("games.change_report",),
    "games.round.annul": ("games.change_round",),
    "games.round.restore": ("games.change_round",),
    "games.tournament.call_off": ("games.change_tournament",),
    "games.tournament.end": ("games.change_tournament",),
    "games.tournament.resume": ("games.change_tournament",),
    "games.tournamententry.remove": ("games.change_tournamententry",),
}

Action = Callable[..., Any]
ACTIONS = {
    f"{model._meta.label_lower}.{name}": (model_admin, action)
    for model, model_admin in admin.site._registry.items()
    for action, name, _description in model_admin._get_base_actions()
}


def opened_by(action: str) -> tuple[str, ...]:
    """The permissions of the table; rows that nobody deletes keep Django's own action closed."""
    return OPENED_BY.get(action, NOBODY if action.endswith(".delete_selected") else ("?",))


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_declares_who_may_do_it(action: str) -> None:
    assert ACTIONS[action][1].allowed_permissions
    assert opened_by(action) != ("?",), "a new action needs a line in OPENED_BY"


def test_the_table_names_no_action_that_is_gone() -> None:
    assert set(OPENED_BY) <= set(ACTIONS)


@pytest.fixture(scope="module")
def permissions(django_db_setup: None, django_db_blocker: Any) -> list[str]:
    with django_db_blocker.unblock():
        rows = Permission.objects.values_list("content_type__app_label", "codename")
        return [".".join(row) for row in rows]


def offered(model_admin: ModelAdmin, *held: str, is_superuser: bool = False) -> set[str]:
    """The actions that the list offers to staff who hold these permissions alone."""
    user = User(username="stella", is_staff=True, is_superuser=is_superuser)
    user._perm_cache = user._user_perm_cache = user._group_perm_cache = set(held)
    request = RequestFactory().get("/")
    request.user = user
    return set(model_admin.get_actions(request))


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_is_offered_with_its_permission_and_with_no_other(
    action: str, permissions: list[str]
) -> None:
    model_admin, name = ACTIONS[action][0], action.rpartition(".")[2]
    opening = {held for held in permissions if name in offered(model_admin, held)}
    assert opening == set(opened_by(action)) - set(SUPERUSERS)
    others = [held for held in permissions if held not in opened_by(action)]
    assert name not in offered(model_admin, *others)
    is_for_superusers = name in offered(model_admin, is_superuser=True)
    assert is_for_superusers == (opened_by(action) != NOBODY)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_post_by_hand_does_nothing_without_the_permission(
    action: str, permissions: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model_admin, name = ACTIONS[action][0], action.rpartition(".")[2]
    done: list[str] = []
    base = model_admin._get_base_actions()
    monkeypatch.setattr(
        model_admin, "_get_base_actions", lambda: [noted(*one, done) for one in base]
    )
    viewing = f"view_{model_admin.opts.model_name}"
    without = [held for held in permissions if held not in opened_by(action)]
    clerk = make_staff("clara", *(held.partition(".")[2] for held in without))
    post(clerk, model_admin, name)
    assert done == []
    boss = make_staff("stella", viewing)
    boss.is_superuser = True
    boss.save()
    post(boss, model_admin, name)
    assert done == ([] if opened_by(action) == NOBODY else [name])


def noted(action: Action, name: str, description: str, done: list[str]) -> tuple[Any, ...]:
    def note(*args: Any) -> None:
        done.append(name)

    note.allowed_permissions = action.allowed_permissions  # type: ignore[attr-defined]
    return note, name, description


def post(user: User, model_admin: ModelAdmin, name: str) -> None:
    address = reverse(
        f"admin:{model_admin.opts.app_label}_{model_admin.opts.model_name}_changelist"
    )
    data = {"action": name, ACTION_CHECKBOX_NAME: "1", "confirmed": "1", "reason": "x"}
    assert signed_in(user).post(address, data).status_code in (200, 302, 403)


def test_who_may_change_accounts_deletes_none(alice: User) -> None:
    clerk = make_staff("clara", "view_user", "change_user")
    post_delete = {
        "action": "delete_accounts",
        ACTION_CHECKBOX_NAME: alice.pk,
        "confirmed": "1",
        "reason": "mine",
    }
    signed_in(clerk).post(reverse("admin:accounts_user_changelist"), post_delete)
    alice.refresh_from_db()
    assert not alice.is_deleted
