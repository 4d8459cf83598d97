"""What every request passes on its way in, and every answer on its way out."""

from __future__ import annotations

import asyncio
import logging
import sys
import zlib
from collections.abc import AsyncIterator, Callable

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from tictactoe_site import errors
from tictactoe_site.errors import standalone

logger = logging.getLogger(__name__)

# No page needs any of them, and nothing that a page shows may use them.
REFUSED_FEATURES = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
PERMISSIONS = ", ".join(f"{feature}=()" for feature in REFUSED_FEATURES)
API = "/api/v1/"
GZIP = 16 + zlib.MAX_WBITS  # a header and a check sum around what is compressed
AWAY: tuple[type[Exception], ...] = (OperationalError, InterfaceError)
if settings.REDIS_URL:  # the package is 5 MiB of a process (`make bench NAME=soak`)
    from redis.exceptions import ConnectionError as RedisAway
    from redis.exceptions import TimeoutError as RedisSilent

    AWAY += (RedisAway, RedisSilent)


def nul_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 400 to a query that holds a NUL character before anything is looked up.

    PostgreSQL accepts it nowhere, not even as a parameter. Forms refuse it by themselves, and say
    so beside the field.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        return _refusal(request) or get_response(request)

    return middleware


def _refusal(request: HttpRequest) -> HttpResponse | None:
    query = request.META.get("QUERY_STRING", "")
    if "%00" in query or "\x00" in query:
        return standalone("400.html", 400)
    return None


def headers_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Set headers of every page, beside those of Django and of the Content-Security-Policy."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        # An answer to a token is for its owner alone.
        if request.path_info.startswith(API) and "Authorization" in request.headers:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


class CompressionMiddleware(GZipMiddleware):
    """Django's compression, but an asynchronous stream becomes one gzip member, not one per piece.

    Browsers read the first member only.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if (
            not isinstance(response, StreamingHttpResponse)
            or not response.is_async
            or "Content-Encoding" in response
        ):
            return super().process_response(request, response)
        pieces = response.streaming_content
        assert isinstance(pieces, AsyncIterator)
        super().process_response(request, response)
        if response.get("Content-Encoding") == "gzip":
            response.streaming_content = one_member(pieces)
        return response


async def one_member(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield *pieces* compressed together; each is worked on beside the event loop."""
    compressor = zlib.compressobj(wbits=GZIP)
    async for piece in pieces:
        if compressed := await asyncio.to_thread(compressor.compress, piece):
            yield compressed
    yield compressor.flush()


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
