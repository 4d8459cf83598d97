"""Tournaments: fair seats and openings, repeatable games, and tables that add up."""

from collections import Counter
from random import Random

import pytest

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import player
from games.engine.arena.standings import against, champion_of, standings
from games.engine.arena.tournament import (
    EXTRA_PAIRS,
    ArenaEntrant,
    ArenaGame,
    TimeUsed,
    TournamentTerms,
    elimination,
    measurement,
    play_game,
    play_round,
    random_opening,
    round_robin,
)

NAMES = ["perfect", "rules", "weights", "random"]
ENTRANTS = [ArenaEntrant(name, player(name)) for name in NAMES]
TERMS = TournamentTerms(TIC_TAC_TOE, games=4, seconds=60, seed=1, opening=1)


def scripted(name, *cells):
    return ArenaEntrant(name, player("scripted", cells=cells))


def test_a_game_is_played_to_its_end():
    game = play_game(scripted("a", 0, 1, 2), scripted("b", 3, 4, 5), TERMS)
    assert game.cells == (0, 3, 1, 4, 2)
    assert (game.winner, game.forfeit) == ("a", "")
    assert (game.points("a"), game.points("b")) == (1, 0)
    assert [used.moves for used in game.used] == [3, 2]


def test_a_round_is_two_games_from_one_opening_with_changed_seats():
    first, second = play_round(ENTRANTS[0], ENTRANTS[1], TERMS, (0, 4), seed=7)
    assert (first.first, first.second) == ("perfect", "rules")
    assert (second.first, second.second) == ("rules", "perfect")
    assert first.cells[:2] == second.cells[:2] == (0, 4)
    assert first.opening == second.opening == 2


def test_a_game_goes_on_from_its_opening():
    game = play_game(scripted("a", 1, 2), scripted("b", 4, 5), TERMS, opening=(0, 3))
    assert game.cells == (0, 3, 1, 4, 2)
    assert game.opening == 2


def test_a_full_board_is_a_draw():
    game = play_game(scripted("a", 0, 2, 3, 7, 8), scripted("b", 1, 4, 5, 6), TERMS)
    assert game.winner is None
    assert game.points("a") == game.points("b") == 0.5


def test_who_breaks_the_rules_loses():
    cheat = ArenaEntrant("cheat", lambda position, limits: 0)
    game = play_game(scripted("a", 0), cheat, TERMS)
    assert (game.winner, game.forfeit) == ("a", "cell_taken")
    lost = ArenaEntrant("lost", player("weights", weights=[1]))
    assert play_game(lost, cheat, TERMS).forfeit == "wrong_number_of_weights"


def test_time_is_taken_by_the_clock_of_the_limits():
    game = play_game(*ENTRANTS[:2], TERMS)
    assert all(used.longest <= used.seconds < 60 for used in game.used)


def test_in_a_round_robin_everybody_meets_everybody_in_both_seats():
    games = list(round_robin(ENTRANTS, TERMS))
    seats = Counter((game.first, game.second) for game in games)
    assert set(seats) == {(a, b) for a in NAMES for b in NAMES if a != b}
    assert set(seats.values()) == {2}


def test_an_opening_is_played_from_both_sides():
    games = list(measurement(ENTRANTS[:2], TERMS))
    openings = [game.cells[:1] for game in games]
    assert openings[0] == openings[1]
    assert openings[2] == openings[3]
    assert [game.first for game in games] == ["perfect", "rules"] * 2


def test_in_a_measurement_only_the_first_plays_all():
    games = list(measurement(ENTRANTS, TERMS))
    assert len(games) == 3 * 4
    assert all("perfect" in (game.first, game.second) for game in games)
    points, number = against("perfect", "random", games)
    assert number == 4
    assert points >= 2


def test_the_same_terms_give_the_same_games():
    def moves(terms):
        return [game.cells for game in round_robin(ENTRANTS, terms)]

    assert moves(TERMS) == moves(TERMS)
    assert moves(TERMS) != moves(
        TournamentTerms(TIC_TAC_TOE, games=4, seconds=60, seed=2, opening=1)
    )


