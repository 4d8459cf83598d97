"""/.well-known/security.txt"""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from tictactoe_site import environment

URL = "/.well-known/security.txt"


def test_it_tells_whom_to_write_to(client, settings):
    settings.SECURITY_CONTACT = "mailto:security@play.example"
    response = client.get(URL)
    fields = dict(line.split(": ", 1) for line in response.text.splitlines())
    assert response["Content-Type"] == "text/plain"
    assert fields["Contact"] == "mailto:security@play.example"
    assert fields["Canonical"].endswith(URL)
    expires = datetime.fromisoformat(fields["Expires"])
    assert timedelta(0) < expires - timezone.now() < timedelta(days=365)


def test_without_a_contact_there_is_nothing(client, settings):
    settings.SECURITY_CONTACT = ""
    assert client.get(URL).status_code == 404


def test_it_is_only_read(client, settings):
    settings.SECURITY_CONTACT = "https://play.example/security"
    assert client.post(URL).status_code == 405


@pytest.mark.parametrize("value", ["me", "mailto:", "http://play.example", "https://a b"])
def test_a_contact_is_an_address(monkeypatch, value):
    monkeypatch.setenv("SECURITY_CONTACT", value)
    with pytest.raises(Exception, match="SECURITY_CONTACT must begin with"):
        environment.contact("SECURITY_CONTACT")
