"""What the newer commands promise: rematches, takebacks by number, the swap rule, claims."""

import pytest
from msgspec.structs import replace

from games.core.clock import DAY, GIFT, HOUR, UNLIMITED, TimeControl
from games.core.errors import GameError
from games.core.events import (
    Continued,
    Ended,
    Extended,
    Offer,
    OfferDeclined,
    Offering,
    Outcome,
    Status,
    Swapped,
    Termination,
    TimedMove,
    TimeGiven,
)
from games.core.match import Match, replay
from games.core.rules import TIC_TAC_TOE, Mark
from games.text.refusals import REFUSALS

ALICE, BOB = 1, 2
START = 1_000_000
MINUTE = 60_000
REMATCHES = (Offering.REMATCH, Offering.SAME_SIDES)


def ongoing(**terms):
    players = {"x_player": ALICE, "o_player": BOB}
    return Match.new(TIC_TAC_TOE, **players, now=START, **terms)


def after(match, *cells):
    for cell in cells:
        match, _ = match.play(mark=match.turn, ply=match.ply, cell=cell, now=START)
    return match


def finished():
    match, _ = after(ongoing(), 0, 1).resign(mark=Mark.X, now=START)
    return match


def refused(code, command, **arguments):
    assert code in REFUSALS
    with pytest.raises(GameError) as error:
        command(**arguments)
    assert error.value.code == code


# Rematches.


@pytest.mark.parametrize("what", REMATCHES)
def test_an_accepted_rematch_names_the_next_game(what):
    offered, _ = finished().make_offer(mark=Mark.O, what=what)
    match, events = offered.answer_offer(
        mark=Mark.X, what=what, yes=True, now=START, next="abcdefghij"
    )
    assert events == (Continued("abcdefghij"),)
    assert match.next == "abcdefghij"
    assert match.offer is None
    assert (match.outcome, match.version) == (Outcome.O, offered.version + 1)


@pytest.mark.parametrize("by", list(Mark))
def test_a_rematch_is_declined_or_withdrawn(by):
    offered, _ = finished().make_offer(mark=Mark.O, what=Offering.REMATCH)
    match, events = offered.answer_offer(mark=by, what=Offering.REMATCH, yes=False, now=START)
    assert events == (OfferDeclined(Offer(Offering.REMATCH, Mark.O), by=by),)
    assert match.offer is None


@pytest.mark.parametrize("what", REMATCHES)
def test_a_rematch_is_for_games_that_are_over(what):
    refused("not_over", ongoing().make_offer, mark=Mark.X, what=what)
    refused(
        "not_over", ongoing().answer_offer, mark=Mark.X, what=what, yes=True, now=START, next="a"
    )
    called_off, _ = Match.new(TIC_TAC_TOE, x_player=ALICE, now=START).cancel(now=START)
    refused("not_started", called_off.make_offer, mark=Mark.X, what=what)


@pytest.mark.parametrize("what", [Offering.DRAW, Offering.TAKEBACK])
def test_nothing_but_a_rematch_is_offered_after_the_end(what):
    refused("game_over", finished().make_offer, mark=Mark.X, what=what)


def test_a_game_has_one_next_game():
    match, _ = finished().continue_with(next="first")
    assert match.continue_with(next="second") == (match, ())
    refused("already_continued", match.make_offer, mark=Mark.X, what=Offering.REMATCH)
    refused("not_over", ongoing().continue_with, next="first")


def test_going_on_without_asking_ends_a_rematch_offer():
    offered, _ = finished().make_offer(mark=Mark.O, what=Offering.REMATCH)
    match, _ = offered.continue_with(next="abcdefghij")
    assert match.offer is None


def test_a_next_game_that_is_gone_is_forgotten():
    match, _ = finished().continue_with(next="gone")
    assert match.forget_next(next="another") == (match, ())
    forgotten, events = match.forget_next(next="gone")
    assert events == (Continued(""),)
    again, _ = forgotten.continue_with(next="here")
    assert again.next == "here"


# Takebacks.


