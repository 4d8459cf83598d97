"""/me/people/, and the buttons that follow and block."""

import pytest
from django.utils import timezone

from accounts import relations
from accounts.models import Relation, User
from games.models import Move
from tests import stored

pytestmark = pytest.mark.django_db
URL = "/me/people/"
VERBS = ("follow", "unfollow", "block", "unblock")


def press(client, verb: str, name: str, back: str = URL):
    return client.post(f"{URL}{verb}/", {"name": name, "next": back})


def test_whom_one_follows_and_has_blocked_stand_apart(as_user, alice, bob, charlie):
    relations.follow(owner=alice, other=bob)
    relations.block(owner=alice, other=charlie)
    response = as_user(alice).get(URL)
    assert response.context["following"] == [(bob, None)]
    assert list(response.context["blocked"]) == [charlie]
    assert "no-store" in response["Cache-Control"]


def test_those_who_play_now_can_be_watched(as_user, alice, bob, charlie):
    relations.follow(owner=alice, other=bob)
    public = stored.play(stored.new_game(bob, charlie), (0,))
    private = stored.play(stored.new_game(bob, charlie, opponent="friend"), (0,))
    Move.objects.update(played_at=timezone.now())
    text = as_user(alice).get(URL).text
    assert f'href="/games/{public.uid}/"' in text
    assert private.uid not in text


def test_the_page_takes_as_many_queries_for_many_as_for_one(
    as_user, alice, bob, charlie, django_assert_num_queries
):
    client = as_user(alice)
    client.get(URL)  # writes the session
    counts = []
    for other in (bob, charlie):
        relations.follow(owner=alice, other=other)
        stored.play(stored.new_game(other, User.objects.create_user(f"x{other.pk}")), (0,))
        Move.objects.update(played_at=timezone.now())
        with django_assert_num_queries(10, exact=False) as asked:
            client.get(URL)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_stranger_signs_in_first(client, bob):
    assert client.get(URL)["Location"] == "/accounts/login/?next=/me/people/"
    for verb in VERBS:
        response = press(client, verb, "bob", "/@bob/")
        assert response["Location"] == "/accounts/login/?next=/%40bob/"
    assert not Relation.objects.exists()


def test_each_button_does_what_it_says_and_goes_back(as_user, alice, bob):
    client = as_user(alice)
    for verb, kinds in (
        ("follow", {"follow"}),
        ("unfollow", set()),
        ("block", {"block"}),
        ("unblock", set()),
    ):
        response = press(client, verb, "BOB", "/@bob/")
        assert (response.status_code, response["Location"]) == (302, "/@bob/")
        assert relations.kinds_between(alice, bob) == kinds
    page = client.get("/@bob/").text
    assert "You follow bob." in page
    assert "You have unblocked bob." in page


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", ["", "nobody", "al\x00ice", "a" * 5000, "\u202e"])
def test_nobody_is_not_found(verb, name, as_user, alice):
    assert press(as_user(alice), verb, name).status_code == 404


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "javascript:x", ""])
def test_the_way_back_stays_on_the_site(back, as_user, alice, bob):
    assert press(as_user(alice), "follow", "bob", back)["Location"] == "/"


def test_a_refusal_is_said_kindly(as_user, alice, bob):
    relations.block(owner=bob, other=alice)
    client = as_user(alice)
    press(client, "follow", "bob")
    press(client, "block", "alice")
    text = client.get(URL).text
    assert "You can’t follow this player." in text
    assert "You can’t block yourself." in text
    assert "blocked you" not in text


def test_every_refusal_has_its_words():
    import re
    from inspect import getsource

    from accounts.views.relations import REFUSALS

    source = getsource(relations)
    codes = set(re.findall(r'"((?:account|cannot|too_many|unblock)_[a-z]+)"', source))
    codes |= {
        f"cannot_{verb}_{whom}" for verb in ("follow", "block") for whom in ("self", "engine")
    }
    assert codes == set(REFUSALS)


# ---- the profile ------------------------------------------------------------------------------


def test_a_profile_says_what_one_has_to_do_with_the_player(as_user, alice, bob):
    client = as_user(alice)
    text = client.get("/@bob/").text
    assert 'action="/me/people/follow/"' in text
    assert 'action="/me/people/block/"' in text
    relations.follow(owner=alice, other=bob)
    assert "Followed by you" in client.get("/@bob/").text
    relations.block(owner=alice, other=bob)
    text = client.get("/@bob/").text
    assert "Blocked by you" in text
    assert 'action="/me/people/unblock/"' in text
    assert 'action="/me/people/follow/"' not in text


def test_the_one_who_is_blocked_is_not_told(as_user, alice, bob):
    relations.block(owner=bob, other=alice)
    assert "locked by" not in as_user(alice).get("/@bob/").text


def test_neither_oneself_nor_the_computer_is_followed(as_user, alice):
    User.objects.create_user("Perfect", kind=User.Kind.ENGINE)
    for path in ("/@alice/", "/@Perfect/"):
        assert "/me/people/follow/" not in as_user(alice).get(path).text


def test_the_score_between_two_is_seen_by_them_alone(as_user, alice, bob, charlie):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    stored.play(stored.new_game(alice, bob, opponent="friend"), stored.X_WINS)
    stored.play(stored.new_game(alice, bob), stored.DRAWN)
    for user, path, score in (
        (alice, "/@bob/", "<strong>2 – 0</strong> <span>bob</span>"),
        (bob, "/@alice/", "<strong>0 – 2</strong> <span>alice</span>"),
    ):
        assert score in " ".join(as_user(user).get(path).text.split())
    assert "versus" not in as_user(charlie).get("/@alice/").text
    assert "versus" not in as_user(alice).get("/@alice/").text
