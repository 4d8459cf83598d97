from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from games.core.rules import Mark
from games.management.commands import verify_games
from games.models import Game
from tests.stored import X_WINS, new_game, play, resign

pytestmark = pytest.mark.django_db


def run(*arguments):
    """What the command prints, and its exit code."""
    output = StringIO()
    try:
        call_command("verify_games", *arguments, stdout=output)
    except SystemExit as stop:
        return output.getvalue(), stop.code
    return output.getvalue(), 0


@pytest.fixture
def game(alice, bob):
    return play(new_game(alice, bob), X_WINS)


def test_no_games_at_all_hold():
    assert run() == ("0 games verified, 0 broken.\n", 0)


def test_games_that_hold_are_only_counted(game, alice, bob):
    resign(new_game(alice, bob), Mark.O)
    assert run() == ("2 games verified, 0 broken.\n", 0)


def test_each_broken_game_is_one_line_with_its_codes(game, alice, bob):
    other = play(new_game(alice, bob), (4,))
    Game.objects.filter(pk=game.pk).update(outcome="o")
    Game.objects.filter(pk=other.pk).update(ply=3)
    output, code = run()
    first, second, summary = output.splitlines()
    assert first.startswith(f"{game.uid}: wrong_result (o by line after a board that says x); ")
    assert second == f"{other.uid}: wrong_ply (ply 3 with 1 moves)"
    assert summary == "2 games verified, 2 broken."
    assert code == 1


def test_one_game_can_be_asked_for(game, alice, bob):
    other = play(new_game(alice, bob), (4,))
    Game.objects.filter(pk=other.pk).update(ply=3)
    assert run("--game", game.uid) == ("1 game verified, 0 broken.\n", 0)
    assert run("--game", other.uid)[1] == 1


def test_silence_leaves_the_broken_games(game):
    assert run("--verbosity", "0") == ("", 0)
    Game.objects.filter(pk=game.pk).update(ply=3)
    output, code = run("--verbosity", "0")
    assert (len(output.splitlines()), code) == (1, 1)


@pytest.mark.parametrize("uid", ["nosuchgame", "", "' OR 1=1 --", "\N{SNOWMAN}" * 50])
def test_a_game_that_is_not_there_is_refused_with_a_sentence(uid):
    with pytest.raises(CommandError, match=r"^There is no game .*\.$") as refused:
        run("--game", uid)
    assert refused.value.returncode == 2


def test_a_database_that_is_away_is_told_with_a_sentence(monkeypatch):
    def away(games):
        raise OperationalError("connection refused")

    monkeypatch.setattr(verify_games, "_in_chunks", away)
    with pytest.raises(CommandError, match="answer: connection refused") as refused:
        run()
    assert refused.value.returncode == 2


@pytest.mark.parametrize("arguments", [["--game"], ["--gmae", "x"], ["x"]])
def test_a_wrong_call_is_answered_with_one_line_and_code_2(arguments, capsys):
    command = verify_games.Command()
    with pytest.raises(SystemExit) as refused:
        command.run_from_argv(["manage.py", "verify_games", *arguments])
    assert refused.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_many_games_are_read_in_chunks(alice, bob, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(verify_games, "CHUNK", 4)
    for _ in range(10):
        resign(new_game(alice, bob), Mark.X)
    with django_assert_num_queries(3 * 3 + 1):  # games, moves and log of each chunk; then none
        assert run() == ("10 games verified, 0 broken.\n", 0)


def test_a_game_that_is_played_while_it_is_read_is_read_again(game, monkeypatch):
    real, stale = verify_games._faults_of, iter(["stale"])

    def faults_of(game):
        return next(stale, None) or real(game)

    monkeypatch.setattr(verify_games, "_faults_of", faults_of)
    assert run() == ("1 game verified, 0 broken.\n", 0)


def test_a_game_that_is_removed_while_it_is_read_is_not_broken(game, monkeypatch):
    def faults_of(game):
        Game.objects.filter(pk=game.pk).delete()
        return ["its rows are gone"]

    monkeypatch.setattr(verify_games, "_faults_of", faults_of)
    assert run() == ("1 game verified, 0 broken.\n", 0)