def test_takebacks_are_counted_for_each_player():
    match = after(ongoing(takebacks=1), 0, 1)
    match, _ = match.take_back(mark=Mark.O, now=START)
    assert (match.takebacks_left(Mark.X), match.takebacks_left(Mark.O)) == (1, 0)
    match = after(match, 1)
    refused("no_takebacks_left", match.take_back, mark=Mark.O, now=START)
    refused("no_takebacks_left", match.make_offer, mark=Mark.O, what=Offering.TAKEBACK)
    match, _ = match.take_back(mark=Mark.X, now=START)
    assert match.ply == 0


def test_an_agreed_takeback_counts_for_the_one_who_asked():
    match, _ = after(ongoing(), 0).make_offer(mark=Mark.X, what=Offering.TAKEBACK)
    declined, _ = match.answer_offer(mark=Mark.O, what=Offering.TAKEBACK, yes=False, now=START)
    assert declined.takebacks_left(Mark.X) == 3
    agreed, _ = match.answer_offer(mark=Mark.O, what=Offering.TAKEBACK, yes=True, now=START)
    assert (agreed.takebacks_left(Mark.X), agreed.takebacks_left(Mark.O)) == (2, 3)


def test_takebacks_can_be_switched_off():
    match = after(ongoing(takebacks=0), 0)
    refused("takebacks_off", match.take_back, mark=Mark.X, now=START)
    refused("takebacks_off", match.make_offer, mark=Mark.X, what=Offering.TAKEBACK)


# The swap rule.


def test_the_second_player_may_take_over_the_first_mark():
    match = after(ongoing(swap=True), 4)
    swapped, events = match.swap_sides(mark=Mark.O)
    assert events == (Swapped(Mark.O),)
    assert (swapped.x_player, swapped.o_player) == (BOB, ALICE)
    assert (swapped.turn, swapped.ply) == (Mark.O, 1)
    refused("no_swap_now", swapped.swap_sides, mark=Mark.O)


@pytest.mark.parametrize("cells", [(), (4, 0)])
def test_only_the_first_mark_can_be_taken_over(cells):
    match = after(ongoing(swap=True), *cells)
    refused("no_swap_now", match.swap_sides, mark=match.turn)


def test_the_side_that_made_the_first_mark_does_not_swap():
    refused("no_swap_now", after(ongoing(swap=True), 4).swap_sides, mark=Mark.X)


def test_sides_are_swapped_only_where_the_terms_allow_it():
    refused("no_swap_now", after(ongoing(), 4).swap_sides, mark=Mark.O)


def test_used_takebacks_stay_with_the_player():
    match, _ = after(ongoing(swap=True), 0).take_back(mark=Mark.X, now=START)
    swapped, _ = after(match, 4).swap_sides(mark=Mark.O)
    assert (swapped.takebacks_left(Mark.X), swapped.takebacks_left(Mark.O)) == (3, 2)


def test_the_first_mark_stays_once_it_has_changed_hands():
    swapped, _ = after(ongoing(swap=True), 4).swap_sides(mark=Mark.O)
    refused("nothing_to_take_back", swapped.take_back, mark=Mark.X, now=START)
    taken, _ = after(swapped, 0).take_back(mark=Mark.O, now=START)
    assert taken.ply == 1
    refused("nothing_to_take_back", after(swapped, 0).take_back, mark=Mark.X, now=START)


# Somebody left, was asked in vain, or lost time to an outage.


def test_a_claimed_game_is_won():
    match, events = after(ongoing(), 0, 1, 2).claim(mark=Mark.X, now=START)
    assert events == (Ended(Outcome.X, Termination.ABANDONED),)
    assert match.status is Status.FINISHED


def test_nobody_claims_in_the_own_turn_or_before_both_have_moved():
    refused("your_own_turn", after(ongoing(), 0, 1).claim, mark=Mark.X, now=START)
    refused("too_early_to_claim", after(ongoing(), 0).claim, mark=Mark.X, now=START)
    refused("game_over", finished().claim, mark=Mark.X, now=START)


def test_an_open_game_can_be_declined():
    match, events = Match.new(TIC_TAC_TOE, x_player=ALICE, now=START).decline(now=START)
    assert events == (Ended(Outcome.NONE, Termination.DECLINED),)
    refused("game_over", match.decline, now=START)
    refused("already_started", ongoing().decline, now=START)


