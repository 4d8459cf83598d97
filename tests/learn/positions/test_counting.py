"""Counts of how positions were played."""

import random
from collections import Counter

import pytest

from accounts.models import User
from games.core.rules import TIC_TAC_TOE, Mark, Position, Ruleset
from games.core.symmetry import canonical, key_of, symmetries
from games.learn.positions import counting
from games.models import Game, PositionCount
from tests import stored

pytestmark = pytest.mark.django_db

BOARDS = [TIC_TAC_TOE, TIC_TAC_TOE, Ruleset(4, 3, 3), Ruleset(6, 5, 4)]


@pytest.fixture
def program(db):
    return User.objects.create_user("program", kind=User.Kind.ENGINE)


def play_at_random(chance, x_player, o_player, **columns):
    ruleset = chance.choice(BOARDS)
    game = stored.new_game(x_player, o_player, ruleset=ruleset, **columns)
    position, cells = Position(ruleset), []
    length = chance.randrange(1, ruleset.cells + 1)
    while not position.is_over and len(cells) < length:
        cells.append(chance.choice(position.legal_moves()))
        position = position.play(cells[-1])
    stored.play(game, cells)
    if not position.is_over:
        stored.resign(game, chance.choice(list(Mark)))
    game.refresh_from_db()
    return game


def counted_anew(games):
    """The counts, straightforwardly: board, position, position after the move, who, result."""
    found = Counter()
    for game in games:
        position, is_x = Position(game.ruleset), game.first == "x"
        for ply, cell in enumerate(game.cells):
            after = position.play(cell)
            mark = "x" if is_x else "o"
            if ply < (12 if game.ruleset.cells > 25 else 25):
                kind = game.player(mark).kind
                result = (
                    "drawn" if game.outcome == "draw" else "won" if game.outcome == mark else "lost"
                )
                found[game.ruleset, key_of(position), key_of(after), kind == "engine", result] += 1
            position, is_x = after, not is_x
    return found


def stored_counts():
    found = Counter()
    for row in PositionCount.objects.all():
        ruleset = Ruleset(row.m, row.n, row.k)
        width = (ruleset.cells + 7) // 8
        own, opposing = (
            int.from_bytes(bytes(row.key)[start : start + width], "big") for start in (0, width)
        )
        position = Position(ruleset, own, opposing)
        assert canonical(position) == position
        for result in ("won", "drawn", "lost"):
            if times := getattr(row, result):
                after = key_of(position.play(row.cell))
                found[ruleset, bytes(row.key), after, bool(row.who), result] += times
    return found


def test_the_counts_of_many_games_equal_a_recount(alice, bob, program, monkeypatch):
    """Also when upkeep is killed in between, and goes on."""
    chance = random.Random(11)
    players = [alice, bob, program]
    games = [
        play_at_random(chance, *chance.sample(players, 2), first=chance.choice("xo"))
        for _ in range(120)
    ]
    add, deaths = counting._add, iter([False, True, False, True, True])

    def dying(ruleset, counts):
        add(ruleset, counts)
        if next(deaths, False):
            raise KeyboardInterrupt

    monkeypatch.setattr(counting, "GAMES_AT_ONCE", 17)
    monkeypatch.setattr(counting, "_add", dying)
    left = True
    while left:
        try:
            left = counting.count_games()
        except KeyboardInterrupt:
            continue
    assert next(deaths, None) is None
    assert stored_counts() == counted_anew(games)
    assert counting.count_games() == 0


def test_images_of_one_move_are_counted_together(alice, bob):
    for way in symmetries(TIC_TAC_TOE):
        stored.play(stored.new_game(alice, bob), [way[cell] for cell in stored.X_WINS])
    counting.count_games()
    start = PositionCount.objects.get(key=key_of(Position(TIC_TAC_TOE)))
    assert (start.cell, start.won, start.games) == (0, 8, 8)
    assert PositionCount.objects.count() == len(stored.X_WINS)


def test_the_newest_games_that_everybody_may_see_are_kept(alice, bob):
    games = []
    for number in range(6):
        opponent = "friend" if number == 4 else "anyone"
        games.append(stored.play(stored.new_game(alice, bob, opponent=opponent), stored.X_WINS))
    counting.count_games()
    start = PositionCount.objects.get(key=key_of(Position(TIC_TAC_TOE)))
    assert start.latest == [games[number].pk for number in (5, 3, 2, 1)]
    assert start.won == 6


def test_what_tells_nothing_is_not_counted(alice, bob):
    stored.play(stored.new_game(alice, alice, opponent="device"), stored.X_WINS)
    stored.play(stored.new_game(alice, bob), [0, 1])  # goes on
    aborted = stored.new_game(alice, bob)
    Game.objects.filter(pk=aborted.pk).update(
        status="finished", termination="abort", ended_at=aborted.created_at
    )
    assert counting.count_games() == 2
    assert not PositionCount.objects.exists()


def test_moves_that_were_given_are_not_counted(alice, bob):
    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    Game.objects.filter(pk=game.pk).update(setup=3)
    counting.count_games()
    assert PositionCount.objects.count() == 2
