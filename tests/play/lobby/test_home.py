"""/"""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import relations
from accounts.models import Preferences, User
from games.compete.ratings.pools import USUAL
from games.compete.rounds.services import begin
from games.core.rules import Ruleset
from games.models import Game, Move, Pool, Seek
from games.play.lobby import queries
from games.play.lobby.first_game import NEW_FOR
from games.text.wording import control_text
from tests import stored
from tests.learn.puzzles.boards import FORK, store
from tictactoe_site.common.uids import new_uid

pytestmark = pytest.mark.django_db
URL = "/"


def test_a_visitor_sees_every_way_into_a_game(client):
    response = client.get(URL)
    assert response.status_code == 200
    for text in ("New game", "Invite a friend", "How to play", "Quick match", "Open games"):
        assert text in response.text
    assert "No open games right now" in response.text


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_it_is_only_read(client, method):
    assert getattr(client, method)(URL).status_code == 405


def test_a_board_to_play_on_is_there_whatever_is_played(client, as_user, alice, bob):
    stored.play(stored.new_game(alice, bob), (4, 0))
    Move.objects.update(played_at=timezone.now())
    for page in (client, as_user(alice)):
        text = page.get(URL).text
        assert 'action="/games/first/"' in text
        assert text.count('<button name="cell"') == 9
        assert "You start" in text


def test_the_board_has_the_visitors_own_marks(as_user, alice):
    Preferences.objects.create(user=alice, x_symbol="★")
    assert as_user(alice).get(URL).context["blank"].looks["x"].symbol == "★"


@pytest.mark.usefixtures("everybody_is_here")
def test_live_games_between_people_are_shown_as_they_stand(client, alice, bob):
    game = stored.play(stored.new_game(alice, bob), (4, 0))
    Move.objects.update(played_at=timezone.now())
    response = client.get(URL)
    assert [live.uid for live in response.context["live"]] == [game.uid]
    assert f'<li class="live-game" data-uid="{game.uid}">' in response.text


def test_the_puzzle_of_the_day_is_offered_once_there_is_one(client):
    assert "Puzzle of the day" not in client.get(URL).text
    store(FORK, 3)
    assert "Puzzle of the day" in client.get(URL).text


def test_open_games_can_be_joined_and_own_ones_cancelled(as_user, alice, bob):
    own, other = stored.new_game(alice, None), stored.new_game(bob, None)
    text = as_user(alice).get(URL).text
    assert f"/games/{own.uid}/cancel/" in text
    assert f"/games/{own.uid}/join/" not in text
    assert f"/games/{other.uid}/join/" in text
    assert f"/games/{other.uid}/cancel/" not in text


def test_a_row_says_what_the_visitor_plays(as_user, alice, bob):
    stored.new_game(alice, None)
    stored.new_game(bob, None)
    rows = as_user(alice).get(URL).context["rows"]
    assert {row.game.name: row.seat for row in rows} == {"alice": "x", "bob": "o"}


@pytest.mark.parametrize(
    ("show", "sizes"),
    [("all", {3, 5}), ("small", {3}), ("large", {5}), ("nonsense", {3, 5})],
)
def test_the_list_can_be_filtered_without_a_script(client, alice, show, sizes):
    stored.new_game(alice, None)
    stored.new_game(alice, None, ruleset=Ruleset(5, 5, 4))
    response = client.get(URL, {"show": show})
    assert {row.game.m for row in response.context["rows"]} == sizes


def test_own_games_are_listed_with_whose_turn_it_is(as_user, alice, bob):
    stored.new_game(alice, bob)
    text = as_user(alice).get(URL).text
    assert "Your move" in text
    assert "Your turn" in text


def test_own_games_say_that_they_are_of_a_round(as_user, alice, bob):
    terms = USUAL[Pool.FOURS]
    begin(first=alice, second=bob, ruleset=terms.ruleset, control=terms.clock, pool=Pool.FOURS)
    assert "<small>6×6, rated round, 2\u00a0+\u00a02</small>" in as_user(alice).get("/").text


def test_four_of_many_own_games_are_shown_before_everything_else(as_user, alice, bob):
    for _ in range(6):
        stored.new_game(bob, alice)
    for _ in range(6):
        stored.new_game(alice, bob)
    text = " ".join(as_user(alice).get(URL).text.split())
    assert text.count('class="strip__game') == 4
    assert text.count('<span class="left left--soon">Your turn</span>') == 4
    assert "All 12 games, 6 waiting for your move" in text
    assert text.index('id="own-title"') < text.index("<h1>") < text.index("Quick match")


@pytest.mark.parametrize(
    ("hours", "shown"),
    [(3, ("left left--soon", "3 h left")), (30, ("left", "1 day left"))],
)
def test_own_games_say_how_much_time_is_left(as_user, alice, bob, hours, shown):
    due = timezone.now() + timedelta(hours=hours, minutes=1)
    stored.new_game(alice, bob, control="3d", deadline=due)
    style, text = shown
    own, theirs = (" ".join(as_user(player).get(URL).text.split()) for player in (alice, bob))
    left = rf'<span data-ms-left="(\d+)">{text}</span> </span>'
    turn = f'<span class="{style}"> <span class="visually-hidden">Your turn: </span>{left}'
    for page, pattern in ((own, turn), (theirs, f'<span class="left"> alice to move, {left}')):
        found = re.search(pattern, page)
        assert found
        assert int(found[1]) // 3_600_000 == hours
        assert 'data-word="hours_left"' in page