@pytest.mark.parametrize("first", list(Mark))
def test_only_the_side_whose_time_runs_gets_more(first):
    match = after(ongoing(control=TimeControl(MINUTE, 0), first=first), 0, 1)
    more, events = match.extend(by=5_000)
    assert events == (Extended(first, 5_000),)
    assert more.clock.left(first, START) == MINUTE + 5_000
    assert more.clock.left(first.other, START) == MINUTE
    assert more.clock.deadline == match.clock.deadline + 5_000


@pytest.mark.parametrize("control", [UNLIMITED, TimeControl(MINUTE, 0)])
def test_time_that_does_not_run_is_not_extended(control):
    match = after(ongoing(control=control), 0)
    assert match.extend(by=5_000) == (match, ())


DEAD = (0, 1, 2, 4, 3, 5, 7, 6)


def test_either_side_claims_a_draw_once_nobody_can_complete_a_line():
    refused("line_possible", after(ongoing(), *DEAD[:-2]).claim_draw, now=START)
    match, events = after(ongoing(), *DEAD).claim_draw(now=START + 5)
    assert events == (Ended(Outcome.DRAW, Termination.DEAD),)
    assert (match.status, match.ended_at) == (Status.FINISHED, START + 5)
    refused("game_over", match.claim_draw, now=START)
    refused("not_started", Match.new(TIC_TAC_TOE, x_player=ALICE).claim_draw, now=START)


@pytest.mark.parametrize("giver", list(Mark))
def test_one_side_gives_the_other_some_seconds(giver):
    match = after(ongoing(control=TimeControl(MINUTE, 0)), 0, 1)
    more, events = match.give_time(mark=giver, now=START)
    assert events == (TimeGiven(giver, GIFT),)
    assert more.clock.left(giver.other, START) == MINUTE + GIFT
    assert more.clock.left(giver, START) == MINUTE


def test_gifts_end_at_twice_the_time_and_a_minute():
    match = after(ongoing(control=TimeControl(MINUTE, 0)), 0, 1)
    for _ in range(8):
        match, _ = match.give_time(mark=Mark.X, now=START)
    assert match.clock.left(Mark.O, START) == 3 * MINUTE
    refused("clock_full", match.give_time, mark=Mark.X, now=START)


def test_time_is_given_only_while_clocks_run():
    refused("no_clock", after(ongoing(), 0, 1).give_time, mark=Mark.X, now=START)
    waiting = after(ongoing(control=TimeControl(MINUTE, 0)), 0)
    refused("clock_stands", waiting.give_time, mark=Mark.X, now=START)
    running = after(waiting, 1)
    refused("time_is_up", running.give_time, mark=Mark.O, now=START + MINUTE)


def test_with_days_per_move_the_whole_time_is_given_again():
    match = after(ongoing(control=TimeControl(per_move_ms=3 * DAY)), 0, 1)
    refused("clock_stands", match.give_time, mark=Mark.X, now=START)  # it is X's turn
    refused("clock_full", match.give_time, mark=Mark.O, now=START + HOUR - 1)
    later = START + HOUR
    more, events = match.give_time(mark=Mark.O, now=later)
    assert events == (TimeGiven(Mark.O, HOUR),)
    assert more.clock.deadline == later + 3 * DAY


def from_position(*cells, **terms):
    """A game that goes on from the position after *cells*."""
    given = tuple(TimedMove(cell, START - 5_000) for cell in cells)
    return replay(replace(ongoing(**terms), setup=len(cells)), given)


def test_moves_that_were_given_are_none_of_the_players():
    match = from_position(0, 1, 2)
    assert match.turn is Mark.O
    assert match.takeback_plies(Mark.X) == match.takeback_plies(Mark.O) == 0
    match, (moved,) = match.play(mark=Mark.O, ply=3, cell=4, now=START + 7)
    assert moved.played.spent == 7
    assert match.can_be_aborted
    assert match.takeback_plies(Mark.O) == 1
    match, _ = match.take_back(mark=Mark.O, now=START)
    assert match.ply == 3
    assert not after(match, 4, 5).can_be_aborted


def test_clocks_start_once_both_have_moved_on_from_a_position():
    match = after(from_position(0, 1, 2, control=TimeControl(MINUTE, 0)), 4)
    assert match.clock.running is None
    assert after(match, 5).clock.running is Mark.O
