"""The client against the site as it is deployed: whole games, restarts, revoked tokens."""

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

import pytest

from mnk import Client, Game, Refused
from mnk.bridge.bridge import Bridge, Plan
from mnk.bridge.report import BridgeReport
from mnk.programs.python import Function
from tests import serving
from tests.programs.client.test_programs import PROGRAMS, python

PATIENCE = 60.0  # seconds
BOTS = 70
QUICK = {"CLAIM_AFTER_SECONDS": "1"}
# The client may run on another Python than the site.
MNK = [os.environ.get("CLIENT_PYTHON", sys.executable), "-m", "mnk"]
SLOW = """
import time
def choose(game):
    time.sleep(0.3)
    return game.free[0]
"""


HELD = """
import time
from pathlib import Path
def choose(game):
    while not Path("go").exists():
        time.sleep(0.05)
    return game.free[0]
"""


class Site:
    """A site with bots."""

    def __init__(self, folder: Path, static_root: Path) -> None:
        self.server = serving.site_process(folder, static_root, **serving.WITHOUT_LIMITS, **QUICK)
        self._bots = iter(self.run(str(BOTS)).splitlines())
        self.names: dict[str, str] = {}  # by token

    def run(self, *arguments: str) -> str:
        return serving.run("tests.programs.client.site.prepare_bots", *arguments, **self.server.env)

    def revoke(self, name: str) -> None:
        """Revoke the one token of a bot as its owner does."""
        path = f"/me/bots/{name}/"
        cookies = f"sessionid={self.run('--owner', name).strip()}"
        page = self.server.get(path, Cookie=cookies)
        form = re.search(rf'action="({path}tokens/\d+/revoke/)">.*?value="(\w+)"', page.text, re.S)
        assert form
        cookies += "; " + page.headers["Set-Cookie"].partition(";")[0]
        post = HTTPConnection("127.0.0.1", self.server.port)
        headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        post.request("POST", form[1], f"csrfmiddlewaretoken={form[2]}", headers)
        assert post.getresponse().status == 302
        post.close()

    def token(self) -> str:
        """The token of a bot that nobody else uses."""
        name, token = next(self._bots).split()
        self.names[token] = name
        return token


