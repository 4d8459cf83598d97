"""What a teacher can do with a round robin."""

import threading
from contextlib import suppress
from itertools import chain, permutations

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from games.compete.round_robin.chart import LEFT_UNTIL_WITHDRAWN, MAX_AT_ONCE, Meeting, berger_table
from games.core.errors import GameError
from games.engine.arena.standings import standings
from games.engine.arena.tournament import ArenaGame, TimeUsed
from games.models import Game, WorkshopGame
from games.programs.workshops.queries import look, unfinished
from games.programs.workshops.results import cross_table, score_table
from games.programs.workshops.round_robin import services
from games.programs.workshops.round_robin.queries import chart_of, paired
from games.programs.workshops.services import close_workshop, player_named
from tests.programs.workshops.played import DRAW, O_WINS, X_WINS, played, resigned

pytestmark = pytest.mark.django_db(transaction=True)


def pair(workshop, players, *levels: str) -> int:
    chosen = [player.pk for player in players]
    return async_to_sync(services.pair)(workshop=workshop, players=chosen, levels=levels)


def begin(workshop, meeting) -> Game:
    begun = async_to_sync(services.begin_meeting)(workshop_id=workshop.pk, meeting=meeting)
    return Game.objects.get(uid=begun)


def to_play(workshop) -> list[Meeting]:
    return list(chart_of(workshop.pk).unplayed)


def names(workshop) -> list[tuple[str, str]]:
    return list(paired(workshop.pk).order_by("pk").values_list("x__name", "o__name"))


def refused(code: str):
    return pytest.raises(GameError, check=lambda error: error.code == code)


def points(workshop) -> dict[str, str]:
    return {row.entrant.name: row.points for row in cross_table(workshop).rows}


def test_the_games_come_in_the_order_of_bergers_table(workshop, players):
    assert pair(workshop, players) == 6
    once = list(chain.from_iterable(berger_table(["ally", "bobby", "charly"])))
    assert names(workshop) == [*once, *((o, x) for x, o in once)]


def test_the_computer_stands_first_and_its_levels_do_not_meet(workshop, players):
    assert pair(workshop, players, "perfect", "guard") == 6 + 2 * 6
    rows = cross_table(workshop).rows
    assert [row.entrant.name for row in rows] == ["Guard", "Perfect", "ally", "bobby", "charly"]
    assert [row.entrant.is_computer for row in rows] == [True, True, False, False, False]
    assert rows[0].cells[1].state == "apart"
    # The next round robin has the same player for the level.
    pair(workshop, players[:1], "guard")
    assert workshop.players.filter(level="guard").count() == 1


@pytest.mark.parametrize(
    ("count", "levels", "code"),
    [
        (1, (), "too_few_players"),
        (0, ("guard", "perfect"), "too_few_players"),
        (2, ("magnus",), "unknown_level"),
        (16, ("guard",), "too_many_players"),
    ],
)
def test_a_round_robin_that_cannot_be_changes_nothing(workshop, players, count, levels, code):
    pair(workshop, players)
    many = [player_named(workshop_id=workshop.pk, name=f"bot {n}") for n in range(count)]
    with refused(code):
        pair(workshop, many, *levels)
    assert paired(workshop.pk).count() == 6


def test_what_goes_on_of_an_earlier_round_robin_is_called_off(workshop, players):
    pair(workshop, players)
    game = begin(workshop, to_play(workshop)[0])
    pair(workshop, players[:2])
    game.refresh_from_db()
    assert (game.status, game.termination) == ("finished", "abort")
    assert paired(workshop.pk).count() == 2


def test_a_game_and_its_place_are_stored_together(workshop, players):
    pair(workshop, players, "guard")
    first, *_, last = to_play(workshop)
    game = begin(workshop, first)
    assert (game.status, game.opponent, game.level) == ("ongoing", "computer", "guard")
    assert {game.x_player_id, game.o_player_id} == first.pair
    with refused("already_started"):
        begin(workshop, first)
    # The computer is in many games at once, and is never waited for.
    assert set(unfinished(workshop.pk)) == first.pair - chart_of(workshop.pk).levels
    assert begin(workshop, last).opponent in ("friend", "computer")


