"""A run of the site's lab: it asks and the program answers, until there is a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from mnk.client import Client
from mnk.errors import Broken, Refused, Unreachable
from mnk.game import Game
from mnk.lab.report import numbered
from mnk.lab.trial import Ask
from mnk.transport import Message

WORDS = {
    "proven": "never loses",
    "unbeaten": "never lost",
    "refuted": "refuted",
    "not_refuted": "not refuted",
    "by_chance": "plays by chance",
    "broken": "broken",
    None: "stopped without a verdict",  # by its owner on the site, say
}


class LabSeat:
    """One seat on one board. *ask* has the program answer a position; it may raise Broken."""

    def __init__(self, client: Client, board: tuple[int, int, int], ask: Ask) -> None:
        self._client, self._board, self._ask = client, board, ask

    def carry_out(
        self, seat: str, version: str, seed: int | None, watch: Callable[[int], None]
    ) -> Message:
        """Return the run's last state, with its verdict. Whatever is raised gives the run up.

        *watch* is told how many questions have been answered.
        """
        state = self._client.start_run(*self._board, seat, version, seed)
        asked = 0
        try:
            while state["state"] == "running":
                answers = [self._answer(question) for question in state["questions"]]
                asked += len(answers)
                watch(asked)
                state = self._client.answer_run(state["id"], answers)
        except BaseException:
            with suppress(Refused, Unreachable):
                self._client.give_up_run(state["id"])
            raise
        return state

    def _answer(self, question: Message) -> Message:
        game = Game(*self._board, tuple(question["moves"]))
        try:
            return {"id": question["id"], "cell": self._ask(game)}
        except Broken as error:
            return {"id": question["id"], "error": str(error)[:200]}


def findings(name: str, seat: str, state: Message) -> Iterator[str]:
    """Yield the verdict of a run that has ended, the lost game, and where it is shown."""
    counts = state["counts"]
    ends = f"{counts['won']} won, {counts['drawn']} drawn, {counts['lost']} lost"
    order = "first" if seat == "x" else "second"
    yield f"{name}, {order}: {_words(state)} ({counts['asked']} positions; {ends})"
    if state["loss"]:
        yield f"  The shortest lost game: {numbered(state['loss'])}"
    if slip := state["slip"]:
        yield f"  The last of these moves is a mistake: {numbered(slip['moves'])}"
    if state["verdict"] == "unbeaten":
        number = counts.get("asked_twice", 0)
        yield f"  Asked {number} positions twice or more, always the same answer"
    if fault := state.get("fault"):
        said = fault["said"] or fault["code"]  # whoever is too slow has said nothing
        yield f"  After {numbered(fault['moves'] or ()) or 'no moves'}: {said}"
    yield f"  {state['url']}"


def _words(state: Message) -> str:
    """Return the verdict.

    In a seat that is lost against perfect play a program can only err or not.
    """
    verdict = state["verdict"]
    if verdict in ("proven", "unbeaten") and state["counts"]["lost"]:
        return "gives nothing away" if verdict == "proven" else "gave nothing away"
    return WORDS[verdict]
