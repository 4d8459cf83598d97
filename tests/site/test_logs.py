"""The log: one event, one line, whatever the input."""

import logging
import sys

from tictactoe_site.logs import KeyValueFormatter


def written(message: str, **extra: object) -> str:
    record = logging.makeLogRecord({"name": "games", "levelname": "INFO", "msg": message} | extra)
    return KeyValueFormatter().format(record)


def test_a_line_has_time_level_logger_and_message():
    line = written("A game ended")
    assert line.startswith("time=")
    assert line.endswith('Z level=info logger=games message="A game ended"')


def test_what_the_caller_adds_is_a_field():
    assert written("ended", game="abcDEF1234", moves=9).endswith(
        "message=ended game=abcDEF1234 moves=9"
    )


def test_no_input_begins_a_line_or_a_field_of_its_own():
    line = written('x\ntime=now level=error message="forged', name_given='a" level=error')
    assert line.count("\n") == 0
    assert r'message="x\ntime=now level=error message=\"forged"' in line
    assert r'name_given="a\" level=error"' in line


def test_a_traceback_follows_indented():
    try:
        raise ValueError("first\nsecond")
    except ValueError:
        lines = written("failed", exc_info=sys.exc_info()).splitlines()
    assert lines[0].endswith("message=failed")
    assert all(line.startswith("  ") for line in lines[1:])