def test_so_many_games_go_on_at_once(workshop, players):
    pair(workshop, players)
    pairings = to_play(workshop)
    for pairing in pairings[:MAX_AT_ONCE]:
        begin(workshop, pairing)
    with refused("too_many_games"):
        begin(workshop, pairings[MAX_AT_ONCE])


def test_a_latecomer_plays_everybody(workshop, players):
    pair(workshop, players[:2], "guard")
    assert services.add(workshop=workshop, players=[one.pk for one in players]) == 6
    everybody = ["Guard", "ally", "bobby", "charly"]
    assert sorted(names(workshop)) == sorted(permutations(everybody, 2))
    with refused("nobody_late"):
        services.add(workshop=workshop, players=[players[2].pk])


def test_a_latecomer_that_is_added_twice_at_once_plays_everybody_once(workshop, players):
    pair(workshop, players[:2])
    together = threading.Barrier(4)

    def add() -> None:
        together.wait()
        try:
            with suppress(GameError):  # nobody is late any more
                services.add(workshop=workshop, players=[players[2].pk])
        finally:
            connection.close()

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names(workshop)) == sorted(permutations(["ally", "bobby", "charly"], 2))


def test_nobody_comes_late_to_nothing(workshop, players):
    with refused("no_round_robin"):
        services.add(workshop=workshop, players=[players[2].pk])


def test_nothing_begins_in_a_pause(workshop, players):
    pair(workshop, players)
    services.set_paused(workshop=workshop, is_paused=True)
    assert look(workshop.pk).is_paused
    services.set_paused(workshop=workshop, is_paused=False)
    assert not look(workshop.pk).is_paused


def test_a_game_that_is_played_again_stays_and_counts_no_more(workshop, players):
    ally, bobby, _ = players
    old = played(workshop, ally, bobby, *X_WINS)
    WorkshopGame.objects.create(workshop=workshop, x=bobby, o=ally)
    services.replay(workshop=workshop, game=old.game.uid)
    assert Game.objects.filter(uid=old.game.uid).exists()
    assert points(workshop) == {"ally": "0", "bobby": "0"}
    assert score_table(workshop) == []
    assert names(workshop) == [("bobby", "ally"), ("ally", "bobby")]
    with refused("not_over"):
        services.replay(workshop=workshop, game=old.game.uid)


def test_a_game_without_a_result_needs_no_replay(workshop, players):
    going_on = played(workshop, players[0], players[1], 4)
    with refused("not_over"):
        services.replay(workshop=workshop, game=going_on.game.uid)


def test_nothing_begins_once_the_workshop_is_closed(workshop, players):
    pair(workshop, players)
    found, *_ = to_play(workshop)
    async_to_sync(close_workshop)(workshop=workshop)
    with refused("no_such_workshop"):
        begin(workshop, found)


def test_nothing_begins_that_was_found_before_a_player_was_withdrawn(workshop, players):
    ally, bobby, _ = players
    WorkshopGame.objects.create(workshop=workshop, x=ally, o=bobby)
    (found,) = to_play(workshop)
    for _ in range(LEFT_UNTIL_WITHDRAWN):
        resigned(workshop, ally, bobby)
    with refused("removed"):
        begin(workshop, found)


