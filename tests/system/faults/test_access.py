"""The access matrix: every route and every message for everybody, as access.txt declares it."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable

import pytest

from tests.system.faults import access
from tests.system.faults.by_pytest import HELD, is_full
from tests.system.faults.matrix import TABLE, Row, read_rows, table_text
from tests.system.faults.routes import message_types, page_routes, socket_routes
from tests.system.faults.scenes import ACTORS

pytestmark = pytest.mark.matrix
ROWS = read_rows(TABLE.read_text())
PAGES = {route.name: route for route in page_routes()}
SOCKETS = {route.name: route for route in socket_routes()}
MESSAGES = [access.CONNECT, *message_types()]

Say = Callable[[str, object], None]


@pytest.fixture(autouse=True)
def _silence(caplog: pytest.LogCaptureFixture) -> None:
    """Django tells of every refusal, with a traceback for some."""
    for name in ("django.request", "django.security"):
        caplog.set_level(logging.CRITICAL, name)


def test_every_route_and_every_message_is_declared():
    ways = {(name, method) for name in PAGES for method in access.PAGE_METHODS}
    ways |= {(name, message) for name in SOCKETS for message in MESSAGES}
    assert {row.place for row in ROWS} == ways


def test_routes_have_names_of_their_own():
    assert len(PAGES) == len(page_routes())


@pytest.mark.django_db(transaction=True)
def test_every_page_answers_everybody_as_declared(record_property: Say) -> None:
    rows = [row for row in ROWS if row.route in PAGES]
    asked: dict[tuple[str, str], list[int]] = defaultdict(list)  # the numbers of rows
    for number, row in enumerate(rows):
        for actor in chosen(row, number):
            asked[actor, row.state].append(number)
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for (actor, state), numbers in asked.items():
        ways = [(PAGES[rows[number].route], rows[number].method) for number in numbers]
        for number, cell in zip(numbers, access.page_cells(actor, state, ways), strict=True):
            found[number][actor] = cell
    differ = [other for number, row in enumerate(rows) for other in differences(row, found[number])]
    tried = sum(map(len, asked.values()))
    assert not differ, f"found otherwise:\n{table_text(differ)}"
    record_property(HELD, f"{tried} cells of {len(PAGES)} addresses are as declared;")


@pytest.mark.django_db(transaction=True)
async def test_every_socket_answers_everybody_as_declared(record_property: Say) -> None:
    rows = [row for row in ROWS if row.route in SOCKETS]
    tried, differ = 0, []
    for number, row in enumerate(rows):
        route = SOCKETS[row.route]
        cells = {
            actor: await access.socket_cell(route, row.method, row.state, actor)
            for actor in chosen(row, number)
        }
        tried += len(cells)
        differ += differences(row, cells)
    assert not differ, f"found otherwise:\n{table_text(differ)}"
    record_property(HELD, f"{tried} cells of {len(SOCKETS)} sockets as well.")


def chosen(row: Row, number: int) -> list[str]:
    """Whom to try: everybody, or in a quick run one for each answer that the row declares.

    In the next row somebody else stands for the same answer.
    """
    if is_full:
        return list(ACTORS)
    first = number % len(ACTORS)
    order = ACTORS[first:] + ACTORS[:first]
    return list({row.cells[actor]: actor for actor in order}.values())


def differences(row: Row, cells: dict[str, str]) -> list[Row]:
    """The row as it was found, if that is not as declared."""
    found = {**row.cells, **cells}
    return [] if found == row.cells else [Row(row.route, row.method, row.state, found)]
