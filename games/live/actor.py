"""One game in memory as an actor: it handles requests in order, one at a time.

It decides on what is in memory, writes through the journal, and shows only what is committed.
Requests that come while a step is being written, or the game is being read, wait in the mailbox.
If a step could not be stored, the game is read again before anything else is decided.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import msgspec

from games.core.clock import Milliseconds
from games.core.errors import GameError
from games.core.events import MatchEvent, Status
from games.core.match import Match, Step
from games.live.cluster import processes
from games.live.deferred import Deferred
from games.live.storage import database
from games.live.storage.database import SECONDS_BEFORE_RETRY, Unavailable
from games.live.storage.journal import journal
from games.live.storage.loading import LoadedGame, load
from games.live.storage.records import Conflict, JournalEntry
from games.models import utc_now
from tictactoe_site.common import trace
from tictactoe_site.common.event_loop import in_background, later

logger = logging.getLogger(__name__)

Decide = Callable[[Match, Milliseconds], Step]
Events = tuple[MatchEvent, ...]
Note = dict[str, Any]
Check = Callable[[], None]
ToldRound = dict[str, Any]  # the state of a round, as processes tell it each other

NO_NOTE: Note = {}


class Submit(Protocol):
    """`GameActor.submit`, as it is handed to the parts of a room that make moves themselves."""

    def __call__(self, decide: Decide, *, actor_id: int | None) -> Deferred[Events]: ...


@dataclass(slots=True, eq=False)
class Request:
    """A request in the mailbox. *handle* is called with the time, and settles *done*."""

    handle: Callable[[Milliseconds], None]
    done: Deferred[Any]
    goes_first: bool = False  # is handled even if the clock has run out


class GameActor:
    """One game with its mailbox. Subclasses show what happens in it, by the `on_` methods."""

    def __init__(self, loaded: LoadedGame) -> None:
        self.game, self.match = loaded.game, loaded.match
        self.score, self.round = loaded.score, loaded.round
        self._note_holder(loaded)
        self._mailbox: deque[Request] = deque()
        self._is_busy = False  # a step is being written, or the game is being read
        self._must_read = False
        self._reading: asyncio.Task[None] | None = None
        self._flag_timer: asyncio.TimerHandle | None = None
        self._set_flag_timer()

    @property
    def named(self) -> dict[str, str]:
        """The game's uid for log lines: the actor's own work has no trace that names it."""
        return {"game": self.game.uid}

    def close(self) -> None:
        """Cancel what is scheduled; the game is not used here any more."""
        if self._flag_timer:
            self._flag_timer.cancel()

    # For subclasses.

    def on_committed(self, entry: JournalEntry) -> None:
        """Show that *entry* is stored, and that the match is what it led to."""

    def on_read(self) -> None:
        """Show that the game has been read again."""

    def on_idle(self) -> None:
        """Note that nothing is being written or read any more, and nothing waits."""

    # Requests.

    def submit(
        self,
        decide: Decide,
        *,
        actor_id: int | None,
        request_id: str = "",
        note: Note = NO_NOTE,
        check: Check | None = None,
    ) -> Deferred[Events]:
        """Let *decide* make a step from the match as it stands, store it, and tell everyone.

        The result is the events, once they are durable and told; none if *decide* returns none.
        Fails, changing nothing, with GameError if the rules or *check* forbid the step,
        GameError("stale_ply") if another process was faster, and Unavailable if the database is
        away. The game's log keeps *note* and *request_id*, by default that of the caller. *check*
        is called in the transaction that stores the step, and may still refuse it.
        """
        done: Deferred[Events] = Deferred()
        request_id = request_id or trace.current().request_id
        work = partial(self._decide, decide, actor_id, request_id, note, check, done)
        self._put(Request(work, done))
        return done

    def refresh(self, version: int, round: ToldRound | None = None) -> Deferred[None]:
        """Read the game again if somebody else has taken it to *version*, or its round to what is
        told as *round*.
        """
        done: Deferred[None] = Deferred()

        def read_if_behind(now: Milliseconds) -> None:
            if self.match.version < version or not self._knows(round):
                self._read_before(done, lambda: done.settle(None))
            else:
                done.settle(None)

        self._put(Request(read_if_behind, done))
        return done

    def _knows(self, round: ToldRound | None) -> bool:
        return round is None or round == msgspec.to_builtins(self.round)

    def reread(self) -> Deferred[None]:
        """Read the game again whatever its version, because a name told with it has changed."""
        done: Deferred[None] = Deferred()
        self._put(Request(lambda now: self._read_before(done, lambda: done.settle(None)), done))
        return done

    def recover(self) -> None:
        """Read the game again if the last step was lost and no request has done so since."""
        if self._must_read and not self._is_busy:
            self._read()

    def fall_flag(self) -> Deferred[Events]:
        """End the game if the player to move is out of time; the result is no events if not.

        Fails with GameError("stale_ply") if another process was faster, and with Unavailable if
        another has the game, or the database is away.
        """
        done: Deferred[Events] = Deferred()
        self._put(self._flag_request(done))
        return done

    # The mailbox.

    def _put(self, request: Request) -> None:
        self._mailbox.append(request)
        if not self._is_busy:
            self._drain()

    def _drain(self) -> None:
        """Handle what is in the mailbox until something has to be waited for."""
        # Reading comes before the flag: what is read may have given the clock time back.
        while self._mailbox and not self._is_busy:
            now = utc_now()
            if self._must_read or self._may_be_overtaken(now):
                self._read()
            elif self._is_time_up(now) and not self._mailbox[0].goes_first:
                self._let_flag_go_first(self._mailbox.popleft())
            else:
                self._mailbox.popleft().handle(now)

    def _release(self) -> None:
        self._is_busy = False
        self._drain()
        if not self._is_busy:
            self.on_idle()

    def _decide(
        self,
        decide: Decide,
        actor_id: int | None,
        request_id: str,
        note: Note,
        check: Check | None,
        done: Deferred[Events],
        now: Milliseconds,
    ) -> None:
        try:
            match, events = decide(self.match, now)
        except Exception as error:  # mostly a GameError; the requests behind must go on in any case
            done.fail(error)
            return
        if not events:
            done.settle(())
            return
        game = self.game
        entry = JournalEntry(
            game.id, match, events, actor_id, now, request_id, note, game.uid, check
        )
        self._is_busy = True
        journal.submit(entry, partial(self._on_written, entry, done))

    def _on_written(
        self, entry: JournalEntry, done: Deferred[Events], error: Exception | None
    ) -> None:
        try:
            if isinstance(error, Conflict):
                self._read_before(done, lambda: done.fail(GameError("stale_ply")))
            elif isinstance(error, GameError):  # the check's
                done.fail(error)
            elif error:
                self._must_read = True
                done.fail(error)
                self._give_up(error)
            elif entry.changes_names:  # and only the database knows the new ones
                self._read_before(done, lambda: self._show(entry, done))
            else:
                self.match = entry.match
                self.held_by, self._is_elsewhere = processes.here.number, False
                self._set_flag_timer()
                self._show(entry, done)
        # Even if showing the step fails the mailbox has to go on.
        finally:
            self._release()

    def _show(self, entry: JournalEntry, done: Deferred[Events]) -> None:
        try:
            self.on_committed(entry)
        finally:
            done.settle(entry.events)

    # Which process has the game.

    def _note_holder(self, loaded: LoadedGame) -> None:
        self.held_by, self._is_elsewhere = loaded.game.held_by, loaded.is_elsewhere
        self._read_as = processes.here.number

    @property
    def is_to_be_taken_over(self) -> bool:
        """Whether the clock runs, and this process is not noted as the one that has the game."""
        return self.held_by != processes.here.number and self.match.clock.deadline is not None

    def note_taken_over(self) -> None:
        """Note that this process has the game now, unless another living one had it."""
        if self.held_by not in processes.here.others:
            self.held_by = processes.here.number

    def _may_be_overtaken(self, now: Milliseconds) -> bool:
        """Return whether another process may have the game: this one was away since it was read."""
        here = processes.here
        return here.number != self._read_as or here.is_unsettled(now)

    # Reading it again.

    def _read_before(self, done: Deferred[Any], go_on: Callable[[], None]) -> None:
        """Have the game read, then call *go_on* first; if it cannot be read, *done* fails."""
        self._must_read = True
        self._mailbox.appendleft(Request(lambda now: go_on(), done, goes_first=True))

    def _read(self) -> None:
        self._is_busy = True
        self._reading = in_background(self._reload())

    async def _reload(self) -> None:
        try:
            loaded = await database.run(load, self.game.uid)
        except Exception as error:
            self._give_up(error)
        else:
            self._must_read = False
            self._adopt(loaded)
        self._release()

    def _adopt(self, loaded: LoadedGame) -> None:
        self.game, self.match = loaded.game, loaded.match
        self.score, self.round = loaded.score, loaded.round
        self._note_holder(loaded)
        self._set_flag_timer()
        try:
            self.on_read()
        except Exception:  # those who wait must be answered all the same
            logger.exception("a game that was read could not be shown", extra=self.named)

    def _give_up(self, error: Exception) -> None:
        """Tell all who wait that nothing can be decided while the database is away."""
        # Emptied before anybody is told: who hears of it may send the next request at once.
        waiting, self._mailbox = self._mailbox, deque()
        for request in waiting:
            request.done.fail(error)
        if isinstance(error, Unavailable):
            # The deadline may have passed already: without a pause this would go round and round.
            self._set_flag_timer(at_least=SECONDS_BEFORE_RETRY)

    # The flag: as on a chess clock, it falls when a player's time is up.

    def _is_time_up(self, now: Milliseconds) -> bool:
        return self.match.clock.has_run_out(now) and self.match.status is Status.ONGOING

    def _flag_request(self, done: Deferred[Events]) -> Request:
        return Request(partial(self._confirm_flag, done), done, goes_first=True)

    def _let_flag_go_first(self, request: Request) -> None:
        """Find out whether the clock has run out, then handle *request*.

        If that cannot be found out, *request* fails, too.
        """

        def go_on(flag: Deferred[Events]) -> None:
            # Without that answer nobody knows whether the request came in time.
            if flag.error:
                request.done.fail(flag.error)
            else:
                self._mailbox.appendleft(request)

        fallen: Deferred[Events] = Deferred()
        fallen.on_settled(go_on)
        self._mailbox.appendleft(self._flag_request(fallen))

    def _confirm_flag(self, done: Deferred[Events], now: Milliseconds) -> None:
        """Let the flag fall only if the time is also up by what the database says.

        Reading waits for the database, and for clocks to be given back the time of an outage.
        """
        if self._is_time_up(now):
            self._read_before(done, lambda: self._let_flag_fall(done))
        else:
            self._set_flag_timer()
            done.settle(())

    def _let_flag_fall(self, done: Deferred[Events]) -> None:
        if self._is_elsewhere:
            # Another process has the game. It may hang, and then its clocks get the time back.
            self._set_flag_timer(at_least=SECONDS_BEFORE_RETRY)
            done.fail(Unavailable())
            return
        self._decide(_fall_flag_if_due, None, "", NO_NOTE, None, done, utc_now())

    def _set_flag_timer(self, *, at_least: float = 0.0) -> None:
        if self._flag_timer:
            self._flag_timer.cancel()
            self._flag_timer = None
        deadline = self.match.clock.deadline
        if deadline is not None and self.match.status is Status.ONGOING:
            seconds = max(at_least, (deadline - utc_now()) / 1000)
            self._flag_timer = later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        self._flag_timer = None
        self.fall_flag().on_settled(self._note_late_flag)

    def _note_late_flag(self, done: Deferred[Events]) -> None:
        if isinstance(done.error, Unavailable):
            logger.warning("the flag falls when that can be told", extra=self.named)


def _fall_flag_if_due(match: Match, now: Milliseconds) -> Step:
    if match.status is Status.ONGOING and match.clock.has_run_out(now):
        return match.fall_flag(now=now)
    return match, ()
