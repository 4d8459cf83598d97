"""Games as plain data."""

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts import services as accounts
from accounts.guests import claim_guest, make_guest
from accounts.programs.bots import make_bot
from games.compete.ratings.services import annul
from games.models import LabRun, PuzzleRating, TournamentEntry, TurnMail, Workshop
from games.people.moderation import desk, reports
from games.people.profiles.export import chunks, competing
from games.people.profiles.export.bots import conditions_data, lab_runs_data
from games.people.profiles.export.competing import (
    changes_data,
    entries_data,
    ratings_data,
    rounds_data,
    tournaments_data,
)
from games.people.profiles.export.games import games_data
from games.people.profiles.export.learning import puzzle_rating_data
from games.people.profiles.export.telling import (
    chat_data,
    decisions_data,
    notices_data,
    turn_mail_data,
)
from games.people.profiles.export.workshops import workshop_names_data, workshops_data
from games.play.game.bot_conditions import set_conditions
from tests import stored
from tests.admin.conftest import make_staff
from tests.compete.ratings.rounds import over_round, rated_round
from tests.compete.tournaments.making import new_arena

pytestmark = pytest.mark.django_db


def test_a_game_is_told_with_its_seats_and_moves(alice, bob):
    game = stored.play(stored.new_game(alice, bob, x_symbol="★"), stored.X_WINS)
    (data,) = games_data(alice)
    assert data["uid"] == game.uid
    assert data["x"] == {"player": "alice", "label": "alice", "symbol": "★", "colour": ""}
    assert (data["you"], data["outcome"], data["termination"]) == (["x"], "x", "line")
    assert [move["name"] for move in data["moves"]] == ["a3", "a2", "b3", "b2", "c3"]
    assert DjangoJSONEncoder().encode(data)


def test_only_own_games_are_told_and_a_free_seat_is_none(alice, bob, charlie):
    stored.new_game(bob, charlie)
    stored.new_game(alice, None)
    (data,) = games_data(alice)
    assert data["o"] is None


def test_the_oldest_come_first_whatever_the_seat(alice, bob, monkeypatch):
    monkeypatch.setattr("games.people.profiles.export.games.CHUNK", 2)
    seats = [(alice, bob), (bob, alice), (bob, alice), (alice, alice), (bob, alice), (alice, bob)]
    games = [stored.new_game(*pair) for pair in seats]
    told = [(data["uid"], data["you"]) for data in games_data(alice)]
    marks = [["x"], ["o"], ["o"], ["x", "o"], ["o"], ["x"]]
    assert told == list(zip([game.uid for game in games], marks, strict=True))


def test_the_queries_do_not_grow_with_the_games_of_a_chunk(alice, bob, django_assert_num_queries):
    for _ in range(5):
        stored.play(stored.new_game(alice, bob), (0, 1))
    with django_assert_num_queries(6):  # of each seat the keys, twice; the games, their moves
        assert len(list(games_data(alice))) == 5


def test_lines_come_in_chunks_too(alice, bob, monkeypatch):
    monkeypatch.setattr(chunks, "LINES", 2)
    game = stored.new_game(alice, bob)
    for text in "abcde":
        game.lines.create(room="players", author=alice, text=text, at=game.created_at)
    assert [line["text"] for line in chat_data(alice)] == [*"abcde"]


def test_ratings_come_with_every_change_that_stands(alice, bob, monkeypatch):
    monkeypatch.setattr(competing, "LINES", 1)
    one, other, third = (
        rated_round(alice, bob, 4, at=timezone.now(), moves=((cell, 1, 2, 3), (cell, 1, 2, 4)))
        for cell in (0, 9, 14)
    )
    annul(uid=other.uid, by=bob, reason="Arranged.")
    (rating,) = ratings_data(alice)
    assert (rating["pool"], rating["rounds"], rating["opponents"]) == ("fours", 2, 1)
    first, last = changes_data(alice)
    assert (first["round"], first["opponent"], first["score"]) == (one.uid, "bob", 1.0)
    assert (first["before"], last["round"]) == (1500.0, third.uid)
    assert first["before"] < first["after"] == last["before"] < last["after"] == rating["rating"]
    assert DjangoJSONEncoder().encode(last)


def test_rounds_are_told_from_either_seat(alice, bob, charlie, django_assert_num_queries):
    arena = new_arena()
    won = rated_round(alice, bob, 4, at=timezone.now())
    lost = over_round(bob, alice, 4)
    lost.tournament, lost.over_at, lost.left_by = arena, timezone.now(), alice
    lost.save()
    rated_round(bob, charlie, 4, at=timezone.now())
    with django_assert_num_queries(4):  # of each seat, twice
        first, second = rounds_data(alice)
    assert (first["uid"], first["opponent"], first["points"]) == (won.uid, "bob", 2.0)
    assert (first["tournament"], first["left"]) == (None, False)
    assert (second["uid"], second["tournament"], second["points"]) == (lost.uid, arena.uid, 0.0)
    assert second["left"]
    assert DjangoJSONEncoder().encode([first, second])


