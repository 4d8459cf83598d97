"""A push service on this machine, and devices of alice that it reaches."""

import json
from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from tests.push_service import FakeBrowser, PushService, push_service

ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture
def service(settings) -> Iterator[PushService]:
    settings.PUSH_TO_LOOPBACK = True
    with push_service() as running:
        yield running


def subscribe(client: Client, browser: FakeBrowser, path: str = "/me/push/"):
    told = json.dumps(browser.subscription())
    return client.post(path, told, content_type="application/json", HTTP_USER_AGENT=ANDROID)


@pytest.fixture
def device_of(service, django_user_model) -> Callable[..., tuple[Client, FakeBrowser]]:
    """A browser in which somebody is signed in and has switched notifications on."""

    def signed_in(user, name="phone"):
        client, browser = Client(), service.browser(name)
        client.force_login(user)
        assert subscribe(client, browser).status_code == 201
        return client, browser

    return signed_in
