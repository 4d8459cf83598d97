"""What two players ask each other: takebacks, and another game after this one."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.system.browser.accessibility import findings, findings_in_every_look
from tests.system.browser.conftest import PHONE


def between(visit, query: str = "", **options):
    """Two people in a game in which the first plays X and begins, and its path."""
    x, o = visit(**options), visit(**options)
    path = x.create_game(query=query)
    o.join(path)
    return x, o, path


def win(x, o) -> None:
    """Whoever begins makes a line on 3×3."""
    for mover, cell in ((x, "a1"), (o, "a2"), (x, "b2"), (o, "a3"), (x, "c3")):
        mover.play(cell)


def button(visitor, name: str):
    return visitor.page.get_by_role("button", name=re.compile(f"^{name}"))


def rematch(visitor):
    return visitor.page.locator("#offer-rematch button")


def goes_on(visitor, path: str) -> None:
    visitor.page.wait_for_url(lambda url: "/games/" in url and not url.endswith(path))


def test_a_rematch_is_offered_withdrawn_declined_and_accepted(visit):
    x, o, path = between(visit)
    watcher = visit()
    watcher.open(path)
    win(x, o)
    rematch(x).click()
    expect(button(x, "Withdraw")).to_be_visible()
    expect(o.page.locator("#offer-text")).to_contain_text("offers a rematch")
    button(x, "Withdraw").click()
    expect(o.page.locator("#offer")).to_be_hidden()
    expect(o.page.locator("#live")).to_contain_text("withdrew the rematch offer")
    expect(o.page.locator("#said")).to_contain_text("withdrew the rematch offer")
    rematch(o).click()
    button(x, "Decline").click()
    expect(o.page.locator("#live")).to_contain_text("Rematch declined")
    rematch(o).click()
    button(x, "Accept").click()
    for visitor in (x, o):
        goes_on(visitor, path)
    assert x.page.url == o.page.url
    expect(o.headline).to_have_text("Your turn")  # the marks have changed hands
    expect(o.page.locator("#score-x")).to_have_text("0")
    expect(o.page.locator("#score-o")).to_have_text("1")
    o.play("b2")
    x.sees("b2", "X")
    assert watcher.page.url.endswith(path)
    watcher.page.get_by_role("link", name="Next game").click()
    watcher.sees("b2", "X")


def test_whoever_is_asked_for_a_rematch_has_one_answer_to_give(visit):
    x, o, path = between(visit, viewport=PHONE, has_touch=True)
    win(x, o)
    same_sides = x.page.locator("#offer-same_sides button")
    same_sides.click()
    expect(same_sides).to_have_attribute("aria-disabled", "true")
    expect(button(o, "Accept")).to_be_visible()
    for theirs in (rematch(o), o.page.locator("#offer-same_sides button")):
        expect(theirs).to_be_hidden()
    o.page.reload()
    expect(rematch(o)).to_be_hidden()
    button(o, "Accept").click()
    for visitor in (x, o):
        goes_on(visitor, path)
    x.play("a1")
    expect(x.page.locator("#score-x")).to_have_text("1")


def test_a_finished_game_that_is_reached_later_leads_on(visit):
    x, o, path = between(visit)
    win(x, o)
    rematch(x).click()
    button(o, "Accept").click()
    goes_on(x, path)
    following = x.page.url
    x.open(path)
    expect(x.page.locator("#again")).to_be_hidden()
    x.page.get_by_role("link", name="Next game").click()
    x.page.wait_for_url(following)


def test_best_of_three_is_decided_by_the_second_win(visit):
    x, o, path = between(visit, "&best_of=3")
    expect(x.page.locator("#series")).to_have_text("Game 1 of 3")
    win(x, o)
    x.page.locator("#offer-same_sides button").click()
    button(o, "Accept").click()
    goes_on(x, path)
    goes_on(o, path)
    expect(x.page.locator("#series")).to_have_text("Game 2 of 3")
    win(x, o)
    expect(x.page.locator("#detail-more")).to_have_text("You win the series")
    expect(o.page.locator("#detail-more")).to_have_text(re.compile("wins the series"))
    expect(o.page.locator("#alert")).to_contain_text("wins the series")
    expect(x.page.locator("#series")).to_have_text("")  # said once
    path = x.page.url.removeprefix(x.site.url)
    rematch(x).click()
    button(o, "Accept").click()
    goes_on(x, path)
    expect(x.page.locator("#series")).to_have_text("Game 1 of 3")
    expect(x.page.locator("#score-o")).to_have_text("0")


def test_takebacks_are_asked_for_and_run_out(visit):
    x, o, _ = between(visit, "&takebacks=1")
    take_back = x.page.locator("#offer-takeback button")
    left = x.page.locator("#takebacks-left")
    expect(take_back).to_have_attribute("aria-disabled", "true")
    x.play("b2")
    expect(left).to_have_text("1 left")
    take_back.click()
    button(o, "Decline").click()
    expect(x.page.locator("#live")).to_contain_text("Takeback declined")
    expect(left).to_have_text("1 left")
    take_back.click()
    button(o, "Accept").click()
    expect(left).to_have_text("0 left")
    expect(o.cell("b2")).to_have_attribute("aria-label", re.compile("empty"))
    x.play("a1")
    take_back.click(force=True)  # it waits, and says why
    expect(x.page.locator("#note")).to_contain_text("No takebacks left")
    o.play("c3")
    expect(o.page.locator("#takebacks-left")).to_have_text("1 left")


def test_a_game_without_takebacks_says_so_before_and_while_it_is_played(visit):
    x, o = visit(), visit()
    path = x.create_game(query="&takebacks=0")
    o.open("/")
    row = o.page.locator(f'tr[data-uid="{path.split("/")[2]}"]')
    expect(row).to_contain_text("No takebacks")
    o.open(path)
    expect(o.page.locator("#waiting")).to_contain_text("No takebacks")
    o.join(path)
    x.play("b2")
    expect(x.page.locator("#takebacks-left")).to_have_text("off")
    x.page.locator("#offer-takeback button").click(force=True)
    expect(x.page.locator("#note")).to_contain_text("without takebacks")


def test_every_offer_is_within_reach_of_the_keyboard(visit):
    x, o, path = between(visit)
    x.play("b2")
    x.page.locator("#offer-draw button").focus()
    x.page.keyboard.press("Enter")
    expect(o.page.locator("#offer")).to_be_visible()
    button(o, "Accept").focus()
    o.page.keyboard.press("Enter")
    expect(x.headline).to_have_text("Draw")
    rematch(x).focus()
    x.page.keyboard.press("Space")
    expect(rematch(x)).to_be_focused()  # nothing has moved under it
    button(o, "Accept").focus()
    o.page.keyboard.press("Space")
    goes_on(x, path)


def test_a_draw_can_be_withdrawn_declined_and_answered_by_playing_on(visit):
    x, o, _ = between(visit)
    x.play("b2")
    offer = x.page.locator("#offer-draw button")
    offer.click()
    expect(offer).to_have_attribute("aria-disabled", "true")
    button(x, "Withdraw").click()
    expect(o.page.locator("#live")).to_contain_text("withdrew the draw offer")
    offer.click()
    button(o, "Decline").click()
    expect(x.page.locator("#live")).to_contain_text("Draw offer declined")
    expect(o.page.locator("#live")).to_contain_text("You declined the draw")
    expect(x.page.locator("#said")).to_be_visible()
    expect(x.page.locator("#said")).to_have_text("Draw offer declined.")
    offer.click()
    expect(button(o, "Accept")).to_be_visible()
    o.play("a1")
    for visitor in (x, o):
        expect(visitor.page.locator("#offer")).to_be_hidden()
    expect(x.page.locator("#live")).to_contain_text("Draw offer declined. Your turn.")
    # The headline shows whose turn it is.
    expect(x.page.locator("#said")).to_have_text(re.compile(r" played a1\. Draw offer declined\.$"))


def test_a_double_click_and_a_held_key_are_one_press(visit):
    x, o, _ = between(visit)
    x.play("a1")
    o.play("a2")
    resign = x.page.locator("#resign button")
    resign.dblclick()
    expect(resign).to_contain_text("Press again to resign")
    x.play("b2")
    o.play("a3")
    expect(resign).to_contain_text("Resign")  # the question has been let go
    resign.focus()
    for _ in range(3):
        x.page.keyboard.down("Enter")  # from the second on it repeats
    x.page.keyboard.up("Enter")
    x.play("c3")
    rematch(x).dblclick()
    expect(o.page.locator("#offer")).to_be_visible()
    expect(x.page.locator("#note")).to_be_hidden()
    button(x, "Withdraw").dblclick()
    expect(o.page.locator("#offer")).to_be_hidden()
    expect(x.page.locator("#note")).to_be_hidden()


@pytest.mark.parametrize("level", ["random", "searcher"])
def test_the_computer_plays_again_without_being_asked(visit, level):
    player = visit()
    player.create_game(opponent="computer", level=level)
    player.play("a1")
    expect(player.headline).to_have_text("Your turn")
    player.page.locator("#resign button").click()
    player.page.locator("#resign button").click()
    button(player, "Play again").click()
    expect(player.page.locator("#score-o")).to_have_text("1")
    expect(player.page.locator("#offer-rematch")).to_have_count(0)


def test_whatever_is_asked_is_accessible(visit):
    x, o = visit(), visit()
    path = x.create_game(m=6, n=5, k=4, query="&swap=1&best_of=3")
    found = findings_in_every_look(o.open(path))
    o.join(path)
    x.play("c3")
    expect(o.page.get_by_role("button", name="Take over X")).to_be_visible()
    found += findings_in_every_look(x.page) + findings_in_every_look(o.page)
    o.play("d4")
    o.page.locator("#offer-takeback button").click()
    expect(button(x, "Accept")).to_be_visible()
    found += findings_in_every_look(x.page) + findings_in_every_look(o.page)
    button(x, "Decline").click()
    for _ in range(2):
        x.page.locator("#resign button").click()
    o.page.locator("#offer-same_sides button").click()
    expect(button(x, "Accept")).to_be_visible()
    found += findings_in_every_look(x.page) + findings_in_every_look(o.page)
    assert found == []


def test_a_draw_is_claimed_by_a_key_once_no_line_is_possible(visit):
    x, o, _ = between(visit)
    claim = x.page.get_by_role("button", name="Claim draw")
    for ply, cell in enumerate(("a3", "b3", "c3", "b2", "a2", "c2", "b1", "a1")):
        expect(claim).to_be_hidden()
        (o if ply % 2 else x).play(cell)
    for visitor in (x, o):
        expect(visitor.page.locator("#said")).to_contain_text("You can claim a draw")
        expect(visitor.page.get_by_role("button", name="Claim draw")).to_be_visible()
    assert findings(x.page) == []
    o.page.keyboard.press("d")
    for visitor in (x, o):
        expect(visitor.headline).to_have_text("Draw")
        expect(visitor.page.locator("#detail")).to_have_text("No line can be completed any more")


def test_time_is_given_shown_and_said(visit):
    x, o = visit(), visit()
    path = x.create_game(control="180+2")
    o.join(path)
    x.play("b2")
    give = x.page.get_by_role("button", name="Give 15 seconds")
    give.click()
    expect(x.page.locator("#note")).to_contain_text("not running")
    o.play("a1")
    give.click()
    expect(x.page.locator("#said")).to_contain_text("15 seconds.")
    expect(o.page.locator("#said")).to_contain_text("gave you 15 seconds.")
    expect(o.page.locator("#player-bottom .clock")).to_contain_text("3:15")


def test_an_offer_that_the_site_could_not_keep_is_told(visit):
    """As while its database is away."""
    x, o, path = between(visit)

    def keep_nothing(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()

        def hear(text: str | bytes) -> None:
            if json.loads(text)["type"] == "offer":
                page_side.send(json.dumps({"type": "retry"}))
            else:
                server_side.send(text)

        page_side.on_message(hear)

    x.page.route_web_socket(re.compile("/ws/games/"), keep_nothing)
    x.open(path)
    x.play("a1")
    o.sees("a1", "X")  # before the connection is open, an offer is posted as a form
    button(x, "Offer draw").click()
    for place in ("#said", "#live"):
        expect(x.page.locator(place)).to_contain_text("Not connected. Try again in a moment.")
