"""Pages are sent compressed, also those that are made while they are sent."""

import asyncio
import zlib
from collections.abc import AsyncIterator

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

GZIP = 16 + zlib.MAX_WBITS  # a header and a check sum around what is compressed


class CompressionMiddleware(GZipMiddleware):
    """Django's, but an asynchronous stream becomes one gzip member, not one for each piece.

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
