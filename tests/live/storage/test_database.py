"""Where the live game reads the database, and what it says when the database is away."""

import pytest
from django.db import InterfaceError, OperationalError

from games.live.storage.database import Unavailable, run, run_in_own_thread


@pytest.mark.parametrize("error", [OperationalError("no server"), InterfaceError("closed")])
async def test_what_takes_its_time_says_too_that_the_database_is_away(error):
    def fail() -> None:
        raise error

    with pytest.raises(Unavailable):
        await run_in_own_thread(fail)


@pytest.mark.parametrize("run_there", [run, run_in_own_thread])
async def test_it_says_why_the_database_is_away(run_there):
    def fail() -> None:
        raise OperationalError("no server")

    with pytest.raises(Unavailable, match="no server"):
        await run_there(fail)