class Command:
    """A command `mnk` that runs, and what it says."""

    def __init__(
        self, site: Site, token: str, folder: Path, *arguments: str, typed: str = ""
    ) -> None:
        self.file = folder / f"{token[-8:]}-{time.monotonic_ns()}.log"
        home = {"PYTHONPATH": str(serving.ROOT / "client"), "XDG_CONFIG_HOME": str(folder)}
        site_and_token = {"MNK_BASE": site.server.url, "MNK_TOKEN": token}
        with self.file.open("wb") as log:
            self.process = subprocess.Popen(
                [*MNK, *arguments],
                cwd=folder,
                env=os.environ | home | site_and_token,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                # A shell lets what it runs in the background, such as these tests, ignore Ctrl-C.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        assert self.process.stdin
        with self.process.stdin as stdin:
            stdin.write(typed.encode())

    @property
    def output(self) -> str:
        return self.file.read_text()

    def wait(self) -> int:
        """Its exit status."""
        return self.process.wait(PATIENCE)

    def wait_for(self, text: str) -> str:
        """Wait until it has said what matches *text*; the first group of it."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(text, self.output)):
            assert self.process.poll() is None, self.output
            assert time.monotonic() < deadline, self.output
            time.sleep(0.05)
        return found[found.re.groups]


@pytest.fixture(scope="module")
def site(tmp_path_factory, static_root) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"), static_root)
    with site.server:
        yield site


@pytest.fixture
def tokens(site) -> tuple[str, str]:
    """The tokens of two new bots."""
    return site.token(), site.token()


@pytest.fixture
def mnk(site, tmp_path) -> Iterator[Callable[..., Command]]:
    """Starts commands; they end with the test."""
    started: list[Command] = []

    def mnk(token: str, *arguments: str, typed: str = "") -> Command:
        started.append(Command(site, token, tmp_path, *arguments, typed=typed))
        return started[-1]

    yield mnk
    for command in started:
        if command.process.poll() is None:
            command.process.kill()
            command.process.wait()


@pytest.fixture
def client(site, tokens) -> Iterator[Client]:
    """The other bot, played by the test."""
    with Client(site.server.url, tokens[1]) as client:
        yield client


def play(client: Client, uid: str, choose=lambda game: game.free[-1]) -> str:
    """Play the game to its end; how it ended."""
    for message in client.stream(uid):
        if message["type"] in ("game", "ended") and message["termination"]:
            return message["termination"]
        game = client.game(uid)
        board = Game(game["m"], game["n"], game["k"])
        now = Game(*(game[side] for side in "mnk"), tuple(map(board.name, game["moves"])))
        if game["status"] == "ongoing" and now.to_move in game["you"]:
            with suppress(Refused):  # it has ended meanwhile
                client.move(uid, len(now.moves), choose(now))
    raise AssertionError


def test_a_function_and_a_cs50_file_play_whole_games(site, tokens, mnk, tmp_path):
    (tmp_path / "my_bot.py").write_text("def choose(game):\n    return game.free[-1]\n")
    waits = mnk(tokens[0], "bridge", "--cs50", str(PROGRAMS / "tictactoe.py"), "--games", "2")
    waits.wait_for("Open to challenges: 3×3 to 19×19\n")
    name = site.names[tokens[0]]
    asks = mnk(
        tokens[1],
        "bridge",
        "--function",
        "my_bot:choose",
        "--challenge",
        name,
        "--games",
        "2",
        "--side",
        "x",
        "--clock",
        "180+2",
    )
    assert (asks.wait(), waits.wait()) == (0, 0), asks.output + waits.output
    assert waits.output.startswith(f"Connected as {name} BOT\n")
    assert waits.output.count("you are O") == 2
    assert len(re.findall(r"\n  1\. c1 .*\nWon\. \d moves, slowest \d+\.\d ms", waits.output)) == 2
    assert asks.output.count("Lost.") == 2


CC = shutil.which("cc")


@pytest.mark.parametrize(
    ("board", "arguments"),
    [
        ("6,6,5", ["--gomocup", python("brain.py")]),
        ("3,3,3", ["--program", python("codingame.py"), "--dialect", "codingame"]),
        pytest.param(
            "5,4,4", ["--program", "./a.out"], marks=pytest.mark.skipif(not CC, reason="no cc")
        ),
    ],
)
def test_other_programs_play_whole_games(site, tokens, mnk, client, tmp_path, board, arguments):
    if CC and "./a.out" in arguments:
        subprocess.run([CC, "-o", tmp_path / "a.out", PROGRAMS / "first_free.c"], check=True)
    bridge = mnk(tokens[0], "bridge", *arguments, "--games", "1")
    bridge.wait_for("Open to challenges")
    m, n, k = map(int, board.split(","))
    uid = client.challenge(site.names[tokens[0]], m, n, k, side="o")
    assert play(client, uid, choose=lambda game: game.free[len(game.free) // 2]) == "line"
    assert bridge.wait() == 0, bridge.output
    assert f"game {uid} against {site.names[tokens[1]]}" in bridge.output


def test_boards_that_a_program_does_not_play_are_declined(site, tokens, mnk, client):
    bridge = mnk(tokens[0], "bridge", "--cs50", str(PROGRAMS / "tictactoe.py"))
    bridge.wait_for("Open to challenges")
    uid = client.challenge(site.names[tokens[0]], 4, 4, 4)
    assert play(client, uid) == "declined"
    bridge.wait_for("does not play 4×4, 4 in a row")


def test_a_game_goes_on_after_the_site_was_killed(site, tokens, mnk, client, tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    bridge = mnk(tokens[0], "bridge", "--function", "slow:choose", "--games", "1")
    bridge.wait_for("Open to challenges")
    uid = client.challenge(site.names[tokens[0]], 5, 5, 5, side="o")
    kills = 0

    def choose(game: Game) -> str:
        nonlocal kills
        if len(game.moves) in (5, 9):
            kills += 1
            site.server.kill()
            site.server.start()
        return game.free[0]

    assert play(client, uid, choose) == "line"
    assert kills >= 2
    assert bridge.wait() == 0, bridge.output
    assert "The connection is lost; trying to come back." in bridge.output
    assert f"game {uid}" in bridge.output


def test_a_token_that_is_revoked_ends_the_bridge(site, tokens, mnk, client, tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    bridge = mnk(tokens[0], "bridge", "--function", "slow:choose")
    bridge.wait_for("Open to challenges")
    uid = client.challenge(site.names[tokens[0]], 9, 9, 9, side="o")
    bridge.wait_for(f"game {uid}")
    site.revoke(site.names[tokens[0]])
    assert bridge.wait() == 3, bridge.output
    assert "The token has been revoked" in bridge.output


@pytest.mark.parametrize(
    ("way", "sentence"),
    [
        ("crash", "It has ended, with exit status 1"),
        ("nonsense", "which is no cell of this board"),
        ("sleep", "It has not answered in time"),
    ],
)
def test_a_program_that_fails_costs_its_own_game(site, tokens, mnk, client, way, sentence):
    command = python("misbehaving.py", way)
    bridge = mnk(tokens[0], "bridge", "--program", command, "--games", "1", "--move-time", "1")
    bridge.wait_for("Open to challenges")
    uid = client.challenge(site.names[tokens[0]], side="o")
    assert play(client, uid) == "abort"  # nobody has moved yet
    assert bridge.wait() == 1
    assert sentence in bridge.output
    assert len(client.game(uid)["moves"]) == 0


def test_a_program_that_fails_later_resigns(site, tokens, mnk, client, tmp_path):
    body = "def choose(game):\n    return game.free[0] if len(game.moves) < 4 else 'z9'\n"
    (tmp_path / "tired.py").write_text(body)
    bridge = mnk(tokens[0], "bridge", "--function", "tired:choose", "--games", "1")
    bridge.wait_for("Open to challenges")
    uid = client.challenge(site.names[tokens[0]], 9, 9, 5, side="o")
    assert play(client, uid) == "resignation"
    assert bridge.wait() == 1
    assert "move 5: It answered 'z9'" in bridge.output
    assert "Lost by resignation." in bridge.output


def test_ctrl_c_lets_games_end_and_twice_resigns_them(site, tokens, mnk, client, tmp_path):
    (tmp_path / "first.py").write_text("def choose(game):\n    return game.free[0]\n")
    bridge = mnk(tokens[0], "bridge", "--function", "first:choose")
    bridge.wait_for("Open to challenges")
    uid = client.challenge(site.names[tokens[0]], 9, 9, 9, side="x")
    bridge.wait_for(f"game {uid}")
    client.move(uid, 0, "i1")
    bridge.process.send_signal(signal.SIGINT)
    bridge.wait_for("Finishing the games that go on")
    client.move(uid, 2, "h1") if len(client.game(uid)["moves"]) == 2 else None
    bridge.process.send_signal(signal.SIGINT)
    assert bridge.wait() == 130
    assert client.game(uid)["termination"] in ("resignation", "abort")


def test_a_bridge_that_comes_back_takes_up_its_game(site, tokens, mnk, client, tmp_path):
    first = mnk(tokens[0], "bridge", "--gomocup", python("brain.py"))
    first.wait_for("Open to challenges")
    uid = client.challenge(site.names[tokens[0]], 7, 7, 5, side="x")
    first.wait_for(f"game {uid}")
    client.move(uid, 0, "g1")
    first.process.kill()
    second = mnk(tokens[0], "bridge", "--gomocup", python("brain.py"), "--games", "1")
    assert play(client, uid) == "line"
    assert second.wait() == 0, second.output
    assert "BOARD" not in first.output


def test_a_person_plays_by_typing(site, tokens, mnk, client):
    typed = "c3\nmiddle\nc3\nb2\na1\n"
    person = mnk(tokens[0], "play", site.names[tokens[1]], "--side", "x", typed=typed)
    uid = wait_for_challenge(client)
    client.accept(uid)
    assert play(client, uid, lambda game: game.free[0]) == "line"
    assert person.wait() == 0, person.output
    assert person.output.count("X: Type a free cell, such as ") == 2
    assert " 3  O . X\n 2  . . .\n 1  . . .\n    a b c\nX: " in person.output
    assert "  1. c3 a3  2. b2 b3  3. a1\nWon." in person.output


def wait_for_challenge(client: Client) -> str:
    for message in client.events():
        if uids := message.get("uids") or message.get("waiting"):
            return uids[0]
    raise AssertionError


def test_a_challenge_that_is_declined_ends_the_bridge(site, tokens, mnk, client, tmp_path):
    (tmp_path / "first.py").write_text("def choose(game):\n    return game.free[0]\n")
    name = site.names[tokens[1]]
    bridge = mnk(tokens[0], "bridge", "--function", "first:choose", "--challenge", name)
    client.decline(wait_for_challenge(client), "later")
    assert bridge.wait() == 1
    assert f"No game with {name} BOT: declined" in bridge.output


@pytest.mark.parametrize("arguments", [[], ["--resign"]])
def test_ctrl_c_takes_back_a_challenge(site, tokens, mnk, client, tmp_path, arguments):
    (tmp_path / "first.py").write_text("def choose(game):\n    return game.free[0]\n")
    asked = ["--challenge", site.names[tokens[1]], *arguments]
    bridge = mnk(tokens[0], "bridge", "--function", "first:choose", *asked)
    wait_for_challenge(client)
    bridge.wait_for("Challenged")
    bridge.process.send_signal(signal.SIGINT)
    assert bridge.wait() == 130
    assert client.challenges()["received"] == []


def test_a_board_that_the_program_does_not_play_is_asked_of_nobody(site, tokens, mnk, client):
    cs50 = ["--cs50", str(PROGRAMS / "tictactoe.py")]
    asked = ["--challenge", site.names[tokens[1]], "--board", "5,5,4"]
    bridge = mnk(tokens[0], "bridge", *cs50, *asked)
    assert bridge.wait() == 1
    assert "does not play 5×5, 4 in a row" in bridge.output
    assert client.challenges()["received"] == []


def test_a_challenge_that_is_refused_says_why(tokens, mnk):
    bridge = mnk(tokens[0], "bridge", "--program", "true", "--challenge", "nobody-here")
    assert bridge.wait() == 3
    assert "There is no such player." in bridge.output or "no_such_player" in bridge.output


def test_challenges_beyond_what_the_bot_may_play_wait_for_a_place(
    site, tokens, mnk, client, tmp_path
):
    """Until there is a place: the bot may play two games at once, and four are asked for."""
    (tmp_path / "slow.py").write_text(SLOW)
    name = site.names[tokens[0]]
    uids = [client.challenge(name, 5, 5, 5, side="o")]
    others = [Client(site.server.url, site.token()) for _ in range(3)]
    uids += [other.challenge(name, 5, 5, 5, side="o") for other in others]
    bridge = mnk(tokens[0], "bridge", "--function", "slow:choose", "--games", "4")
    # All at once: which two are taken first is up to the bridge.
    with ThreadPoolExecutor(len(uids)) as pool:
        ends = pool.map(partial(play, choose=lambda game: game.free[0]), [client, *others], uids)
        assert set(ends) <= {"line", "full"}
    for other in others:
        other.close()
    assert bridge.wait() == 0, bridge.output
    assert 1 <= bridge.output.count("plays as many games as it can") <= 6


def test_a_game_that_nobody_plays_any_more_is_claimed(site, tokens, client, monkeypatch):
    monkeypatch.setattr("mnk.bridge.seat.CLAIM_AFTER", 0.5)
    out = io.StringIO()
    program = Function("first", lambda game: game.free[0])
    with Client(site.server.url, tokens[0]) as own:
        uid = client.challenge(site.names[tokens[0]], side="x")
        bridging = threading.Thread(
            target=Bridge(own, Plan(program, games=1), BridgeReport(out, out)).run, daemon=True
        )
        bridging.start()
        for message in client.stream(uid):
            if message["type"] == "game" and message["status"] == "ongoing":
                client.move(uid, 0, "b2")
            if message["type"] == "moved" and message["ply"] == 1:
                break  # and away
        bridging.join(PATIENCE)
    assert client.game(uid)["termination"] == "abandoned"
    assert "Won because a player left. 1 move" in out.getvalue()


def test_several_games_are_played_at_once(site, tokens, mnk, client, tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    bridge = mnk(tokens[0], "bridge", "--function", "slow:choose", "--games", "2")
    bridge.wait_for("Open to challenges")
    name = site.names[tokens[0]]
    uids = [client.challenge(name, 4, 4, 4, side="x")]
    with Client(site.server.url, site.token()) as third:
        uids.append(third.challenge(name, 4, 4, 4, side="x"))
        for uid in uids:
            bridge.wait_for(f"game {uid}")
        assert not re.search(r"(Won|Lost|Draw)", bridge.output)
        assert play(third, uids[1], lambda game: game.free[0])
    assert play(client, uids[0], lambda game: game.free[0])
    assert bridge.wait() == 0, bridge.output


def test_the_whole_api_can_be_called(site, tokens, client):
    name, own = site.names[tokens[0]], site.names[tokens[1]]
    assert client.account()["name"] == own
    assert {limit["name"] for limit in client.limits()} >= {"requests", "challenges"}
    assert {bot["name"] for bot in client.bots()} >= {own}
    uid = client.challenge(name)
    assert client.challenges()["sent"] == [uid]
    client.withdraw(uid)
    with Client(site.server.url, tokens[0]) as other:
        uid = client.challenge(name, side="x")
        assert [one["uid"] for one in other.challenges()["received"]] == [uid]
        other.decline(uid, "later")
        uid = client.challenge(name, side="x")
        other.accept(uid)
        assert client.move(uid, 0, "b2", "one")
        assert not client.move(uid, 0, "b2", "one")
        client.offer(uid, "draw")
        other.answer(uid, "draw", yes=True)
    assert set(client.games_of(own)) == {"games", "older"}
    assert [game["uid"] for game in client.export_games()][-1] == uid
    with pytest.raises(Refused) as refused:
        client.resign(uid)
    assert refused.value.code == "game_over"
    with pytest.raises(Refused) as refused:
        client.claim(uid)
    assert refused.value.status in (403, 409)


# ---- the lab ----------------------------------------------------------------------------------


def test_a_perfect_file_is_proven_in_the_sites_lab(site, tokens, mnk):
    lab = mnk(tokens[0], "lab", "--cs50", str(PROGRAMS / "tictactoe.py"), "3", "3", "3")
    assert lab.wait() == 0, lab.output
    first, link, second, _ = lab.output.splitlines()
    assert first.startswith("tictactoe.py, first: never loses (")
    assert second.startswith("tictactoe.py, second: never loses (")
    assert link.startswith(f"  {site.server.url}/lab/")


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        (
            "return game.free[0]",
            1,
            r"second: refuted .*\n  The shortest lost game: 1\. .*\n  The last",
        ),
        ("return 1 / 0", 2, r"second: broken .*\n  After 1\. .*: It crashed: ZeroDivisionError"),
        ("return random.choice(game.free)", None, r"second: (plays by chance|refuted) "),
    ],
)
def test_a_flawed_function_is_found_out_in_the_sites_lab(
    site, tokens, mnk, tmp_path, body, status, sentence
):
    (tmp_path / "flawed.py").write_text(f"import random\ndef choose(game):\n    {body}\n")
    lab = mnk(tokens[0], "lab", "--function", "flawed:choose", "--seat", "o")
    assert lab.wait() in ((1, 3) if status is None else (status,)), lab.output
    assert re.search(sentence, lab.output), lab.output


def test_a_level_of_the_computer_is_played_casually(site, tokens, mnk, tmp_path):
    (tmp_path / "first.py").write_text("def choose(game):\n    return game.free[0]\n")
    bridge = mnk(tokens[0], "bridge", "--function", "first:choose", "--level", "rules")
    assert bridge.wait() == 0, bridge.output
    assert re.search(r"game \w+ against Computer, level 3, 3×3, you are [XO]\n", bridge.output)
    assert re.search(r"\n(Won|Lost|Draw)\. \d moves?", bridge.output)


def test_a_rated_round_against_a_level_counts(site, tokens, mnk, client, tmp_path):
    (tmp_path / "first.py").write_text("def choose(game):\n    return game.free[0]\n")
    level = ("--level", "random", "--rated")
    bridge = mnk(tokens[0], "bridge", "--function", "first:choose", *level)
    assert bridge.wait() == 0, bridge.output
    assert bridge.output.count(" against Computer, level 1, 6×6, 4 in a row, you are ") == 2
    assert all(f"you are {mark}" in bridge.output for mark in "XO")
    while not (ratings := client.user(site.names[tokens[0]])["ratings"]):
        client.pause(0.1)  # the round is settled once its second game is over
    (rating,) = ratings
    assert (rating["pool"], rating["rounds"]) == ("fours", 1)


def test_ctrl_c_lets_a_round_end_with_its_second_game(site, tokens, mnk, tmp_path):
    (tmp_path / "held.py").write_text(HELD)
    level = ("--level", "random", "--rated")
    bridge = mnk(tokens[0], "bridge", "--function", "held:choose", *level)
    bridge.wait_for("you are ")
    bridge.process.send_signal(signal.SIGINT)
    bridge.wait_for("Finishing the games that go on")
    (tmp_path / "go").touch()
    assert bridge.wait() == 130
    assert bridge.output.count("you are ") == 2


def test_two_bots_that_look_for_each_other_play_a_rated_round(site, tokens, mnk, tmp_path):
    (tmp_path / "first.py").write_text("def choose(game):\n    return game.free[0]\n")
    search = ("bridge", "--function", "first:choose", "--seek", "--games", "2")
    one = mnk(tokens[0], *search)
    one.wait_for("Looking for a bot: 6×6, 4 in a row, 120\\+2")
    other = mnk(tokens[1], *search)
    assert (one.wait(), other.wait()) == (0, 0), one.output + other.output
    for bridge, name in ((one, tokens[1]), (other, tokens[0])):
        assert bridge.output.count(f"against {site.names[name]}") == 2


def test_who_stops_looking_is_met_by_nobody(site, tokens, mnk, client, tmp_path):
    (tmp_path / "first.py").write_text("def choose(game):\n    return game.free[0]\n")
    search = ("--seek", "--board", "5,5,4")
    bridge = mnk(tokens[0], "bridge", "--function", "first:choose", *search)
    bridge.wait_for("Looking for a bot")
    bridge.process.send_signal(signal.SIGINT)
    assert bridge.wait() == 130
    assert client.seeks() == []


def test_ratings_and_tournaments_are_shown(site, tokens, mnk):
    ratings = mnk(tokens[0], "ratings")
    assert ratings.wait() == 0, ratings.output
    assert ratings.output.startswith(f"{site.names[tokens[0]]} has no rating yet.\n1 random: ")
    tournaments = mnk(tokens[0], "tournaments")
    assert tournaments.wait() == 0
    assert tournaments.output == "No tournaments go on or are announced.\n"
