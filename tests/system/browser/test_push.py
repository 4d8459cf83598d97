"""Notifications on this device: offered, switched on by a press, shown by the service worker."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from tests import serving
from tests.push_service import FakeBrowser, PushService, push_service
from tests.system.browser.conftest import PHONE, Visitor, new_site

# A browser for tests has no push service; what it would say stands in for that.
SUBSCRIBED = """(told) => {
  const subscription = {
    endpoint: told.endpoint, options: {}, toJSON: () => told, unsubscribe: async () => true,
  };
  PushManager.prototype.subscribe = async () => subscription;
}"""
# Nor has it a place for notifications: the worker's are kept in a list, as a device does.
ON_A_DEVICE = """() => {
  self.shown = [];
  const close = (one) => { self.shown = self.shown.filter((other) => other !== one); };
  Object.assign(ServiceWorkerRegistration.prototype, {
    showNotification: async (title, options) => {
      self.shown = self.shown.filter(({ tag }) => tag !== options.tag);
      const one = { title, ...options };
      self.shown.push(Object.assign(one, { close: () => close(one) }));
    },
    getNotifications: async ({ tag }) => self.shown.filter((one) => one.tag === tag),
  });
}"""
SHOWN = "() => self.shown.map(({ title, body, data }) => [title, body, data.path])"
DISMISS = "() => self.shown.forEach((one) => one.close())"
REMEMBERED = "async () => (await (await caches.open('push')).keys()).length"
PRESS = """() => {
  self.opened = [];
  Clients.prototype.openWindow = async (address) => { self.opened.push(address); };
  WindowClient.prototype.focus = async function () { self.opened.push(`again ${this.url}`); };
  for (const notification of [...self.shown]) {
    const waitUntil = () => {};
    self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
  }
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def pushing_site(tmp_path: Path, static_root: Path) -> Iterator[serving.ServerProcess]:
    with new_site(tmp_path, static_root, PUSH_TO_LOOPBACK="true") as process:
        yield process


def worker_of(page: Page) -> Worker:
    """The service worker, with a place for its notifications."""
    page.evaluate("() => navigator.serviceWorker.ready")
    (worker,) = page.context.service_workers
    worker.evaluate(ON_A_DEVICE)
    return worker


def deliver(page: Page, site: serving.ServerProcess, notice: dict[str, str]) -> None:
    """Have the browser's push service hand *notice* to the service worker."""
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda said: found.extend(said["registrations"])
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    told = {"origin": site.url, "registrationId": found[0]["registrationId"]}
    session.send("ServiceWorker.deliverPushMessage", {**told, "data": json.dumps(notice)})
    session.detach()


def wait_until(page: Page, asked: Page | Worker, script: str, expected: object) -> None:
    """Ask the page, or its service worker, until it says that."""
    patience = time.monotonic() + 60
    while (found := asked.evaluate(script)) != expected:
        assert time.monotonic() < patience, found
        page.wait_for_timeout(50)


def switch_on(visitor: Visitor, browser: FakeBrowser) -> Page:
    visitor.context.grant_permissions(["notifications"], origin=visitor.site.url)
    page = visitor.open("/me/preferences/")
    page.evaluate(SUBSCRIBED, browser.subscription())
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_role("button", name="Send a test")).to_be_visible()
    return page


def test_a_press_switches_them_on_and_a_test_arrives(
    pushing_site: serving.ServerProcess, service: PushService, make_visitor: Callable[..., Visitor]
) -> None:
    visitor = make_visitor(pushing_site, viewport=PHONE, own=True)
    visitor.sign_up("alice")
    browser = service.browser("phone")
    page = switch_on(visitor, browser)
    section = page.locator("#devices")
    expect(section.get_by_role("checkbox")).to_have_count(4)
    section.get_by_role("checkbox").nth(1).uncheck()
    section.get_by_role("button", name="Save these choices").click()
    expect(section.get_by_role("checkbox").nth(1)).not_to_be_checked()
    section.get_by_role("button", name="Send a test").click()
    while not service.received:
        page.wait_for_timeout(50)
    (notice,) = service.notices_of(browser)
    worker = worker_of(page)
    deliver(page, pushing_site, notice)
    said = ["Tic Tac Toe", "Notifications work on this device.", "/me/preferences/"]
    wait_until(page, worker, SHOWN, [said])
    page.reload()
    expect(section).to_contain_text("Last notification sent:")
    section.get_by_role("button", name="Turn off").click()
    expect(page.get_by_role("button", name="Turn on")).to_be_visible()


def test_what_comes_again_is_shown_once(
    pushing_site: serving.ServerProcess, service: PushService, make_visitor: Callable[..., Visitor]
) -> None:
    visitor = make_visitor(pushing_site, own=True)
    visitor.sign_up("alice")
    page = switch_on(visitor, service.browser("laptop"))
    worker = worker_of(page)
    notice = {"id": "a" * 32, "tag": "b" * 32, "title": "T", "body": "Your turn", "path": "/learn/"}
    deliver(page, pushing_site, notice)
    wait_until(page, worker, SHOWN, [["T", "Your turn", "/learn/"]])
    wait_until(page, worker, REMEMBERED, 2)  # with the address of the push service
    worker.evaluate(DISMISS)
    deliver(page, pushing_site, notice)
    deliver(page, pushing_site, {**notice, "id": "c" * 32, "body": "Your turn again"})
    wait_until(page, worker, REMEMBERED, 3)
    wait_until(page, worker, SHOWN, [["T", "Your turn again", "/learn/"]])


def test_a_press_opens_the_page_or_comes_back_to_it(
    pushing_site: serving.ServerProcess, service: PushService, make_visitor: Callable[..., Visitor]
) -> None:
    visitor = make_visitor(pushing_site, own=True)
    visitor.sign_up("alice")
    page = switch_on(visitor, service.browser("laptop"))
    worker = worker_of(page)
    for number, path in enumerate(("/learn/", "/me/preferences/")):
        name = str(number) * 32
        notice = {"id": name, "tag": name, "title": "T", "body": "Your turn", "path": path}
        deliver(page, pushing_site, notice)
    wait_until(page, worker, "() => self.shown.length", 2)
    worker.evaluate(PRESS)
    url = pushing_site.url
    opened = [f"{url}/learn/", f"again {url}/me/preferences/#devices"]
    wait_until(page, worker, "() => self.opened.sort().reverse()", sorted(opened, reverse=True))
    assert worker.evaluate("() => self.shown.length") == 0


def test_signing_out_ends_them_in_the_browser_as_well(
    pushing_site: serving.ServerProcess, service: PushService, make_visitor: Callable[..., Visitor]
) -> None:
    visitor = make_visitor(pushing_site, own=True)
    visitor.sign_up("alice")
    page = switch_on(visitor, service.browser("laptop"))
    assert page.evaluate(REMEMBERED) == 1
    visitor.open("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    wait_until(page, page, "() => caches.has('push')", False)


def test_a_browser_that_refuses_says_what_to_do(
    pushing_site: serving.ServerProcess, make_visitor: Callable[..., Visitor]
) -> None:
    visitor = make_visitor(pushing_site, viewport=PHONE, own=True)
    visitor.sign_up("alice")
    page = visitor.open("/me/preferences/")
    page.evaluate("() => { Notification.requestPermission = async () => 'denied'; }")
    page.get_by_role("button", name="Turn on").click()
    expect(page.locator("#devices")).to_contain_text("Notifications are blocked")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
