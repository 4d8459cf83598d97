"""One game as its messages tell it, seen by one of its players."""

from __future__ import annotations

import time

from mnk.game import Game
from mnk.transport import Message

NO_RESULT = ("abort", "cancelled", "declined", "annulled")
BY = {
    "resignation": "by resignation",
    "agreement": "by agreement",
    "dead": "because no line was possible any more",
    "time": "on time",
    "abandoned": "because a player left",
    "adjudication": "by decision of the staff",
}


class GameState:
    """What is known of the game *uid*, from the first message `game` on."""

    def __init__(self, uid: str) -> None:
        self.uid = uid
        self.moves: list[str] = []
        self.outcome = self.termination = self.you = ""
        self._game: Message = {}
        self._clock: Message | None = None
        self._left_at: float | None = None  # monotonic time at which the other player left

    def hear(self, message: Message) -> None:
        """Take in a message; one that tells nothing new changes nothing."""
        match message["type"]:
            case "game":
                self._game, self._clock = message, message["clock"]
                self.you = next(iter(message["you"]), "")
                board = self._board(())
                self.moves = [board.name(cell) for cell in message["moves"]]
                self._end(message)
                self._note_presence(message["presence"])
            case "presence":
                self._note_presence(message)
            case "moved" if message["ply"] == len(self.moves):
                self.moves.append(self._board(()).name(message["cell"]))
                self._clock = message["clock"]
            case "ended":
                self._end(message)
                self._clock = message["clock"]

    @property
    def is_known(self) -> bool:
        return bool(self._game)

    @property
    def is_open(self) -> bool:
        """Whether it still waits for its second player."""
        return not self.is_over and bool(self._game) and self._game["status"] == "open"

    @property
    def is_rated(self) -> bool:
        """Whether it is part of a round. Tournaments are played in rounds, too."""
        return self.is_known and self._game.get("round") is not None

    @property
    def is_over(self) -> bool:
        return bool(self.termination)

    @property
    def has_no_result(self) -> bool:
        return self.termination in NO_RESULT

    @property
    def is_our_turn(self) -> bool:
        if not self.is_known or self.is_open or self.is_over:
            return False
        # The last move is heard before the end.
        return not self.game.is_over and self.game.to_move == self.you

    @property
    def game(self) -> Game:
        """The position, with our time."""
        return self._board(tuple(self.moves))

    @property
    def opponent(self) -> str:
        """The name of the other player, or of whoever is invited."""
        if not self.you:  # the marks are given once both have sat down
            return str(self._game["invited"])
        seat = self._game["seats"].get("o" if self.you == "x" else "x")
        return seat["label"] if seat else self._game["invited"] or "nobody yet"

    @property
    def control(self) -> str:
        control: str = self._game["control"]
        return control

    @property
    def match_seconds(self) -> float | None:
        """Our time; None without a clock."""
        # Before the marks are given both sides have the same.
        return self._clock[self.you or "x"] / 1000 if self._clock else None

    @property
    def seconds_alone(self) -> float:
        """How long the other player has been away, as far as we have heard; 0 if it is here."""
        return 0.0 if self._left_at is None else time.monotonic() - self._left_at

    @property
    def has_clock(self) -> bool:
        return self._clock is not None

    def offer_to_us(self) -> str:
        """Return what the other side offers now, or ""."""
        offer = self._game.get("offer")
        return offer["what"] if offer and offer["by"] != self.you else ""

    def result(self) -> str:
        """Return, for example, "Lost on time.", or why there is no result."""
        if self.has_no_result:
            return f"No result: {self.termination}."
        word = "Draw" if self.outcome == "draw" else "Won" if self.outcome == self.you else "Lost"
        return " ".join(filter(None, (word, BY.get(self.termination, "")))) + "."

    def _board(self, moves: tuple[str, ...]) -> Game:
        m, n, k = (self._game[side] for side in ("m", "n", "k"))
        return Game(m, n, k, moves, self._game["first"], self.match_seconds)

    def _note_presence(self, presence: Message) -> None:
        other = "o" if self.you == "x" else "x"
        is_here = presence[other] or not self.you
        # It may have left before we came: the site says how long ago.
        self._left_at = None if is_here else time.monotonic() - presence[f"{other}_left"] / 1000

    def _end(self, message: Message) -> None:
        self.outcome, self.termination = message["outcome"], message["termination"]
