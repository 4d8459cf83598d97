"""A run whose answers come to two server processes in turn."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.client import HTTPConnection

from games.core.notation import cell_name, parse_cell
from games.core.rules import TIC_TAC_TOE, Position
from tests.programs.lab.playing import perfect
from tests.serving import ServerProcess, run

MAKE_BOT = """
from accounts.programs.bots import make_bot
from accounts.models import User
from accounts.programs.tokens import make_token
bot = make_bot(owner=User.objects.create_user("alice"), name="line")
print(make_token(account=bot, actor=bot.owner, name="test", scopes=["lab"]))
"""


def ask(site: ServerProcess, token: str, path: str, body: object) -> dict:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request("POST", f"/api/v1/lab/{path}", json.dumps(body), headers)
    told = json.loads(connection.getresponse().read())
    connection.close()
    return told


def answers(told: dict) -> dict:
    found = []
    for question in told["questions"]:
        moves = [parse_cell(TIC_TAC_TOE, name) for name in question["moves"]]
        cell = perfect(Position.after(TIC_TAC_TOE, moves))
        found.append({"id": question["id"], "cell": cell_name(TIC_TAC_TOE, cell)})
    return {"answers": found}


def test_answers_may_come_to_any_process_and_to_two(make_site: Callable[..., ServerProcess]):
    one = make_site()
    other = make_site(DATABASE_URL=one.env["DATABASE_URL"])
    token = run("django", "shell", "--no-imports", "-c", MAKE_BOT, **one.env).split()[-1]
    start = {"m": 3, "n": 3, "k": 3, "seat": "o", "version": "1"}
    told, rounds = ask(one, token, "runs", start), 0
    while told["state"] == "running":
        path, given = f"runs/{told['id']}/answers", answers(told)
        rounds += 1
        told = ask((one, other)[rounds % 2], token, path, given)
        if rounds == 3:  # as a client does that has not heard the answer
            again = ask((one, other)[1 - rounds % 2], token, path, given)
            assert again["questions"] == told["questions"]
    counts = told["counts"]
    assert told["verdict"] == "proven"
    assert counts["won"] + counts["drawn"] == 585
