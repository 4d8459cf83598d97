"""The walk through all lines: what it asks, in which order, and what it makes of the answers."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random

import pytest

from games.core.errors import GameError, IllegalMove
from games.core.notation import parse_cell
from games.core.rules import TIC_TAC_TOE, Cell, Position, Ruleset
from games.engine import Limits, player
from games.engine.arena.conformance import judge_of
from games.engine.arena.lines import WalkVerdict
from games.engine.arena.walk import SHARE_ASKED_TWICE, TIMES_ASKED_OFTEN, Walk, WalkTooLong
from games.engine.search.table import best_cells, move_worth
from tests.engine.positions import reachable

Choose = Callable[[Position], Cell]
SEATS = pytest.mark.parametrize("is_first", [True, False])
JUDGE = judge_of(TIC_TAC_TOE)
A1, B2 = (parse_cell(TIC_TAC_TOE, name) for name in ("a1", "b2"))


def began(*, is_first: bool, ruleset: Ruleset = TIC_TAC_TOE, **terms) -> Walk:
    return Walk.begin(ruleset, is_first=is_first, judge=JUDGE, **terms)


def walked(choose: Choose, walk: Walk, judge=JUDGE) -> Walk:
    while questions := walk.questions():
        for question in questions:
            walk.answer(question.id, choose(walk.position(question.moves)), judge)
    return walk


def engine(name: str, seed: int = 0, **settings) -> Choose:
    asked = player(name, **settings)
    return lambda position: asked(position, Limits(seconds=float("inf"), seed=seed))


@cache
def best_move(position: Position) -> Cell:
    return best_cells(position)[0]


# ---- what is known of 3×3 ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("is_first", "lines", "asked"), [(True, 76, (81, 99)), (False, 585, (421, 460))]
)
def test_a_perfect_player_that_answers_everything_twice_alike_is_proven(is_first, lines, asked):
    walk = walked(engine("perfect"), began(is_first=is_first, share_asked_twice=1))
    assert walk.verdict is WalkVerdict.PROVEN
    assert walk.state.asked_twice == walk.state.asked
    assert walk.lines.number == lines
    assert asked[0] <= walk.state.asked <= asked[1]
    assert not walk.state.slips


def test_of_one_that_was_not_asked_everything_twice_it_is_said_that_it_has_not_lost():
    walk = walked(engine("perfect"), began(is_first=False))
    assert walk.verdict is WalkVerdict.UNBEATEN
    assert 0 < walk.state.asked_twice < walk.state.asked


def test_every_answer_is_counted_also_the_second_to_the_same_question():
    walk, answers = began(is_first=False, share_asked_twice=1), 0
    while questions := walk.questions():
        for question in questions:
            assert walk.answer(question.id, best_move(walk.position(question.moves)))
            assert not walk.answer(question.id, question.moves[0])  # too late
            answers += 1
            assert walk.answers_taken == answers
            assert Walk.from_bytes(walk.to_bytes()).answers_taken == answers
    assert answers >= 2 * walk.state.asked


def test_a_player_of_our_own_is_proven_by_what_it_answers_once():
    walk = walked(engine("perfect"), began(is_first=False, share_asked_twice=0))
    assert walk.verdict is WalkVerdict.PROVEN
    assert walk.state.asked_twice == 0


def test_a_lost_game_refutes_and_its_mistake_is_shown():
    walk = walked(engine("rules"), began(is_first=False))
    assert walk.verdict is WalkVerdict.REFUTED
    assert len(walk.lines.shortest_loss) == 7
    slip = walk.state.slips[0]
    assert (slip.before, slip.after) == (0, -1)
    assert slip.moves == walk.lines.shortest_loss[: len(slip.moves)]


# ---- the order --------------------------------------------------------------------------------


@SEATS
def test_positions_with_fewer_marks_come_first_and_each_comes_once(is_first):
    walk, seen = began(is_first=is_first, share_asked_twice=0), []

    def choose(position):
        seen.append(position)
        return best_move(position)

    walked(choose, walk)
    assert [position.ply for position in seen] == sorted(position.ply for position in seen)
    assert len(seen) == len(set(seen)) == walk.state.asked


def plies_of_shortest_loss(choose: Choose, position: Position, is_to_move: bool) -> float:
    """By the plainest search in depth."""
    if position.is_over:
        return position.ply if position.is_won and is_to_move else float("inf")
    cells = [choose(position)] if is_to_move else position.legal_moves()
    return min(
        plies_of_shortest_loss(choose, position.play(cell), not is_to_move) for cell in cells
    )


@SEATS
@pytest.mark.parametrize("seed", range(5))
def test_the_first_loss_found_is_the_shortest(is_first, seed):
    choose = engine("random", seed)
    walk = began(is_first=is_first)
    walked(choose, walk)
    found = walk.lines.shortest_loss
    assert Position.after(TIC_TAC_TOE, found).is_won
    assert len(found) == plies_of_shortest_loss(choose, Position(TIC_TAC_TOE), is_first)


def test_no_more_than_some_are_asked_at_once_and_again_until_they_are_answered():
    widest = 0
    walk = began(is_first=False, share_asked_twice=0)
    while questions := walk.questions(10):
        widest = max(widest, len(questions))
        assert walk.questions(10) == questions
        last = questions[-1]
        walk.answer(last.id, best_move(walk.position(last.moves)), JUDGE)
    assert widest == 10
    assert walk.verdict is WalkVerdict.PROVEN


# ---- answers ----------------------------------------------------------------------------------


def test_an_answer_that_came_before_changes_nothing():
    walk = began(is_first=True, share_asked_twice=0)
    question = walk.questions()[0]
    assert walk.answer(question.id, B2)
    assert not walk.answer(question.id, A1)
    assert all(each.moves[0] == B2 for each in walk.questions())


@pytest.mark.parametrize("number", [-1, 9, 10_000])
def test_an_answer_to_what_was_not_asked_is_refused(number):
    walk = began(is_first=False, share_asked_twice=0)
    walk.questions()
    with pytest.raises(GameError, match="not_asked"):
        walk.answer(number, A1)


def test_a_question_must_have_been_handed_out():
    walk = began(is_first=False)
    walk.questions(1)
    with pytest.raises(GameError, match="not_asked"):
        walk.answer(1, A1)


@pytest.mark.parametrize("cell", [A1, 9, -1])
def test_a_cell_that_cannot_be_marked_is_refused(cell):
    walk = began(is_first=False)
    question = next(each for each in walk.questions() if each.moves == (A1,))
    with pytest.raises(IllegalMove):
        walk.answer(question.id, cell)


@SEATS
def test_it_can_be_written_between_any_two_answers(is_first):
    whole = walked(best_move, began(is_first=is_first, seed=3))
    walk = began(is_first=is_first, seed=3)
    while questions := walk.questions():
        walk = Walk.from_bytes(walk.to_bytes())
        for question in questions[:7]:
            walk.answer(question.id, best_move(walk.position(question.moves)), JUDGE)
    assert walk.state == whole.state


# ---- by chance --------------------------------------------------------------------------------


def test_the_first_plies_are_asked_often_and_about_one_in_twenty_of_the_others_twice():
    walk, seen = began(is_first=False, seed=1), Counter()
    walked(lambda position: seen.update([position]) or best_move(position), walk)
    assert {seen[position] for position in seen if position.ply == 1} == {TIMES_ASKED_OFTEN}
    later = [number for position, number in seen.items() if position.ply > 1]
    assert set(later) == {1, 2}
    assert 8 <= later.count(2) <= 40
    assert walk.state.asked_twice == 9 + later.count(2)
    assert walk.state.difference is None


@pytest.mark.parametrize("share", [SHARE_ASKED_TWICE, 1])
def test_who_opens_by_chance_is_caught_in_twenty_of_twenty_runs(share):
    for number in range(20):
        random = Random(number)

        def choose(position, random=random):
            corners = (0, 2, 6, 8)
            return best_move(position) if position.ply else random.choice(corners)

        walk = began(is_first=True, seed=number, share_asked_twice=share)
        walked(choose, walk)
        assert walk.verdict is WalkVerdict.BY_CHANCE
        assert walk.state.difference.moves == ()


def test_who_replies_to_the_first_mark_by_chance_is_caught_in_twenty_of_twenty_runs():
    for number in range(20):
        random = Random(number)

        def choose(position, random=random):
            return random.choice(best_cells(position)) if position.ply == 1 else best_move(position)

        walk = walked(choose, began(is_first=False, seed=number))
        assert walk.verdict is WalkVerdict.BY_CHANCE


def test_on_a_large_board_the_first_plies_take_no_more_than_their_share():
    walk = Walk.begin(Ruleset(15, 15, 5), is_first=False, most_questions=5_000, narrows=True)
    asked = [question.moves for question in walk.questions(5_000)]
    assert len(set(asked)) < len(asked) <= len(set(asked)) + 500


def test_the_mistake_that_is_told_with_a_lost_game_belongs_to_it():
    for seed in range(20):
        walk = walked(engine("random", seed), began(is_first=False, seed=seed))
        loss, slip = walk.lines.shortest_loss, walk.state.slip_of_loss
        assert slip.moves == loss[: len(slip.moves)]
        assert not any(
            one.moves == loss[: len(one.moves)] and len(one.moves) < len(slip.moves)
            for one in walk.state.slips
        )


def test_a_walk_that_another_version_wrote_goes_on():
    """It kept no list of what it asks again, and chose fewer."""
    walk = began(is_first=False)
    questions = walk.questions()
    walk.state.again, walk.state.answers = [], [None] * (9 + 3)
    walk = Walk.from_bytes(walk.to_bytes())
    walked(best_move, walk)
    assert walk.is_over
    assert not walk.answer(questions[11].id, A1)


def test_a_walk_of_another_version_goes_on_where_only_repeats_were_open():
    walk = began(is_first=False)
    asked = walk.questions()
    for question in asked[:9]:
        walk.answer(question.id, best_move(walk.position(question.moves)), JUDGE)
    walk.state.again, walk.state.answers = [], [*walk.state.answers[:9], None, None, None]
    walk.state.next_id = 12
    walk = Walk.from_bytes(walk.to_bytes())
    assert {len(question.moves) for question in walk.questions()} == {3}
    # An answer to what the other version asked is not taken for one to the next ply.
    assert not walk.answer(asked[9].id, A1)
    assert walked(best_move, walk).verdict is WalkVerdict.UNBEATEN


def test_another_seed_asks_others_twice():
    def asked_twice(seed):
        walk, seen = began(is_first=False, seed=seed), []
        walked(lambda position: seen.append(position) or best_move(position), walk)
        return frozenset(position for position in seen if seen.count(position) == 2)

    assert len({asked_twice(seed) for seed in range(3)}) == 3
    assert asked_twice(1) == asked_twice(1)


def test_a_player_that_answers_otherwise_the_second_time_plays_by_chance():
    random, walk = Random(5), began(is_first=False, seed=2)
    walked(lambda position: random.choice(position.legal_moves()), walk)
    first, second = walk.state.difference.cells
    assert first != second
    # A lost game is a fact, whatever it would do the next time.
    assert walk.verdict is (WalkVerdict.REFUTED if walk.lines.lost else WalkVerdict.BY_CHANCE)


def test_chance_alone_proves_nothing():
    random = Random(1)
    walk = began(is_first=True, share_asked_twice=1)
    walked(lambda position: random.choice(best_cells(position)), walk)
    assert not walk.lines.lost
    assert walk.verdict is WalkVerdict.BY_CHANCE


# ---- mutants ----------------------------------------------------------------------------------

TURNS = (
    lambda row, column: (row, column),
    lambda row, column: (column, 2 - row),
    lambda row, column: (2 - row, 2 - column),
    lambda row, column: (2 - column, row),
)
MIRRORED = (
    lambda row, column: (row, column),
    lambda row, column: (row, 2 - column),
)


def cells_moved(turn, mirror) -> tuple[Cell, ...]:
    """Where each cell goes."""
    places = (turn(*mirror(*divmod(cell, 3))) for cell in range(9))
    return tuple(3 * row + column for row, column in places)


SYMMETRIES = [cells_moved(turn, mirror) for turn in TURNS for mirror in MIRRORED]


def moved(mask: int, symmetry: tuple[Cell, ...]) -> int:
    return sum(1 << symmetry[cell] for cell in range(9) if mask >> cell & 1)


def alike(position: Position) -> frozenset[Position]:
    """The position in all its symmetric forms."""
    return frozenset(
        Position(TIC_TAC_TOE, moved(position.own, each), moved(position.opposing, each))
        for each in SYMMETRIES
    )


def mistakes(position: Position) -> list[Cell]:
    """Moves after which it is worth less."""
    worths = {cell: _sign(move_worth(position, cell)) for cell in position.legal_moves()}
    return [cell for cell, worth in worths.items() if worth < max(worths.values())]


def _sign(worth: int) -> int:
    return (worth > 0) - (worth < 0)


def test_whoever_errs_in_one_position_is_found_if_it_gets_there():
    open_positions = [position for position in reachable(TIC_TAC_TOE) if not position.is_over]
    classes = {alike(position) for position in open_positions}
    faulty = [each for each in classes if mistakes(next(iter(each)))]
    assert (len(open_positions), len(classes), len(faulty)) == (4520, 627, 431)
    found = 0
    for positions in faulty:
        asked = set()

        def choose(position, positions=positions, asked=asked):
            asked.add(position)
            return mistakes(position)[0] if position in positions else best_move(position)

        is_first = next(iter(positions)).ply % 2 == 0
        walk = walked(choose, began(is_first=is_first, share_asked_twice=0))
        assert bool(walk.state.slips) == bool(asked & positions)
        found += bool(walk.state.slips)
        if walk.lines.lost:
            assert walk.verdict is WalkVerdict.REFUTED
    assert found > 100


# ---- larger boards ----------------------------------------------------------------------------


def test_a_seat_that_is_lost_anyway_is_refuted_by_mistakes_only():
    ruleset = Ruleset(4, 3, 3)
    judge = judge_of(ruleset)
    walk = Walk.begin(ruleset, is_first=False, judge=judge)
    assert walk.state.is_seat_lost
    walked(engine("perfect"), walk, judge)
    assert walk.lines.lost
    assert walk.verdict is WalkVerdict.UNBEATEN


@pytest.mark.parametrize("numbers", [(4, 4, 4), (7, 7, 5), (19, 19, 5)])
def test_where_there_are_too_many_lines_some_are_played_within_the_limit(numbers):
    walk = Walk.begin(
        Ruleset(*numbers), is_first=False, judge=None, most_questions=600, narrows=True
    )
    walked(engine("rules"), walk, None)
    assert walk.is_over
    assert not walk.state.is_exhaustive
    assert walk.state.asked + walk.state.asked_twice <= 600
    assert walk.lines.number
    assert walk.verdict in (WalkVerdict.REFUTED, WalkVerdict.NOT_REFUTED)


@pytest.mark.parametrize(("is_first", "most"), [(True, 80), (False, 450)])
@pytest.mark.parametrize("share", [0, SHARE_ASKED_TWICE, 1])
def test_a_walk_that_does_not_narrow_asks_no_more_than_it_may(is_first, most, share):
    asked = []

    def choose(position):
        asked.append(position)
        return best_move(position)

    with suppress(WalkTooLong):
        walked(choose, began(is_first=is_first, share_asked_twice=share, most_questions=most))
    assert len(asked) <= most


def test_a_weak_player_is_refuted_on_a_large_board():
    walk = Walk.begin(
        Ruleset(15, 15, 5), is_first=True, judge=None, most_questions=2_000, narrows=True
    )
    walked(engine("random"), walk, None)
    assert walk.verdict is WalkVerdict.REFUTED
    assert Position.after(walk.state.ruleset, walk.lines.shortest_loss).is_won


def test_many_lines_can_be_written():
    """Their number is that of the positions, once not all of them are played."""
    walk = Walk.begin(
        Ruleset(19, 19, 5), is_first=True, judge=None, most_questions=800, narrows=True
    )
    while questions := walk.questions():
        for question in questions:
            walk.answer(question.id, engine("rules")(walk.position(question.moves)))
        walk = Walk.from_bytes(walk.to_bytes())
    assert walk.is_over
