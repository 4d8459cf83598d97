"""What the tests of the pages share."""

import pytest
from django.test import Client

LOGIN = "/accounts/login/"
SIGN_UP = "/accounts/signup/"


@pytest.fixture
def strict_client() -> Client:
    """A client that refuses what a browser's form would not have: a token."""
    return Client(enforce_csrf_checks=True)
