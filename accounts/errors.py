"""Refusals of this application: a stable code, put into words only where people read it."""


class Refusal(ValueError):
    """Something is not allowed; ``code`` says why and never changes."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NameRefused(Refusal):
    """A name that may not be used."""


class MarkRefused(Refusal):
    """A symbol or colour that may not be used."""


class HandwritingRefused(Refusal):
    """A drawing of a mark that is not accepted."""


class AccountRefused(Refusal):
    """Something may not be done to this account."""


# Not a Refusal: it comes from any page that makes guests, and says how long to wait.
class TooManyGuests(Exception):
    """No more guests from this address for now; the middleware answers with a page that says so."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait  # seconds