def test_challenges_can_be_answered_where_one_comes_in(as_user, alice, bob):
    game = stored.new_game(alice, None, opponent="friend", invited=bob, control="3d")
    text = as_user(bob).get(URL).text
    assert text.index('id="challenges-title"') < text.index("<h1>")
    for answer in ("join", "decline"):
        assert f'action="/games/{game.uid}/{answer}/"' in text
    assert "3×3, 3 days per move" in text
    assert "All 1" not in text
    assert 'id="challenges-title"' not in as_user(alice).get(URL).text


def test_three_of_many_challenges_are_shown(as_user, alice, bob):
    games = [stored.new_game(alice, None, opponent="friend", invited=bob) for _ in range(5)]
    text = as_user(bob).get(URL).text
    assert [f"/games/{game.uid}/decline/" in text for game in games] == [True] * 3 + [False] * 2
    assert "All 5" in text


def invitation_of(user, *, invited):
    return Seek.objects.create(
        uid=new_uid(), user=user, invited=invited, pool="fours", m=6, n=6, k=4, control="120+2"
    )


def test_an_invitation_to_a_rated_round_is_among_the_challenges(
    as_user, alice, bob, charlie, django_assert_num_queries
):
    round = invitation_of(alice, invited=bob)
    game = stored.new_game(charlie, None, opponent="friend", invited=bob)
    text = as_user(bob).get(URL).text
    for answer in (f"rounds/seek/{round.uid}/accept", f"rounds/seek/{round.uid}/decline"):
        assert f'action="/{answer}/"' in text
    assert f"6×6, {control_text('120+2')}, rated" in text
    assert f"/games/{game.uid}/decline/" in text
    assert f"rounds/seek/{round.uid}" not in as_user(charlie).get(URL).text
    Seek.objects.update(declined_at=timezone.now())
    assert f"rounds/seek/{round.uid}" not in as_user(bob).get(URL).text
    with django_assert_num_queries(2):
        queries.challenges(charlie)


def test_of_many_invitations_and_challenges_three_are_shown(as_user, alice, bob, charlie):
    rounds = [invitation_of(user, invited=bob) for user in (alice, charlie)]
    for _ in range(2):
        stored.new_game(alice, None, opponent="friend", invited=bob)
    text = as_user(bob).get(URL).text
    assert all(f"/rounds/seek/{one.uid}/decline/" in text for one in rounds)
    assert len(re.findall(r'action="/games/\w+/decline/"', text)) == 1
    assert "All 4" in text


def test_games_of_others_are_not_among_ones_own(as_user, alice, bob, charlie):
    stored.new_game(alice, bob)
    assert as_user(charlie).get(URL).context["own"].count == 0


@pytest.mark.usefixtures("everybody_is_here")
def test_a_strange_symbol_cannot_leave_its_place(client, alice, bob):
    game = stored.new_game(alice, bob, x_symbol="<", x_name="</script>", opponent="anyone")
    stored.play(game, (4, 0))
    Move.objects.update(played_at=timezone.now())
    text = client.get(URL).text
    assert '<text class="thumb__symbol" x="150" y="150">&lt;</text>' in text


def test_its_queries_do_not_grow_with_the_lobby(
    as_user, alice, bob, charlie, django_assert_max_num_queries
):
    client = as_user(alice)
    for _ in range(4):
        stored.new_game(bob, None)
        stored.play(stored.new_game(alice, charlie), (0, 1, 2))
        stored.play(stored.new_game(bob, charlie), stored.X_WINS)
    User.objects.update(date_joined=timezone.now() - NEW_FOR)
    with django_assert_max_num_queries(22):
        client.get(URL)


def test_games_of_those_one_has_blocked_are_not_listed(as_user, alice, bob, charlie):
    relations.block(owner=alice, other=bob)
    of_bob, of_charlie = stored.new_game(bob, None), stored.new_game(charlie, None)
    Game.objects.update(created_at=timezone.now())
    response = as_user(alice).get("/")
    assert [row.game.uid for row in response.context["rows"]] == [of_charlie.uid]
    assert '["bob"]' in response.text
    seen_by_the_blocked = as_user(bob).get("/")
    assert {row.game.uid for row in seen_by_the_blocked.context["rows"]} == {
        of_bob.uid,
        of_charlie.uid,
    }
    assert '["alice"]' not in seen_by_the_blocked.text


def test_each_visitor_gets_rows_with_an_own_token(client, as_user, alice, bob):
    stored.new_game(bob, None)
    tokens = [
        set(
            re.findall(
                r'name="csrfmiddlewaretoken" value="([^"]+)"', page.get(URL).content.decode()
            )
        )
        for page in (as_user(alice), client)
    ]
    assert all(len(token) == 1 for token in tokens)
    assert tokens[0] != tokens[1]


def test_a_row_says_what_has_changed(as_user, alice, bob):
    game = stored.new_game(bob, None)
    page = as_user(alice)
    assert "robert" not in page.get(URL).content.decode()
    bob.username = "robert"
    bob.save()
    content = page.get(URL).content.decode()
    assert f'data-uid="{game.uid}"' in content
    assert "robert" in content


def test_what_is_kept_of_the_home_page_is_nobodys_own(as_user, alice, bob):
    """The cached fragments: whoever comes first leaves nothing for whoever comes next."""
    stored.new_game(alice, None, status="open")
    mine, theirs = (as_user(user).get("/").text for user in (alice, bob))
    assert "data-cancel" in mine.partition("<tbody>")[2].partition("</tbody>")[0]
    others = theirs.partition("<tbody>")[2].partition("</tbody>")[0]
    assert "data-join" in others
    assert "data-cancel" not in others
