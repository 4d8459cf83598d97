"""Where puzzles come from, and that brute force agrees with them."""

from collections import Counter
from io import StringIO
from math import inf

import pytest
from asgiref.sync import sync_to_async
from django.core.management import CommandError, call_command

from games.core.rules import Position, Ruleset
from games.core.symmetry import canonical
from games.engine import Limits
from games.engine.analysis.grader import grade
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.search.value import Value
from games.learn.puzzles import themes, wording
from games.learn.puzzles.making import add_from_game, add_from_table, puzzle_of
from games.learn.puzzles.verification import faults_of
from games.learn.review.services import request_review
from games.models import Puzzle
from tests.stored import new_game, play

pytestmark = pytest.mark.django_db

TINY = Ruleset(3, 3, 3)
# O answers the corner at the side, which loses by a fork.
LOST_BY_A_FORK = (0, 1, 3, 6, 4, 5, 8)
AT_THE_SIDE = 1


def make(*arguments):
    """What the command prints."""
    output = StringIO()
    call_command("make_puzzles", *map(str, arguments), stdout=output)
    return output.getvalue()


def verify():
    """What the command prints, and its exit code."""
    output = StringIO()
    try:
        call_command("verify_puzzles", stdout=output)
    except SystemExit as stop:
        return output.getvalue(), stop.code
    return output.getvalue(), 0


@pytest.mark.parametrize("theme", list(Puzzle.Theme))
def test_every_theme_has_a_first_rating_and_a_reason(theme):
    assert theme in themes.FIRST_RATINGS
    assert theme in wording.REASONS


def test_the_positions_of_4_4_4_are_counted():
    lines = make(4, 4, 4, "--count").splitlines()
    assert lines[0] == "484,666"
    assert "  win in 4: 112" in lines
    assert not Puzzle.objects.exists()


def test_all_of_tic_tac_toe_but_the_wins_at_once():
    assert make(3, 3, 3) == "142 puzzles made, 142 in total.\n"
    assert make(3, 3, 3) == "0 puzzles made, 142 in total.\n"
    by_theme = Counter(Puzzle.objects.values_list("theme", flat=True))
    assert by_theme == {"block": 79, "fork": 43, "chain": 11, "quiet": 9}


def test_a_sample_is_always_the_same_and_has_the_rare_themes():
    add_from_table(Ruleset(4, 3, 3), 400)
    first = set(Puzzle.objects.values_list("key", flat=True))
    assert Puzzle.objects.filter(theme="block").count() == 40
    assert Puzzle.objects.filter(theme="quiet").count() == 33
    Puzzle.objects.all().delete()
    assert add_from_table(Ruleset(4, 3, 3), 400) == len(first) <= 400
    assert set(Puzzle.objects.values_list("key", flat=True)) == first


@pytest.mark.parametrize("board", [(5, 4, 4), (3, 3), (3, 3, 5)])
def test_a_board_that_cannot_be_valued_whole_is_refused(board):
    with pytest.raises(CommandError) as refused:
        make(*board)
    assert refused.value.returncode == 2


def test_brute_force_proves_them_again():
    add_from_table(TINY)
    add_from_table(Ruleset(4, 3, 3), 300)
    assert verify() == (f"{Puzzle.objects.count()} puzzles verified, 0 broken.\n", 0)


@pytest.mark.parametrize(
    ("theme", "wrong", "said"),
    [
        ("fork", {"plies": 5}, "it takes 3 plies, not 5"),
        ("fork", {"theme": "chain"}, "the theme is not chain"),
        ("fork", {"value": 0, "plies": None}, "the value is 1, not 0"),
        ("quiet", {"theme": "block"}, "the theme is not block"),
        ("quiet", {"key": bytes(4)}, "moves"),
        ("quiet", {"key": b"\0\2\0\4"}, "not a position"),
    ],
)
def test_a_puzzle_that_says_what_is_not_so_is_named(theme, wrong, said):
    add_from_table(TINY)
    puzzle = Puzzle.objects.filter(theme=theme).first()
    Puzzle.objects.filter(pk=puzzle.pk).update(**wrong)
    printed, code = verify()
    assert code == 1
    named, summary = printed.splitlines()
    assert named.startswith(f"{puzzle.pk}: 3,3,3")
    assert said in named
    assert summary == "142 puzzles verified, 1 broken."


def test_a_slip_with_one_best_move_becomes_a_puzzle(alice, bob):
    game = play(new_game(alice, bob), LOST_BY_A_FORK)
    grades = grade(TINY, LOST_BY_A_FORK, Limits(seconds=20))
    made = add_from_game(game, LOST_BY_A_FORK, grades)
    # O had to take the middle.
    [puzzle] = [each for each in made if each.source_ply == AT_THE_SIDE]
    assert puzzle.position == canonical(Position.after(TINY, LOST_BY_A_FORK[:AT_THE_SIDE]))
    assert (puzzle.theme, puzzle.value, puzzle.plies) == ("quiet", 0, None)
    assert (puzzle.source, puzzle.proof) == (game, "search")
    assert [each.pk for each in add_from_game(game, LOST_BY_A_FORK, grades)] == [
        each.pk for each in made
    ]
    assert all(not faults_of(each, inf) for each in Puzzle.objects.all())


def test_a_win_that_was_left_on_a_larger_board_holds_by_the_prover(alice, bob):
    board = Ruleset(5, 4, 4)
    # X leaves the fork at e3 twice.
    cells = (6, 0, 7, 4, 12, 19, 1, 15)
    game = play(new_game(alice, bob, ruleset=board), cells)
    grades = grade(board, cells, Limits(seconds=20))
    made = add_from_game(game, cells, grades)
    assert [(each.source_ply, each.theme, each.plies) for each in made] == [
        (4, "fork", 3),
        (6, "fork", 3),
    ]
    assert not any(faults_of(each, inf) for each in made)


def test_a_win_by_threats_whose_length_is_not_proven_again_is_named(monkeypatch):
    position = canonical(Position.after(Ruleset(5, 4, 4), (6, 0, 7, 4)))
    puzzle = puzzle_of(position, plies=3, blocks=False, proof=Puzzle.Proof.THREATS, is_only=False)
    # What the prover finds if the time ends between its two questions: whether, and how soon.
    win, *others = position.legal_moves()
    moves = [MoveWorth(win, Value.WIN, None, 0.5)]
    moves += [MoveWorth(cell, None, None, 0.5) for cell in others]
    analysis = Analysis(position, tuple(moves), nodes=1)
    monkeypatch.setattr("games.engine.analysis.analyser.analyse", lambda *_: analysis)
    assert faults_of(puzzle, 1.0) == ["it is not proven how many plies it takes"]


def test_nothing_is_made_of_a_game_without_slips(alice, bob):
    drawn = (4, 0, 2, 6, 3, 5, 1, 7, 8)
    grades = grade(TINY, drawn, Limits(seconds=20))
    assert add_from_game(play(new_game(alice, bob), drawn), drawn, grades) == []
    assert not Puzzle.objects.exists()


@pytest.mark.django_db(transaction=True)
async def test_a_graded_game_leaves_its_puzzles(alice, bob):
    game = await sync_to_async(play)(await sync_to_async(new_game)(alice, bob), LOST_BY_A_FORK)
    await request_review(uid=game.uid, asker="user:1", wait=30)
    made = await sync_to_async(lambda: list(Puzzle.objects.filter(source=game)))()
    assert [each.source_ply for each in made] == [AT_THE_SIDE]
