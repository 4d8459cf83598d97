"""Every kind of page, as those who use it ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.pages.boards import MAX_SHOWN
from games.core.clock import parse_time_control
from games.core.rules import Ruleset
from games.models import Game, Rating, RatingChange, Report, Round
from games.play.game.creation import create
from games.play.game.terms import Terms
from games.protocol.open_games import OPEN_FOR

NOBODY, ACTIVE, USUAL, STAFF = "nobody", "active", "usual", "staff"
MINUTE = timedelta(minutes=1)
FAST, GROWN = 0.010, 0.050  # seconds: on the smallest database, and on any


@dataclass(frozen=True, slots=True)
class Page:
    """A page to ask for, *goal* the seconds it may take, *small_goal* on the smallest database.

    *takes* makes a game before each request, which joins it: the answer has to lead to this game.
    """

    name: str
    path: str
    who: str = NOBODY
    goal: float | None = GROWN
    small_goal: float | None = None
    post: bool = False
    takes: Callable[[], Game] | None = None
    may_follow: bool = False  # whether the page is the one that a redirect leads to


class People:
    """Those who ask: the most active user, an average one, and a member of the staff."""

    def __init__(self) -> None:
        users = User.objects.exclude(kind=User.Kind.ENGINE).order_by("pk")
        self.active, self.second, self.third = users[:3]
        self.usual = users[users.count() // 2]
        self.staff = User.objects.get(is_staff=True)
        self.engine = User.objects.filter(kind=User.Kind.ENGINE).earliest("pk")

    def called(self, who: str) -> User | None:
        return {ACTIVE: self.active, USUAL: self.usual, STAFF: self.staff}.get(who)


def pages(people: People) -> Iterator[Page]:
    yield from _lobby()
    yield from _history(people)
    yield from _profiles(people)
    yield from _ratings(people)
    yield from _games(people)
    yield from _admin(people)
    yield Page("everything one has played, as a file", "/me/export/", ACTIVE, goal=None)
    yield Page("the same, of somebody usual", "/me/export/", USUAL, goal=None)
    takes = partial(_longest_waiting, people.usual)
    yield Page("join a random game", "/games/random/", ACTIVE, post=True, takes=takes)


def _longest_waiting(creator: User) -> Game:
    """Open a game that is joined before all others that wait."""
    # A game with days for a move waits also while its creator is away.
    terms = Terms(ruleset=Ruleset(5, 5, 4), control=parse_time_control("3d"))
    game = create(creator, terms)
    game.created_at = timezone.now() - OPEN_FOR + MINUTE
    game.save(update_fields=["created_at"])
    return game


def _lobby() -> Iterator[Page]:
    for who in (NOBODY, USUAL, ACTIVE):
        yield Page("lobby", "/", who, small_goal=FAST)
    yield Page("watch", "/watch/")
    yield Page("watch, as data", "/watch/games.json")


def _history(people: People) -> Iterator[Page]:
    path = "/me/games/"
    yield Page("history", path, USUAL, small_goal=FAST)
    yield Page("history", path, ACTIVE, small_goal=FAST)
    day = (timezone.now() - timedelta(days=400)).date()
    filters = {
        "won": "result=won",
        "lost": "result=lost",
        "drawn": "result=drawn",
        "ongoing": "result=ongoing",
        "3×3": "size=3x3",
        "a rare size": "size=9x6",
        "an opponent": f"opponent={people.third.username}",
        "nobody's name": "opponent=nobody-has-it",
        "since a day": f"since={day}",
        "until a day": f"until={day}",
        "drawn against": f"result=drawn&opponent={people.third.username}",
    }
    for name, query in filters.items():
        yield Page(f"history: {name}", f"{path}?{query}", ACTIVE)
    own = Game.objects.filter(x_player=people.active).order_by("-pk")
    middle = own[own.count() // 2].uid
    yield Page("history, in the middle", f"{path}?before={middle}", ACTIVE)
    yield Page("history, towards the newest", f"{path}?after={own.earliest('pk').uid}", ACTIVE)


def _profiles(people: People) -> Iterator[Page]:
    usual, active, engine = (
        f"/@{user.username}/" for user in (people.usual, people.active, people.engine)
    )
    yield Page("profile of somebody usual", usual)
    yield Page("profile of the most active", active)
    own = Game.objects.filter(x_player=people.active).order_by("-pk")
    yield Page("the same, in the middle", f"{active}?before={own[own.count() // 2].uid}")
    yield Page("profile, with the score against", f"/@{people.second.username}/", ACTIVE)
    yield Page("profile of a computer player", engine)
    yield Page("the same, with the score against", engine, ACTIVE)
    yield Page("people one follows", "/me/people/", ACTIVE)
    yield Page("what waits for one", "/me/waiting/", ACTIVE)


def _ratings(people: People) -> Iterator[Page]:
    path = "/ratings/fours/"
    for who in (NOBODY, ACTIVE):
        yield Page("leaderboard", path, who)
    listed = Rating.objects.listed("fours", bots=False, now=timezone.now())
    some = listed[min(listed.count(), MAX_SHOWN) // 2].user
    yield Page("leaderboard, in the middle", f"{path}?from={some.username}")
    yield Page("leaderboard, towards the first", f"{path}?before={some.username}")
    yield Page("leaderboard of puzzles", "/ratings/puzzles/", ACTIVE)
    most = Round.objects.order_by("pk")[0]
    own = f"{path}{most.first.username}/"
    yield Page("changes of the most active", own)
    changes = RatingChange.objects.filter(user=most.first).order_by("pk")
    yield Page("the same, in the middle", f"{own}?before={changes[changes.count() // 2].pk}")
    yield Page("profile of who played most rounds", f"/@{most.first.username}/")
    yield Page("a round", f"/rounds/{Round.objects.order_by('-pk')[0].uid}/")


def _games(people: People) -> Iterator[Page]:
    played = Game.objects.finished().exclude(termination__in=("adjudication", "annulled"))
    graded = played.filter(review__isnull=False)
    longest = graded.filter(ply=graded.aggregate(most=Max("ply"))["most"]).latest("pk")
    classic = played.filter(m=3, ply__gte=6, review__isnull=True)[0]
    review = f"/games/{longest.uid}/review/"
    yield Page("review of a long game", review, small_goal=FAST)
    yield Page("review of a long game", review, ACTIVE, small_goal=FAST)
    yield Page("review, 3×3, not graded", f"/games/{classic.uid}/review/", small_goal=FAST)
    yield Page("a game that is over", f"/games/{longest.uid}/")
    ongoing = Game.objects.ongoing().latest("pk")
    yield Page("a game that goes on", f"/games/{ongoing.uid}/")
    yield Page("a game that goes on", f"/games/{ongoing.uid}/", ACTIVE)
    yield Page("explain, 3×3", f"/games/{classic.uid}/explain/?ply=4", goal=None)
    yield Page("a game as text", f"/games/{longest.uid}/game.txt")


def _admin(people: People) -> Iterator[Page]:
    yield Page("admin: first page", "/admin/", STAFF)
    yield from _admin_games(people)
    events, users = "/admin/games/event/", "/admin/accounts/user/"
    yield Page("admin: log of games", events, STAFF)
    yield Page("admin: log, rare kind", f"{events}?kind__exact=adjudicated", STAFF)
    uid = Game.objects.values_list("uid", flat=True).get(pk=Game.objects.count() // 2)
    yield Page("admin: log of one game", f"{events}?q={uid}", STAFF)
    yield Page("admin: chat", "/admin/games/chatline/", STAFF)
    yield Page("admin: users", users, STAFF)
    yield Page("admin: users, search", f"{users}?q={people.third.username[:5]}", STAFF)
    yield Page("admin: users, search, none", f"{users}?q=nobody-has-it", STAFF)
    yield Page("admin: one user", f"{users}{people.active.pk}/change/", STAFF)
    reports = "/admin/games/report/"
    yield Page("admin: reports", reports, STAFF)
    yield Page("admin: open reports", f"{reports}?state__exact=open", STAFF)
    report = Report.objects.first()
    if report:
        yield Page("admin: one report", f"{reports}{report.pk}/change/", STAFF)


def _admin_games(people: People) -> Iterator[Page]:
    path = "/admin/games/game/"
    some = Game.objects.filter(x_player=people.active).latest("pk")
    month = (timezone.now() - timedelta(days=400)).date()
    questions = {
        "": "",
        "open": "status__exact=open",
        "over": "status__exact=finished",
        "flagged": "flagged__exact=1",
        "against computers": "opponent__exact=computer",
        "drawn": "outcome__exact=draw",
        "decided by staff": "termination__exact=adjudication",
        "by resignation": "termination__exact=resignation",
        "common board": "ruleset=3,3,3",
        "rare board": "ruleset=9,6,4",
        "a player's": f"player={people.active.username}",
        "a computer's": f"player={people.engine.username}",
        "a month": f"month={month:%Y-%m}",
        "a month, resigned": f"month={month:%Y-%m}&termination__exact=resignation",
        "search by code": f"q={some.uid}",
        "search by part of code": f"q={some.uid[:5]}",
        "search by name": f"q={people.active.username}",
        "search, none": "q=nobody-has-it",
        "page 20": "p=20",
        "older than a game": f"id__lt={some.pk}",
    }
    for name, query in questions.items():
        title = f"admin: games, {name}" if name else "admin: games"
        yield Page(title, f"{path}?{query}" if query else path, STAFF, may_follow=True)
    yield Page("admin: one game", f"{path}{some.pk}/change/", STAFF)
    longest = Game.objects.finished().latest("ply")
    yield Page("admin: one long game", f"{path}{longest.pk}/change/", STAFF)
