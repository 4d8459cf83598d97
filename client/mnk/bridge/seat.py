"""One game that a program plays, from sitting down until it is over."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum

from mnk.bridge.report import BridgeReport
from mnk.bridge.state import GameState
from mnk.client import Client
from mnk.errors import Broken, Late, Refused, Unsupported, Unusable
from mnk.programs.program import GameTable, Player, PlayingProgram, ask, seconds_for
from mnk.transport import Message

CLAIM_AFTER = 600.0  # seconds that the other player may be away where there is no clock
# The game has moved on while the program thought; how it stands comes by the stream.
OVERTAKEN = ("stale_ply", "not_your_turn", "not_started", "game_over", "time_is_up")
# An earlier attempt has arrived, and its answer was lost.
ACCEPTED_BEFORE = ("already_started", "already_seated")
TOO_LATE = ("seat_taken", "game_over", "no_such_game", "not_found")  # it was withdrawn
MORE_TIME = " --move-time SECONDS allows more."
MOVES_BEFORE_CLAIMS = 2  # until then a game is aborted
GIVEN_UP = ("too_late_to_abort", "not_started", "game_over", "part_of_round")  # resigned instead


class Takes(Enum):
    """What a bridge takes of what waits for its bot."""

    CHALLENGES = "challenges"  # and whatever else goes on
    ROUNDS = "rounds"  # of a tournament, and nothing that others ask
    OURS = "ours"  # what it has begun itself


class BridgeSeat:
    """The program's place in the game *uid*; `was_played`, `is_broken` tell what became of it."""

    def __init__(
        self,
        client: Client,
        program: PlayingProgram,
        report: BridgeReport,
        uid: str,
        *,
        turn_seconds: float,
        takes: Takes,
    ) -> None:
        self.uid = uid
        self.state = GameState(uid)
        self.was_played = self.is_broken = False
        self._client, self._program, self._report = client, program, report
        self._turn_seconds, self._takes = turn_seconds, takes
        self._player: Player | None = None
        self._table: GameTable | None = None
        self._times: list[float] = []
        self._answered: list[str] | None = None  # the moves before the program's last one
        self._has_left = False

    @property
    def problem(self) -> str:
        """Why no game came of it, where the other side or the site has ended it."""
        if self.was_played or not self.state.is_over:
            return ""
        return f"{self.state.opponent}: {self.state.termination}"

    @property
    def is_to_go_on(self) -> bool:
        """Whether another game of the same round may follow."""
        return self.was_played and self.state.is_rated and not self._has_left

    def play(self) -> None:
        """Play the game to its end. Raises Refused, Unreachable, Closed."""
        try:
            if self._looks() and self._sits_down():
                self._follow()
        finally:
            if self._player:
                self._player.close()

    def leave(self) -> None:
        """End the game: without a result if that is still possible, else by resigning."""
        self._has_left = True
        if self._takes is Takes.OURS and self.state.is_open:
            with suppress(Refused):  # it has just been accepted
                self._client.withdraw(self.uid)
                return
        try:
            self._client.abort(self.uid)
        except Refused as error:
            if error.code not in GIVEN_UP:
                raise
            with suppress(Refused):  # it is over
                self._client.resign(self.uid)

    # ---- sitting down ---------------------------------------------------------------------

    def _looks(self) -> bool:
        """Return whether this is a game that goes on or begins, and one of those to be taken."""
        try:
            self.state.hear(self._client.game(self.uid))
        except Refused as error:
            # What waits for a bot may also be an invitation to a round, or a notice.
            if error.code in TOO_LATE and self._takes is not Takes.OURS:
                return False
            raise
        return not self.state.is_over and (self._takes is not Takes.ROUNDS or self.state.is_rated)

    def _sits_down(self) -> bool:
        """Start the program, and accept what is a challenge; return whether it is seated then."""
        is_challenge = self.state.is_open and self._takes is Takes.CHALLENGES
        try:
            # Before the challenge is accepted: nobody should sit in a game with a program that
            # does not start.
            self._start()
        except (Unsupported, Broken, Unusable) as error:
            self.is_broken = not isinstance(error, Unsupported)
            self._report.warn(f"game {self.uid}: {error}")
            if is_challenge:
                self._decline("later" if self.is_broken else "another_board")
            else:
                self.leave()
            return False
        return self._accepts() if is_challenge else True

    def _start(self) -> None:
        game, state = self.state.game, self.state
        self._table = GameTable(game.m, game.n, game.k, state.match_seconds, self._turn_seconds)
        if not self._program.plays(game.m, game.n, game.k):
            board = f"{game.m}×{game.n}, {game.k} in a row"
            raise Unsupported(f"{self._program.name} does not play {board}.")
        self._player = self._program.sit(self._table)

    def _accepts(self) -> bool:
        """Accept the challenge; return whether the bot is in the game then."""
        try:
            self._client.accept(self.uid)
        except Refused as error:
            if error.code in ACCEPTED_BEFORE:
                return True
            if error.is_about_token:
                raise
            if error.code not in TOO_LATE:
                self._report.warn(f"game {self.uid}: {error}")
            return False
        return True

    def _decline(self, reason: str) -> None:
        with suppress(Refused):
            self._client.decline(self.uid, reason)

    # ---- playing --------------------------------------------------------------------------

    def _follow(self) -> None:
        for message in self._client.stream(self.uid, with_signs=True):
            self._hear(message)
            if self.state.is_over:
                break
        if self.was_played:
            self._report.end(self.state, self._times)

    def _hear(self, message: Message) -> None:
        self.state.hear(message)
        if message["type"] == "game":
            self._answered = None
            self._decline_offer(self.state.offer_to_us())
        elif message["type"] == "offered" and message["state"] == "made":
            self._decline_offer(message["what"] if message["by"] != self.state.you else "")
        if self.state.is_open:
            return
        if not self.was_played and self.state.you:
            self.was_played = True
            self._report.begin(self.state)
        if self.state.is_our_turn:
            if not self._has_left and self._answered != self.state.moves:
                self._move()
        elif not self.state.has_clock and self.state.seconds_alone > CLAIM_AFTER:
            self._claim()

    def _move(self) -> None:
        assert self._player
        assert self._table
        game = self.state.game
        self._answered = list(game.moves)
        try:
            cell, took = ask(self._player, game, seconds_for(self._table, game))
        except Broken as error:
            self.is_broken = True
            # Where there is a clock, that decides.
            hint = MORE_TIME if isinstance(error, Late) and game.seconds is None else ""
            self._report.warn(f"game {self.uid}, move {len(game.moves) + 1}: {error}{hint}")
            self.leave()
            return
        self._times.append(took)
        try:
            self._client.move(self.uid, len(game.moves), cell)
        except Refused as error:
            if error.code not in OVERTAKEN:
                raise

    def _claim(self) -> None:
        """End a game that nobody plays any more: it would keep its place for good."""
        with suppress(Refused):  # the site knows better whether somebody is there
            if len(self.state.moves) < MOVES_BEFORE_CLAIMS:
                self.leave()
            else:
                self._client.claim(self.uid)

    def _decline_offer(self, what: str) -> None:
        """Decline a draw or a takeback: what programs want, they show on the board."""
        if what in ("draw", "takeback"):
            with suppress(Refused):
                self._client.answer(self.uid, what, yes=False)
