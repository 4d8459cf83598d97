"""Django can read back every table that it made, as `inspectdb` and later migrations do."""

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db


def test_every_table_can_be_read_back():
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            connection.introspection.get_table_description(cursor, table)
            connection.introspection.get_constraints(cursor, table)
