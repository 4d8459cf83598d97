"""The directory of bots, and the pages on which their owners manage them."""

import re
import shlex
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.guests import make_guest
from accounts.models import Token, User
from accounts.programs.bots import MAX_BOTS_PER_PERSON, make_bot
from accounts.programs.tokens import bearer, make_token
from accounts.services import delete_account
from games.models import BotConditions
from games.play.game.bot_conditions import set_conditions
from games.programs.bots import views
from mnk.commands import parser
from mnk.game import Game
from tests.stored import new_game
from tictactoe_site.common.links import public_url

pytestmark = pytest.mark.django_db
LEVEL = "mnk bridge --function my_bot:choose --level guard"
CONDITIONS = {
    "is_open": "on",
    "opponents": "followed",
    "at_once": "3",
    "a_day": "10",
    "smallest": "3",
    "largest": "7",
    "shortest": "3",
    "longest": "5",
    "untimed": "on",
    "least_seconds": "0",
    "most_seconds": "600",
}


@pytest.fixture
def bot(alice):
    return make_bot(owner=alice, name="line")


def used(bot, ago: timedelta = timedelta(0)) -> str:
    text = make_token(account=bot, actor=bot.owner, name="laptop", scopes=["read", "play"])
    Token.objects.filter(account=bot).update(last_used_at=timezone.now() - ago)
    return text


# ---- the directory ----------------------------------------------------------------------------


def test_bots_online_stand_first(client, alice, bob):
    for owner, name, ago in (
        (alice, "yesterday", timedelta(days=1)),
        (bob, "just-now", timedelta(seconds=10)),
        (alice, "an-hour-ago", timedelta(hours=1)),
    ):
        used(make_bot(owner=owner, name=name), ago)
    make_bot(owner=bob, name="never-used")
    answer = client.get("/bots/")
    rows = answer.context["bots"]
    assert [row.bot.username for row in rows] == ["just-now", "an-hour-ago", "yesterday"]
    assert [row.is_online for row in rows] == [True, False, False]
    assert "1 of 3 online" in answer.content.decode()


def test_a_bot_is_listed_with_what_it_plays(client, alice, bob, bot):
    used(bot)
    set_conditions(owner=alice, bot=bot, smallest=9, shortest=5, longest=5, at_once=4)
    new_game(bob, bot)
    page = client.get("/bots/").content.decode()
    for text in ("9×9 to 19×19, five in a row", "by alice", "3 of 4 free", '"bot">BOT<'):
        assert text in page
    assert "/@line/challenge/" in page


@pytest.mark.parametrize("state", ["paused", "full", "away"])
def test_who_cannot_be_challenged_now_has_no_button(client, alice, bob, bot, state):
    used(bot, timedelta(hours=1) if state == "away" else timedelta(0))
    set_conditions(owner=alice, bot=bot, is_open=state != "paused", at_once=1)
    if state == "full":
        new_game(bob, bot)
    page = client.get("/bots/").content.decode()
    assert "line" in page
    assert "/@line/challenge/" not in page


def test_those_for_nobody_and_those_that_are_banned_are_not_listed(client, alice, bot):
    used(bot)
    set_conditions(owner=alice, bot=bot, opponents="nobody")
    other = make_bot(owner=alice, name="banned-line")
    used(other)
    User.objects.filter(pk=other.pk).update(banned_at=timezone.now())
    assert client.get("/bots/").context["bots"] == []


def test_the_directory_has_room_for_those_that_can_be_played(client, alice, bob, monkeypatch):
    monkeypatch.setattr("games.programs.bots.queries.MAX_LISTED", 2)
    for owner, name, ago in (
        (alice, "own", timedelta(0)),
        (alice, "own-too", timedelta(0)),
        (bob, "many-tokens", timedelta(hours=1)),
        (bob, "yesterday", timedelta(days=1)),
    ):
        bot = make_bot(owner=owner, name=name)
        for _ in range(4):
            used(bot, ago)
        if owner == alice:
            set_conditions(owner=alice, bot=bot, opponents="nobody")
    rows = client.get("/bots/").context["bots"]
    assert [row.bot.username for row in rows] == ["many-tokens", "yesterday"]


def test_the_directory_takes_as_many_queries_for_many_bots(
    client, alice, django_assert_max_num_queries
):
    for number in range(5):
        used(make_bot(owner=alice, name=f"line{number}"))
    with django_assert_max_num_queries(5):
        client.get("/bots/")