def test_tournaments_are_told_if_one_took_part_or_made_them(alice, bob, django_assert_num_queries):
    over, own = new_arena(bob, state="over"), new_arena(alice)
    for user in (alice, bob):
        TournamentEntry.objects.create(tournament=over, user=user, halves=7, rounds=2, place=1)
    with django_assert_num_queries(2):
        (entry,) = entries_data(alice)
    assert (entry["tournament"], entry["title"]) == (over.uid, "Fours")
    assert (entry["points"], entry["rounds"], entry["place"]) == (3.5, 2, 1)
    (made,) = tournaments_data(alice)
    assert (made["uid"], made["state"]) == (own.uid, "announced")
    assert DjangoJSONEncoder().encode([entry, made])


def test_workshops_are_told_if_one_owns_or_plays_in_them(alice, bob, django_assert_num_queries):
    own = Workshop.objects.create(owner=alice, title="Minimax afternoon")
    other = Workshop.objects.create(owner=bob, title="Minimax morning")
    for user, name in ((alice, "ally"), (bob, "bobby")):
        other.players.create(user=user, name=name, canonical=name, refusal="cell_taken")
    (data,) = workshops_data(alice)
    assert (data["code"], data["title"]) == (own.code, "Minimax afternoon")
    with django_assert_num_queries(2):
        (player,) = workshop_names_data(alice)
    assert (player["workshop"], player["name"], player["refusal"]) == (
        other.code,
        "ally",
        "cell_taken",
    )
    assert DjangoJSONEncoder().encode([data, player])


def test_the_rating_of_puzzles_and_mail_about_moves_are_told_if_there_are_any(alice, bob):
    PuzzleRating.objects.create(user=alice, rating=1600.0, plays=3)
    mail = TurnMail.objects.create(user=alice)
    rating = puzzle_rating_data(alice)
    assert (rating["rating"], rating["plays"], rating["on"]) == (1600.0, 3, True)
    assert turn_mail_data(alice) == {"told_until": mail.told_until}
    assert puzzle_rating_data(bob) is turn_mail_data(bob) is None


def test_decisions_are_told_with_the_reason_and_without_the_staff(alice, bob):
    stella = make_staff("stella", "change_report", "moderate_user")
    for user in (alice, bob):
        accounts.mute(user=user, staff=stella, days=2, reason=f"{user} was rude.")
    warned = reports.report(reporter=bob, reported=alice, game=None, reason="words")
    desk.decide(
        report=warned, seen=warned.pk, choice="warn", staff=stella, reason="Be kind.", answer="Ok."
    )
    noted = reports.report(reporter=bob, reported=alice, game=None, reason="words")
    reports.close_reports(reports=[noted], staff=stella, note="bob again", answer="Thanks, bob.")
    muted, warning = decisions_data(alice)
    assert (muted["kind"], muted["reason"]) == ("muted", "alice was rude.")
    assert muted["until"].startswith(alice.chat_muted_until.isoformat(timespec="minutes")[:16])
    assert (warning["kind"], warning["reason"], warning["until"]) == ("warned", "Be kind.", None)
    (other,) = decisions_data(bob)
    assert other["reason"] == "bob was rude."
    told = [notice["text"] for notice in notices_data(bob)]
    assert [text.split()[-1] for text in told] == ["rude.", "Ok.", "bob."]
    texts = DjangoJSONEncoder().encode(
        [*decisions_data(alice), *notices_data(alice), *decisions_data(bob), *notices_data(bob)]
    )
    assert "stella" not in texts
    assert "bob again" not in texts


def test_decisions_about_the_guest_that_one_was_are_told(alice, bob):
    guest = make_guest()
    accounts.mute(user=guest, staff=make_staff("stella"), days=2, reason="Insults.")
    claim_guest(guest=guest, user=alice)
    assert [decision["reason"] for decision in decisions_data(alice)] == ["Insults."]
    assert list(decisions_data(bob)) == []


def test_bots_are_told_with_their_conditions_and_runs_in_the_lab(
    alice, bob, django_assert_num_queries
):
    for owner in (alice, bob):
        bot = make_bot(owner=owner, name=f"{owner}-1")
        set_conditions(owner=owner, bot=bot, largest=5)
        place = {"m": 3, "n": 3, "k": 3, "seat": "x", "due_at": timezone.now()}
        LabRun.objects.create(bot=bot, version="0.3", walk=b"state", **place)
    with django_assert_num_queries(4):
        (conditions,), (run,) = conditions_data(alice), lab_runs_data(alice)
    assert (conditions["bot"], conditions["largest"]) == ("alice-1", 5)
    assert (run["bot"], run["version"], run["board"]) == ("alice-1", "0.3", "3,3,3")
    assert DjangoJSONEncoder().encode([conditions, run])
