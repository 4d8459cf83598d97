"""What reaches people in windows that show something else."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.system.browser.accessibility import each_width, findings_in_every_look
from tests.system.browser.conftest import PHONE

# A browser for tests looks at all tabs at once, and has no place for what the device tells.
LOOKS_AWAY = """() => {
  self.isLeft = true;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
UNTIL_IT_HAS_THE_SOCKET = """async () => {
  const held = async () => (await navigator.locks.query()).held;
  while (!(await held()).some(({ name }) => name === "notices")) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}"""
ON_A_DEVICE = """
  Object.defineProperties(document, {
    hidden: { get: () => Boolean(self.isLeft) },
    visibilityState: { get: () => (self.isLeft ? "hidden" : "visible") },
  });
  self.told = [];
  self.Notification = class {
    static permission = "granted";
    constructor(title, { body }) {
      self.told.push(body);
    }
  };
"""
# On Android a page may be allowed to tell, and still cannot: there it is for the service worker.
ON_ANDROID = f"""{ON_A_DEVICE}
  self.Notification = class {{
    static permission = "granted";
    constructor() {{
      self.told.push("nothing");
      throw new TypeError("Illegal constructor");
    }}
  }};
"""


def challenge(asker, name: str, control: str = "3d") -> str:
    """Challenge *name* from the profile; the game's path."""
    page = asker.open(f"/@{name}/")
    page.get_by_role("link", name="Challenge").click()
    form = page.locator("#new-game-form")
    form.locator(f"input[name=control][value='{control}']").check()
    form.get_by_role("button", name="Send challenge").click()
    page.wait_for_url(re.compile(r"/games/\w{10}/$"))
    return page.url.removeprefix(asker.site.url)


def badge(visitor):
    return visitor.page.locator("[data-waiting-count]")


def test_a_challenge_shows_at_once_and_is_accepted(visit):
    alice, bob = visit(), visit()
    alice.sign_up("alice_asks")
    bob.sign_up("bob_reads")
    bob.open("/me/games/")
    path = challenge(alice, "bob_reads")
    card = bob.page.locator(".toast--notice")
    expect(card).to_contain_text("alice_asks challenges you on 3×3.")
    expect(badge(bob)).to_have_text("1")
    expect(bob.page).to_have_title(re.compile(r"^\(1\) "))
    second = bob.new_tab()
    second.goto(bob.site.url + "/me/waiting/")
    expect(second.locator(".challenge")).to_contain_text("alice_asks challenges you")
    card.get_by_role("link", name="Open").click()
    bob.page.get_by_role("button", name="Accept challenge").click()
    expect(bob.headline).to_have_text(re.compile("alice_asks"))
    expect(second).to_have_title(re.compile(r"^Waiting"))  # nothing waits for bob any more
    alice.play("b2")
    expect(bob.headline).to_have_text("Your turn")
    assert path in bob.page.url


def test_a_declined_challenge_comes_with_a_reason(visit):
    alice, bob = visit(viewport=PHONE), visit(viewport=PHONE)
    alice.sign_up("alice_hopes")
    bob.sign_up("bob_is_busy")
    path = challenge(alice, "bob_is_busy")
    alice.open("/")
    bob.open(path)
    bob.page.locator("summary", has_text="Decline").click()
    bob.page.get_by_role("button", name="Not now, perhaps later.").click()
    expect(bob.page.get_by_role("heading", name="Waiting for you")).to_be_visible()
    expect(alice.page.locator(".toast--notice")).to_contain_text(
        "bob_is_busy declines your challenge: Not now, perhaps later."
    )


def test_a_turn_in_a_game_with_days_waits_in_the_header_of_every_tab(visit):
    alice, bob = visit(), visit()
    alice.sign_up("alice_slow")
    bob.sign_up("bob_slow")
    path = challenge(alice, "bob_slow")
    bob.open(path)
    bob.page.get_by_role("button", name="Accept challenge").click()
    expect(bob.headline).to_be_visible()
    bob.open("/")
    other = bob.new_tab()
    other.goto(bob.site.url + "/me/games/")
    alice.open(path)
    alice.play("a1")
    for page in (bob.page, other):
        expect(page.locator("[data-waiting-count]")).to_have_text("1")
        expect(page).to_have_title(re.compile(r"^\(1\) "))
    bob.open("/me/waiting/")
    expect(bob.page.locator(".challenge")).to_contain_text("alice_slow")
    expect(bob.page.locator(".challenge .left")).to_have_count(0)  # the first moves are free


def test_the_game_in_front_is_not_counted_and_no_tab_counts_it_once_one_has_moved(visit):
    alice, bob = visit(), visit()
    alice.sign_up("alice_counts")
    bob.sign_up("bob_counts")
    path = alice.create_game()
    bob.join(path)
    alice.open("/me/games/")
    expect(badge(alice)).to_have_text("1")
    game = alice.new_tab()
    game.goto(alice.site.url + path)
    expect(game.locator("[data-waiting-count]")).to_be_hidden()
    expect(badge(alice)).to_be_hidden()
    alice.open("/me/games/")
    expect(badge(alice)).to_have_text("1")
    game.locator("#board").get_by_role("button", name="b2, empty").click()
    expect(badge(alice)).to_be_hidden()
    expect(alice.page).not_to_have_title(re.compile(r"^\("))
    bob.play("a1")
    expect(game.locator("#headline-text")).to_have_text("Your turn")
    expect(game.locator("[data-waiting-count]")).to_be_hidden()


def test_the_device_tells_only_what_comes_while_no_tab_is_looked_at(make_visitor, site):
    alice, carol = make_visitor(site), make_visitor(site)
    bob = make_visitor(site, own=True)
    bob.context.add_init_script(ON_A_DEVICE)
    for visitor, name in ((alice, "alice_tells"), (carol, "carol_tells"), (bob, "bob_is_told")):
        visitor.sign_up(name)
    page = bob.open("/learn/")
    page.evaluate(UNTIL_IT_HAS_THE_SOCKET)
    page.evaluate(LOOKS_AWAY)
    other = bob.new_tab()
    other.goto(f"{site.url}/me/games/")
    challenge(alice, "bob_is_told")
    expect(other.locator(".toast--notice")).to_contain_text("alice_tells challenges you")
    other.evaluate(LOOKS_AWAY)
    challenge(carol, "bob_is_told")
    page.wait_for_function("() => self.told.length")
    assert page.evaluate("() => self.told") == ["carol_tells challenges you on 3×3."]
    assert other.evaluate("() => self.told") == []


def test_a_page_that_cannot_tell_the_device_goes_on(make_visitor, site):
    alice, bob = make_visitor(site), make_visitor(site, own=True)
    bob.context.add_init_script(ON_ANDROID)
    for visitor, name in ((alice, "alice_calls"), (bob, "bob_is_called")):
        visitor.sign_up(name)
    page = bob.open("/learn/")
    page.evaluate(UNTIL_IT_HAS_THE_SOCKET)
    page.evaluate(LOOKS_AWAY)
    challenge(alice, "bob_is_called")
    page.wait_for_function("() => self.told.length")
    expect(badge(bob)).to_have_text("1")
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve))")  # faults are told by now
    expect(page.locator(".toast--error")).to_have_count(0)


def test_nothing_keeps_anybody_from_answering(visit):
    alice, bob = visit(), visit()
    alice.sign_up("axe_asks")
    bob.sign_up("axe_is_asked")
    path = challenge(alice, "axe_is_asked")
    for address in ("/me/waiting/", path):
        bob.open(address)
        bob.page.locator("summary", has_text="Decline").click()
        assert findings_in_every_look(bob.page) == []
        for _ in each_width(bob.page):  # it waits where one does not look
            expect(badge(bob)).to_be_visible(visible=address != path)
