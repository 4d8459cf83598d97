"""Where the live game reads the database, and what it says when the database is away."""

import pytest
from django.db import InterfaceError, OperationalError

from games.live.storage.database import Unavailable, run_in_own_thread


@pytest.mark.parametrize("error", [OperationalError("no server"), InterfaceError("closed")])
async def test_what_takes_its_time_says_too_that_the_database_is_away(error):
    def fail() -> None:
        raise error

    with pytest.raises(Unavailable):
        await run_in_own_thread(fail)
