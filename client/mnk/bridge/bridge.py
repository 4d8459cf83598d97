"""The bridge: hears of games or asks for them, and gives each a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from mnk.bridge.report import BridgeReport, conditions_text
from mnk.bridge.seat import BridgeSeat, Takes
from mnk.bridge.sources import GameSource
from mnk.client import Client
from mnk.errors import Closed, Refused, Unreachable
from mnk.programs.program import PlayingProgram
from mnk.transport import Message

MAX_AT_ONCE = 8  # streams of games that the site lets a bot have
MAX_BROKEN_GAMES = 3  # games in a row after which a program is not let into another
SECONDS_TO_LEAVE = 15.0  # for games that were left to end
SECONDS_BETWEEN_LOOKS = 0.5  # at the games that go on, or at a round that does
SECONDS_BETWEEN_STANDINGS = 10.0  # at the tournament

FINE, FAILED, REFUSED, INTERRUPTED = 0, 1, 3, 130  # exit status; 2 is a wrong call


@dataclass(frozen=True)
class Plan:
    """What a bridge is to do: *games* until it ends, None for as many as come.

    It waits for challenges, or takes its games from *source*, or plays in the *tournament*.
    """

    program: PlayingProgram
    games: int | None = None
    at_once: int = 4
    turn_seconds: float = 30.0
    source: GameSource | None = None
    tournament: str = ""  # its uid
    resigns: bool = False  # games that go on when it is interrupted

    @property
    def takes(self) -> Takes:
        if self.source:
            return Takes.OURS
        return Takes.ROUNDS if self.tournament else Takes.CHALLENGES


class Bridge:
    """The play of a program by *plan*; `run` returns the exit status."""

    def __init__(self, client: Client, plan: Plan, report: BridgeReport) -> None:
        self._client, self._plan, self._report = client, plan, report
        self._changed = threading.Condition()
        self._seats: dict[str, BridgeSeat] = {}  # by uid, of the games that go on
        self._waiting: list[str] = []  # uids to look at once there is a place
        self._played = self._broken = self._broken_in_a_row = 0
        self._is_asking = False  # the source, for the next game
        self._is_stopping = False  # no game is to begin but one that was asked for
        self._is_leaving = False  # nor is any to go on
        self._failure: Exception | None = None

    def run(self) -> int:
        try:
            self._introduce()
            if self._plan.source:
                threading.Thread(target=self._go_on, args=(True,), daemon=True).start()
            for message in self._client.events():
                self._hear(message)
        except KeyboardInterrupt:
            return self._interrupted()
        except Closed:  # by another thread: all was played, or something failed
            pass
        except (Refused, Unreachable) as error:
            self._failure = self._failure or error
        return self._status()

    # ---- what the site says ---------------------------------------------------------------

    def _introduce(self) -> None:
        name = self._client.account()["name"]
        self._report.say(f"Connected as {name} BOT")
        if self._plan.tournament:
            self._join(self._plan.tournament)
        elif not self._plan.source:
            self._report.say(conditions_text(name, self._client.bots()))

    def _join(self, uid: str) -> None:
        self._client.join_tournament(uid)
        state = self._client.tournament(uid)
        self._report.say(f"In {state['title']}, with {state['players']} players")
        threading.Thread(target=self._watch, args=(uid,), daemon=True).start()

    def _watch(self, uid: str) -> None:
        """End the bridge when the tournament is over and its last game with it."""
        try:
            while self._client.tournament(uid)["state"] in ("announced", "going") or self._seats:
                self._client.pause(SECONDS_BETWEEN_STANDINGS)
        except Closed:
            return
        except (Refused, Unreachable) as error:
            self._fail(error)
            return
        self._report.say("The tournament is over.")
        self._client.close()

    def _hear(self, message: Message) -> None:
        if self._plan.source:  # it has chosen whom to play
            return
        uids: list[str] = message.get("uids") or message.get("waiting") or []
        with self._changed:
            self._waiting = [uid for uid in uids if uid not in self._seats]
        self._fill()

    def _look(self) -> None:
        """Take what still waits: the site may have refused a place that is free now."""
        if self._plan.takes is not Takes.CHALLENGES:
            self._fill()
            return
        received = self._client.challenges()["received"]
        with self._changed:
            uids = [*self._waiting, *(challenge["uid"] for challenge in received)]
            self._waiting = [uid for uid in dict.fromkeys(uids) if uid not in self._seats]
        self._fill()

    def _take_next(self, source: GameSource) -> None:
        """Wait for the next game of *source*, and sit down in it."""
        with self._changed:  # whoever stops the bridge sees either of them
            if self._is_stopping:
                return
            self._is_asking = True
        try:
            uid = source.next(self._client, self._report.say)
            if self._is_stopping:  # while it asked: it had nothing to withdraw then
                source.stop(self._client)
            self._take_seat(uid)
        finally:
            with self._changed:
                self._is_asking = False
                self._changed.notify_all()

    # ---- games ----------------------------------------------------------------------------

    def _fill(self) -> None:
        """Look at what waits while there are places."""
        with self._changed:
            while self._waiting and len(self._seats) < self._plan.at_once and not self._is_enough():
                self._take_seat(self._waiting.pop(0))

    def _take_seat(self, uid: str) -> None:
        """Look at a game in a thread of its own."""
        plan = self._plan
        seat = BridgeSeat(
            self._client,
            plan.program,
            self._report,
            uid,
            turn_seconds=plan.turn_seconds,
            takes=plan.takes,
        )
        with self._changed:
            if uid in self._seats:  # the second game of a round is heard of in two ways
                return
            self._seats[uid] = seat
        # A daemon, so that a program that hangs does not keep the bridge from ending.
        threading.Thread(target=self._play, args=(seat,), daemon=True).start()

    def _is_enough(self) -> bool:
        """Return whether no further game is to begin."""
        games = self._plan.games
        return self._is_stopping or (games is not None and self._played + len(self._seats) >= games)

    def _play(self, seat: BridgeSeat) -> None:
        second = ""
        try:
            if self._is_leaving:  # it has begun after the others were left
                seat.leave()
            seat.play()
            self._after(seat)
            if seat.is_to_go_on and self._failure is None:
                second = self._second_game(seat.uid)
        except Closed:
            pass
        except Unreachable as error:
            if self._plan.source:  # another game would begin beside this one
                self._fail(error)
            else:
                self._report.warn(f"game {seat.uid}: {error}")
        except Exception as error:  # the main thread tells of it
            self._fail(error)
        finally:
            with self._changed:
                self._seats.pop(seat.uid, None)
                if second:
                    self._take_seat(second)
                self._changed.notify_all()
        if not second:
            self._go_on(seat.was_played)

    def _second_game(self, first: str) -> str:
        """Return the uid of the game after *first* in its round; "" if the round is over.

        It begins by itself, a little later, and would be lost: the first keeps its place until
        then, so that whoever waits for the games that go on waits for both.
        """
        while True:
            state = self._client.game(first)
            if state["next"] or not state["round"] or state["round"]["state"] != "going":
                return str(state["next"])
            self._client.pause(SECONDS_BETWEEN_LOOKS)

    def _after(self, seat: BridgeSeat) -> None:
        with self._changed:
            self._played += seat.was_played
            self._broken += seat.is_broken
            self._broken_in_a_row = self._broken_in_a_row + 1 if seat.is_broken else 0
        if self._broken_in_a_row >= MAX_BROKEN_GAMES:
            self._fail(_Failed("The program has failed in three games in a row."))
        elif self._plan.source and not seat.was_played:
            self._fail(_Failed(f"No game with {seat.problem or 'anybody'}."))

    def _go_on(self, has_played: bool) -> None:
        """Begin the next game, or end, once a seat is free."""
        if self._plan.games is not None and self._played >= self._plan.games:
            if not self._seats:  # the second game of a round may be one more
                self._client.close()
        elif self._failure is None and not self._is_stopping:
            try:
                if self._plan.source:
                    self._take_next(self._plan.source)
                elif has_played:
                    self._look()
                else:  # what the site has just refused would only be refused again
                    self._fill()
            except (Refused, Unreachable) as error:
                self._fail(error)
            except Closed:
                pass

    def _fail(self, error: Exception) -> None:
        """End everything: the main thread wakes up and says why."""
        with self._changed:
            self._failure = self._failure or error
            self._is_stopping = True
        self._client.close()

    # ---- the end --------------------------------------------------------------------------

    def _status(self) -> int:
        failure = self._failure
        if failure is None:
            return FAILED if self._broken else FINE
        if isinstance(failure, Refused) and failure.is_about_token:
            self._report.warn(f"{failure} The token has been revoked, or does not allow this.")
            return REFUSED
        self._report.warn(str(failure) or repr(failure))
        return REFUSED if isinstance(failure, Refused) else FAILED

    def _interrupted(self) -> int:
        """Let the games end, or resign them; a second Ctrl-C resigns them in any case."""
        self._is_stopping = True
        try:
            self._look_no_further()
            if self._seats and not self._plan.resigns:
                self._report.say("Finishing the games that go on; Ctrl-C again resigns them.")
                self._wait()
            self._leave_all()
        except Closed:  # by another thread, as in `run`
            pass
        except KeyboardInterrupt:
            with suppress(KeyboardInterrupt, Closed):
                self._leave_all()
        self._client.close()
        return INTERRUPTED

    def _look_no_further(self) -> None:
        """Ask for no game, and let one begin that was asked for: it would be lost on time."""
        if self._plan.source:
            self._plan.source.stop(self._client)
            self._wait_while(lambda: self._is_asking, SECONDS_TO_LEAVE)
        if self._plan.tournament:
            with suppress(Refused, Unreachable):
                self._client.pause_in_tournament(self._plan.tournament)

    def _leave_all(self) -> None:
        with self._changed:
            self._is_leaving = True
            seats = list(self._seats.values())
        for seat in seats:
            with suppress(Refused, Unreachable):
                seat.leave()
        self._wait(SECONDS_TO_LEAVE)

    def _wait(self, seconds: float = inf) -> None:
        """Wait until no game goes on, and none may begin that was asked for, or for *seconds*."""
        self._wait_while(lambda: self._is_asking or bool(self._seats), seconds)

    def _wait_while(self, is_so: Callable[[], bool], seconds: float) -> None:
        end = time.monotonic() + seconds
        with self._changed:
            # Ctrl-C may reach another thread, and then wakes nobody who waits without an end.
            while is_so() and (left := end - time.monotonic()) > 0:
                self._changed.wait(min(left, SECONDS_BETWEEN_LOOKS))


class _Failed(Exception):
    """Why the bridge ends, in one sentence."""
