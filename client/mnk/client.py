"""What a program can ask of the site: the verbs and reads of its API, and its two streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any
from urllib.parse import quote, urlencode
from uuid import uuid4

from mnk.transport import Message, Transport

API = "/api/v1"
FOREVER = float("inf")


class Client:
    """An account of the site at *base*, by its *token*. It can be used by several threads.

    Raises ValueError unless *base* is an address and *token* can be one. Functions raise Refused
    with the site's reason; Unreachable if there is no answer for a minute, or at once where asking
    twice would do harm; and Closed if the client is closed, also while they wait. `move` and the
    streams never stop trying. *say* is told when the site does not answer, and when a stream's
    connection is lost.
    """

    def __init__(
        self, base: str, token: str, *, say: Callable[[str], None] = lambda text: None
    ) -> None:
        self._transport = Transport(base, token, say)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def base(self) -> str:
        return self._transport.base

    def close(self) -> None:
        """End all streams, and whoever waits to try again: they raise Closed.

        So does everything that is asked from now on.
        """
        self._transport.close()

    def pause(self, seconds: float) -> None:
        """Wait; raise Closed as soon as the client is closed."""
        self._transport.pause(seconds)

    # ---- reading --------------------------------------------------------------------------

    def account(self) -> Message:
        """Return whose token this is, and what it allows."""
        found: Message = self._get("account")
        return found

    def limits(self) -> list[Message]:
        """Return how often this bot may do what, and how many times of that are left."""
        found: list[Message] = self._get("limits")
        return found

    def bots(self) -> list[Message]:
        """Return the bots that can be challenged, with what they play."""
        found: list[Message] = self._get("bots")
        return found

    def challenges(self) -> Message:
        """Return `received`: the challenges to answer; `sent`: the uids of one's own that wait."""
        found: Message = self._get("challenges")
        return found

    def game(self, uid: str) -> Message:
        """Return a game as it stands: the message `game`."""
        found: Message = self._get(f"games/{quote(uid, safe='')}")
        return found

    def user(self, name: str) -> Message:
        """Return a user, with their ratings."""
        found: Message = self._get(f"users/{quote(name, safe='')}")
        return found

    def ratings(self, pool: str, *, bots: bool = False, since: str = "") -> Message:
        """Return the strongest of a pool ("fives", "fours", "puzzles"), people or *bots*, and its
        levels.

        *since* is that of the answer that came before, for the next page.
        """
        query = urlencode({"bots": str(bots).lower(), "since": since})
        found: Message = self._get(f"ratings/{pool}?{query}")
        return found

    def games_of(self, name: str, before: str = "") -> Message:
        """Return finished games of a user, the newest first; `older` is the next *before*."""
        query = f"?{urlencode({'before': before})}" if before else ""
        found: Message = self._get(f"users/{quote(name, safe='')}/games{query}")
        return found

    def export_games(self) -> Iterator[Message]:
        """Return all games of this bot with their moves, the oldest first."""
        return self._transport.read_lines(f"{API}/export/games")

    def export_puzzles(self) -> Iterator[Message]:
        """Return all puzzles of the site; no token is needed."""
        return self._transport.read_lines(f"{API}/puzzles.ndjson")

    # ---- the computer's levels ------------------------------------------------------------

    def levels(self) -> list[Message]:
        """Return the computer's levels, from the weakest on, with their ratings."""
        found: list[Message] = self._get("levels")
        return found

    def play_level(
        self,
        level: str,
        m: int = 3,
        n: int = 3,
        k: int = 3,
        *,
        control: str = "none",
        side: str = "either",
        first: str = "x",
    ) -> str:
        """Begin a casual game against *level*, such as "guard"; return its uid."""
        board = {"level": level, "m": m, "n": n, "k": k}
        made = self._once("games", {**board, "control": control, "side": side, "first": first})
        return str(made["uid"])

    def play_level_rated(self, level: str, pool: str = "fours") -> str:
        """Begin a rated round against *level*; return its uid, which its first game has, too."""
        return str(self._once("rounds/level", {"level": level, "pool": pool})["round"])

    # ---- rated rounds ---------------------------------------------------------------------

    def seek_round(
        self,
        m: int,
        n: int,
        k: int,
        control: str,
        *,
        reach: int = 0,
        widens: bool = False,
        invited: str = "",
    ) -> Message:
        """Look for a rated round; return the search, whose `round` is "" until one is found.

        Ask `own_seek` at least every 15 seconds how it stands, and where the answer is lost: a
        second search would leave the round that the first has found.
        """
        wish = {"m": m, "n": n, "k": k, "control": control, "reach": reach}
        found: Message = self._once("rounds/seek", {**wish, "widens": widens, "invited": invited})
        return found

    def own_seek(self) -> Message:
        """Return how the search of this bot stands; asking says that the bot is still there."""
        found: Message = self._get("rounds/seek")
        return found

    def cancel_seek(self) -> None:
        """Look no longer."""
        self._transport.ask("DELETE", f"{API}/rounds/seek")

    def seeks(self) -> list[Message]:
        """Return the bots that look for an opponent now, those that ask this one first."""
        found: list[Message] = self._get("rounds/seeks")
        return found

    def accept_round(self, uid: str) -> str:
        """Play the round that another bot looks for; return its uid."""
        return str(self._post(f"rounds/seeks/{uid}/accept")["round"])

    def decline_round(self, uid: str) -> None:
        """Say no to a bot that asks this one."""
        self._post(f"rounds/seeks/{uid}/decline")

    # ---- tournaments ----------------------------------------------------------------------

    def tournaments(self) -> list[Message]:
        """Return the tournaments that go on, and those announced."""
        found: list[Message] = self._get("tournaments")
        return found

    def tournament(self, uid: str) -> Message:
        """Return a tournament, its best ten, and whether this bot takes part."""
        found: Message = self._get(f"tournaments/{uid}")
        return found

    def tournament_table(self, uid: str) -> Message:
        """Return the cross table of a round robin."""
        found: Message = self._get(f"tournaments/{uid}/table")
        return found

    def join_tournament(self, uid: str) -> None:
        """Take part, also again after a break. Listen to `events`, or the bot counts as absent."""
        self._post(f"tournaments/{uid}/join")

    def pause_in_tournament(self, uid: str) -> None:
        """Take a break until `join_tournament`; in a round robin for 10 minutes at most."""
        self._post(f"tournaments/{uid}/pause")

    def withdraw_from_tournament(self, uid: str) -> None:
        """Leave a tournament; the round that goes on is played to its end."""
        self._post(f"tournaments/{uid}/withdraw")

    # ---- challenges -----------------------------------------------------------------------

    def challenge(
        self,
        name: str,
        m: int = 3,
        n: int = 3,
        k: int = 3,
        *,
        control: str = "none",
        side: str = "either",
        first: str = "x",
    ) -> str:
        """Ask the player *name* for a game; return its uid. *control* is "none", "180+2", "3d"."""
        asked = {"name": name, "m": m, "n": n, "k": k}
        terms = {"control": control, "side": side, "first": first}
        return str(self._once("challenges", {**asked, **terms})["uid"])

    def accept(self, uid: str) -> None:
        """Sit down in a game that one was asked for."""
        self._post(f"challenges/{uid}/accept")

    def decline(self, uid: str, reason: str = "no_thanks") -> None:
        """Say no: later, too_fast, too_slow, another_board or no_thanks."""
        self._post(f"challenges/{uid}/decline", {"reason": reason})

    def withdraw(self, uid: str) -> None:
        """Take one's own challenge back."""
        self._post(f"challenges/{uid}/withdraw")

    # ---- games ----------------------------------------------------------------------------

    def move(self, uid: str, ply: int, cell: str, id: str = "") -> bool:
        """Mark *cell* as move number *ply*, counted from 0; return whether that was news.

        It is sent with the same *id* until the site has answered, however long that takes.
        """
        asked = {"ply": ply, "cell": cell, "id": id or uuid4().hex}
        made = self._transport.ask("POST", f"{API}/games/{uid}/moves", asked, patience=FOREVER)
        return bool(made["new"])

    def resign(self, uid: str) -> None:
        """Give the game to the other side."""
        self._post(f"games/{uid}/resign")

    def abort(self, uid: str) -> None:
        """End the game without a result, before both sides have moved."""
        self._post(f"games/{uid}/abort")

    def swap(self, uid: str) -> None:
        """Take over the first mark instead of answering it, where the terms allow it."""
        self._post(f"games/{uid}/swap")

    def claim(self, uid: str) -> None:
        """Win because the other player has left."""
        self._post(f"games/{uid}/claim")

    def claim_draw(self, uid: str) -> None:
        """Draw because nobody can complete a line any more."""
        self._post(f"games/{uid}/claim-draw")

    def give_time(self, uid: str) -> None:
        """Give the other player more time, in games with a clock."""
        # Not repeatable: a lost answer must not give it twice.
        self._once(f"games/{uid}/give-time")

    def offer(self, uid: str, what: str) -> None:
        """Offer a "draw", a "rematch" or the "same_sides" again, or ask for a "takeback".

        Where the answer is lost it may have been offered or not, and is not offered again: a level
        of the computer grants a takeback at once, and would grant a second one.
        """
        self._once(f"games/{uid}/offers", {"what": what})

    def answer(self, uid: str, what: str, *, yes: bool) -> None:
        """Accept or decline the other side's offer, or withdraw one's own."""
        self._post(f"games/{uid}/answers", {"what": what, "yes": yes})

    def chat(self, uid: str, text: str) -> None:
        """Say one of the lines that are offered beside a game.

        Where the answer is lost it may have been said or not, and is not said again.
        """
        self._once(f"games/{uid}/chat", {"text": text})

    # ---- streams --------------------------------------------------------------------------

    def events(self) -> Iterator[Message]:
        """Return challenges, and games in which it is this bot's turn, as they come, without end.

        The first message, also after each reconnection, is `waiting`.
        """
        return self._transport.stream(f"{API}/events")

    def stream(self, uid: str, *, with_signs: bool = False) -> Iterator[Message]:
        """Return a game's messages as they come. It does not end; leave it once the game is over.

        The first message, also after each reconnection, is the whole `game`. With *with_signs*
        there is also `{"type": "sign"}` every seven seconds, for programs that watch the time.
        """
        return self._transport.stream(f"{API}/games/{uid}/stream", with_signs=with_signs)

    # ---- the lab --------------------------------------------------------------------------

    def start_run(
        self, m: int, n: int, k: int, seat: str, version: str, seed: int | None
    ) -> Message:
        """Have the lab try this bot; return the run and its questions. *seat* "x" moves first."""
        asked = {"m": m, "n": n, "k": k, "seat": seat, "version": version, "seed": seed}
        found: Message = self._once("lab/runs", asked)
        return found

    def answer_run(self, run: object, answers: list[Message]) -> Message:
        """Answer questions of the run; return it as it stands, with further questions."""
        found: Message = self._post(f"lab/runs/{run}/answers", {"answers": answers})
        return found

    def give_up_run(self, run: object) -> None:
        """End the run, with no verdict but one that it has shown already."""
        self._transport.ask("DELETE", f"{API}/lab/runs/{run}")

    def _get(self, path: str) -> Any:
        return self._transport.ask("GET", f"{API}/{path}")

    def _once(self, path: str, body: Message | None = None) -> Any:
        """Post what would be made twice if it were sent twice."""
        return self._transport.ask("POST", f"{API}/{path}", body, is_repeatable=False)

    def _post(self, path: str, body: Message | None = None) -> Any:
        return self._transport.ask("POST", f"{API}/{path}", body)
