"""Where a bridge's games come from: levels, rounds and tournaments."""

import io
import threading

import pytest

from mnk.bridge.bridge import FAILED, FINE, INTERRUPTED, Bridge, Plan
from mnk.bridge.report import BridgeReport
from mnk.bridge.sources import CasualLevel, GameSource, Invitation, RatedLevel, Search
from mnk.commands import parser
from mnk.commands.bridge import source_of
from mnk.errors import Closed, Refused, Unreachable, Unusable
from mnk.programs.python import Function
from tests.programs.client.test_bridge import game


class Site:
    """Answers like a client whose games end at once, and keeps what it was asked."""

    def __init__(self, **answers) -> None:
        self.asked: list[tuple] = []
        self.answers = answers
        self.is_closed = False

    def __getattr__(self, name):
        def ask(*values, **more):
            self.asked.append((name, *values, *more.values()))
            found = self.answers.get(name)
            return found(*values) if callable(found) else found

        return ask

    def close(self) -> None:
        self.is_closed = True


def options(*arguments):
    return parser().parse_args(["bridge", "--function", "my_bot:choose", *arguments])


def test_the_command_line_says_where_games_come_from():
    assert source_of(options()) is None
    assert source_of(options("--tournament", "abc")) is None
    assert source_of(options("--challenge", "bob")) == Invitation("bob", 3, 3, 3, "none", "either")
    level = source_of(options("--level", "Guard", "--board", "5,5,4", "--clock", "60+1"))
    assert level == CasualLevel("guard", 5, 5, 4, "60+1", "either")
    assert source_of(options("--level", "guard", "--rated")) == RatedLevel("guard", "fours")
    assert source_of(options("--seek")) == Search(6, 6, 4, "120+2")
    assert source_of(options("--seek", "--board", "9,9,5")) == Search(9, 9, 5, "120+2")


@pytest.mark.parametrize(
    "arguments", [["--level", "guard", "--seek"], ["--seek", "--challenge", "bob"], ["--rated"]]
)
def test_what_cannot_be_had_together_is_refused(arguments):
    with pytest.raises(Unusable):
        source_of(options(*arguments))


@pytest.mark.parametrize("arguments", [["--level", "guard", "--rated"], ["--seek"]])
def test_no_rated_round_is_left_half_played(arguments):
    with pytest.raises(Unusable, match="even number"):
        source_of(options(*arguments, "--games", "3"))
    assert source_of(options(*arguments, "--games", "4"))
    assert source_of(options("--level", "guard", "--games", "3"))


def test_whoever_looks_keeps_asking_until_somebody_is_found():
    site = Site(
        seek_round={"round": ""}, own_seek=iter([{"round": ""}, {"round": "first"}]).__next__
    )
    source = Search()
    assert source.next(site, print) == "first"
    assert [name for name, *_ in site.asked].count("own_seek") == 2
    source.stop(site)
    assert site.asked[-1] == ("cancel_seek",)


def test_a_search_that_the_site_has_forgotten_begins_anew():
    """The site hears nothing while a laptop sleeps."""

    def own_seek():
        raise Refused(404, "no_such_seek")

    found = iter([{"round": ""}, {"round": "first"}])
    site = Site(seek_round=lambda *terms: next(found), own_seek=own_seek)
    assert Search().next(site, print) == "first"


@pytest.mark.parametrize("problem", [Unreachable("gone"), Refused(502, "http_502")])
def test_a_round_is_played_though_the_answer_that_told_of_it_was_lost(problem):
    def seek_round(*terms):
        raise problem

    site = Site(seek_round=seek_round, own_seek={"round": "first"})
    assert Search().next(site, print) == "first"


def test_a_round_that_was_played_is_not_taken_for_a_new_one():
    begun = iter([{"round": "first"}, Unreachable("gone"), {"round": "second"}])

    def seek_round(*terms):
        found = next(begun)
        if isinstance(found, Exception):
            raise found
        return found

    site = Site(seek_round=seek_round, own_seek={"round": "first"})
    source = Search()
    assert [source.next(site, print) for _ in range(2)] == ["first", "second"]


