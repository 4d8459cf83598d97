"""Keeps what fails in one of many from the others: in all that upkeep does one after the other."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError

logger = logging.getLogger(__name__)


@contextmanager
def log_errors(message: str, *args: object) -> Iterator[None]:
    """Log an error of the block with *message*, and go on after it with the next one.

    Raises OperationalError, and so Unavailable: with the database away none of them would succeed.
    """
    try:
        yield
    except OperationalError:
        raise
    except Exception:
        logger.exception(message, *args)
