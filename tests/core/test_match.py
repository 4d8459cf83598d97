import pytest
from hypothesis import given

from games.core.clock import DAY, UNLIMITED, TimeControl
from games.core.errors import GameError, IllegalMove
from games.core.events import (
    Adjudicated,
    Ended,
    Flagged,
    Joined,
    Moved,
    Offer,
    OfferDeclined,
    Offered,
    Offering,
    Outcome,
    Reseated,
    Status,
    TakenBack,
    Termination,
    TimedMove,
)
from games.core.match import Match, replay
from games.core.match_state import result_by_the_rules
from games.core.rules import TIC_TAC_TOE, Mark, Position, Ruleset
from tests.core.strategies import games

ALICE, BOB, CHARLIE = 1, 2, 3
START = 1_000_000
MINUTE = 60_000
ONE_PLUS_TWO = TimeControl(MINUTE, 2_000)
DRAW, TAKEBACK = Offering.DRAW, Offering.TAKEBACK


def ongoing(control=UNLIMITED, first=Mark.X, ruleset=TIC_TAC_TOE):
    return Match.new(ruleset, first=first, control=control, x_player=ALICE, o_player=BOB, now=START)


def waiting():
    return Match.new(TIC_TAC_TOE, x_player=ALICE, now=START)


def after(match, *cells, now=START):
    """*match* after moves in turn, all at the same time."""
    for cell in cells:
        match, _ = match.play(mark=match.turn, ply=match.ply, cell=cell, now=now)
    return match


def refused(code, command, **arguments):
    with pytest.raises(GameError) as error:
        command(**arguments)
    assert error.value.code == code


# Seats.


def test_a_game_with_a_free_seat_is_open():
    match = waiting()
    assert match.status is Status.OPEN
    assert match.turn is None
    assert match.player(Mark.O) is None


def test_joining_starts_the_game():
    match, events = waiting().join(mark=Mark.O, player=BOB, now=START + 5)
    assert match.status is Status.ONGOING
    assert match.turn is Mark.X
    assert match.started_at == START + 5
    assert events == (Joined(Mark.O, BOB),)
    assert match.version == 1


def test_a_seat_is_taken_once():
    refused("seat_taken", waiting().join, mark=Mark.X, player=BOB, now=START)


def test_nobody_joins_the_own_game():
    refused("already_seated", waiting().join, mark=Mark.O, player=ALICE, now=START)


def test_nobody_joins_a_game_that_was_called_off():
    called_off, _ = waiting().cancel(now=START)
    refused("game_over", called_off.join, mark=Mark.O, player=BOB, now=START)


def test_cancelling_ends_an_open_game_without_a_result():
    match, events = waiting().cancel(now=START + 1)
    assert match.status is Status.FINISHED
    assert match.ended_at == START + 1
    assert events == (Ended(Outcome.NONE, Termination.CANCELLED),)


def test_only_an_open_game_is_cancelled():
    refused("already_started", ongoing().cancel, now=START)
    called_off, _ = waiting().cancel(now=START)
    refused("game_over", called_off.cancel, now=START)


def test_seats_are_found_by_player():
    match = ongoing()
    assert match.marks_of(ALICE) == (Mark.X,)
    assert match.marks_of(BOB) == (Mark.O,)
    assert match.marks_of(CHARLIE) == ()
    assert waiting().marks_of(None) == ()


def test_one_player_can_have_both_seats():
    match = Match.new(TIC_TAC_TOE, x_player=ALICE, o_player=ALICE)
    assert match.status is Status.ONGOING
    assert match.marks_of(ALICE) == (Mark.X, Mark.O)


def test_seats_go_to_another_account():
    match, events = ongoing().reseat(was=BOB, player=CHARLIE)
    assert (match.x_player, match.o_player) == (ALICE, CHARLIE)
    assert events == (Reseated(BOB, CHARLIE),)


