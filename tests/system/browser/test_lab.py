"""A program in the lab, and its owner who watches the wall fill."""

from __future__ import annotations

import json
import re
from http.client import HTTPConnection

import pytest
from playwright.sync_api import expect

from games.core.notation import cell_name, parse_cell
from games.core.rules import TIC_TAC_TOE, Position
from tests.programs.lab.playing import engine, perfect
from tests.system.browser.accessibility import findings_in_every_look


class Program:
    """Somebody's program in the lab."""

    def __init__(self, site, token: str, choose) -> None:
        self.port, self.choose = site.port, choose
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def _post(self, path: str, body: object) -> dict:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", f"/api/v1/lab/{path}", json.dumps(body), self.headers)
        answer = connection.getresponse()
        told = json.loads(answer.read())
        connection.close()
        assert answer.status < 300, told
        return told

    def start(self, seat: str = "o") -> dict:
        return self._post("runs", {"m": 3, "n": 3, "k": 3, "seat": seat, "version": "0.3 (9f2c)"})

    def answer(self, told: dict) -> dict:
        answers = [
            {"id": each["id"], "cell": self._cell(each["moves"])} for each in told["questions"]
        ]
        return self._post(f"runs/{told['id']}/answers", {"answers": answers})

    def finish(self, told: dict) -> dict:
        while told["state"] == "running":
            told = self.answer(told)
        return told

    def _cell(self, names: list[str]) -> str:
        moves = [parse_cell(TIC_TAC_TOE, name) for name in names]
        return cell_name(TIC_TAC_TOE, self.choose(Position.after(TIC_TAC_TOE, moves)))


def test_the_wall_fills_until_the_proof(visit, site):
    owner = visit()
    owner.sign_up("alice_proves")
    program = Program(site, owner.make_bot("cs50-bot"), perfect)
    told = program.start()
    page = owner.open(f"/lab/{told['id']}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("0 lines, no loss yet")
    for _ in range(10):
        told = program.answer(told)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^\s*[1-9]\d* lines"))
    found = findings_in_every_look(page)
    told = program.finish(told)
    assert told["verdict"] == "proven"
    expect(page.get_by_role("heading", level=1)).to_have_text("Never loses, 585 lines")
    expect(page.locator(".wall svg")).to_have_count(585)
    expect(page.get_by_role("button", name="Copy badge")).to_be_visible()
    assert found + findings_in_every_look(page) == []


def test_a_refuted_program_sees_its_game(visit, site):
    owner = visit()
    owner.sign_up("bob_is_refuted")
    program = Program(site, owner.make_bot("rules-bot"), engine("rules"))
    told = program.finish(program.start())
    page = owner.open(f"/lab/{told['id']}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Loses on move 7. Here is the game")
    found = findings_in_every_look(page)
    frames = page.get_by_role("list", name="The game, move by move").get_by_role("link")
    expect(frames).to_have_count(7)
    expect(frames.nth(3)).to_have_attribute("aria-current", "step")
    frames.nth(1).click()
    expect(frames.nth(1)).to_have_attribute("aria-current", "step")
    page.get_by_role("link", name="Explain this position").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How the computer thinks")
    found += findings_in_every_look(page)
    page.go_back()
    page.get_by_role("link", name="Play it from here").click()
    found += findings_in_every_look(page)
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url(re.compile(r"/games/\w{10}/$"))
    for path in ("/lab/", "/bots/"):
        found += findings_in_every_look(owner.open(path))
    assert found == []


def test_without_scripts_the_page_loads_itself_anew(visit, site):
    owner = visit(java_script_enabled=False)
    owner.sign_up("alice_in_lab")
    program = Program(site, owner.make_bot("plain-max"), perfect)
    told = program.start("x")
    page = owner.open(f"/lab/{told['id']}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("0 lines, no loss yet")
    program.finish(told)
    expect(page.get_by_role("heading", level=1)).to_have_text("Never loses, 76 lines")


@pytest.mark.parametrize("path", ["/lab/"])
def test_visitors_find_the_lab_accessible(visit, path):
    assert findings_in_every_look(visit().open(path)) == []
