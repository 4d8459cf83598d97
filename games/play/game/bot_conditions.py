"""The conditions that a bot's owner sets, and whether they allow a game that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import chain

from django.db import transaction
from django.utils import timezone

from accounts import relations
from accounts.models import User
from games.core.clock import SECOND, TimeControl
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.models import BotConditions, Game
from games.protocol.open_games import OPEN_FOR

A_DAY = timedelta(days=1)
Opponents = BotConditions.Opponents


def conditions_of(bot: User) -> BotConditions:
    """Return *bot*'s conditions, or those that every bot starts with. One query."""
    return BotConditions.objects.filter(bot=bot).first() or BotConditions(bot=bot)


@transaction.atomic
def set_conditions(*, owner: User, bot: User, **values: object) -> BotConditions:
    """Have *bot* play by these conditions from now on; the others stay as they are.

    Raises GameError("not_your_bot"), and ValidationError if they make no sense.
    """
    if bot.owner_id != owner.pk:
        raise GameError("not_your_bot")
    # Locked, because two requests may both set them for the first time: the later finds the row.
    User.objects.select_for_update().get(pk=bot.pk)
    conditions = conditions_of(bot)
    for name, value in values.items():
        setattr(conditions, name, value)
    conditions.full_clean(validate_unique=False)
    conditions.save()
    return conditions


def require_fit(
    *, bot: User, opponent: User, ruleset: Ruleset, control: TimeControl, is_asked: bool = True
) -> None:
    """Raise GameError unless *bot* plays such a game with *opponent* now.

    With *is_asked* the opponent asks; else the bot does, and whom it plays is its own business.
    Raises: bot_paused, bot_opponents, bot_board, bot_line, bot_clock, bot_busy, bot_enough.
    """
    conditions = conditions_of(bot)
    if is_asked:
        require_opponent(conditions, opponent)
    if code := next(mismatches(conditions, ruleset, control), ""):
        raise GameError(code)
    require_free(bot, conditions)
    if games_since_yesterday(bot, opponent) >= conditions.a_day:
        raise GameError("bot_enough")


def require_opponent(conditions: BotConditions, opponent: User) -> None:
    """Raise GameError unless the bot plays *opponent* at all: bot_paused, bot_opponents.

    Unless it is paused, it plays its owner and the owner's other bots in any case.
    """
    if not conditions.is_open:
        raise GameError("bot_paused")
    owner = conditions.bot.owner
    assert owner is not None  # as every bot has one
    if owner.pk in (opponent.pk, opponent.owner_id):
        return
    match conditions.opponents:
        case Opponents.ANYBODY:
            return
        case Opponents.SIGNED_IN if not opponent.is_guest:
            return
        case Opponents.FOLLOWED if "follow" in relations.kinds_between(owner, opponent):
            return
    raise GameError("bot_opponents")


def mismatches(conditions: BotConditions, ruleset: Ruleset, control: TimeControl) -> Iterator[str]:
    """Yield the codes of what keeps the bot from such games: bot_board, bot_line, bot_clock."""
    sides = ruleset.m, ruleset.n
    if not conditions.smallest <= min(sides) <= max(sides) <= conditions.largest:
        yield "bot_board"
    if not conditions.shortest <= ruleset.k <= conditions.longest:
        yield "bot_line"
    if not plays_clock(conditions, control):
        yield "bot_clock"


def plays_clock(conditions: BotConditions, control: TimeControl) -> bool:
    """Return whether the bot plays games with such a clock, or without one."""
    if control.is_unlimited:
        return conditions.untimed
    if control.per_move_ms:
        return conditions.days
    seconds = control.initial_ms // SECOND
    return conditions.timed and conditions.least_seconds <= seconds <= conditions.most_seconds


def require_free(bot: User, conditions: BotConditions | None = None) -> None:
    """Raise GameError("bot_busy") if *bot* plays as many games as it may."""
    conditions = conditions or conditions_of(bot)
    if games_now([bot]).get(bot.pk, 0) >= conditions.at_once:
        raise GameError("bot_busy")


def require_places(bots: Sequence[User]) -> None:
    """Raise GameError("bot_busy") if one of *bots* plays more games than it may.

    To be called in the transaction in which a game begins. The bots are locked until its end, so
    games that begin at the same moment cannot take the same place.
    """
    keys = [bot.pk for bot in bots]
    # Always in this order, so that no two such transactions wait for each other.
    list(User.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))
    playing = games_now(list(bots))
    for bot in bots:
        # More, not just as many: the game that begins is counted by now.
        if playing.get(bot.pk, 0) > conditions_of(bot).at_once:
            raise GameError("bot_busy")


def busy_bots(bots: list[User]) -> set[int]:
    """Return which of *bots* play as many games as they may, by id."""
    if not bots:
        return set()
    playing = games_now(bots)
    return {bot.pk for bot in bots if playing.get(bot.pk, 0) >= conditions_of(bot).at_once}


def games_now(bots: list[User]) -> dict[int, int]:
    """Return how many games each of *bots* plays just now, by id. One query for each seat."""
    ids = [bot.pk for bot in bots]
    ongoing = Game.objects.ongoing()
    # Two queries instead of an OR, so that each uses the index of its seat.
    as_x = ongoing.filter(x_player__in=ids).values_list("x_player", flat=True)
    as_o = ongoing.filter(o_player__in=ids).values_list("o_player", flat=True)
    counts: dict[int, int] = {}
    for player in chain(as_x, as_o):
        counts[player] = counts.get(player, 0) + 1
    return counts


def games_since_yesterday(bot: User, opponent: User) -> int:
    """Return how many games the two have begun within a day, whoever asked.

    One query for each seat, along the index of the opponent's games: a bot usually has far more.
    """
    since = timezone.now() - A_DAY
    # The index has `created_at` only: a game is made at most OPEN_FOR before it begins.
    both = Game.objects.filter(started_at__gte=since, created_at__gte=since - OPEN_FOR)
    return (
        both.filter(x_player=opponent, o_player=bot).count()
        + both.filter(o_player=opponent, x_player=bot).count()
    )
