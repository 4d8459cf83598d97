"""What the tests of the reads share."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_shared() -> Iterator[None]:
    """The list of live games is kept for a moment in the cache, which a process's tests share."""
    cache.clear()
    yield
    cache.clear()
