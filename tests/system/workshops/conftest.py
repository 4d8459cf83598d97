"""A workshop on a real server, and the real clients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import serving
from tests.system.workshops.playing import install

WORKSHOPS = 20  # more than a module has tests


@pytest.fixture(scope="session")
def clients() -> Path:
    """The folder of the installed clients."""
    return install()


@pytest.fixture(scope="module")
def site(make_shared_site: Callable[..., serving.ServerProcess]) -> serving.ServerProcess:
    return make_shared_site()


@pytest.fixture(scope="module")
def codes(site: serving.ServerProcess) -> Iterator[str]:
    """The codes of workshops that nobody uses yet."""
    return iter(new_codes(site, *(f"teacher{number}" for number in range(WORKSHOPS))))


@pytest.fixture
def code(codes: Iterator[str]) -> str:
    """The code of a workshop of the test's own."""
    return next(codes)


def new_codes(site: serving.ServerProcess, *owners: str) -> list[str]:
    """The codes of new workshops, one of each owner."""
    env = serving.DEPLOYED | {"DATABASE_URL": site.env["DATABASE_URL"]}
    return serving.run("tests.system.workshops.make_workshop", *owners, **env).split()