def test_a_search_that_was_stopped_does_not_begin_anew():
    def own_seek():
        source.stop(site)
        raise Refused(404, "no_such_seek")

    source, site = Search(), Site(seek_round={"round": ""}, own_seek=own_seek)
    with pytest.raises(Refused):
        source.next(site, print)


def bridge(site, **plan) -> tuple[Bridge, io.StringIO]:
    out = io.StringIO()
    program = Function("first", lambda game: game.free[0])
    return Bridge(site, Plan(program, **plan), BridgeReport(out, out)), out


def test_in_a_tournament_only_its_games_are_played():
    """What waits for the bot may be a challenge, or no game at all."""

    def look(uid):
        if uid == "notice":
            raise Refused(404, "no_such_game")
        is_round = uid == "round"
        state = game(status="ongoing" if is_round else "open", you=["x"] if is_round else [])
        return state | {"round": {"state": "over"} if is_round else None, "next": ""}

    def stream(uid):
        yield look(uid)
        yield {"type": "ended", "outcome": "x", "termination": "resignation", "clock": None}

    def events():
        yield {"type": "waiting", "uids": ["notice", "challenge", "round"]}
        while tested._seats or tested._waiting:
            tested._wait(1)
        raise Closed

    site = Site(
        account={"name": "line"},
        tournament={"title": "Friday arena", "players": 3, "state": "going"},
        game=look,
        stream=stream,
        events=events,
        pause=lambda seconds: (_ for _ in ()).throw(Closed),
    )
    tested, out = bridge(site, tournament="abc")
    assert tested.run() == 0
    assert "In Friday arena, with 3 players" in out.getvalue()
    assert ("join_tournament", "abc") in site.asked
    assert [asked[1] for asked in site.asked if asked[0] == "stream"] == ["round"]
    assert {"accept", "decline"}.isdisjoint(name for name, *_ in site.asked)


def test_an_invitation_to_a_round_does_not_end_the_bridge():
    def look(uid):
        raise Refused(404, "no_such_game")

    def events():
        yield {"type": "waiting", "uids": ["invitation"]}
        while tested._seats or tested._waiting:
            tested._wait(1)
        raise Closed

    site = Site(account={"name": "line"}, bots=[], game=look, events=events)
    tested, out = bridge(site)
    assert tested.run() == 0
    assert "no_such_game" not in out.getvalue()


def test_an_interrupted_bridge_ends_although_its_client_is_closed():
    def is_closed(*values):
        raise Closed

    def events():
        raise KeyboardInterrupt

    site = Site(
        account={"name": "line"}, seek_round=is_closed, events=events, cancel_seek=is_closed
    )
    tested, _ = bridge(site, source=Search())
    assert tested.run() == INTERRUPTED


class Rounds(Site):
    """A site with rated rounds, whose second games begin once *pause* has returned.

    *heard* is what the stream of events tells at first. The bridge is interrupted when *interrupt*
    is set.
    """

    def __init__(self, *heard, **answers) -> None:
        super().__init__(
            account={"name": "line"},
            bots=[],
            challenges={"received": []},
            play_level_rated=lambda level, pool: next(self.firsts),
            game=self.look,
            **{"stream": self.play} | answers,
        )
        self.heard = heard
        self.firsts = iter(["first", "third"])
        self.nexts: dict[str, str] = {}
        self.interrupt, self.closed = threading.Event(), threading.Event()

    @property
    def played(self) -> list[str]:
        return [asked[1] for asked in self.asked if asked[0] == "stream"]

    def look(self, uid):
        is_first = uid in ("first", "third")
        round = {"state": "going" if is_first else "over"}
        return game() | {"round": round, "next": self.nexts.get(uid, "")}

    def play(self, uid):
        yield self.look(uid)
        yield {"type": "ended", "outcome": "x", "termination": "resignation", "clock": None}

    def pause(self, seconds):
        if self.closed.is_set():
            raise Closed
        self.nexts = {"first": "second", "third": "fourth"}

    def events(self):
        yield from self.heard
        self.interrupt.wait()
        if self.closed.is_set():
            raise Closed
        raise KeyboardInterrupt

    def close(self) -> None:
        self.closed.set()
        self.interrupt.set()