def test_both_seats_go_at_once():
    match = Match.new(TIC_TAC_TOE, x_player=ALICE, o_player=ALICE)
    assert match.reseat(was=ALICE, player=BOB)[0].marks_of(BOB) == (Mark.X, Mark.O)


def test_an_open_game_changes_hands_before_anybody_sits():
    match, events = Match.new(TIC_TAC_TOE).reseat(was=ALICE, player=BOB)
    assert (match.x_player, match.o_player, match.version) == (None, None, 1)
    assert events == (Reseated(ALICE, BOB),)


def test_nobody_gets_seats_to_play_against_oneself():
    refused("already_seated", ongoing().reseat, was=BOB, player=ALICE)


def test_a_watcher_has_no_seat_to_give():
    refused("no_such_seat", ongoing().reseat, was=CHARLIE, player=4)


# Moves.


@pytest.mark.parametrize("first", Mark)
def test_the_first_mark_moves_first_and_then_they_alternate(first):
    match = ongoing(first=first)
    assert [match.mark_at(ply) for ply in range(3)] == [first, first.other, first]
    assert match.turn is first
    assert after(match, 4).turn is first.other


def test_a_move_tells_where_when_and_after_how_long():
    match = after(ongoing(), 4, now=START + 7)
    match, events = match.play(mark=Mark.O, ply=1, cell=0, now=START + 10, id="one")
    played = TimedMove(0, START + 10, 3, "one")
    assert match.moves == (TimedMove(4, START + 7, 7), played)
    assert events == (Moved(1, Mark.O, played),)


def test_a_line_wins():
    match = after(ongoing(), 0, 3, 1, 4)
    match, events = match.play(mark=Mark.X, ply=4, cell=2, now=START + 9)
    assert events[1:] == (Ended(Outcome.X, Termination.LINE),)
    assert match.version == 6
    assert match.winning_line == (0, 1, 2)
    assert match.ended_at == START + 9
    assert match.turn is None


def test_the_second_mark_can_win_too():
    assert after(ongoing(), 0, 3, 1, 4, 8, 5).outcome is Outcome.O


def test_a_full_board_is_a_draw():
    match = after(ongoing(), 0, 1, 2, 4, 3, 5, 7, 6, 8)
    assert (match.outcome, match.termination) == (Outcome.DRAW, Termination.FULL)


def test_the_same_command_again_changes_nothing():
    match, _ = ongoing().play(mark=Mark.X, ply=0, cell=4, now=START, id="one")
    assert match.play(mark=Mark.X, ply=0, cell=4, now=START + 9, id="one") == (match, ())


def test_an_id_that_was_used_is_refused_for_anything_but_the_same_move():
    match, _ = ongoing().play(mark=Mark.X, ply=0, cell=0, now=START, id="a")
    for mark, ply, cell in ((Mark.X, 0, 5), (Mark.O, 0, 0), (Mark.O, 0, 7), (Mark.O, 1, 7)):
        refused("id_used", match.play, mark=mark, ply=ply, cell=cell, now=START, id="a")
    match = after(match, 3, 1, 4, 2)
    refused("id_used", match.play, mark=Mark.O, ply=0, cell=0, now=START, id="a")


def test_whoever_made_the_first_mark_may_repeat_it_after_it_has_changed_hands():
    match = Match.new(TIC_TAC_TOE, x_player=ALICE, o_player=BOB, swap=True, now=START)
    match, _ = match.play(mark=Mark.X, ply=0, cell=4, now=START, id="one")
    match, _ = match.swap_sides(mark=Mark.O)
    assert match.play(mark=Mark.O, ply=0, cell=4, now=START, id="one") == (match, ())
    refused("id_used", match.play, mark=Mark.X, ply=0, cell=4, now=START, id="one")


def test_on_a_shared_device_a_move_may_be_repeated_though_the_other_mark_is_to_move():
    match = Match.new(TIC_TAC_TOE, x_player=1, o_player=1, now=START)
    match, _ = match.play(mark=Mark.X, ply=0, cell=4, now=START, id="one")
    assert match.play(mark=Mark.O, ply=0, cell=4, now=START, id="one") == (match, ())


