"""The pages of round robins, and what their creators do on them."""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from games.compete.tournaments.robin import services
from games.compete.tournaments.robin.table import table_of
from games.models import LabRun, Round, Tournament
from tests.compete.tournaments.robin.playing import finish, going, robin, step

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = {
    "title": "Minimax afternoon",
    "m": 3,
    "n": 3,
    "k": 3,
    "control": "60+1",
    "starts_in": 15,
    "admits": "bots",
    "levels": ["guard"],
}


@pytest.fixture
def played(alice, bob, charlie, bot):
    """alice's, in which bob has won both games of one round, with bot and charlie to play."""
    tournament = robin(alice, [bob, charlie, bot])
    services.begin(uid=tournament.uid, user=alice)
    step(tournament)
    (round,) = going(tournament)
    finish(round, round.second, round.second)
    return tournament


def test_one_is_made_with_the_levels_that_take_part_and_listed_or_not(as_user, alice):
    client = as_user(alice)
    assert client.get("/tournaments/new/round-robin/").status_code == 200
    made = client.post("/tournaments/new/round-robin/", ASKED)
    tournament = Tournament.objects.get()
    assert made["Location"] == tournament.get_absolute_url()
    assert tournament.entries.get().user.username == "Guard"
    assert "Minimax afternoon" not in client.get("/tournaments/").text  # not ticked
    page = client.get(made["Location"]).text
    assert "Minimax afternoon (BOT)" in page
    assert f"the code <b>{tournament.code}</b>" in page
    refused = client.post("/tournaments/new/round-robin/", {**ASKED, "k": 9})
    assert refused.status_code == 422


def test_a_level_that_was_not_measured_is_refused_in_a_rated_one(as_user, alice, monkeypatch):
    monkeypatch.setattr(services, "is_measured", lambda title, pool: False)
    asked = {**ASKED, "m": 6, "n": 6, "k": 4, "is_rated": "on"}
    form = as_user(alice).post("/tournaments/new/round-robin/", asked).context["form"]
    assert form.errors == {"levels": ["This level has no rating on that board."]}


def test_who_is_here_is_noted_and_led_to_the_board(as_user, alice, bob):
    tournament = robin(alice, [bob, alice])
    tournament.entries.update(seen_at=None)
    services.begin(uid=tournament.uid, user=alice)
    for user in (alice, bob):
        assert "Keep this page open" in as_user(user).get(tournament.get_absolute_url()).text
    step(tournament)
    (round,) = going(tournament)
    page = as_user(bob).get(tournament.get_absolute_url()).text
    assert f'data-go href="/games/{round.game.uid}/"' in page


def test_whoever_is_taken_out_while_their_page_loads_is_not_noted(alice, bob):
    tournament = robin(alice, [bob])
    entry = tournament.entries.get()  # as the page has read it
    services.remove(uid=tournament.uid, user=alice, name="bob")
    services.see(entry=entry, now=timezone.now() + services.SEEING_STORED_EVERY * 2)
    assert not tournament.entries.exists()


def test_the_table_the_wall_and_the_files_say_the_same(client, played):
    url = played.get_absolute_url()
    over = Round.objects.get(state="over")
    for path in (url, f"{url}wall/"):
        page = " ".join(client.get(path).text.split())
        assert "1 of 3 rounds" in page
        assert 'class="cross__full"> 2 <' in page
        assert over.first.username in page
    lines = client.get(f"{url}table.csv").text.splitlines()
    assert lines[0].endswith("place,tie_break")
    assert lines[1].startswith(f"{over.first.username},player,")
    picture = client.get(f"{url}table.svg")
    assert picture["Content-Type"] == "image/svg+xml"
    assert over.first.username in picture.text
    assert client.get(f"{url}code.svg").text.startswith("<svg")


def test_only_its_creator_leads_it(as_user, played, bob, charlie):
    url = played.get_absolute_url()
    for verb in ("begin", "hold", "resume", "level", "remove", "replay"):
        assert as_user(bob).post(f"{url}{verb}/").status_code == 404
        assert as_user(bob).get(f"{url}{verb}/").status_code == 405


def test_its_creator_pauses_plays_again_and_removes(as_user, played, alice, bob):
    url, client = played.get_absolute_url(), as_user(alice)
    client.post(f"{url}hold/")
    assert "paused" in client.get(url).text
    client.post(f"{url}resume/")
    over = Round.objects.get(state="over")
    client.post(f"{url}replay/", {"round": over.uid})
    page = client.get(url).text
    assert "played again" in page
    assert "0 of 3 rounds" in page
    client.post(f"{url}remove/", {"name": "bob"})
    assert played.entries.get(user=bob).withdrawn_at
    assert "none of its results counts" not in client.get(url).text
    assert "Withdrew before playing half of their rounds" in client.get(url).text


def test_a_rated_round_is_not_played_again(as_user, played, alice):
    """Its creator may have lost it."""
    over = Round.objects.get(state="over")
    Round.objects.filter(pk=over.pk).update(pool="fours", rated_at=over.over_at)
    url, client = played.get_absolute_url(), as_user(alice)
    assert "Play again" not in client.get(url).text
    page = client.post(f"{url}replay/", {"round": over.uid}, follow=True).text
    assert "A rated round can’t be replayed" in page
    assert Round.objects.get(pk=over.pk).annulled_at is None


