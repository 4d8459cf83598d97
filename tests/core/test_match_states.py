"""Random commands while time passes: whatever is done, a match keeps what it promises."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.core.clock import SECOND, UNLIMITED, TimeControl
from games.core.events import (
    Adjudicated,
    Continued,
    Ended,
    Extended,
    Flagged,
    Joined,
    Moved,
    OfferDeclined,
    Offered,
    Offering,
    Outcome,
    Reseated,
    Status,
    Swapped,
    TakenBack,
    Termination,
    TimeGiven,
)
from games.core.match import Match, replay
from games.core.match_state import result_by_the_rules
from games.core.rules import Mark, Position
from games.text.refusals import REFUSALS
from tests.core.refusals import code_of_refusal
from tests.core.strategies import rulesets

DECIDED_BY_THE_BOARD = {Termination.LINE, Termination.FULL}
WITHOUT_RESULT = {
    Termination.ABORT,
    Termination.CANCELLED,
    Termination.DECLINED,
    Termination.ANNULLED,
}
AFTER_THE_END = (Adjudicated, Flagged, Reseated, Offered, OfferDeclined, Continued)

marks = st.sampled_from(list(Mark))
players = st.integers(1, 4)
offerings = st.sampled_from(list(Offering))
controls = st.sampled_from([UNLIMITED, TimeControl(5 * SECOND, SECOND), TimeControl(60 * SECOND)])


class MatchMachine(RuleBasedStateMachine):
    """Carries commands out, and rebuilds the match from the events alone beside it."""

    @initialize(
        ruleset=rulesets(4),
        first=marks,
        control=controls,
        x=st.none() | players,
        o=st.none(),
        takebacks=st.integers(0, 3),
        swap=st.booleans(),
    )
    def create(self, ruleset, first, control, x, o, **terms):
        self.now = 1_000_000
        self.match = Match.new(
            ruleset, first=first, control=control, x_player=x, o_player=o, now=self.now, **terms
        )
        self.granted = 0
        self.next = ""
        self.swapped = False
        self.taken_back = {Mark.X: 0, Mark.O: 0}
        self.seats = {Mark.X: x, Mark.O: o}
        self.cells = []
        self.offer = None
        self.end = Ended(Outcome.NONE, Termination.NONE)
        self.flagged = False

    # Commands.

    @rule(mark=marks, player=players)
    def join(self, mark, player):
        self.carry_out(lambda match: match.join(mark=mark, player=player, now=self.now))

    @precondition(lambda self: self.match.status is Status.ONGOING)
    @rule(data=st.data())
    def move_well(self, data):
        cell = data.draw(st.sampled_from(self.match.position.legal_moves()))
        mark, ply = self.match.turn, self.match.ply
        self.carry_out(
            lambda match: match.play(mark=mark, ply=ply, cell=cell, now=self.now, id=f"{ply}")
        )

    @rule(mark=marks, ply=st.integers(-1, 9), cell=st.integers(-1, 16))
    def move_anyhow(self, mark, ply, cell):
        self.carry_out(
            lambda match: match.play(mark=mark, ply=ply, cell=cell, now=self.now, id=f"{ply}")
        )

    @rule(mark=marks)
    def resign(self, mark):
        self.carry_out(lambda match: match.resign(mark=mark, now=self.now))

    @rule()
    def claim_draw(self):
        self.carry_out(lambda match: match.claim_draw(now=self.now))

    @rule(mark=marks)
    def give_time(self, mark):
        self.carry_out(lambda match: match.give_time(mark=mark, now=self.now))

    @rule()
    def abort(self):
        self.carry_out(lambda match: match.abort(now=self.now))

    @rule()
    def cancel(self):
        self.carry_out(lambda match: match.cancel(now=self.now))

    @rule()
    def call_off(self):
        self.carry_out(lambda match: match.call_off(now=self.now))

    @rule(mark=marks, what=offerings)
    def make_offer(self, mark, what):
        self.carry_out(lambda match: match.make_offer(mark=mark, what=what))

    @rule(mark=marks, what=offerings, yes=st.booleans())
    def answer_offer(self, mark, what, yes):
        self.carry_out(
            lambda match: match.answer_offer(
                mark=mark, what=what, yes=yes, now=self.now, next=f"after {match.version}"
            )
        )

    @rule(next=st.sampled_from(["one", "another"]))
    def continue_with(self, next):
        self.carry_out(lambda match: match.continue_with(next=next))

    @rule(next=st.sampled_from(["one", "another"]))
    def forget_next(self, next):
        self.carry_out(lambda match: match.forget_next(next=next))

    @rule(mark=marks)
    def swap_sides(self, mark):
        self.carry_out(lambda match: match.swap_sides(mark=mark))

    @rule(mark=marks)
    def claim(self, mark):
        self.carry_out(lambda match: match.claim(mark=mark, now=self.now))

    @rule(by=st.sampled_from([20_000, 60_000]))
    def extend(self, by):
        self.carry_out(lambda match: match.extend(by=by))

    @rule()
    def decline(self):
        self.carry_out(lambda match: match.decline(now=self.now))

    @rule(mark=marks)
    def take_back(self, mark):
        self.carry_out(lambda match: match.take_back(mark=mark, now=self.now))

    @rule()
    def fall_flag(self):
        self.carry_out(lambda match: match.fall_flag(now=self.now))

    @rule(outcome=st.sampled_from(list(Outcome)))
    def adjudicate(self, outcome):
        self.carry_out(lambda match: match.adjudicate(outcome=outcome, now=self.now))

    @rule(on=st.booleans())
    def flag(self, on):
        self.carry_out(lambda match: match.flag(on=on))

    @rule(was=players, player=players)
    def reseat(self, was, player):
        self.carry_out(lambda match: match.reseat(was=was, player=player))

    @rule(span=st.sampled_from([1, 900, 4_000, 30_000]))
    def time_passes(self, span):
        self.now += span

    # What happened.

    def carry_out(self, command):
        before = self.match
        refusal = code_of_refusal(lambda: command(before))
        if refusal is not None:
            assert refusal in REFUSALS
            return
        after, events = command(before)
        assert after.version == before.version + len(events)
        if before.status is Status.FINISHED:
            assert all(isinstance(event, AFTER_THE_END) for event in events)
        for event in events:
            self.note(event)
        self.match = after

    def note(self, event):
        match event:
            case Joined(mark, player):
                self.seats[mark] = player
            case Moved(ply, mark, played):
                assert ply == len(self.cells)
                assert mark is self.match.mark_at(ply)
                self.cells.append(played.cell)
                self.void_offer(mark)
            case Offered(offer):
                self.offer = offer
            case OfferDeclined():
                self.offer = None
            case TakenBack(by, moves):
                self.taken_back[by] += 1
                assert self.cells[-len(moves) :] == [played.cell for played in moves]
                del self.cells[-len(moves) :]
                self.offer = None
            case Swapped(by):
                assert len(self.cells) == 1
                assert by is self.match.mark_at(1)
                assert not self.swapped
                self.swapped, self.offer = True, None
                self.seats = {mark: self.seats[mark.other] for mark in Mark}
                self.taken_back = {mark: self.taken_back[mark.other] for mark in Mark}
            case TimeGiven(by, span):
                assert self.seats[by] is not None
                self.granted += span
            case Extended(mark, span):
                assert mark is self.match.clock.running
                self.granted += span
            case Continued(following):
                assert bool(self.next) is not bool(following)
                self.next, self.offer = following, None
            case Ended():
                self.end, self.offer = event, None
            case Adjudicated(was, now):
                assert was == self.end
                self.end, self.offer = now, None
            case Reseated(was, player):
                seats = self.seats.items()
                self.seats = {mark: player if seat == was else seat for mark, seat in seats}
            case Flagged(on):
                assert on is not self.flagged
                self.flagged = on

    def void_offer(self, mover):
        is_own_draw = self.offer and self.offer.by is mover and self.offer.what is Offering.DRAW
        if not is_own_draw:
            self.offer = None

    # What always holds.

    @invariant()
    def events_alone_tell_the_match(self):
        match = self.match
        assert [move.cell for move in match.moves] == self.cells
        assert match.offer == self.offer
        assert Ended(match.outcome, match.termination) == self.end
        assert {mark: match.player(mark) for mark in Mark} == self.seats
        assert match.flagged is self.flagged
        assert match.next == self.next
        assert match.swapped is self.swapped

    @invariant()
    def nobody_takes_back_more_than_the_terms_allow(self):
        match = self.match
        for mark in Mark:
            assert match.takebacks_left(mark) == match.takebacks - self.taken_back[mark] >= 0

    @invariant()
    def a_swapped_first_mark_stays(self):
        assert self.match.ply >= self.match.swapped

    @invariant()
    def a_game_that_goes_on_elsewhere_is_over(self):
        assert not self.match.next or self.match.status is Status.FINISHED

    @invariant()
    def nobody_has_time_that_was_not_given(self):
        clock = self.match.clock
        most = clock.control.initial_ms + self.match.version * clock.control.increment_ms
        assert max(clock.x_ms, clock.o_ms) <= most + self.granted

    @invariant()
    def the_board_is_its_moves(self):
        match = self.match
        assert match.position == Position.after(match.ruleset, self.cells)
        assert match.ply == match.position.ply
        assert replay(match, match.moves) == match

    @invariant()
    def the_end_is_true(self):
        match = self.match
        if match.termination in DECIDED_BY_THE_BOARD:
            assert match.outcome is result_by_the_rules(match.position, match.first)
        if match.termination in WITHOUT_RESULT:
            assert match.outcome is Outcome.NONE
        if match.position.is_over:
            assert match.status is Status.FINISHED
        assert (match.status is Status.FINISHED) is (match.ended_at > 0)

    @invariant()
    def only_an_ongoing_game_has_a_turn_or_a_running_clock(self):
        match = self.match
        is_ongoing = match.status is Status.ONGOING
        assert (match.turn is not None) is is_ongoing
        if not is_ongoing:
            assert match.clock.running is None
        if match.offer:
            assert is_ongoing is not match.offer.what.is_rematch

    @invariant()
    def the_clock_runs_for_the_side_to_move(self):
        match = self.match
        clock = match.clock
        assert min(clock.x_ms, clock.o_ms) >= 0
        if clock.running:
            assert clock.running is match.turn
            assert clock.since <= self.now
        if match.status is Status.ONGOING and not clock.control.is_unlimited:
            assert (clock.running is not None) is (match.ply >= 2)

    @invariant()
    def moves_follow_each_other_in_time(self):
        moments = [move.at for move in self.match.moves]
        assert moments == sorted(moments)
        assert all(move.spent >= 0 for move in self.match.moves)


TestMatch = MatchMachine.TestCase
TestMatch.settings = settings(stateful_step_count=30)  # make faults: 2,000 matches
