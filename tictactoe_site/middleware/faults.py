"""What a visitor gets when a part of the site is away: 503 and a time to try again, never a 500."""

import logging
import sys
from collections.abc import Callable

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from tictactoe_site import errors

logger = logging.getLogger(__name__)

AWAY: tuple[type[Exception], ...] = (OperationalError, InterfaceError)
if settings.REDIS_URL:  # the package is 5 MiB of a process (`make bench NAME=soak`)
    from redis.exceptions import ConnectionError as RedisAway
    from redis.exceptions import TimeoutError as RedisSilent

    AWAY += (RedisAway, RedisSilent)


class UnavailableMiddleware:
    """A middleware that makes a 503 of a view that could not reach the database or Redis."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, AWAY):
            return None
        logger.error("A part is away: %s: %s", type(error).__name__, error)
        return errors.unavailable(request)


def server_error(request: HttpRequest) -> HttpResponse:
    """Handle what nothing else caught, such as a session that cannot be stored."""
    if isinstance(sys.exc_info()[1], AWAY):
        return errors.unavailable(request)
    return errors.server_error(request)
