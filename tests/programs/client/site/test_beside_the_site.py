"""The client's lab beside the site's own commands, and the levels as a brain."""

import inspect
import random
import re
import sys
from collections.abc import Callable
from functools import cache, partial

import pytest
from django.conf import settings

from games.core.events import Termination
from games.core.notation import cell_name
from games.core.rules import MAX_SIDE, MIN_SIDE, Position, Ruleset
from games.engine import LEVELS, Limits
from games.engine.arena import conformance
from games.engine.arena.walk import Walk
from games.programs.api.documents.openapi import document_of
from games.programs.api.urls import api
from mnk import Client, Game, transport
from mnk import game as client_game
from mnk.bridge import bridge, state
from mnk.commands import main
from mnk.commands.pbrain import level as brain_level
from mnk.errors import Unusable
from mnk.lab import trial
from mnk.lab.contract import masks
from mnk.lab.report import findings
from mnk.lab.values import Values
from tests.management.calling import run
from tests.programs.client.test_lab import lines
from tictactoe_site.server import streams

Choose = Callable[[Game], str]


def level(name: str):
    """The site's level as a program of the client."""

    def choose(game: Game) -> str:
        cells = [game.index(cell) for cell in game.moves]
        position = Position.after(Ruleset(game.m, game.n, game.k), cells)
        return game.name(LEVELS[name].player(position, Limits(seed=0)))

    return choose


def all_findings(name: str, choose, board=(3, 3, 3)) -> list[str]:
    both = [(seat, lines(choose, board, is_first=seat)) for seat in (True, False)]
    return [line for seat, found in both for line in findings(name, seat, found)]


def test_values_are_those_of_the_sites_prover():
    judge = conformance.judge_of(Ruleset(4, 3, 3))
    values = Values(4, 3, 3)
    chance = random.Random(1)
    for _ in range(100):
        position = Position(Ruleset(4, 3, 3))
        for _ in range(chance.randrange(8)):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves()))
        if not position.is_over:
            assert values.of(position.own, position.opposing) == judge(position)


def test_a_perfect_player_is_asked_the_same_lines_as_on_the_site():
    output, code = run("conformance", "perfect", 3, 3, 3)
    assert all_findings("perfect", level("perfect")) == output.splitlines()
    assert code == 0
    assert [text.split("(")[1].split(" lines")[0] for text in output.splitlines()] == ["76", "585"]


@pytest.mark.parametrize("name", ["weights", "rules", "random"])
def test_a_player_that_loses_is_counted_as_on_the_site(name):
    """The first shortest game found may be another one of the same length."""
    output, _ = run("conformance", name, 3, 3, 3)
    ours, theirs = all_findings(name, level(name)), output.splitlines()
    assert [line.partition("): ")[0] for line in ours if line[0] != " "] == [
        line.partition("): ")[0] for line in theirs if line[0] != " "
    ]
    if name != "random":  # which loses another game each time
        assert [len(line.split()) for line in ours] == [len(line.split()) for line in theirs]


SMALL, WON = (3, 3, 3), (4, 3, 3)  # whoever begins wins on the second one
VALUES = {board: Values(*board) for board in (SMALL, WON)}


@cache
def perfect_cell(game: Game) -> str:
    values, (own, other) = VALUES[game.m, game.n, game.k], masks(game)
    worth = {
        cell: 1 if values.wins_at(own, cell) else -values.of(other, own | 1 << cell)
        for cell in values.free(own, other)
    }
    return game.name(max(worth, key=lambda cell: worth[cell]))


def perfect() -> Choose:
    return perfect_cell


def first_free() -> Choose:
    return lambda game: game.free[0]


def wrong_at(ply: int) -> Choose:
    """A perfect program, but for the positions with so many marks."""
    return lambda game: game.free[-1] if len(game.moves) == ply else perfect_cell(game)


def by_chance() -> Choose:
    chance = random.Random(1)
    return lambda game: chance.choice(game.free)


def opens_by_chance() -> Choose:
    chance = random.Random(1)
    return lambda game: perfect_cell(game) if game.moves else chance.choice(("a1", "b2"))


