"""One event, one line: the log can be searched, and input cannot forge a line of it."""

import json
import logging
import re
import time
from typing import Any

from tictactoe_site.common import trace

# Whoever knows the rest of these paths can use them.
SECRET_PATH = re.compile(
    r"(/accounts/(?:confirm-email|password/reset/key)/|/workshops/).+"
    r"|(?<=^/)[2-9A-HJKMNP-Za-hjkmnp-z]{5}$"  # a workshop's code, in capitals or not
)
MAX_PATH_LENGTH = 200  # characters of it in the log
STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class KeyValueFormatter(logging.Formatter):
    """A formatter that writes `time=… level=… logger=… message="…"`, then the caller's extra.

    Values stand in quotes as JSON where they have spaces or control characters, so that no input
    can begin a line of its own. A traceback follows on lines that begin with two spaces.
    """

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        # What a caller passes as extra becomes attributes of the record, beside the standard ones.
        fields |= {key: value for key, value in vars(record).items() if key not in STANDARD}
        line = " ".join(f"{key}={quoted(value)}" for key, value in fields.items())
        if record.exc_info:
            trace = self.formatException(record.exc_info)
            line += "\n" + "\n".join(f"  {row}" for row in trace.splitlines())
        return line


class TraceFilter(logging.Filter):
    """A filter that adds the request, the user and the game that a line belongs to.

    What the caller has set itself stays.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in trace.current().fields().items():
            record.__dict__.setdefault(name, value)
        return True


class PathFilter(logging.Filter):
    """A filter that takes the request, and keys and codes in its path, out of Django's lines.

    These name the path in their arguments, escaped, and carry the whole request beside them.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = record.__dict__.pop("request", None)
        if request and isinstance(record.args, tuple):
            record.args = tuple(
                public_path(argument) if isinstance(argument, str) else argument
                for argument in record.args
            )
        return True


class ClientFaultFilter(logging.Filter):
    """A filter by which a client's mistake (4xx) is no error and gets no traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = record.exc_text = None
            if record.levelno > logging.WARNING:
                record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


def public_path(path: str) -> str:
    """Return *path* as the log may tell it."""
    return SECRET_PATH.sub(r"\1…", path)[:MAX_PATH_LENGTH]


def quoted(value: object) -> str:
    text = str(value)
    # Without spaces, quotes or "=" a value needs no quotes to be read back.
    is_plain = text.isascii() and text.isprintable() and not set(text) & set(' "=')
    return text if text and is_plain else json.dumps(text)


def configuration(level: str) -> dict[str, Any]:
    """Return the setting LOGGING: all from *level* on goes to the standard error, as lines."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "tictactoe_site.logs.KeyValueFormatter"}},
        "filters": {
            "trace": {"()": "tictactoe_site.logs.TraceFilter"},
            "client": {"()": "tictactoe_site.logs.ClientFaultFilter"},
            "path": {"()": "tictactoe_site.logs.PathFilter"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["trace", "client", "path"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        # Django's own handler would write what the root's writes.
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
        },
    }
