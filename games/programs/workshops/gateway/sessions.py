"""The open sessions of this process, and how many an address may have."""

from __future__ import annotations

from prometheus_client import Gauge

from games.core.errors import GameError
from games.live.limits import enter
from games.programs.workshops.gateway.packets import Revision
from games.programs.workshops.gateway.session import Session
from tictactoe_site.common.limits.at_once import Cap
from tictactoe_site.common.limits.in_memory import TokenBuckets

SESSIONS = Gauge("tictactoe_workshop_sessions", "Clients of workshops that are connected.")


class Sessions:
    """Sessions by their ids, which are secrets."""

    def __init__(self, *, per_address: int) -> None:
        """Let an address have *per_address*; twice as many may begin at once."""
        self._per_address = per_address
        self._by_sid: dict[str, Session] = {}
        self._of_address = Cap()
        self._begun = TokenBuckets(at_once=2 * per_address, seconds=0.2)

    def __len__(self) -> int:
        return len(self._by_sid)

    def make(self, revision: Revision, address: str) -> Session:
        """Return a new session, not open yet. Raises GameError: too_many_clients, too_fast."""
        if not self._of_address.take(address, most=self._per_address):
            raise GameError("too_many_clients")
        try:
            enter((self._begun, address))
        except GameError:
            self._of_address.give_back(address)
            raise
        session = Session(revision, address, self._forget)
        self._by_sid[session.sid] = session
        SESSIONS.inc()
        return session

    def find(self, sid: str) -> Session | None:
        return self._by_sid.get(sid)

    def _forget(self, session: Session) -> None:
        del self._by_sid[session.sid]
        self._of_address.give_back(session.address)
        SESSIONS.dec()