def site_walk(choose: Choose, board: tuple[int, int, int], *, is_first: bool) -> Walk:
    """The walk of the site's lab, which asks every position twice, as the client does on 3×3."""
    values = VALUES[board]

    def judge(position: Position) -> int:
        return values.of(position.own, position.opposing)

    walk = Walk.begin(Ruleset(*board), is_first=is_first, judge=judge, share_asked_twice=1)
    while questions := walk.questions():
        for question in questions:
            game = Game(*board, tuple(Game(*board).name(cell) for cell in question.moves))
            walk.answer(question.id, game.index(choose(game)), judge)
    return walk


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("board", [SMALL, pytest.param(WON, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "program",
    [
        perfect,
        first_free,
        by_chance,
        opens_by_chance,
        *(partial(wrong_at, ply) for ply in range(6)),
    ],
)
def test_both_walks_show_the_same_of_every_program(program, board, is_first, monkeypatch):
    """Neither can be the other: the client needs nothing but Python, the site stores its own."""
    monkeypatch.setattr(trial, "MAX_CELLS_ASKED_TWICE", 12)
    found = lines(program(), board, is_first=is_first)
    walk = site_walk(program(), board, is_first=is_first)
    verdict = "by_chance" if found.plays_by_chance else "proven"
    assert walk.verdict == ("refuted" if found.is_refuted else verdict)
    assert walk.state.is_seat_lost is not found.need_not_lose
    if not found.plays_by_chance:
        state, shown = walk.state, walk.lines
        assert (found.won, found.drawn, found.lost) == (shown.won, shown.drawn, shown.lost)
        assert (found.asked, found.asked_twice) == (state.asked, state.asked_twice)
        assert len(found.loss or ()) == len(shown.shortest_loss or ())
        assert len(found.slip or ()) == len(shown.shortest_slip or ())


def test_a_lost_seat_is_told_from_a_bad_player():
    found = lines(level("perfect"), (4, 3, 3), is_first=False)
    assert found.lost
    assert not found.need_not_lose
    assert not found.is_refuted


def test_a_level_plays_inside_the_project_only(monkeypatch, capsys):
    choose = brain_level("rules")
    assert choose(Game(6, 6, 5, ("a1", "a2", "b1", "b2", "c1", "c2", "d1")), 1.0) == "e1"
    with pytest.raises(Unusable, match="There is no level strongest"):
        brain_level("strongest")
    monkeypatch.setitem(sys.modules, "games.engine", None)
    with pytest.raises(SystemExit) as ended:
        main(["pbrain", "--level", "rules"])
    assert ended.value.code == 2
    assert "only in the folder of the site's own code" in capsys.readouterr().err


# ---- the same rules, words and addresses ------------------------------------------------------


@pytest.mark.parametrize("board", [(3, 3, 3), (7, 6, 4), (4, 9, 5), (19, 19, 5), (5, 5, 3)])
def test_games_go_by_the_sites_rules(board):
    chance = random.Random(str(board))
    for _ in range(5):
        game, position = Game(*board), Position(Ruleset(*board))
        while not position.is_over:
            assert [game.index(cell) for cell in game.free] == list(position.legal_moves())
            cell = chance.choice(game.free)
            assert cell == cell_name(position.ruleset, game.index(cell))
            assert game.wins(cell) == position.wins_at(game.index(cell))
            game, position = game.after(cell), position.play(game.index(cell))
            assert (game.winner is not None, game.is_over) == (position.is_won, position.is_over)


def test_every_way_in_which_a_game_can_end_has_words():
    known = {*state.BY, *state.NO_RESULT, "line", "full"}
    assert known == {one.value for one in Termination if one}


def test_the_sites_limits_are_the_clients():
    assert bridge.MAX_AT_ONCE + 1 == settings.SOCKETS_PER_BOT
    assert 2 * streams.KEEP_ALIVE < transport.SILENCE
    assert (client_game.MIN_SIDE, client_game.MAX_SIDE) == (MIN_SIDE, MAX_SIDE)


ASK_NOTHING = {"close", "pause", "events", "stream", "export_games"}  # through `Transport.ask`


def test_everything_that_the_client_asks_for_is_in_the_api(monkeypatch):
    asked = []

    def ask(self, method, path, body=None, **ways):
        asked.append((method, path))
        return {"uid": "abc", "round": "abc", "new": True}

    monkeypatch.setattr(transport.Transport, "ask", ask)
    client = Client("http://play.example", "ttt_secret")
    names = {"uid": "abc", "name": "bob", "m": 3, "n": 3, "k": 3, "run": 7, "answers": []}
    names |= {"ply": 0, "cell": "b2", "what": "draw", "text": "Hi", "seat": "x", "seed": 1}
    names |= {
        "version": "1",
        "yes": True,
        "level": "guard",
        "pool": "fours",
        "control": "60+2",
    }
    for name, function in inspect.getmembers(client, inspect.ismethod):
        if not name.startswith("_") and name not in ASK_NOTHING:
            needed = inspect.signature(function).parameters.values()
            function(**{one.name: names[one.name] for one in needed if one.default is one.empty})
    known = [
        (method.upper(), re.compile(re.sub(r"\{[^}]*\}", "[^/]+", path)))
        for path, methods in document_of(api, "http://play.example")["paths"].items()
        for method in methods
    ]
    assert len(asked) > 20
    for method, path in asked:
        assert any(method == one and pattern.fullmatch(path) for one, pattern in known), path