def test_the_last_command_again_is_acknowledged_after_the_end():
    match = after(ongoing(), 0, 3, 1, 4)
    match, _ = match.play(mark=Mark.X, ply=4, cell=2, now=START, id="end")
    assert match.play(mark=Mark.X, ply=4, cell=2, now=START, id="end") == (match, ())


def test_another_command_for_a_past_ply_is_stale():
    match = after(ongoing(), 4)
    refused("stale_ply", match.play, mark=Mark.X, ply=0, cell=0, now=START, id="other")
    refused("stale_ply", match.play, mark=Mark.X, ply=0, cell=4, now=START)
    refused("stale_ply", match.play, mark=Mark.O, ply=2, cell=0, now=START)
    refused("stale_ply", match.play, mark=Mark.O, ply=-1, cell=0, now=START, id="x")


def test_a_move_out_of_turn_is_refused():
    refused("not_your_turn", ongoing().play, mark=Mark.O, ply=0, cell=4, now=START)


def test_a_move_in_an_open_or_finished_game_is_refused():
    refused("not_started", waiting().play, mark=Mark.X, ply=0, cell=4, now=START)
    resigned, _ = ongoing().resign(mark=Mark.X, now=START)
    refused("game_over", resigned.play, mark=Mark.X, ply=0, cell=4, now=START)


def test_a_taken_cell_is_refused_and_changes_nothing():
    match = after(ongoing(), 4)
    with pytest.raises(IllegalMove, match="cell_taken"):
        match.play(mark=Mark.O, ply=1, cell=4, now=START)
    assert match == after(ongoing(), 4)


# Endings by the players.


@pytest.mark.parametrize("mark", Mark)
def test_resigning_gives_the_game_to_the_other_side(mark):
    match, events = ongoing().resign(mark=mark, now=START)
    assert events == (Ended(Outcome(mark.other), Termination.RESIGNATION),)
    assert match.status is Status.FINISHED


def test_a_game_can_be_aborted_until_both_have_moved():
    match, events = after(ongoing(), 4).abort(now=START)
    assert events == (Ended(Outcome.NONE, Termination.ABORT),)
    assert not match.can_be_aborted
    refused("too_late_to_abort", after(ongoing(), 4, 0).abort, now=START)


def test_staff_call_off_any_game_that_is_not_over():
    assert after(ongoing(), 4, 0).call_off(now=START)[0].termination is Termination.ABORT
    called_off, _ = waiting().call_off(now=START)
    assert called_off.termination is Termination.CANCELLED
    refused("game_over", called_off.call_off, now=START)


def test_nothing_but_joining_is_possible_in_an_open_game():
    match = waiting()
    refused("not_started", match.resign, mark=Mark.X, now=START)
    refused("not_started", match.abort, now=START)
    refused("not_started", match.make_offer, mark=Mark.X, what=DRAW)
    refused("not_started", match.answer_offer, mark=Mark.X, what=DRAW, yes=True, now=START)
    refused("not_started", match.take_back, mark=Mark.X, now=START)
    refused("not_started", match.fall_flag, now=START)


# Offers.


def test_an_accepted_draw_ends_the_game():
    offered, made = ongoing().make_offer(mark=Mark.X, what=DRAW)
    assert made == (Offered(Offer(DRAW, Mark.X)),)
    match, events = offered.answer_offer(mark=Mark.O, what=DRAW, yes=True, now=START)
    assert events == (Ended(Outcome.DRAW, Termination.AGREEMENT),)
    assert match.offer is None


@pytest.mark.parametrize("by", Mark)
def test_an_offer_is_declined_or_withdrawn(by):
    offered, _ = ongoing().make_offer(mark=Mark.X, what=DRAW)
    match, events = offered.answer_offer(mark=by, what=DRAW, yes=False, now=START)
    assert events == (OfferDeclined(Offer(DRAW, Mark.X), by),)
    assert match.offer is None