def test_the_page_begins_with_three_steps_and_the_sites_own_address(client):
    page = client.get("/bots/").content.decode()
    assert f"pip install {public_url(reverse('games:client_wheel'))}" in unescape(page)
    for command in ("mnk login", LEVEL, f"{LEVEL} --rated", "--offline"):
        assert command in page


def test_where_no_bot_has_played_the_levels_are_named_and_nobody_is_counted(client, bot):
    page = client.get("/bots/").content.decode()
    assert "0 of 0" not in page
    assert "The computer levels are always there." in page
    used(bot)
    assert "1 of 1 online" in client.get("/bots/").content.decode()


def test_a_bots_page_says_how_to_connect_once_it_has_a_token(as_user, alice, bot):
    path = f"/me/bots/{bot.username}/"
    assert LEVEL not in as_user(alice).get(path).content.decode()
    form = {"name": "laptop", "scopes": ["read", "play", "challenge"]}
    page = as_user(alice).post(f"{path}tokens/", form).content.decode()
    for command in ("ttt_", "pip install ", "mnk login", LEVEL, f"{LEVEL} --rated"):
        assert command in page
    assert LEVEL in as_user(alice).get(path).content.decode()


def test_the_commands_of_the_page_are_commands_of_the_client(client):
    page = unescape(client.get("/bots/").content.decode())
    commands = set(re.findall(r"<code>mnk (bridge|lab|login)([^<]*)</code>", page))
    assert len(commands) > 8
    for name, rest in commands:
        parser().parse_args([name, *shlex.split(rest)])  # which would exit


def test_the_bot_of_the_example_wins_and_blocks(client):
    page = client.get("/bots/").content.decode()
    listing = re.search(r'<code id="program">(.*?)</code>', page, re.DOTALL)[1]
    source = unescape(re.sub(r"</?span[^>]*>", "", listing))
    assert len([line for line in source.splitlines() if line.strip()]) == 10
    names: dict = {}
    exec(source, names)  # what people copy
    assert names["choose"](Game(moves=("a1", "b1", "a2", "b2"))) == "a3"
    assert names["choose"](Game(moves=("a1", "b1", "c3", "b2"))) == "b3"


def test_the_lab_stands_beside_each_bot(client, bot):
    used(bot)
    assert "not tried" in client.get("/bots/").content.decode()


# ---- one's own --------------------------------------------------------------------------------


def test_a_bot_is_made_with_one_form(as_user, alice):
    answer = as_user(alice).post("/me/bots/", {"name": "threat-line"})
    assert answer["Location"] == "/me/bots/threat-line/"
    assert alice.bots.get().username == "threat-line"


@pytest.mark.parametrize("name", ["", "alice", "no spaces", "Site-Admin"])
def test_a_name_that_cannot_be_had_is_refused_beside_its_field(as_user, alice, name):
    answer = as_user(alice).post("/me/bots/", {"name": name})
    assert answer.status_code == 422
    assert answer.context["form"].errors["name"]
    assert not alice.bots.exists()


def test_there_is_no_sixth(as_user, alice):
    for number in range(MAX_BOTS_PER_PERSON):
        make_bot(owner=alice, name=f"line{number}")
    client = as_user(alice)
    assert "the maximum for one person" in client.get("/me/bots/").content.decode()
    assert client.post("/me/bots/", {"name": "another"}).status_code == 422


def test_guests_sign_up_first(as_user):
    assert as_user(make_guest()).get("/me/bots/")["Location"] == "/accounts/signup/"


@pytest.mark.parametrize("path", ["", "tokens/", "tokens/1/revoke/", "delete/"])
def test_nobody_else_finds_a_bots_pages(as_user, charlie, bot, path):
    answer = as_user(charlie).post(f"/me/bots/line/{path}", {"sure": "on"})
    assert answer.status_code == 404
    assert not User.objects.get(pk=bot.pk).is_deleted


def test_conditions_are_shown_and_set(as_user, alice, bot):
    client = as_user(alice)
    assert "What it plays" in client.get("/me/bots/line/").content.decode()
    answer = client.post("/me/bots/line/", CONDITIONS)
    assert answer["Location"] == "/me/bots/line/"
    kept = BotConditions.objects.get(bot=bot)
    assert (kept.opponents, kept.largest, kept.timed, kept.most_seconds) == (
        "followed",
        7,
        False,
        600,
    )


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("largest", {"smallest": "9"}),
        ("longest", {"shortest": "6"}),
        ("most_seconds", {"least_seconds": "700"}),
        ("untimed", {"untimed": ""}),
        ("shortest", {"shortest": "8", "longest": "9"}),
        ("at_once", {"at_once": "9"}),
        ("smallest", {"smallest": "2"}),
    ],
)
def test_conditions_that_make_no_sense_are_told_beside_their_field(
    as_user, alice, bot, field, changed
):
    answer = as_user(alice).post("/me/bots/line/", CONDITIONS | changed)
    assert answer.status_code == 422
    assert answer.context["conditions"].errors[field]
    assert not BotConditions.objects.exists()