def test_an_elimination_leaves_one():
    games = list(elimination(ENTRANTS, TERMS))
    assert {game.round for game in games} == {1, 2}
    first = {frozenset((game.first, game.second)) for game in games if game.round == 1}
    assert first == {frozenset(("perfect", "random")), frozenset(("rules", "weights"))}
    table = standings(NAMES, games)
    assert table[0].name == champion_of(games, len(NAMES))
    assert [standing.last_round for standing in table] == [2, 2, 1, 1]


@pytest.mark.parametrize(("number", "matches"), [(1, 0), (2, 1), (3, 2), (5, 4), (6, 5), (8, 7)])
def test_an_elimination_of_any_number_leaves_one(number, matches):
    entrants = [ArenaEntrant(str(place), player("random")) for place in range(number)]
    games = list(elimination(entrants, TERMS))
    met = {(game.round, frozenset((game.first, game.second))) for game in games}
    assert len(met) == matches


def test_the_top_is_spared_while_there_are_too_few():
    entrants = [ArenaEntrant(str(place), player("random")) for place in range(5)]
    games = list(elimination(entrants, TERMS))
    assert {game.first for game in games if game.round == 1} == {"3", "4"}


def test_a_drawn_match_goes_on_and_then_the_earlier_goes_through():
    entrants = [ArenaEntrant(name, player("perfect")) for name in ("a", "b")]
    games = list(elimination(entrants, TournamentTerms(TIC_TAC_TOE, games=2, seconds=60)))
    assert len(games) == 2 + 2 * EXTRA_PAIRS
    assert champion_of(games, 2) == "a"


def test_an_extra_pair_is_played_to_its_end():
    """The first cell to be marked wins: whoever may begin the last game would win the match."""
    first_free = player("scripted", cells=tuple(range(9)))
    entrants = [ArenaEntrant(name, first_free) for name in ("a", "b")]
    games = list(elimination(entrants, TournamentTerms(TIC_TAC_TOE, games=2, seconds=60)))
    assert {game.winner == game.first for game in games} == {True}
    assert len(games) == 2 + 2 * EXTRA_PAIRS


def test_an_extra_pair_has_one_opening_after_an_odd_number_of_games():
    entrants = [ArenaEntrant(name, player("perfect")) for name in ("a", "b")]
    terms = TournamentTerms(TIC_TAC_TOE, games=1, seconds=60, seed=1, opening=1)
    extra = list(elimination(entrants, terms))[1:3]
    assert extra[0].cells[:1] == extra[1].cells[:1]
    assert {game.first for game in extra} == {"a", "b"}


def test_an_interrupted_elimination_has_no_champion():
    def game(winner, loser):
        return ArenaGame(winner, loser, 0, (), winner, (TimeUsed(), TimeUsed()), round=1)

    games = [game("a", "d"), game("d", "a"), game("a", "d"), game("b", "c"), game("b", "c")]
    assert standings(["a", "b", "c", "d"], games)[0].name == "b"


def test_standings_add_up():
    games = list(round_robin(ENTRANTS, TERMS))
    table = standings(NAMES, games)
    assert table[0].name in ("perfect", "rules")
    assert sum(one.points for one in table) == len(games)
    assert all(one.games == 12 for one in table)
    assert champion_of(games, len(NAMES)) is None
    assert [one.rating.elo for one in table] == sorted(
        (one.rating.elo for one in table), reverse=True
    )


def test_without_games_everybody_is_equal():
    assert [one.name for one in standings(NAMES, [])] == NAMES


@pytest.mark.parametrize("seed", range(20))
def test_an_opening_gives_nothing_away(seed):
    cells = random_opening(Ruleset(4, 4, 3), 6, Random(seed))
    position = Position.after(Ruleset(4, 4, 3), cells)
    assert not position.is_over
    assert not any(position.wins_at(cell) for cell in position.legal_moves())


def test_an_opening_is_as_long_as_the_board_allows():
    assert len(random_opening(Ruleset(15, 15, 5), 10, Random(1))) == 10
    assert 2 <= len(random_opening(TIC_TAC_TOE, 9, Random(1))) < 9