def test_a_rated_round_has_a_second_game_and_then_comes_another_round():
    site = Rounds()
    tested, _ = bridge(site, source=RatedLevel("guard", "fours"), games=4)
    assert tested.run() == FINE
    assert site.played == ["first", "second", "third", "fourth"]


def test_a_bridge_that_is_interrupted_between_two_games_plays_the_second():
    class Interrupted(Rounds):
        def pause(self, seconds):
            self.interrupt.set()
            while not (self.closed.is_set() or "Finishing" in out.getvalue()):
                tested._wait(0.01)
            super().pause(seconds)

    site = Interrupted()
    tested, out = bridge(site, source=RatedLevel("guard", "fours"))
    assert tested.run() == INTERRUPTED
    assert site.played == ["first", "second"]


def test_ctrl_c_that_resigns_between_two_games_resigns_the_second():
    class Interrupted(Rounds):
        def __init__(self) -> None:
            super().__init__(abort=self.leave)
            self.left = threading.Event()

        def leave(self, uid):
            self.left.set()

        def pause(self, seconds):
            self.interrupt.set()
            self.left.wait()
            super().pause(seconds)

    site = Interrupted()
    tested, _ = bridge(site, source=RatedLevel("guard", "fours"), resigns=True)
    assert tested.run() == INTERRUPTED
    assert [asked[1] for asked in site.asked if asked[0] == "abort"] == ["first", "second"]


class Slow:
    """A source behind a slow network: *source* is asked only once the bridge has stopped it."""

    def __init__(self, source: GameSource, site: Rounds) -> None:
        self._source, self._site = source, site
        self._is_stopped = threading.Event()

    def next(self, client, say) -> str:
        self._site.interrupt.set()
        self._is_stopped.wait()
        return self._source.next(client, say)

    def stop(self, client) -> None:
        self._source.stop(client)
        self._is_stopped.set()


def test_a_round_that_was_asked_for_before_ctrl_c_is_played():
    site = Rounds()
    tested, _ = bridge(site, source=Slow(RatedLevel("guard", "fours"), site))
    assert tested.run() == INTERRUPTED
    assert site.played == ["first", "second"]


def test_a_second_ctrl_c_while_a_game_is_asked_for_resigns_it():
    class Interrupted(Slow):
        def stop(self, client) -> None:
            is_first = not self._is_stopped.is_set()
            super().stop(client)
            if is_first:
                raise KeyboardInterrupt

    site = Rounds(abort=lambda uid: None)
    tested, _ = bridge(site, source=Interrupted(RatedLevel("guard", "fours"), site))
    assert tested.run() == INTERRUPTED
    assert ("abort", "first") in site.asked


def test_a_challenge_that_was_sent_before_ctrl_c_is_withdrawn():
    site = Rounds(challenge="fourth")
    tested, _ = bridge(site, source=Slow(Invitation("bob"), site))
    assert tested.run() == INTERRUPTED
    assert ("withdraw", "fourth") in site.asked


def test_a_round_is_played_to_its_end_whatever_number_of_games_was_asked_for():
    site = Rounds({"type": "waiting", "uids": ["first"]})
    tested, _ = bridge(site, games=1)
    assert tested.run() == FINE
    assert site.played == ["first", "second"]


def test_a_second_game_that_is_heard_of_twice_is_played_once():
    """By the events, and by its first game."""

    class Told(Rounds):
        def pause(self, seconds):
            super().pause(seconds)
            tested._hear({"type": "waiting", "uids": ["second"]})

        def play(self, uid):
            if uid == "second":
                while "first" in tested._seats:
                    tested._wait(0.01)
                self.interrupt.set()
            yield from super().play(uid)

    site = Told({"type": "waiting", "uids": ["first"]})
    tested, _ = bridge(site)
    assert tested.run() == INTERRUPTED
    assert site.played == ["first", "second"]


def test_no_round_begins_beside_a_game_that_cannot_be_followed():
    def stream(uid):
        raise Unreachable("gone")

    site = Rounds(stream=stream)
    tested, out = bridge(site, source=RatedLevel("guard", "fours"))
    assert tested.run() == FAILED
    assert site.played == ["first"]
    assert out.getvalue().count("gone") == 1
