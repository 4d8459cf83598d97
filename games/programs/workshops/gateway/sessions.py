"""The open sessions of this process, and how many an address may have."""

from __future__ import annotations

from collections import Counter

from prometheus_client import Gauge

from games.core.errors import GameError
from games.live.pace import Pace
from games.programs.workshops.gateway.packets import Revision
from games.programs.workshops.gateway.session import Session

SESSIONS = Gauge("tictactoe_workshop_sessions", "Clients of workshops that are connected.")


class Sessions:
    """Sessions by their ids, which are secrets."""

    def __init__(self, *, per_address: int) -> None:
        """*per_address* is how many an address may have; twice as many may begin at once."""
        self._per_address = per_address
        self._by_sid: dict[str, Session] = {}
        self._of_address: Counter[str] = Counter()
        self._begun = Pace(at_once=2 * per_address, seconds=0.2)

    def __len__(self) -> int:
        return len(self._by_sid)

    def make(self, revision: Revision, address: str) -> Session:
        """A new session, not open yet. Raises GameError: too_many_clients, too_fast."""
        if self._of_address[address] >= self._per_address:
            raise GameError("too_many_clients")
        self._begun.enter(address)
        session = Session(revision, address, self._forget)
        self._by_sid[session.sid] = session
        self._of_address[address] += 1
        SESSIONS.inc()
        return session

    def find(self, sid: str) -> Session | None:
        return self._by_sid.get(sid)

    def _forget(self, session: Session) -> None:
        del self._by_sid[session.sid]
        self._of_address[session.address] -= 1
        if not self._of_address[session.address]:
            del self._of_address[session.address]
        SESSIONS.dec()
