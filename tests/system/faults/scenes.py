"""One game and the people around it, as the access matrix tries each of its cells with."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.apps import apps
from django.conf import settings
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from accounts.models import AccountEvent, Preferences, Scope, User
from accounts.names import canonical, skeleton
from accounts.programs.tokens import make_token
from games.core.rules import TIC_TAC_TOE, Mark, Position
from games.core.symmetry import key_of
from games.engine.arena.walk import Walk
from games.learn.puzzles.duel import race
from games.learn.puzzles.duel import services as duels
from games.learn.puzzles.making import puzzle_of
from games.learn.puzzles.mistakes.services import new_card
from games.learn.puzzles.services import keep_daily
from games.live import limits
from games.models import (
    BotConditions,
    ChatLine,
    Duel,
    Event,
    Game,
    LabRun,
    Mistake,
    PushDevice,
    Puzzle,
    Report,
    Seek,
    Storm,
    Streak,
    Tournament,
    TournamentEntry,
    Workshop,
    WorkshopGame,
    WorkshopPlayer,
)
from games.play.offline import keeping
from tests.stored import new_game, play, resign
from tests.system.faults.rated_rows import rated_rows
from tests.system.faults.routes import Route
from tictactoe_site.common.uids import new_uid

ACTORS = (
    "anonymous",
    "guest",
    "player",
    "opponent",
    "watcher",
    "banned",
    "staff",
    "clerk",
    "bot",
)
PASSWORD = "three-in-a-row-wins"
NEW_PASSWORD = "four-in-a-row-wins"
SOMEWHERE = {
    "app_label": "games",
    "url": "elsewhere/",
    "row": "8/1/",
    "rest": "elsewhere",
    "pool": "fours",
    "board": "3x3x3",
    "moves": "a3b2",  # a position's own address
    "slug": "cuts",
    "number": "2",  # a question of a lesson
    "cell": "a15",  # a first answer whose proof is stored
}
NOTHING = {
    "uid": "0" * 10,
    "version": "0",  # of the page that browsers keep: none
    "user_id": "999999999",
    "name": "nobody",
    "uidb36": "zzzzz",
    "key": "x-y",
    "code": "AAAA2",
    "language": "python",
    **dict.fromkeys(("content_type_id", "object_id", "id", "token_id", "run_id"), "999999999"),
    **dict.fromkeys(("mistake_id", "puzzle_id", "streak_id", "storm_id"), "999999999"),
    **SOMEWHERE,
}

_numbers = itertools.count(1)


class Scene:
    """A game in some state, and *actor*, who is about to do something.

    The player has created it, and sits at X; the opponent sits at O, or is invited; the watcher
    is a person without a seat; whoever is banned sat at X and still has the session. The staff
    may do everything, the clerk may enter the administration and nothing more. The bot is the
    player's; it has no session but a token, which allows everything.

    States: open, challenge, ongoing, finished, device (over, both seats the player's), and -
    where the game does not matter.
    """

    def __init__(self, actor: str, state: str) -> None:
        self.number = next(_numbers)
        self.client = Client()
        self.headers: list[tuple[bytes, bytes]] = []  # of its sockets
        with transaction.atomic():
            own = self._new_user(actor)
            self.player = own if actor in ("player", "banned") else self._new_user("player")
            self.opponent = own if actor == "opponent" else self._new_user("opponent")
            self.user = None if actor == "anonymous" else own
            self.bot = own if actor == "bot" else self._new_user("bot")
            people = (self.player, self.opponent, own)
            self._store({user.username: user for user in people if user is not self.bot})
            text = self._store_bot()
            self.game = self._new_game(state)
            self._add_what_belongs_to_it()
            self._store_device()
            self._store_workshop()
            self._store_duel(state)
            self._store_tournament(state)
            self._store_seek(state)
            self.rated_rows = rated_rows(self.player, self.opponent, self.tournament)
            self._store_mistake()
            self.puzzle: Puzzle = _shared_puzzle()
            self._store_streak()
            self._store_storm()
            if actor == "bot":
                self.headers = [(b"authorization", f"Bearer {text}".encode())]
                self.client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {text}"
            elif self.user:
                self.client.force_login(self.user)
                cookie = self.client.cookies[settings.SESSION_COOKIE_NAME].OutputString()
                self.headers = [(b"cookie", cookie.encode())]
            if actor == "banned":
                self.player.banned_at = timezone.now()
                self.player.save(update_fields=["banned_at"])

    # ---- who and what -------------------------------------------------------------------------

    def _new_user(self, what: str) -> User:
        """A user who is not stored yet."""
        kinds = {"guest": User.Kind.GUEST, "bot": User.Kind.BOT}
        name = f"{what}{self.number}"
        return User(
            username=name,
            email=f"{name}@example.org",
            canonical=canonical(name),
            skeleton=skeleton(name),
            kind=kinds.get(what, User.Kind.PERSON),
            password=make_password(None if what in ("guest", "bot") else PASSWORD),
            is_staff=what in ("staff", "clerk"),
            is_superuser=what == "staff",
        )

    def _store(self, users: Mapping[str, User]) -> None:
        """Users, each with a confirmed address, and one of the opponent's that is not."""
        User.objects.bulk_create(users.values())
        addresses = [
            EmailAddress(user=user, email=user.email, primary=True, verified=True)
            for user in users.values()
            if not user.is_guest
        ]
        self.unconfirmed = EmailAddress(user=self.opponent, email=f"other{self.number}@example.org")
        EmailAddress.objects.bulk_create([*addresses, self.unconfirmed])

    def _new_game(self, state: str) -> Game:
        match state:
            case "open" | "-":
                return new_game(self.player, None)
            case "challenge":
                return new_game(self.player, None, opponent="friend", invited=self.opponent)
            case "device":
                game = new_game(self.player, self.player, opponent="device")
            case _:
                game = new_game(self.player, self.opponent)
        play(game, (4, 0))
        return game if state == "ongoing" else resign(game, Mark.X)

    def _add_what_belongs_to_it(self) -> None:
        game, now = self.game, timezone.now()
        self.line = ChatLine.objects.create(
            game=game, room="players", author=self.opponent, text="hi", at=now
        )
        self.report = Report.objects.create(
            reporter=self.opponent, reported=self.player, game=game, reason="words"
        )
        self.group = Group.objects.create(name=f"group {self.number}")
        self.event = AccountEvent.objects.create(
            user=self.opponent, actor=self.opponent, kind=AccountEvent.Kind.SIGNED_UP
        )

    def _store_device(self) -> None:
        """One that the player has somewhere else."""
        name = f"device{self.number}"
        endpoint = f"https://push.example/{name}"
        self.device = PushDevice.objects.create(
            user=self.player, session=name, endpoint=endpoint, name=name
        )

    def _store_bot(self) -> str:
        """The player's bot; its token, which allows everything."""
        self.bot.owner = self.player
        self.bot.save(force_insert=True)
        text = make_token(account=self.bot, actor=self.player, name="test", scopes=Scope.values)
        self.token = self.bot.tokens.get()
        BotConditions.objects.create(bot=self.bot)
        self.lab_run = self._new_lab_run()
        return text

    def _new_lab_run(self) -> LabRun:
        """One of the bot that goes on, and in which it has made a mistake."""
        return LabRun.objects.create(
            bot=self.bot,
            m=3,
            n=3,
            k=3,
            seat=Mark.X.value,
            version="1",
            due_at=timezone.now() + timedelta(minutes=1),
            walk=Walk.begin(TIC_TAC_TOE, is_first=True).to_bytes(),
            is_seat_lost=True,
            shortest_slip={"moves": [4], "before": 0, "after": -1},
        )

    def _store_duel(self, state: str) -> None:
        """Of player and opponent; it goes as the game does."""
        at = timezone.now() - 2 * duels.COUNTDOWN
        self.duel = duels.make(user=self.player, now=at)
        if state != "open":
            duels.join(uid=self.duel.uid, user=self.opponent, now=at)
        if state not in ("open", "ongoing"):
            duels.leave(uid=self.duel.uid, user=self.player, now=timezone.now())
        limits.GAMES.forget()

    def _store_tournament(self, state: str) -> None:
        """The player's, who takes part; it goes as the game does."""
        states = {"ongoing": Tournament.State.GOING, "finished": Tournament.State.OVER}
        terms = {
            "title": "a test",
            "m": 3,
            "n": 3,
            "k": 3,
            "control": "60+1",
            "creator": self.player,
            "state": states.get(state, Tournament.State.ANNOUNCED),
            "starts_at": timezone.now() + timedelta(minutes=5),
        }
        self.tournament = Tournament.objects.create(kind="arena", minutes=20, **terms)
        self.robin = Tournament.objects.create(kind="robin", **terms)
        for tournament in (self.tournament, self.robin):
            TournamentEntry.objects.create(tournament=tournament, user=self.player)

    def _store_seek(self, state: str) -> None:
        """The player's, for whoever is rated, or as an invitation to the opponent."""
        Seek.objects.all().delete()  # the players of other scenes would do
        self.seek = Seek.objects.create(
            uid=new_uid(),
            user=self.player,
            invited=self.opponent if state == "challenge" else None,
            pool="fours",
            m=6,
            n=6,
            k=4,
            control="120+2",
        )

    def _store_mistake(self) -> None:
        """One of the player's, due now: X has a win in three."""
        self.mistake = Mistake.objects.create(
            user=self.player,
            m=3,
            n=3,
            k=3,
            value=1,
            ply=2,
            key=key_of(Position.after(TIC_TAC_TOE, (4, 1))),
            card=new_card(timezone.now()),
            due=timezone.now(),
        )

    def _store_streak(self) -> None:
        """The player's, at the puzzle."""
        self.streak = Streak.objects.create(
            user=self.player, puzzle=self.puzzle, seen=[self.puzzle.pk]
        )

    def _store_storm(self) -> None:
        """The player's, at the puzzle."""
        self.storm = Storm.objects.create(
            user=self.player,
            puzzle=self.puzzle,
            seen=[self.puzzle.pk],
            ends_at=timezone.now() + timedelta(hours=1),
        )

    def _store_workshop(self) -> None:
        """The player's workshop, in which the player and the opponent have names and a game."""
        self.workshop = Workshop.objects.create(owner=self.player, title="a test")
        self.workshop_players = WorkshopPlayer.objects.bulk_create(
            WorkshopPlayer(workshop=self.workshop, user=user, name=name, canonical=name)
            for user, name in ((self.player, "alice"), (self.opponent, "bob"))
        )
        x, o = self.workshop_players
        self.workshop_game = new_game(self.player, self.opponent)
        resign(self.workshop_game, Mark.X)
        WorkshopGame.objects.create(workshop=self.workshop, game=self.workshop_game, x=x, o=o)

    # ---- where and with what ------------------------------------------------------------------

    def path(self, route: Route, *, missing: bool = False) -> str:
        """The address of this scene's object, or of one that is *missing*."""
        value = NOTHING.__getitem__ if missing else partial(self._value, route)
        return route.path({name: value(name) for name in route.parameters})

    def _value(self, route: Route, parameter: str) -> str:
        match parameter:
            case "board" if "walk" in route.pattern or "proofs" in route.pattern:
                return "15x15x5"
            case "moves" if "walk" in route.pattern:
                return "a15"
            case "uid" if "duel" in route.pattern:
                return self.duel.uid
            case "uid" if route.name.startswith(("games:robin_", "api:tournament_table")):
                return self.robin.uid
            case "uid" if "tournament" in route.pattern:
                return self.tournament.uid
            case "uid" if "push" in route.pattern:
                return self.device.uid
            case "uid" if "seek" in route.pattern:
                return self.seek.uid
            case "uid" if route.pattern.startswith("workshops/"):
                return self.workshop_game.uid
            case "uid":
                return self.game.uid
            case "name" if route.pattern.startswith("me/bots/"):
                return self.bot.username
            case "name" if route.pattern.startswith("workshops/"):
                return "ai.py"
            case "code":
                return self.workshop.code
            case "version":
                return keeping.offline_copy("en").version
            case "language":
                return "python"
            case "name":
                return self.opponent.username
            case "token_id":
                return str(self.token.pk)
            case "streak_id":
                return str(self.streak.pk)
            case "storm_id":
                return str(self.storm.pk)
            case "mistake_id":
                return str(self.mistake.pk)
            case "run_id":
                return str(self.lab_run.pk)
            case "puzzle_id":
                return str(self.puzzle.pk)
            case "uidb36":
                return str(user_pk_to_url_str(self.opponent))
            case "key" if route.name == "account_confirm_email":
                return str(EmailConfirmationHMAC(self.unconfirmed).key)
            case "key":
                return str(default_token_generator.make_token(self.opponent))
            case "content_type_id":
                return str(ContentType.objects.get_for_model(Game).pk)
            case "object_id":
                return str(self._row(route).pk)
            case "id" | "user_id":
                return str(self.opponent.pk)
        return SOMEWHERE[parameter]

    def _row(self, route: Route) -> Model:
        rows = {
            "admin/accounts/accountevent/": self.event,
            "admin/accounts/token/": self.token,
            "admin/accounts/user/": self.opponent,
            "admin/auth/group/": self.group,
            "admin/games/botconditions/": self.bot,
            "admin/games/event/": Event.objects.get(game=self.game, version=0),
            "admin/games/game/": self.game,
            "admin/games/labrun/": self.lab_run,
            "admin/games/puzzle/": self.puzzle,
            "admin/games/report/": self.report,
            "admin/games/chatline/": self.line,
            **self.rated_rows,
        }
        for folder, row in rows.items():
            if route.pattern.startswith(folder):
                return row
        return self.game

    def form(self, route: Route) -> dict[str, Any]:
        """What a form of this route would send, filled in as well as its sender can."""
        return FORMS[route.name](self) if route.name in FORMS else {}

    # ---- what became of it --------------------------------------------------------------------

    def fingerprint(self) -> object:
        """Something that is different once anything has been written, but a session."""
        users = (self.player, self.opponent, self.user)
        people = User.objects.filter(pk__in={user.pk for user in users if user})
        return (
            _counts(),
            [{**row, "last_login": None} for row in people.order_by("pk").values()],
            _row_of(Game, self.game.pk, "status, version, flagged"),
            _row_of(Report, self.report.pk, "state"),
            _row_of(BotConditions, self.bot.pk),
            _row_of(LabRun, self.lab_run.pk, "state"),
            _row_of(Preferences, self._own_pk),
            _row_of(Workshop, self.workshop.pk),
            _row_of(Duel, self.duel.pk),
            _row_of(Tournament, self.tournament.pk),
            _row_of(Tournament, self.robin.pk),
            _row_of(Seek, self.seek.pk),
            _row_of(Mistake, self.mistake.pk),
            _row_of(Streak, self.streak.pk),
            _row_of(Storm, self.storm.pk),
            _row_of(PushDevice, self.device.pk),
            _row_of(WorkshopPlayer, self.workshop_players[0].pk),
            _row_of(EmailAddress, self.unconfirmed.pk, "verified"),
        )

    def session(self) -> object:
        """Something that is different once the actor's cookies or session say something else."""
        cookies = {name: cookie.value for name, cookie in self.client.cookies.items()}
        session = dict(self.client.session) if settings.SESSION_COOKIE_NAME in cookies else {}
        # What any page gives whoever has none, and the day, which it notes.
        return cookies | {settings.CSRF_COOKIE_NAME: ""}, session | {"seen": ""}

    @property
    def _own_pk(self) -> int | None:
        return self.user.pk if self.user else None


def _shared_puzzle() -> Puzzle:
    """O is to hold the draw; it is the puzzle of the day, too."""
    puzzle = Puzzle.objects.first()
    if puzzle is None:
        position = Position.after(TIC_TAC_TOE, (0,))
        puzzle = puzzle_of(position, plies=None, blocks=False, proof=Puzzle.Proof.TABLE)
        puzzle.save()
    keep_daily(today=timezone.now().date())
    return puzzle


def _row_of(model: type[Model], pk: int | None, columns: str = "*") -> tuple[Any, ...] | None:
    """As it is stored. Plain SQL, for it is asked for some twenty thousand times."""
    key = model._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {model._meta.db_table} WHERE {key} = %s", [pk])
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row


def _counts() -> tuple[int, ...]:
    """How many rows every table has."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT)
        return tuple(cursor.fetchone())


# All but sessions, names of locks, and what the machine finds out about finished games meanwhile.
UNCOUNTED = ("sessions.Session", "games.Lock", "games.Review")
COUNTED = [model for model in apps.get_models() if model._meta.label not in UNCOUNTED]
COUNT = "SELECT " + ", ".join(f"(SELECT COUNT(*) FROM {m._meta.db_table})" for m in COUNTED)

NEW_PASSWORDS = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
# What Django's administration asks of the forms below a form.
NO_ROWS_BELOW = {
    f"{rows}-{part}_FORMS": "0"
    for rows in ("emailaddress_set", "tokens", "account_events")
    for part in ("TOTAL", "INITIAL")
}
NEW_GAME = {
    "m": "3",
    "n": "3",
    "k": "3",
    "opponent": "anyone",
    "side": "x",
    "first": "x",
    "control": "none",
}


def _chosen(action: str, *, why: str = "reason") -> Callable[[Scene], dict[str, Any]]:
    """A decision about the scene's row of a list in the administration."""

    def fill_in(scene: Scene) -> dict[str, Any]:
        rows = {"ban": scene.opponent, "close": scene.report, "revoke": scene.token}
        row = rows.get(action, scene.game)
        return {
            "action": action,
            ACTION_CHECKBOX_NAME: str(row.pk),
            "confirmed": "1",
            why: "a test",
        }

    return fill_in


FORMS: Mapping[str, Callable[[Scene], dict[str, Any]]] = {
    "games:puzzle_move": lambda scene: {"try": "a" * 10, "ply": "0", "cell": "4"},
    "games:give_up_puzzle": lambda scene: {"try": "a" * 10},
    "games:switch_puzzle_rating": lambda scene: {"puzzle": str(scene.puzzle.pk)},
    "account_signup": lambda scene: {"username": f"newcomer{scene.number}", **NEW_PASSWORDS},
    "account_login": lambda scene: {"login": scene.opponent.username, "password": PASSWORD},
    "account_reauthenticate": lambda scene: {"password": PASSWORD},
    "account_email": lambda scene: {"action_add": "", "email": f"second{scene.number}@example.org"},
    "account_change_password": lambda scene: {"oldpassword": PASSWORD, **NEW_PASSWORDS},
    "account_set_password": lambda scene: NEW_PASSWORDS,
    "account_reset_password": lambda scene: {"email": f"opponent{scene.number}@example.org"},
    "account_reset_password_from_key": lambda scene: NEW_PASSWORDS,
    "accounts:preferences": lambda scene: {
        "theme": "dark",
        "volume": "70",
        "confirm": "always",
        "board": "plain",
    },
    "accounts:handwriting": lambda scene: {"x": "[[[10,10],[90,90]]]", "o": ""},
    "accounts:quick_preference": lambda scene: {"theme": "dark"},
    "accounts:follow": lambda scene: {"name": scene.opponent.username},
    "accounts:unfollow": lambda scene: {"name": scene.opponent.username},
    "accounts:block": lambda scene: {"name": scene.opponent.username},
    "accounts:unblock": lambda scene: {"name": scene.opponent.username},
    "accounts:delete": lambda scene: {"password": PASSWORD, "sure": "on"},
    "games:new": lambda scene: NEW_GAME,
    "games:quick": lambda scene: {"m": "9", "n": "9", "k": "7", "control": "none"},
    "games:meanwhile": lambda scene: {"m": "9", "n": "9", "k": "7"},
    "games:play": lambda scene: {"ply": str(scene.game.ply), "cell": "8"},
    "games:offer": lambda scene: {"what": "draw"},
    "games:answer": lambda scene: {"what": "draw", "yes": "true"},
    "games:say": lambda scene: {"text": "hello"},
    "games:report": lambda scene: {"who": scene.opponent.username, "reason": "words"},
    "games:report_person": lambda scene: {"who": scene.opponent.username, "reason": "words"},
    "games:seek": lambda scene: {
        "board": "6,6,4",
        "control": "120+2",
        "invited": scene.opponent.username,
    },
    "games:round_level": lambda scene: {"pool": "fours", "level": "rules"},
    "games:duels": lambda scene: {"with": "friend"},
    "games:duel_answer": lambda scene: {
        "number": "0",
        "cell": str(race.right_cells(scene.duel.position(0))[0]),
    },
    "games:mistake_answer": lambda scene: {
        "review": "0",
        "cell": str(scene.mistake.transform(0).apply(scene.mistake.position.legal_moves()[0])),
    },
    "games:streak_answer": lambda scene: {
        "version": "0",
        "cell": str(scene.streak.transform.apply(scene.puzzle.position.legal_moves()[0])),
    },
    "games:storm_answer": lambda scene: {
        "version": "0",
        "cell": str(scene.storm.transform.apply(scene.puzzle.position.legal_moves()[0])),
    },
    "games:streak_skip": lambda scene: {"version": "0"},
    "games:mistake_give_up": lambda scene: {"review": "0"},
    "games:challenge": lambda scene: {**NEW_GAME, "opponent": "friend"},
    "games:my_bots": lambda scene: {"name": f"newbot{scene.number}"},
    "games:my_bot": lambda scene: {
        "opponents": "nobody",
        "at_once": "1",
        "a_day": "1",
        "untimed": "on",
        "smallest": "3",
        "largest": "5",
        "shortest": "3",
        "longest": "5",
        "least_seconds": "0",
        "most_seconds": "60",
    },
    "games:new_token": lambda scene: {"name": "another", "scopes": ["read"]},
    "games:delete_bot": lambda scene: {"sure": "on"},
    "games:new_tournament": lambda scene: {
        "title": "another",
        "m": 6,
        "n": 6,
        "k": 4,
        "control": "120+2",
        "is_rated": "on",
        "minutes": 30,
        "starts_in": 15,
        "admits": "people",
    },
    "games:tournament_edit": lambda scene: {
        "title": "another",
        "m": 6,
        "n": 6,
        "k": 4,
        "control": "120+2",
        "minutes": 30,
        "admits": "people",
    },
    "games:new_robin": lambda scene: {
        "title": "another",
        "m": 3,
        "n": 3,
        "k": 3,
        "control": "120+2",
        "starts_in": 15,
        "admits": "bots",
    },
    "games:robin_level": lambda scene: {"level": "guard"},
    "games:workshops": lambda scene: {"title": "another", "hours": "1"},
    "games:workshop_ask": lambda scene: {"player": str(scene.workshop_players[0].pk)},
    "games:workshop_remove": lambda scene: {"one": str(scene.workshop_players[0].pk)},
    "games:workshop_bring_back": lambda scene: {"one": str(scene.workshop_players[0].pk)},
    "games:workshop_add": lambda scene: {"player": str(scene.workshop_players[0].pk)},
    "games:workshop_keep": lambda scene: {"keep": "on"},
    "games:workshop_pair": lambda scene: {
        "player": [str(player.pk) for player in scene.workshop_players]
    },
    "api:challenge": lambda scene: {"name": scene.player.username},
    **dict.fromkeys(
        ("api:seek_round", "api:own_seek", "api:cancel_seek"),
        lambda scene: {"m": 6, "n": 6, "k": 4, "control": "120+2"},
    ),
    "api:play_level": lambda scene: {"level": "rules"},
    "api:play_level_rated": lambda scene: {"level": "rules", "pool": "fours"},
    "api:move": lambda scene: {"ply": scene.game.ply, "cell": 8},
    "api:offer": lambda scene: {"what": "draw"},
    "api:answer": lambda scene: {"what": "draw", "yes": False},
    "api:chat": lambda scene: {"text": "Hello"},
    "games:turn_mail": lambda scene: {"wanted": "on"},
    "admin:accounts_token_changelist": _chosen("revoke"),
    "admin:accounts_user_changelist": _chosen("ban"),
    "admin:accounts_user_add": lambda scene: {
        "username": f"hired{scene.number}",
        "usable_password": "true",
        **NEW_PASSWORDS,
        **NO_ROWS_BELOW,
    },
    "admin:accounts_user_change": lambda scene: {
        "username": f"renamed{scene.number}",
        "email": "",
        **NO_ROWS_BELOW,
    },
    "admin:auth_user_password_change": lambda scene: {"usable_password": "true", **NEW_PASSWORDS},
    "admin:auth_group_add": lambda scene: {"name": f"another {scene.number}"},
    "admin:auth_group_change": lambda scene: {"name": f"another {scene.number}"},
    "admin:auth_group_delete": lambda scene: {"post": "yes"},
    "admin:games_labrun_delete": lambda scene: {"post": "yes"},
    "admin:games_game_changelist": _chosen("flag"),
    "admin:games_report_changelist": _chosen("close", why="note"),
    "admin:games_report_change": lambda scene: {
        "choice": "warn",
        "reason": "a test",
        "seen": str(scene.report.pk),
    },
}
