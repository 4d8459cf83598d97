"""A game between two seats as a state machine: a command and the time in, events out.

A Match is a value. Each command returns the next match and the events that led to it, or
raises a GameError and changes nothing. Every event raises the match's version by one, so that
whoever has applied the events up to a version knows the whole match.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.core.clock import UNLIMITED, Clock, Milliseconds, TimeControl
from games.core.errors import GameError
from games.core.events import (
    Adjudicated,
    Continued,
    Ended,
    Extended,
    Flagged,
    Joined,
    MatchEvent,
    Moved,
    Offer,
    OfferDeclined,
    Offered,
    Offering,
    Outcome,
    PlayerId,
    Reseated,
    Status,
    Swapped,
    TakenBack,
    Termination,
    TimedMove,
    TimeGiven,
)
from games.core.match_state import DEFAULT_TAKEBACKS, MatchState
from games.core.rules import Cell, Mark, Position, Ruleset


class Match(MatchState, frozen=True):
    """One game, with its commands: each returns the next match and what happened."""

    @classmethod
    def new(
        cls,
        ruleset: Ruleset,
        *,
        first: Mark = Mark.X,
        control: TimeControl = UNLIMITED,
        x_player: PlayerId | None = None,
        o_player: PlayerId | None = None,
        takebacks: int = DEFAULT_TAKEBACKS,
        swap: bool = False,
        now: Milliseconds = 0,
    ) -> Match:
        """Return a game before its first move; it is ongoing at once if both seats are taken."""
        clock = Clock.fresh(control)
        seats = x_player, o_player
        return cls(Position(ruleset), first, clock, *seats, takebacks, swap, started_at=now)

    def join(self, *, mark: Mark, player: PlayerId, now: Milliseconds) -> Step:
        """Take the free seat *mark*. Raises: game_over, seat_taken, already_seated."""
        if self.termination:
            raise GameError("game_over")
        if self.player(mark) is not None:
            raise GameError("seat_taken")
        if self.marks_of(player):
            raise GameError("already_seated")
        return self._next(Joined(mark, player), started_at=now, **{f"{mark}_player": player})

    def cancel(self, *, now: Milliseconds) -> Step:
        """Call off a game that nobody has joined. Raises: already_started, game_over."""
        if self.status is Status.ONGOING:
            raise GameError("already_started")
        if self.termination:
            raise GameError("game_over")
        return self._end(Outcome.NONE, Termination.CANCELLED, now)

    def decline(self, *, now: Milliseconds) -> Step:
        """Refuse the free seat of a game meant for oneself. Raises: already_started, game_over."""
        if self.status is Status.ONGOING:
            raise GameError("already_started")
        if self.termination:
            raise GameError("game_over")
        return self._end(Outcome.NONE, Termination.DECLINED, now)

    def swap_sides(self, *, mark: Mark) -> Step:
        """Take over the first mark instead of answering it: whoever made it has to answer it.

        Raises: not_started, game_over, no_swap_now.
        """
        self.require_ongoing()
        if not self.may_swap(mark):
            raise GameError("no_swap_now")
        return self._next(
            Swapped(mark),
            x_player=self.o_player,
            o_player=self.x_player,
            # Takebacks are counted by mark but belong to players, who exchange their marks here.
            x_taken_back=self.o_taken_back,
            o_taken_back=self.x_taken_back,
            swapped=True,
            offer=None,
        )

    def play(self, *, mark: Mark, ply: int, cell: Cell, now: Milliseconds, id: str = "") -> Step:
        """Make *mark*'s move number *ply* on *cell*.

        If the player has made this very move with this *id* before, nothing changes, and no events
        are returned. Raises: id_used, not_started, game_over, stale_ply, not_your_turn, time_is_up,
        and IllegalMove.
        """
        # Before all checks: the acknowledgement of a move that ended the game may be lost, too.
        if id and (used := self.ply_of(id)) is not None:
            if (self.mover(used), used, self.moves[used].cell) != (self.player(mark), ply, cell):
                raise GameError("id_used")
            return self, ()
        self.require_ongoing()
        # Before asking whose turn it is: on this code the client is sent the state that it lacks.
        if ply != self.ply:
            raise GameError("stale_ply")
        if mark is not self.mark_at(ply):
            raise GameError("not_your_turn")
        if self.clock.has_run_out(now):
            raise GameError("time_is_up")
        return self._move(mark, cell, now, id)

    def resign(self, *, mark: Mark, now: Milliseconds) -> Step:
        """Give the game to the other side. Raises: not_started, game_over."""
        self.require_ongoing()
        return self._end(Outcome(mark.other), Termination.RESIGNATION, now)

    def forfeit(self, *, now: Milliseconds) -> Step:
        """Let the side whose first move is due lose.

        Raises: not_started, game_over, too_late_to_abort.
        """
        self.require_ongoing()
        if self.both_have_moved:
            raise GameError("too_late_to_abort")
        return self._end(Outcome(self.mark_at(self.ply).other), Termination.ABANDONED, now)

    def claim_draw(self, *, now: Milliseconds) -> Step:
        """End with a draw because nobody can complete a line any more, on either side's turn.

        Raises: not_started, game_over, line_possible.
        """
        self.require_ongoing()
        if not self.position.is_dead:
            raise GameError("line_possible")
        return self._end(Outcome.DRAW, Termination.DEAD, now)

    def abort(self, *, now: Milliseconds) -> Step:
        """End without a result.

        Raises: not_started, game_over, part_of_round, too_late_to_abort.
        """
        self.require_ongoing()
        if self.bound:
            raise GameError("part_of_round")
        if not self.can_be_aborted:
            raise GameError("too_late_to_abort")
        return self._end(Outcome.NONE, Termination.ABORT, now)

    def call_off(self, *, now: Milliseconds) -> Step:
        """End without a result however far the game has gone. Raises: game_over."""
        if self.status is Status.ONGOING:
            return self._end(Outcome.NONE, Termination.ABORT, now)
        return self.cancel(now=now)

    def make_offer(self, *, mark: Mark, what: Offering) -> Step:
        """Offer a draw, ask for a takeback, or offer another game after this one.

        One offer stands at a time. Raises: not_started, game_over, not_over, offer_pending,
        already_continued, nothing_to_take_back, takebacks_off, no_takebacks_left.
        """
        self.require_time_for(what)
        if self.offer:
            raise GameError("offer_pending")
        if what is Offering.TAKEBACK:
            self.require_takeback(mark)
        offer = Offer(what, mark)
        return self._next(Offered(offer), offer=offer)

    def answer_offer(
        self, *, mark: Mark, what: Offering, yes: bool, now: Milliseconds, next: str = ""
    ) -> Step:
        """Accept or decline the other side's offer, or withdraw one's own (yes=False).

        *next* is the uid of the game that follows when a rematch is accepted.
        Raises: not_started, game_over, not_over, already_continued, no_such_offer, own_offer.
        """
        self.require_time_for(what)
        offer = self.offer
        if offer is None or offer.what is not what:
            raise GameError("no_such_offer")
        if not yes:
            return self._next(OfferDeclined(offer, by=mark), offer=None)
        if offer.by is mark:
            raise GameError("own_offer")
        if offer.what is Offering.DRAW:
            return self._end(Outcome.DRAW, Termination.AGREEMENT, now)
        if offer.what is Offering.TAKEBACK:
            return self._take_back(offer.by, now)
        return self._next(Continued(next), next=next, offer=None)

    def continue_with(self, *, next: str) -> Step:
        """Let the game *next* follow without asking: against the computer or on one device.

        If a game follows already, nothing changes. Raises: not_started, not_over.
        """
        self.require_over()
        if self.next:
            return self, ()
        return self._next(Continued(next), next=next, offer=None)

    def forget_next(self, *, next: str) -> Step:
        """Let another game follow again: *next* was removed, because nobody played in it."""
        return self._next(Continued(""), next="") if self.next == next else (self, ())

    def take_back(self, *, mark: Mark, now: Milliseconds) -> Step:
        """Take *mark*'s last move back without asking: against the computer or on one device.

        Raises: not_started, game_over, nothing_to_take_back, takebacks_off, no_takebacks_left.
        """
        self.require_ongoing()
        self.require_takeback(mark)
        return self._take_back(mark, now)

    def fall_flag(self, *, now: Milliseconds) -> Step:
        """Let the side whose time is up lose. Raises: not_started, game_over, time_left."""
        self.require_ongoing()
        running = self.clock.running
        if running is None or not self.clock.has_run_out(now):
            raise GameError("time_left")
        return self._end(Outcome(running.other), Termination.TIME, now)

    def claim(self, *, mark: Mark, now: Milliseconds) -> Step:
        """Win because the other side has left, which the caller must have checked.

        Raises: not_started, game_over, too_early_to_claim, your_own_turn.
        """
        self.require_ongoing()
        if not self.both_have_moved:
            raise GameError("too_early_to_claim")
        if self.turn is mark:
            raise GameError("your_own_turn")
        return self._end(Outcome(mark), Termination.ABANDONED, now)

    def give_time(self, *, mark: Mark, now: Milliseconds) -> Step:
        """Give *mark*'s opponent more time, as `Clock.gift` says.

        Raises: not_started, game_over, no_clock, clock_stands, clock_full, time_is_up.
        """
        self.require_ongoing()
        # The flag may not have been noticed yet, and a gift must not undo it.
        if self.clock.has_run_out(now):
            raise GameError("time_is_up")
        span = self.clock.gift(mark.other, now)
        return self._next(TimeGiven(mark, span), clock=self.clock.grant(mark.other, span))

    def extend(self, *, by: Milliseconds) -> Step:
        """Give the side whose time runs more of it; nothing happens where none runs."""
        running = self.clock.running
        if self.status is not Status.ONGOING or running is None:
            return self, ()
        return self._next(Extended(running, by), clock=self.clock.grant(running, by))

    def adjudicate(self, *, outcome: Outcome, now: Milliseconds) -> Step:
        """Set the result by decision, also of a finished game; Outcome.NONE annuls it.

        Raises: not_started, also for a game that was called off before it began.
        """
        if self.x_player is None or self.o_player is None:
            raise GameError("not_started")
        termination = Termination.ADJUDICATION if outcome else Termination.ANNULLED
        decision = Ended(outcome, termination)
        return self._next(
            Adjudicated(Ended(self.outcome, self.termination), decision),
            outcome=outcome,
            termination=termination,
            offer=None,
            clock=self.clock.stop(now),
            # Correcting a result does not change when the game ended.
            ended_at=self.ended_at or now,
        )

    def reseat(self, *, was: PlayerId, player: PlayerId) -> Step:
        """Give the seats of *was* to *player*.

        In an open game *was* may have none yet: whoever has made it gets one when somebody joins.
        Raises: no_such_seat, already_seated.
        """
        marks = self.marks_of(was)
        if not marks and self.status is not Status.OPEN:
            raise GameError("no_such_seat")
        if self.marks_of(player):
            raise GameError("already_seated")
        seats = {f"{mark}_player": player for mark in marks}
        return self._next(Reseated(was, player), **seats)

    def flag(self, *, on: bool) -> Step:
        """Flag the game for the staff's review, or take the flag away; twice does nothing."""
        if on == self.flagged:
            return self, ()
        return self._next(Flagged(on), flagged=on)

    # How the commands change the value.

    def _move(self, mark: Mark, cell: Cell, now: Milliseconds, id: str) -> Step:
        position = self.position.marked(cell)
        # The moves of a `setup` can be older than the game, and thinking begins with the game.
        since = max(self.moves[-1].at, self.started_at) if self.moves else self.started_at
        played = TimedMove(cell, now, max(0, now - since), id)
        moved, events = self._next(
            Moved(self.ply, mark, played),
            position=position,
            moves=(*self.moves, played),
            clock=self._clock_after_move(now),
            offer=self._offer_after_move(mark),
        )
        # Only a line through this cell can be new.
        if self.position.wins_at(cell):
            ended, end = moved._end(Outcome(mark), Termination.LINE, now)
        elif position.is_full:
            ended, end = moved._end(Outcome.DRAW, Termination.FULL, now)
        else:
            return moved, events
        return ended, events + end

    def _clock_after_move(self, now: Milliseconds) -> Clock:
        was_second = self.ply == self.setup + 1
        # The first move of each side is free; see Clock.
        if self.clock.running is None and was_second and not self.clock.control.is_unlimited:
            return self.clock.start(self.mark_at(self.setup), now)
        return self.clock.press(now)

    def _offer_after_move(self, mark: Mark) -> Offer | None:
        """Return the offer that a move of *mark* leaves standing: only *mark*'s own, of a draw."""
        if self.offer and self.offer.by is mark and self.offer.what is Offering.DRAW:
            return self.offer
        return None

    def _take_back(self, mark: Mark, now: Milliseconds) -> Step:
        kept = self.ply - self.takeback_plies(mark)
        moves, undone = self.moves[:kept], self.moves[kept:]
        clock = self.clock.stop(now)
        # With fewer moves left the clock stands still again, as at the start.
        if kept - self.setup >= 2 and not clock.control.is_unlimited:
            clock = clock.start(mark, now)
        used = f"{mark}_taken_back"
        return self._next(
            TakenBack(mark, undone),
            position=self._position_before(undone),
            moves=moves,
            clock=clock,
            offer=None,
            **{used: getattr(self, used) + 1},
        )

    def _position_before(self, undone: tuple[TimedMove, ...]) -> Position:
        """Return the position without its last moves; cheap, for this may run on an event loop."""
        taken = sum(1 << played.cell for played in undone)
        own, opposing = self.position.own & ~taken, self.position.opposing & ~taken
        if len(undone) % 2:
            own, opposing = opposing, own
        return Position(self.ruleset, own=own, opposing=opposing)

    def _end(self, outcome: Outcome, termination: Termination, now: Milliseconds) -> Step:
        return self._next(
            Ended(outcome, termination),
            outcome=outcome,
            termination=termination,
            offer=None,
            clock=self.clock.stop(now),
            ended_at=now,
        )

    def _next(self, event: MatchEvent, **changes: object) -> Step:
        changed = replace(self, version=self.version + 1, **changes)
        return changed, (event,)


Step = tuple[Match, tuple[MatchEvent, ...]]


def replay(match: Match, moves: Iterable[TimedMove]) -> Match:
    """Return *match* as stored, with its *moves* put back on the board.

    Raises IllegalMove if the rules forbid one of the moves: what is stored is broken then.
    """
    played = tuple(moves)
    position = Position.after(match.ruleset, (move.cell for move in played))
    return replace(match, position=position, moves=played)