def test_one_offer_stands_at_a_time():
    offered, _ = after(ongoing(), 4).make_offer(mark=Mark.X, what=DRAW)
    refused("offer_pending", offered.make_offer, mark=Mark.O, what=DRAW)
    refused("offer_pending", offered.make_offer, mark=Mark.X, what=TAKEBACK)


def test_nobody_accepts_the_own_offer():
    offered, _ = ongoing().make_offer(mark=Mark.X, what=DRAW)
    refused("own_offer", offered.answer_offer, mark=Mark.X, what=DRAW, yes=True, now=START)


def test_an_answer_needs_an_offer_of_that_kind():
    refused("no_such_offer", ongoing().answer_offer, mark=Mark.O, what=DRAW, yes=True, now=START)
    offered, _ = ongoing().make_offer(mark=Mark.X, what=DRAW)
    refused("no_such_offer", offered.answer_offer, mark=Mark.O, what=TAKEBACK, yes=True, now=START)


def test_moving_on_declines_the_other_sides_draw():
    offered, _ = after(ongoing(), 4).make_offer(mark=Mark.X, what=DRAW)
    assert after(offered, 0).offer is None


def test_ones_own_draw_stands_while_one_moves():
    offered, _ = ongoing().make_offer(mark=Mark.X, what=DRAW)
    assert after(offered, 4).offer == Offer(DRAW, Mark.X)


def test_any_move_voids_a_takeback():
    offered, _ = after(ongoing(), 4, 0).make_offer(mark=Mark.X, what=TAKEBACK)
    assert after(offered, 8).offer is None


def test_the_end_of_the_game_ends_every_offer():
    offered, _ = after(ongoing(), 0, 3, 1, 4).make_offer(mark=Mark.X, what=DRAW)
    assert after(offered, 2).offer is None


# Takebacks.


def test_the_last_mover_takes_one_move_back():
    offered, _ = after(ongoing(), 4, 0).make_offer(mark=Mark.O, what=TAKEBACK)
    match, events = offered.answer_offer(mark=Mark.X, what=TAKEBACK, yes=True, now=START)
    assert events == (TakenBack(Mark.O, offered.moves[1:]),)
    assert [move.cell for move in match.moves] == [4]
    assert match.turn is Mark.O
    assert match.position == Position.after(TIC_TAC_TOE, [4])


def test_the_side_to_move_takes_two_moves_back():
    played = after(ongoing(), 4, 0)
    match, events = played.take_back(mark=Mark.X, now=START)
    assert events == (TakenBack(Mark.X, played.moves),)
    assert match.ply == 0
    assert match.turn is Mark.X


def test_who_has_not_moved_has_nothing_to_take_back():
    refused("nothing_to_take_back", ongoing().take_back, mark=Mark.O, now=START)
    match = after(ongoing(), 4)
    refused("nothing_to_take_back", match.take_back, mark=Mark.O, now=START)
    refused("nothing_to_take_back", match.make_offer, mark=Mark.O, what=TAKEBACK)


# Clocks.


def test_the_first_move_of_each_side_is_free():
    match = after(ongoing(ONE_PLUS_TWO), 4, 0, now=START + 10 * MINUTE)
    assert match.clock.x_ms == match.clock.o_ms == MINUTE
    assert match.clock.running is Mark.X
    assert match.clock.deadline == START + 11 * MINUTE


def test_the_clock_of_the_side_that_did_not_begin_starts_second():
    match = after(ongoing(ONE_PLUS_TWO, first=Mark.O), 4, 0)
    assert match.clock.running is Mark.O


def test_a_game_without_limits_has_no_running_clock():
    assert after(ongoing(), 4, 0, 8).clock.running is None


def test_the_flag_falls():
    match = after(ongoing(ONE_PLUS_TWO), 4, 0)
    late = START + MINUTE
    refused("time_is_up", match.play, mark=Mark.X, ply=2, cell=8, now=late)
    match, events = match.fall_flag(now=late)
    assert events == (Ended(Outcome.O, Termination.TIME),)
    assert match.clock.running is None
    assert match.clock.x_ms == 0


