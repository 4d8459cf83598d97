"""Asks all server processes whether a player is at a game: each knows only its own sockets.

If the channel layer is away, or a process does not answer, the answer is unknown.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

from games.core.clock import SECOND
from games.core.errors import GameError
from games.live.cluster import processes
from games.live.cluster.peer_processes import THIS_PROCESS
from games.live.rooms import rooms

logger = logging.getLogger(__name__)

PROCESSES = "processes"  # the group
PATIENCE = 2.0  # seconds
WHO_IS_AT, WHO_HAS = "roll.call", "roll.open"  # the types of questions


class RollCallListener:
    """A listener that answers the questions of all processes, also those of its own."""

    def __init__(self) -> None:
        self._channel = ""

    async def join(self) -> None:
        """Join the group that is asked, with a channel for its questions.

        If Redis restarts, the layer joins again by itself.
        """
        layer = get_channel_layer()
        self._channel = await layer.new_channel()
        await layer.group_add(PROCESSES, self._channel)

    async def answer_one(self) -> None:
        """Wait for one question, and answer it. Join before the first one."""
        layer = get_channel_layer()
        if not self._channel:
            await self.join()
        asked = await layer.receive(self._channel)
        try:
            async with asyncio.timeout(PATIENCE):
                await layer.send(asked["reply"], _answer(asked))
        except Exception as error:  # whoever asked can deal with silence
            logger.warning("a roll call was not answered: %s", type(error).__name__)


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    answer = {"type": "roll.answer", "process": THIS_PROCESS}
    if asked["type"] == WHO_HAS:  # only servers of the released version ask this
        return answer | {"open": [uid for uid in asked["uids"] if rooms().find_open(uid)]}
    return answer | {"is_here": is_at(asked["uid"], asked["player"])}


def is_at(uid: str, player: int) -> bool:
    """Return whether *player* has the game open in this process, or left too recently for a claim.

    False if no room is open here.
    """
    room = rooms().find_open(uid)
    if room is None:
        return False
    absence = room.presence.absence_here(player)
    return absence is None or absence < settings.CLAIM_AFTER_SECONDS * SECOND


async def is_anywhere(uid: str, player: int) -> bool:
    """Return whether `is_at` holds in any process.

    Raises GameError("presence_unknown") unless all of them answer.
    """
    # While a process is being replaced, more live than settings.PROCESSES says.
    number = max(settings.PROCESSES, processes.here.living())
    answers = await _ask({"type": WHO_IS_AT, "uid": uid, "player": player}, number)
    # A process that does not answer may be the one that has the player.
    if len(answers) < number:
        raise GameError("presence_unknown")
    return any(answer["is_here"] for answer in answers)


async def _ask(question: dict[str, Any], number: int) -> Collection[dict[str, Any]]:
    """Ask all processes *question*. Return *number* answers, or fewer if some come too late."""
    layer = get_channel_layer()
    answers: dict[str, dict[str, Any]] = {}
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            reply = await layer.new_channel()
            await layer.group_send(PROCESSES, question | {"reply": reply})
            while len(answers) < number:
                answer = await layer.receive(reply)
                answers[answer["process"]] = answer
    return answers.values()
