"""What fails in one of many does not hold up the others."""

import pytest
from django.db import OperationalError

from games.core.errors import GameError
from games.live.storage.database import Unavailable, log_errors


def test_the_next_one_gets_its_turn(caplog):
    done = []
    for number in range(3):
        with log_errors("number %s failed", number):
            if number == 1:
                raise GameError("broken")
            done.append(number)
    assert done == [0, 2]
    assert [record.message for record in caplog.records] == ["number 1 failed"]
    assert caplog.records[0].exc_info


@pytest.mark.parametrize("away", [Unavailable, OperationalError])
def test_without_a_database_none_is_tried_any_more(away):
    with pytest.raises(away), log_errors("it failed"):
        raise away