def test_with_the_third_crash_a_player_has_lost_the_rest_until_it_is_brought_back(
    workshop, players
):
    ally, bobby, charly = players
    for opponent in (bobby, charly, bobby)[:LEFT_UNTIL_WITHDRAWN]:
        assert not chart_of(workshop.pk).withdrawn
        resigned(workshop, ally, opponent)
    WorkshopGame.objects.create(workshop=workshop, x=charly, o=ally)
    WorkshopGame.objects.create(workshop=workshop, x=bobby, o=charly)
    assert chart_of(workshop.pk).withdrawn == {ally.user_id}
    assert points(workshop) == {"ally": "0", "bobby": "2", "charly": "2"}
    assert [one.first for one in to_play(workshop)] == [bobby.user_id]
    assert cross_table(workshop).withdrawn[0].name == "ally"
    services.bring_back(workshop=workshop, player=ally.pk)
    assert len(to_play(workshop)) == 2
    assert points(workshop) == {"ally": "0", "bobby": "2", "charly": "1"}
    with refused("not_away"):
        services.bring_back(workshop=workshop, player=ally.pk)
    pair(workshop, players)
    assert workshop.players.get(pk=ally.pk).forgiven == 0


def test_a_player_that_is_removed_is_gone_until_it_is_brought_back(workshop, players):
    ally, *_ = players
    pair(workshop, players)
    game = begin(workshop, next(one for one in to_play(workshop) if ally.user_id in one.pair))
    async_to_sync(services.remove)(workshop=workshop, player=ally.pk)
    game.refresh_from_db()
    assert game.status == "finished"
    assert sorted(names(workshop)) == [("bobby", "charly"), ("charly", "bobby")]
    assert look(workshop.pk).removed == (ally.user_id,)
    with refused("removed"):
        player_named(workshop_id=workshop.pk, name="ally")
    services.bring_back(workshop=workshop, player=ally.pk)
    assert services.add(workshop=workshop, players=[ally.pk]) == 4


def test_a_level_that_is_removed_leaves_its_games(workshop, players):
    pair(workshop, players, "guard")
    game = begin(
        workshop, next(one for one in to_play(workshop) if one.pair & chart_of(workshop.pk).levels)
    )
    level = workshop.players.get(level="guard")
    async_to_sync(services.remove)(workshop=workshop, player=level.pk)
    game.refresh_from_db()
    assert game.termination == "abort"
    assert pair(workshop, players, "guard") == 12


def test_a_game_that_begins_as_its_level_is_removed_is_called_off(workshop, players, monkeypatch):
    """On PostgreSQL: there the removal waits for the row that whatever begins a game holds."""
    pair(workshop, players[:1], "guard")
    meeting, _ = to_play(workshop)
    monkeypatch.setattr(services, "_hold", lambda workshop: services._begin(workshop.pk, meeting))
    guard = workshop.players.get(level="guard")
    async_to_sync(services.remove)(workshop=workshop, player=guard.pk)
    game = Game.objects.get()
    assert (game.status, game.outcome) == ("finished", "")
    assert chart_of(workshop.pk).meetings == []


@pytest.mark.parametrize("verb", ["remove", "bring_back"])
def test_nobody_of_another_workshop_is_reached(workshop, verb, bob):
    act = getattr(services, verb)
    with refused("no_such_player"):
        (async_to_sync(act) if verb == "remove" else act)(workshop=workshop, player=0)


def test_the_table_is_that_of_the_standings_of_the_same_games(workshop, players):
    ally, bobby, charly = players
    results = [(ally, bobby, X_WINS), (bobby, ally, O_WINS), (ally, charly, DRAW)]
    results += [(charly, bobby, X_WINS), (bobby, charly, X_WINS)]
    for x, o, cells in results:
        played(workshop, x, o, *cells)
    winner = {X_WINS: 0, O_WINS: 1}
    games = [
        ArenaGame(
            x.name,
            o.name,
            0,
            cells,
            winner=(x, o)[winner[cells]].name if cells in winner else None,
            used=(TimeUsed(), TimeUsed()),
        )
        for x, o, cells in results
    ]
    told = {one.name: one for one in standings(["ally", "bobby", "charly"], games)}
    for row in cross_table(workshop).rows:
        one = told[row.entrant.name]
        assert (row.halves / 2, row.games, row.rating) == (one.points, one.games, one.rating)
