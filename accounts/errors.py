"""Refusals of this application: a stable code, worded only where people read it."""


class Refusal(ValueError):
    """Something that may not be done or used; ``code`` says why and never changes."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NameRefused(Refusal):
    """A name that may not be used."""


class MarkRefused(Refusal):
    """A symbol or colour that may not be used."""


class AccountRefused(Refusal):
    """Something that may not be done to this account."""


class TooManyGuests(Exception):
    """No more guests from this address for now; the middleware answers with a kind page."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait  # seconds