def test_a_round_of_somebody_who_has_withdrawn_keeps_its_result(as_user, played, alice):
    """Played again by nobody, it would be won by whoever had lost it."""
    over = Round.objects.get(state="over")
    url, client = played.get_absolute_url(), as_user(alice)
    assert "Play again" in client.get(url).text
    played.entries.filter(user=over.first).update(withdrawn_at=timezone.now())
    assert "Play again" not in client.get(url).text
    page = client.post(f"{url}replay/", {"round": over.uid}, follow=True).text
    assert "A player of that round has withdrawn" in page
    assert Round.objects.get(pk=over.pk).annulled_at is None


def test_an_annulled_round_is_said_to_be_played_again_only_where_it_is(as_user, played, alice):
    over, url, client = Round.objects.get(state="over"), played.get_absolute_url(), as_user(alice)
    services.replay(uid=played.uid, user=alice, round=over.uid)
    assert said_of_annulled(client.get(url).text) == "played again"
    played.entries.filter(user=over.first).update(withdrawn_at=timezone.now())
    assert said_of_annulled(client.get(url).text) == "annulled"
    played.entries.update(withdrawn_at=None)
    Tournament.objects.update(state="over", over_at=timezone.now())  # by staff, or after its end
    assert said_of_annulled(client.get(url).text) == "annulled"
    Tournament.objects.update(state="going", over_at=None)
    finish_all(played)
    assert said_of_annulled(client.get(url).text) == "played again"


def said_of_annulled(page: str) -> str:
    """What stands beside the score of the round that was annulled."""
    (said,) = re.findall(r'robin__annulled">[^<]*</span>\s*<small class="muted">([^<]*)<', page)
    return said


@pytest.mark.parametrize("uid", ["", "x" * 10, "\0"])
def test_a_round_that_is_none_of_its_own_is_not_played_again(as_user, played, alice, uid):
    url, client = played.get_absolute_url(), as_user(alice)
    page = client.post(f"{url}replay/", {"round": uid}, follow=True).text
    assert "There is no such round." in page


@pytest.mark.parametrize(
    ("verb", "form", "reason"),
    [
        ("begin", {}, "tournament_over"),
        ("level", {"level": "guard"}, "tournament_over"),
        ("remove", {"name": "bob"}, "tournament_over"),
        ("replay", {"round": "x" * 10}, "tournament_over"),
    ],
)
def test_what_is_over_stays_as_it_is(as_user, alice, bob, verb, form, reason):
    tournament = robin(alice, [bob], state="over", over_at=timezone.now())
    answer = as_user(alice).post(f"{tournament.get_absolute_url()}{verb}/", form, follow=True)
    assert "This tournament is over." in answer.text
    assert reason


def test_the_pages_of_a_round_robin_are_not_those_of_an_arena(client, alice):
    arena = robin(alice, [], kind="arena", minutes=40)
    assert client.get(f"{arena.get_absolute_url()}wall/").status_code == 404


def test_it_holds_two_dozen_and_begins_with_two_who_can_meet(as_user, alice, bob):
    tournament = robin(alice, [])
    client = as_user(alice)
    client.post(f"{tournament.get_absolute_url()}level/", {"level": "guard"})
    client.post(f"{tournament.get_absolute_url()}level/", {"level": "rules"})
    answer = client.post(f"{tournament.get_absolute_url()}begin/", follow=True)
    assert "at least two players who can be paired" in answer.text
    for number in range(22):
        tournament.entries.create(user=User.objects.create_user(f"person-{number}"))
    answer = as_user(bob).post(f"{tournament.get_absolute_url()}join/", {"bots": "1"}, follow=True)
    assert "This tournament is full." in answer.text


def test_what_the_lab_has_shown_stands_in_the_diagonal(played, bot):
    def run(seat: str, verdict: str, **more: object) -> None:
        LabRun.objects.create(
            bot=bot, m=6, n=6, k=4, seat=seat, verdict=verdict, state="ended", version="1",
            ended_at=timezone.now(), due_at=timezone.now(), **more,
        )  # fmt: skip

    def shown_verdict() -> tuple[str, int]:
        entrants = {one.key: one for one in table_of(played).cross.entrants}
        return entrants[bot.pk].verdict, entrants[bot.pk].loses_in

    assert shown_verdict() == ("", 0)
    run("x", "proven")
    assert shown_verdict() == ("", 0)
    run("o", "proven")
    assert shown_verdict() == ("proven", 0)
    run("o", "refuted", shortest_loss=[0, 1, 2, 3, 4, 5, 6])
    assert shown_verdict() == ("refuted", 7)


def test_a_page_costs_as_many_queries_with_many_rounds(
    client, played, alice, bob, django_assert_max_num_queries
):
    finish_all(played)
    with django_assert_max_num_queries(20):
        client.get(f"{played.get_absolute_url()}")


def finish_all(tournament):
    while not step(tournament).is_over:
        tournament.entries.update(seen_at=timezone.now())
        for round in going(tournament):
            finish(round, round.second, round.second)