def test_a_token_is_shown_once(as_user, alice, bot):
    client = as_user(alice)
    form = {"name": "laptop", "scopes": ["read", "play"]}
    answer = client.post("/me/bots/line/tokens/", form)
    text = answer.context["shown"]
    assert bearer(text).account == bot
    assert f'value="{text}"' in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    again = client.get("/me/bots/line/").content.decode()
    assert "laptop" in again
    assert text not in again


@pytest.mark.parametrize(
    "form",
    [
        {"name": "", "scopes": ["read"]},
        {"name": "laptop"},
        {"name": "laptop", "scopes": ["everything"]},
        {"name": "x" * 41, "scopes": ["read"]},
    ],
)
def test_a_token_wants_a_name_and_known_scopes(as_user, alice, bot, form):
    assert as_user(alice).post("/me/bots/line/tokens/", form).status_code == 422
    assert not Token.objects.exists()


def test_a_token_is_revoked(as_user, alice, bot):
    text = used(bot)
    token = Token.objects.get()
    answer = as_user(alice).post(f"/me/bots/line/tokens/{token.pk}/revoke/")
    assert answer["Location"] == "/me/bots/line/"
    assert bearer(text) is None


def test_the_token_of_another_bot_is_not_found(as_user, alice, bob, bot):
    used(make_bot(owner=bob, name="other-line"))
    token = Token.objects.get()
    answer = as_user(alice).post(f"/me/bots/line/tokens/{token.pk}/revoke/")
    assert answer.status_code == 404
    assert Token.objects.exists()


def test_a_bot_is_deleted_only_when_that_is_meant(as_user, alice, bot):
    client = as_user(alice)
    assert client.post("/me/bots/line/delete/").status_code == 422
    assert client.post("/me/bots/line/delete/", {"sure": "on"})["Location"] == "/me/bots/"
    bot.refresh_from_db()
    assert bot.is_deleted


def test_a_bot_that_is_deleted_meanwhile_stays_deleted(as_user, alice, bot, monkeypatch):
    def delete_twice(*, user: User, **who: object) -> None:
        for _ in range(2):
            delete_account(user=user, **who)

    monkeypatch.setattr(views, "delete_account", delete_twice)
    answer = as_user(alice).post("/me/bots/line/delete/", {"sure": "on"})
    assert answer["Location"] == "/me/bots/"


# ---- the challenge ----------------------------------------------------------------------------


def test_the_form_offers_only_what_the_bot_plays(as_user, alice, bob, bot):
    set_conditions(owner=alice, bot=bot, smallest=5, largest=7, shortest=4, longest=5, timed=False)
    page = as_user(bob).get("/@line/challenge/").content.decode()
    assert 'name="m" value="5" min="5" max="7"' in page
    assert 'name="k" value="4" min="4" max="5"' in page
    assert 'value="180+2"' not in page
    assert 'value="own"' not in page


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"m": "9"}, "m"), ({"k": "3"}, "k"), ({"control": "60+2"}, "control")],
)
def test_what_it_does_not_play_is_refused_beside_its_field(
    as_user, alice, bob, bot, changed, field
):
    set_conditions(owner=alice, bot=bot, smallest=5, largest=7, shortest=4, longest=5, timed=False)
    form = {"m": "5", "n": "5", "k": "4", "control": "none", "opponent": "friend"}
    form |= {"side": "x", "first": "x"} | changed
    answer = as_user(bob).post("/@line/challenge/", form)
    assert answer.status_code == 422
    assert answer.context["form"].errors[field]


@pytest.mark.django_db(transaction=True)
def test_a_bot_is_marked_where_its_name_stands(as_user, bob, bot):
    game = new_game(bob, bot)
    client = as_user(bob)
    for path in (f"/games/{game.uid}/", "/@line/", reverse("games:history")):
        assert "BOT" in client.get(path, follow=True).content.decode(), path


@pytest.mark.parametrize("path", ["/api/", "/client/", "/lab/", "/workshops/"])
def test_pages_about_programs_belong_to_no_section(as_user, alice, path):
    text = as_user(alice).get(path).text
    assert 'href="/bots/"' in text
    assert 'aria-current="' not in text.partition("<main")[0]
