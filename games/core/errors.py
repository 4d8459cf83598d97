"""Refusals: every rule that says no does so with one of these."""


class GameError(Exception):
    """A command or a value that the rules refuse.

    *code* is stable and meant for programs; people read a sentence that the edges (pages,
    sockets, commands) choose for it. *why* tells programmers more, such as what is allowed.
    """

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(f"{code}: {why}" if why else code)
        self.code = code


class IllegalMove(GameError):
    """A mark that the position does not allow."""


class BadRuleset(GameError):
    """Numbers that make no m,n,k game."""


class BadNotation(GameError):
    """Text that cannot be read; distinct from text that reads as something illegal."""


class TooFast(GameError):
    """Something done too often; *wait* is how many seconds it takes until it may be done again.

    *limit* names what was done too often, for programs.
    """

    def __init__(self, wait: int, limit: str = "", *, code: str = "too_fast") -> None:
        super().__init__(code)
        self.wait = wait
        self.limit = limit