def test_the_flag_does_not_fall_early():
    refused("time_left", ongoing(ONE_PLUS_TWO).fall_flag, now=START + DAY)
    refused("time_left", after(ongoing(ONE_PLUS_TWO), 4, 0).fall_flag, now=START + MINUTE - 1)
    refused("time_left", after(ongoing(), 4, 0, 8).fall_flag, now=START + DAY)


def test_a_takeback_lets_the_taker_run_again():
    match = after(ongoing(ONE_PLUS_TWO), 4, 0, 8)
    match, _ = match.take_back(mark=Mark.X, now=START + 10)
    assert (match.clock.running, match.clock.since) == (Mark.X, START + 10)
    assert match.clock.left(Mark.X, START + 10) == MINUTE + 2_000
    assert match.clock.o_ms == MINUTE - 10


def test_a_takeback_of_the_first_moves_stops_the_clock():
    match, _ = after(ongoing(ONE_PLUS_TWO), 4, 0).take_back(mark=Mark.X, now=START + 10)
    assert match.clock.running is None
    assert after(match, 4, 0, now=START + DAY).clock.running is Mark.X


# Staff.


def test_staff_decide_an_ongoing_game():
    match, events = after(ongoing(ONE_PLUS_TWO), 4, 0).adjudicate(outcome=Outcome.O, now=START + 5)
    assert events == (
        Adjudicated(
            Ended(Outcome.NONE, Termination.NONE), Ended(Outcome.O, Termination.ADJUDICATION)
        ),
    )
    assert match.ended_at == START + 5
    assert match.clock.running is None


def test_staff_decide_a_finished_game_anew_and_its_end_stays_when_it_was():
    resigned, _ = ongoing().resign(mark=Mark.X, now=START + 1)
    match, events = resigned.adjudicate(outcome=Outcome.NONE, now=START + 9)
    assert events[0].was == Ended(Outcome.O, Termination.RESIGNATION)
    assert match.termination is Termination.ANNULLED
    assert match.ended_at == START + 1


def test_staff_do_not_decide_a_game_that_never_began():
    refused("not_started", waiting().adjudicate, outcome=Outcome.X, now=START)
    called_off, _ = waiting().cancel(now=START)
    refused("not_started", called_off.adjudicate, outcome=Outcome.X, now=START)


def test_flagging_for_review_changes_the_version_and_nothing_else():
    match, events = ongoing().flag(on=True)
    assert events == (Flagged(True),)
    assert (match.flagged, match.version, match.status) == (True, 1, Status.ONGOING)


def test_flagging_twice_changes_nothing():
    match, _ = ongoing().flag(on=True)
    assert match.flag(on=True) == (match, ())


# Replaying.


@given(games())
def test_a_match_is_its_moves(game):
    ruleset, cells = game
    match = after(ongoing(ruleset=ruleset), *cells)
    stored = ongoing(ruleset=ruleset)
    replayed = replay(stored, match.moves)
    assert replayed.position == match.position
    assert replayed.moves == match.moves


def test_replaying_impossible_moves_is_refused():
    with pytest.raises(IllegalMove, match="cell_taken"):
        replay(ongoing(), [TimedMove(4, START), TimedMove(4, START)])


@given(games())
def test_the_board_alone_says_who_won(game):
    ruleset, cells = game
    match = after(ongoing(ruleset=ruleset, first=Mark.O), *cells)
    if match.status is Status.FINISHED:
        assert result_by_the_rules(match.position, Mark.O) is match.outcome
    else:
        refused("not_over", result_by_the_rules, position=match.position, first=Mark.O)


def test_rulesets_stay_as_they_were():
    match = after(ongoing(ruleset=Ruleset(5, 4, 4)), 0, 1)
    assert match.ruleset == Ruleset(5, 4, 4)
