import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.core.rules import Mark, Ruleset
from games.models import Game
from tests.admin.conftest import signed_in
from tests.stored import new_game, play, resign

pytestmark = pytest.mark.django_db

LIST = reverse("admin:games_game_changelist")


def listed(client, **query):
    """The uids on the page that the query gives, in order."""
    page = client.get(LIST, query)
    assert page.status_code == 200
    return [game.uid for game in page.context["cl"].result_list]


def test_games_are_listed_with_board_players_and_result(desk, won):
    page = desk.get(LIST).content.decode()
    assert 'class="thumb thumb--inked"' in page
    for text in (won.uid, "3×3, three in a row", "alice", "bob", "X won (line completed)"):
        assert text in page


def test_a_name_on_a_shared_device_stands_behind_the_accounts(desk, alice):
    new_game(alice, alice, opponent="device", x_name="<b>Mum</b>")
    page = desk.get(LIST).content.decode()
    assert "alice (&lt;b&gt;Mum&lt;/b&gt;)" in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"status__exact": "ongoing"}, ["ongoing"]),
        ({"status__exact": "open"}, ["open"]),
        ({"outcome__exact": "x"}, ["won"]),
        ({"termination__exact": "line"}, ["won"]),
        ({"flagged__exact": "1"}, ["ongoing"]),
        ({"opponent__exact": "device"}, ["open"]),
        ({"ruleset": "5,4,4"}, ["open"]),
        ({"ruleset": "7,7,5"}, []),
        ({"player": "BOB"}, ["ongoing", "won"]),
        ({"player": "nobody-here"}, []),
        ({"player": "bob", "status__exact": "finished"}, ["won"]),
        ({"q": "ali"}, ["open", "ongoing", "won"]),
        ({"q": "bob"}, ["ongoing", "won"]),
        ({"q": "nobody-here"}, []),
    ],
)
def test_games_are_found_by_filters_and_search(desk, won, ongoing, alice, query, found):
    Game.objects.filter(pk=ongoing.pk).update(flagged=True)
    waiting = new_game(alice, None, ruleset=Ruleset(5, 4, 4), opponent="device")
    games = {"won": won, "ongoing": ongoing, "open": waiting}
    assert sorted(listed(desk, **query)) == sorted(games[name].uid for name in found)


def test_a_game_is_found_by_the_beginning_of_its_code(desk, won, ongoing):
    assert listed(desk, q=won.uid[:6]) == [won.uid]


def test_the_rulesets_played_most_are_offered_first(desk, won, ongoing, alice):
    new_game(alice, None, ruleset=Ruleset(5, 4, 4))
    specs = desk.get(LIST).context["cl"].filter_specs
    boards = next(spec for spec in specs if spec.title == "board")
    assert boards.lookup_choices == [
        ("3,3,3", "3×3, three in a row"),
        ("5,4,4", "5×4, four in a row"),
    ]


def test_the_chosen_player_can_be_taken_away_again(desk, won):
    titles = [spec.title for spec in desk.get(LIST).context["cl"].filter_specs]
    assert "player" not in titles
    page = desk.get(LIST, {"player": "alice"})
    assert "player" in [spec.title for spec in page.context["cl"].filter_specs]


@pytest.mark.parametrize(
    "query",
    [
        {"ruleset": "3,3"},
        {"ruleset": "9,9,99"},
        {"ruleset": "\x01"},
        {"player": "\x01"},
        {"q": "\x01"},
        {"status__exact": "\x01"},
        {"\x01": "1"},
        {"p": "-1"},
        {"p": "x"},
        {"o": "99.x"},
        {"created_at__year": "99999"},
        {"created_at__day": "99"},
        {"flagged__exact": "maybe"},
        {"nothing": "like it"},
        {"_facets": "True"},
        {"all": ""},
    ],
)
def test_strange_questions_are_never_an_error_of_the_server(desk, won, query):
    assert desk.get(LIST, query, follow=True).status_code == 200


def test_nobody_reads_passwords_through_the_filters(desk, won):
    assert desk.get(LIST, {"x_player__password__startswith": "a"}).status_code == 400


def test_the_number_of_queries_does_not_grow_with_the_games(desk, alice, bob):
    for _ in range(2):
        resign(play(new_game(alice, bob), (4, 0)), Mark.X)
    listed(desk)  # the first page of a day keeps the session
    with CaptureQueriesContext(connection) as few:
        listed(desk)
    for _ in range(12):
        resign(play(new_game(bob, alice), (4, 0, 1)), Mark.X)
    with CaptureQueriesContext(connection) as many:
        listed(desk)
    assert len(many) == len(few)


def test_games_are_neither_added_nor_deleted(desk, staff, won):
    staff.is_superuser = True
    staff.save(update_fields=["is_superuser"])
    assert desk.get(reverse("admin:games_game_add")).status_code == 403
    assert desk.post(reverse("admin:games_game_delete", args=[won.pk])).status_code == 403
    actions = dict(desk.get(LIST).context["action_form"].fields["action"].choices)
    assert "delete_selected" not in actions


def test_the_staff_chooses_from_decisions_and_the_export(desk, won):
    choices = desk.get(LIST).context["action_form"].fields["action"].choices
    assert [name for name, _label in choices if name] == [
        "adjudicate_x",
        "adjudicate_o",
        "adjudicate_draw",
        "annul",
        "abort",
        "flag",
        "unflag",
        "export_csv",
    ]


def test_who_may_only_look_can_only_export(clerk, won):
    choices = signed_in(clerk).get(LIST).context["action_form"].fields["action"].choices
    assert [name for name, _label in choices if name] == ["export_csv"]


def test_who_may_not_look_is_refused(alice, staff, won):
    assert signed_in(alice).get(LIST).status_code in (302, 403)
    staff.user_permissions.clear()
    assert signed_in(staff).get(LIST).status_code == 403
