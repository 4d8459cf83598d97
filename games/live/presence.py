"""Who is at one game, what everybody is told about it, and what happens when a player leaves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from games.core.clock import SECOND, Milliseconds
from games.core.match import Match, Step
from games.core.rules import Mark
from games.live.actor import Decide, Events, Submit
from games.live.cluster.processes import steady_now
from games.live.deferred import Deferred
from games.live.watchers import Watchers
from games.protocol.messages import PresenceMessage
from tictactoe_site.common.event_loop import later

logger = logging.getLogger(__name__)

# A page without scripts reloads every 5 seconds; after a load its player counts as here this long.
PRESENCE_TTL: Milliseconds = 15 * SECOND
# A player who reloads the page has no socket for about this long at most.
RELOAD_GRACE: Milliseconds = 1_500
SECONDS_TO_GATHER = 0.1
SECONDS_A_WATCHER = 0.001  # more for each: a crowd of 1,000 is told once a second at most
MAX_NAMES = 20  # the rest of a crowd is a number
SECONDS_TO_COME_BACK = 20.0  # for a page that is loaded again, or a connection that was lost


class LastSeen:
    """When each player of a room was last here, with a socket or by loading the page.

    Players are known by their ids. Whoever has not been seen since the room was opened counts as
    gone from then on.
    """

    def __init__(self, watchers: Watchers, *, now: Milliseconds) -> None:
        self._watchers = watchers
        self._opened_at = now
        self._here_until: dict[int, Milliseconds] = {}
        self._left_at: dict[int, Milliseconds] = {}
        self._lost: set[int] = set()  # absent without a word: the connection was lost
        self._looked: set[int] = set()  # have loaded the page, and had no socket since

    def look(self, player: int, now: Milliseconds) -> None:
        """Note that *player* has loaded the page."""
        self._here_until[player] = now + PRESENCE_TTL
        self._lost.discard(player)
        self._looked.add(player)

    def leave(self, player: int, now: Milliseconds, *, is_lost: bool = False) -> None:
        """Note that a socket of *player* is gone, perhaps the last; *is_lost* if without a word."""
        if self._watchers.has(player) or (is_lost and player in self._lost):
            return  # here by another page, or counted as absent when this one fell silent
        # However lately the page was loaded: it is gone with its socket.
        self._here_until[player] = self._left_at[player] = now
        self._looked.discard(player)
        self._note_lost(player, is_lost)

    def fall_silent(self, player: int, now: Milliseconds) -> None:
        """Note that nothing is heard of the last page of *player*, who is absent from now on."""
        self._here_until[player] = now
        self._left_at.pop(player, None)
        self._note_lost(player, True)

    def _note_lost(self, player: int, is_lost: bool) -> None:
        if is_lost:
            self._lost.add(player)
        else:
            self._lost.discard(player)

    def begin(self, now: Milliseconds) -> None:
        """Count whoever is away as away from now on, for until now nobody missed them."""
        self._opened_at = now
        self._here_until = {player: max(at, now) for player, at in self._here_until.items()}
        self._looked.clear()

    def has_looked(self, player: int) -> bool:
        """Return whether *player* has loaded the page, and not opened a socket since."""
        return player in self._looked

    def come(self, player: int) -> None:
        """Note that a page of *player* is there and heard of."""
        self._lost.discard(player)
        self._looked.discard(player)

    def is_lost(self, player: int) -> bool:
        """Return whether the connection of *player*, who is absent, was lost: nobody knows why."""
        return player in self._lost

    def seems_here(self, player: int, now: Milliseconds) -> bool:
        """Return whether *player* is here, or left so recently that it may only be a reload."""
        if self.absence(player, now) is None:
            return True
        return player in self._left_at and now - self._left_at[player] < RELOAD_GRACE

    def absence(self, player: int, now: Milliseconds) -> Milliseconds | None:
        """Return for how long *player* has been away; None while here."""
        if self._watchers.has(player):
            return None
        since = self._here_until.get(player, self._opened_at)
        return now - since if now >= since else None


class Presence:
    """Who is in one room: the players, when they left, and the watchers."""

    def __init__(
        self,
        uid: str,
        watchers: Watchers,
        *,
        match: Callable[[], Match],
        awaited: Callable[[], Iterable[int | None]],
        is_engine: Callable[[Mark], bool],
        is_elsewhere: Callable[[int], bool],
        submit: Submit,
        on_idle: Callable[[], None],
    ) -> None:
        """Take *match*, which returns the match, and *awaited*: ids of its creator and the invited.

        *is_engine* says whether the site plays a mark, *is_elsewhere* whether another process has
        seen a player. *on_idle* is called when nobody is waited for any more.
        """
        self._uid = uid
        self._watchers = watchers
        self._match, self._awaited = match, awaited
        self._is_engine, self._is_elsewhere = is_engine, is_elsewhere
        self._submit, self._on_idle = submit, on_idle
        self._last_seen = LastSeen(watchers, now=steady_now())
        self._tell_timer: asyncio.TimerHandle | None = None
        self._look_timer: asyncio.TimerHandle | None = None
        self._lapse_timer: asyncio.TimerHandle | None = None
        self._gone_timer: asyncio.TimerHandle | None = None

    @property
    def waits_for_somebody(self) -> bool:
        """Whether a player without a socket may be here, or come back."""
        return bool(self._look_timer or self._lapse_timer)

    def close(self) -> None:
        for timer in (self._tell_timer, self._look_timer, self._lapse_timer, self._gone_timer):
            if timer:
                timer.cancel()

    def came(self, user_id: int | None) -> None:
        """Note that a socket of this user is there and heard of, perhaps again."""
        if user_id is not None:
            self._last_seen.come(user_id)
        self.changed()

    def left(self, user_id: int | None, *, is_lost: bool = False) -> None:
        """Note that a socket of this user is gone, maybe the last; *is_lost* if without a word."""
        if user_id is not None and self._match().marks_of(user_id):
            self._last_seen.leave(user_id, steady_now(), is_lost=is_lost)
            self._tell_once_gone()
        self.changed()
        self._let_rematch_lapse(user_id)

    def fell_silent(self, user_id: int | None) -> None:
        """Note that nothing is heard of a page of this user, who may have another one."""
        if user_id is None or self._watchers.has(user_id):
            return
        if self._match().marks_of(user_id):
            self._last_seen.fall_silent(user_id, steady_now())
        self.changed()

    def _tell_once_gone(self) -> None:
        """Tell everybody again once the player who has just left cannot be reloading any more."""
        if self._gone_timer:
            self._gone_timer.cancel()
        self._gone_timer = later(RELOAD_GRACE / 1000, self.changed)

    def look(self, player: int) -> None:
        """Count *player*, who has loaded the page, as here for a while even without a socket."""
        if not self._match().marks_of(player):
            return
        self._last_seen.look(player, steady_now())
        self.changed()
        if self._look_timer:
            self._look_timer.cancel()
        self._look_timer = later(PRESENCE_TTL / 1000, self._look_is_over)

    def _look_is_over(self) -> None:
        self._look_timer = None
        self.changed()
        self._on_idle()

    def absence(self, mark: Mark) -> Milliseconds | None:
        """Return for how long *mark*'s player has been away; None while here or in another process.

        None also for the engine, and for a free seat.
        """
        player = self._match().player(mark)
        if player is None or self._is_engine(mark) or self._is_elsewhere(player):
            return None
        return self.absence_here(player)

    def absence_here(self, player: int) -> Milliseconds | None:
        """Return for how long *player*, an id, has been away, as far as this process knows."""
        return self._last_seen.absence(player, steady_now())

    def begun(self) -> None:
        """Expect both players from now on: a seat was just taken, or an outage is over."""
        self._last_seen.begin(steady_now())
        self.changed()

    def is_no_show(self, mark: Mark, within: Milliseconds) -> bool:
        """Return whether *mark*'s player, away for *within* ms, has not even loaded the page."""
        absence = self.absence(mark)
        return absence is not None and absence >= within and not self._has_looked(mark)

    def message(self) -> PresenceMessage:
        """Return who is here, as the sockets are told."""
        seated = [self._match().player(mark) for mark in Mark]
        seated += self._awaited()  # they wait for each other, also without seats
        x_left, o_left = (self._told_absence(mark) for mark in Mark)
        x_lost, o_lost = (self._is_lost(mark) for mark in Mark)
        return PresenceMessage(
            x=self._match().x_player is not None and x_left is None,
            o=self._match().o_player is not None and o_left is None,
            watchers=self._watchers.count_others(seated),
            names=self._watchers.names_of_others(seated, most=MAX_NAMES),
            x_left=x_left or 0,
            o_left=o_left or 0,
            x_lost=x_left is not None and x_lost,
            o_lost=o_left is not None and o_lost,
            x_reads=x_left is not None and self._has_looked(Mark.X),
            o_reads=o_left is not None and self._has_looked(Mark.O),
        )

    def _told_absence(self, mark: Mark) -> Milliseconds | None:
        """Return the absence that sockets are told about; None while it may be only a reload."""
        player = self._match().player(mark)
        if player is None or self._last_seen.seems_here(player, steady_now()):
            return None
        return self.absence(mark)

    def _is_lost(self, mark: Mark) -> bool:
        player = self._match().player(mark)
        return player is not None and self._last_seen.is_lost(player)

    def _has_looked(self, mark: Mark) -> bool:
        player = self._match().player(mark)
        return player is not None and self._last_seen.has_looked(player)

    def changed(self) -> None:
        """Tell everybody soon; one message covers all who come and go in the meantime."""
        if self._tell_timer is None:
            # A crowd is told less often, because every change goes to everybody in it.
            seconds = max(SECONDS_TO_GATHER, len(self._watchers) * SECONDS_A_WATCHER)
            self._tell_timer = later(seconds, self._tell)

    def _tell(self) -> None:
        self._tell_timer = None
        self._watchers.tell(self.message())

    # An offered rematch lapses when the player who offered it leaves. One that was offered by a
    # form, without a socket, stands until it is answered.

    def _let_rematch_lapse(self, left: int | None) -> None:
        """Withdraw the rematch that the player *left* offered, unless that player soon returns."""
        if left is None or not self._offers_from_afar(left):
            return
        if self._lapse_timer:  # of an earlier leaving, or of an offer that stands no more
            self._lapse_timer.cancel()
        self._lapse_timer = later(SECONDS_TO_COME_BACK, self._rematch_lapses, left)

    def _offers_from_afar(self, player: int) -> bool:
        offer = self._match().offer
        if offer is None or not offer.what.is_rematch:
            return False
        return self._match().player(offer.by) == player and self.absence(offer.by) is not None

    def _rematch_lapses(self, left: int) -> None:
        self._lapse_timer = None
        if self._offers_from_afar(left):
            self._submit(_withdrawal(left), actor_id=left).on_settled(self._rematch_withdrawn)
        else:
            self._on_idle()

    def _rematch_withdrawn(self, withdrawn: Deferred[Events]) -> None:
        if withdrawn.error:
            logger.warning("an offered rematch could not be withdrawn", extra={"game": self._uid})
        self._on_idle()


def _withdrawal(player: int) -> Decide:
    def decide(match: Match, now: Milliseconds) -> Step:
        offer = match.offer
        if offer is None or match.player(offer.by) != player:
            return match, ()
        return match.answer_offer(mark=offer.by, what=offer.what, yes=False, now=now)

    return decide
