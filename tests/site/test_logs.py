"""The log: one event, one line, whatever the input."""

import logging
import sys

import pytest

from tictactoe_site.logs import ClientFaultFilter, KeyValueFormatter, PathFilter, public_path


def log_line(message: str, **extra: object) -> str:
    record = logging.makeLogRecord({"name": "games", "levelname": "INFO", "msg": message} | extra)
    return KeyValueFormatter().format(record)


def test_a_line_has_time_level_logger_and_message():
    line = log_line("A game ended")
    assert line.startswith("time=")
    assert line.endswith('Z level=info logger=games message="A game ended"')


def test_what_the_caller_adds_is_a_field():
    assert log_line("ended", game="abcDEF1234", moves=9).endswith(
        "message=ended game=abcDEF1234 moves=9"
    )


def test_no_input_begins_a_line_or_a_field_of_its_own():
    line = log_line('x\ntime=now level=error message="forged', name_given='a" level=error')
    assert line.count("\n") == 0
    assert r'message="x\ntime=now level=error message=\"forged"' in line
    assert r'name_given="a\" level=error"' in line


def test_a_traceback_follows_indented():
    try:
        raise ValueError("first\nsecond")
    except ValueError:
        lines = log_line("failed", exc_info=sys.exc_info()).splitlines()
    assert lines[0].endswith("message=failed")
    assert all(line.startswith("  ") for line in lines[1:])


@pytest.mark.parametrize(("status", "level"), [(400, "warning"), (403, "warning"), (500, "error")])
def test_what_a_client_did_wrong_is_no_error_and_has_no_traceback(status, level):
    try:
        raise ValueError
    except ValueError:
        record = logging.getLogger("django").makeRecord(
            "django",
            logging.ERROR,
            "",
            0,
            "wrong",
            (),
            sys.exc_info(),
            extra={"status_code": status},
        )
    assert ClientFaultFilter().filter(record)
    line = KeyValueFormatter().format(record)
    assert f"level={level}" in line
    assert ("Traceback" in line) == (status == 500)


@pytest.mark.parametrize("path", ["/AB2CD", "/ab2cd", "/Ab2cD"])
def test_the_short_address_of_a_workshop_is_masked_however_it_is_typed(path):
    assert public_path(path) == "/…"


@pytest.mark.parametrize("path", ["/", "/play/", "/people/ab2cd", "/games/ab2cd/", "/ab2cd3"])
def test_other_addresses_are_told_whole(path):
    assert public_path(path) == path


@pytest.mark.django_db
@pytest.mark.parametrize("end", ["/", "/”", "/\\"])
def test_a_key_is_masked_whatever_was_copied_with_it(client, caplog, end):
    caplog.handler.addFilter(PathFilter())
    assert client.get(f"/workshops/ABCDE/none{end}").status_code == 404
    assert "Not Found: /workshops/…" in caplog.text
    assert "ABCDE" not in caplog.text


def test_a_site_that_is_asked_wrongly_writes_no_traceback(make_site):
    site = make_site()
    assert site.get("/", Host="evil.example").status == 400
    assert site.get("/", Host="evil example/%").status == 400
    log = site.log.read_text()
    assert log.count("level=warning logger=django.security.DisallowedHost") == 2
    assert "Traceback" not in log
    assert "level=error" not in log


def test_a_refusal_tells_neither_keys_nor_codes_nor_queries(make_site):
    site = make_site()
    for path in (
        "/accounts/confirm-email/c0ffee/x/",
        "/workshops/ABCDE/none/",
        "/no/?code=S3",
    ):
        assert site.get(path).status == 404
    log = site.log.read_text()
    assert log.count('message="Not Found: ') == 3
    assert 'message="Not Found: /workshops/…"' in log or r"/workshops/\u2026" in log
    assert not [secret for secret in ("c0ffee", "ABCDE", "S3") if secret in log]
