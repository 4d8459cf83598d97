"""Who waits in the lobby is here: whoever has left is met by nobody, and may come back."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.utils import timezone

from accounts.programs.bots import make_bot
from games.compete.ratings.pools import USUAL
from games.compete.rounds import seeks
from games.compete.rounds.seeks import Wish
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE
from games.live import waiting
from games.live.storage import downtime
from games.models import CREATORS_STAY, SEEKERS_STAY, Game, Heartbeat, Lock, Pool, Seek
from games.people.moderation.removal import remove_left
from games.play.game.terms import Terms
from games.play.lobby import services
from games.play.lobby.queries import open_games_rows

pytestmark = pytest.mark.django_db(transaction=True)
A_SECOND = timedelta(seconds=1)
FOURS = Wish(ruleset=USUAL[Pool.FOURS].ruleset, control=USUAL[Pool.FOURS].clock)
come, leave, note = map(async_to_sync, (waiting.come, waiting.leave, waiting.note))
join, join_random, quick_match = map(
    async_to_sync, (services.join, services.join_random, services.quick_match)
)


@pytest.fixture
def announcements(monkeypatch):
    """What the lobby is told, as "opened" and "closed" with uids."""
    heard: list[tuple[str, str]] = []

    def noting(kind):
        async def tell(game):
            heard.append((kind, game.uid))

        return tell

    for kind in ("opened", "closed"):
        monkeypatch.setattr(f"games.live.announce.{kind}", noting(kind))
    return heard


def terms(control="60+2") -> Terms:
    return Terms(ruleset=TIC_TAC_TOE, side="either", control=parse_time_control(control))


def opened(creator, control="60+2") -> Game:
    return async_to_sync(services.create_game)(creator=creator, terms=terms(control))


def listed() -> list[str]:
    return [game.uid for game in open_games_rows()]


def require_nobody_meets(game: Game, player) -> None:
    assert listed() == []
    with pytest.raises(GameError, match="creator_away"):
        join(uid=game.uid, player=player)
    with pytest.raises(GameError, match="no_open_game"):
        join_random(player=player)
    own = quick_match(player=player, terms=terms())
    assert (own.creator, own.status) == (player, "open")
    Game.objects.filter(pk=own.pk).delete()


def test_with_the_last_page_the_creator_is_gone_and_keeps_the_place(alice, bob, announcements):
    game = opened(alice)
    assert listed() == [game.uid]
    leave(alice.pk)
    require_nobody_meets(game, bob)
    now = timezone.now()
    note({}, now=now)
    assert ("closed", game.uid) in announcements
    assert async_to_sync(remove_left)(now=now) == 0
    come(alice.pk)
    assert announcements[-1] == ("opened", game.uid)
    assert listed() == [game.uid]
    join(uid=game.uid, player=bob)
    game.refresh_from_db()
    assert game.status == "ongoing"


def test_whoever_does_not_come_back_gives_the_place_up(alice, bob):
    game = opened(alice)
    leave(alice.pk)
    now = timezone.now() + waiting.PLACE_KEPT_FOR
    assert async_to_sync(remove_left)(now=now - A_SECOND) == 0
    assert async_to_sync(remove_left)(now=now) == 1
    assert not Game.objects.filter(pk=game.pk).exists()


def test_after_an_outage_everybody_has_the_whole_time_to_come_back(alice):
    game = opened(alice)
    now = timezone.now()
    gone_at = now - CREATORS_STAY - waiting.PLACE_KEPT_FOR - A_SECOND
    Game.objects.update(seen_at=gone_at)
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=gone_at)
    downtime.become_server()  # its heartbeats begin at the same moment as this
    assert async_to_sync(remove_left)(now=now) == 0
    come(alice.pk)
    assert listed() == [game.uid]
    later = now + timedelta(minutes=1)
    assert async_to_sync(remove_left)(now=later) == 1


def test_a_page_that_nothing_is_heard_of_counts_for_a_while(alice, bob, announcements):
    game = opened(alice)
    now = timezone.now() + timedelta(minutes=1)
    note({alice.pk: 14.0}, now=now)  # another process, or this one after it was busy
    Game.objects.get(pk=game.pk, seen_at=now - timedelta(seconds=14))
    later = now + 2 * A_SECOND
    announcements.clear()
    note({alice.pk: 16.0}, now=later)
    assert announcements == [("closed", game.uid)]
    assert not Game.objects.waiting(later).exists()
    note({alice.pk: 0.5}, now=later + A_SECOND)
    assert announcements[-1] == ("opened", game.uid)
    assert Game.objects.waiting(later).exists()


def test_whoever_is_at_another_process_stays(alice):
    opened(alice)
    leave(alice.pk)
    note({alice.pk: 0.0}, now=timezone.now())
    assert len(listed()) == 1


def test_what_another_process_has_heard_later_counts(alice, announcements):
    game = opened(alice)
    now = timezone.now()
    note({alice.pk: 0.0}, now=now)
    announcements.clear()
    note({alice.pk: 16.0}, now=now)  # a page that hangs, at this process
    assert announcements == []
    assert Game.objects.get(pk=game.pk).seen_at == now


def test_a_game_with_days_for_a_move_outlives_its_creators_page(alice, bob):
    game = opened(alice, "3d")
    leave(alice.pk)
    Game.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    late = timezone.now()
    note({}, now=late)
    assert async_to_sync(remove_left)(now=late) == 0
    assert listed() == [game.uid]
    join(uid=game.uid, player=bob)


def test_a_search_for_a_rated_round_ends_with_the_last_page_at_once(alice, bob):
    seeks.seek(user=alice, wish=FOURS)
    leave(alice.pk)
    assert Seek.objects.get().seen_at <= timezone.now() - SEEKERS_STAY
    assert not seeks.seek(user=bob, wish=FOURS).round_uid
    assert seeks.look(user=alice).round_uid  # whose page is back within the time


def test_a_search_for_a_rated_round_lasts_on_any_page(alice, bob):
    seeks.seek(user=alice, wish=FOURS)
    now = timezone.now() + 8 * A_SECOND
    for _ in range(3):  # on which nobody asks for it
        note({alice.pk: 0.5}, now=now)
        now += 8 * A_SECOND
    assert seeks.seek(user=bob, wish=FOURS, now=now).round_uid


def test_a_search_that_was_forgotten_ends(alice):
    seeks.seek(user=alice, wish=FOURS)
    now = timezone.now() + waiting.LONGEST_SEARCH
    Seek.objects.update(seen_at=now - 8 * A_SECOND)
    note({alice.pk: 0.5}, now=now)
    assert Seek.objects.get().seen_at == now - 8 * A_SECOND
    assert seeks.look(user=alice, now=now).seen_at == now  # its page


def test_a_search_that_has_met_somebody_at_the_same_moment_stays_to_say_so(
    alice, bob, charlie, monkeypatch
):
    own = seeks.seek(user=alice, wish=FOURS)
    hold = Lock.hold
    meetings = []

    def meet_before(name):
        assert connection.in_atomic_block
        monkeypatch.setattr(Lock, "hold", hold)
        meetings.append(seeks.accept(uid=own.uid, user=bob))
        hold(name)

    monkeypatch.setattr(Lock, "hold", meet_before)
    waiting.stop_seeking(alice.pk, charlie.pk)
    (met,) = meetings
    assert seeks.look(user=alice).round_uid == met.round_uid


def test_a_program_has_to_ask_for_its_search(alice, bob):
    own = seeks.seek(user=alice, wish=FOURS)
    alice.kind = alice.Kind.BOT
    alice.owner = bob
    alice.save(update_fields=["kind", "owner"])
    note({alice.pk: 0.5}, now=timezone.now() + A_SECOND)
    assert Seek.objects.get().seen_at == own.seen_at


def test_a_programs_search_lasts_as_long_as_it_asks_whatever_its_sockets_do(alice, bob):
    first, second = (make_bot(owner=one, name=f"bot{one.pk}") for one in (alice, bob))
    seeks.seek(user=first, wish=FOURS)
    leave(first.pk)  # the socket of its last game
    assert seeks.seek(user=second, wish=FOURS).round_uid


def test_a_program_that_no_longer_asks_is_not_brought_back_by_a_socket(alice, bob):
    first, second = (make_bot(owner=one, name=f"bot{one.pk}") for one in (alice, bob))
    seeks.seek(user=first, wish=FOURS)
    Seek.objects.update(seen_at=timezone.now() - SEEKERS_STAY)
    come(first.pk)
    assert not seeks.seek(user=second, wish=FOURS).round_uid


def test_those_whose_pages_do_not_ask_are_paired_and_called(alice, bob, monkeypatch):
    called: list[tuple[str, str, str]] = []

    async def note_call(game, player, opponent):
        called.append((game.uid, player.username, opponent.username))

    monkeypatch.setattr("games.compete.rounds.services.tell_begun", note_call)
    seeks.seek(user=alice, wish=FOURS)
    Seek.objects.update(seen_at=timezone.now() - SEEKERS_STAY)  # between two pages
    assert not seeks.seek(user=bob, wish=FOURS).round_uid
    come(alice.pk)
    seeks.pair_waiting()
    (uid,) = set(Seek.objects.values_list("round_uid", flat=True))
    assert sorted(called) == [(uid, "alice", "bob"), (uid, "bob", "alice")]


def test_who_is_seated_in_the_lobby_looks_for_no_rated_round(alice, bob):
    game = opened(alice)
    for player in (alice, bob):
        Seek.objects.create(
            uid=player.username, user=player, pool=Pool.FOURS, m=6, n=6, k=4, control="120+2"
        )
    join(uid=game.uid, player=bob)
    assert not Seek.objects.exists()


def test_whoever_goes_to_the_page_of_their_search_is_met_there(alice, bob):
    seeks.seek(user=alice, wish=FOURS)
    leave(alice.pk)  # the page with the form
    come(alice.pk)
    assert seeks.seek(user=bob, wish=FOURS).round_uid


def test_whoever_has_been_away_from_a_search_does_not_take_it_up(alice, bob):
    seeks.seek(user=alice, wish=FOURS)
    Seek.objects.update(seen_at=timezone.now() - timedelta(minutes=1))
    come(alice.pk)
    assert not seeks.seek(user=bob, wish=FOURS).round_uid


def test_whoever_presses_again_is_back(alice, bob):
    own = quick_match(player=alice, terms=terms())
    Game.objects.update(seen_at=timezone.now() - CREATORS_STAY)
    assert quick_match(player=alice, terms=terms()).pk == own.pk
    assert listed() == [own.uid]
