"""What only one may do at a time, of all threads and processes."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from games.models import Lock


@pytest.mark.django_db(transaction=True)
def test_one_transaction_at_a_time_holds_a_name():
    counted = [0]

    def count(_: int) -> None:
        try:
            with transaction.atomic():
                Lock.hold("counting")
                before = counted[0]
                time.sleep(0.01)  # long enough for another one to read the same
                counted[0] = before + 1
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(count, range(12)))
    assert counted == [12]
