"""What can go wrong, each with one sentence that people can read."""

from __future__ import annotations


class Refused(Exception):
    """The site will not do it. `code` is stable, see the API's documentation."""

    def __init__(self, status: int, code: str, detail: str = "", seconds: float = 0.0) -> None:
        super().__init__(detail or code)
        self.status = status
        self.code = code
        self.seconds = seconds  # to wait until it may be asked again; 0 if that is no help

    @property
    def is_about_token(self) -> bool:
        """Whether the token is unknown, revoked or not enough for this, or its account banned."""
        return self.code in ("bad_token", "scope_missing", "banned")


class Unreachable(Exception):
    """There is no answer from the site."""


class Closed(Exception):
    """The client is closed, perhaps since it began to wait."""


class Broken(Exception):
    """The program has crashed, is late or has answered what makes no sense."""


class Late(Broken):
    """The program has not answered within its time."""


class Unsupported(Exception):
    """The program does not play on this board."""


class Unusable(Exception):
    """The program cannot be loaded or started at all."""
