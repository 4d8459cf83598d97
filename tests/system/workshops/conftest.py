"""A workshop on a real server, and the real clients."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import serving
from tests.system.workshops.playing import install


@pytest.fixture(scope="session")
def clients() -> Path:
    """The folder of the installed clients."""
    return install()


@pytest.fixture(scope="module")
def site(make_shared_site: Callable[..., serving.ServerProcess]) -> serving.ServerProcess:
    return make_shared_site()


@pytest.fixture
def code(site: serving.ServerProcess, request: pytest.FixtureRequest) -> str:
    """The code of a workshop of the test's own."""
    return new_code(site, f"t{abs(hash(request.node.name)) % 10**9}")


def new_code(site: serving.ServerProcess, owner: str) -> str:
    database = {"DATABASE_URL": site.env["DATABASE_URL"]}
    made = serving.run("tests.system.workshops.make_workshop", owner, **serving.DEPLOYED | database)
    return made.strip()
