"""The bots that can be played, those online first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import Token, User
from accounts.programs.bots import bots_of
from accounts.programs.token_model import LIFETIME
from games.models import BotConditions
from games.play.game.bot_conditions import games_now

MAX_LISTED = 100
# An open connection has its token noted as used each minute; see games.live.sockets.token_watch.
ONLINE_FOR = timedelta(seconds=90)


@dataclass(frozen=True, slots=True)
class ListedBot:
    """A bot with what it plays, and how many more games it takes now."""

    bot: User
    conditions: BotConditions
    is_online: bool
    playing: int
    last_used: datetime | None = None

    @property
    def free(self) -> int:
        return max(0, self.conditions.at_once - self.playing)


def directory() -> list[ListedBot]:
    """Return the bots that somebody but their owner may play, those used last first.

    Four queries.
    """
    used = Token.objects.filter(
        last_used_at__gte=timezone.now() - LIFETIME,
        account__in=User.objects.playing().filter(kind=User.Kind.BOT),
    )
    rows = used.order_by("-last_used_at").values_list("account", "last_used_at")
    last_used: dict[int, datetime] = {}
    for bot, at in rows[: 5 * MAX_LISTED]:  # a bot has some tokens
        assert at is not None  # as filtered
        last_used.setdefault(bot, at)
    keys = list(last_used)[:MAX_LISTED]
    users = User.objects.select_related("owner", "conditions").in_bulk(keys)
    listed = _listed([users[key] for key in keys], last_used)
    return [row for row in listed if row.conditions.opponents != BotConditions.Opponents.NOBODY]


def owner_of(bot: User) -> User:
    """Return the owner of *bot*; a database constraint gives every bot one."""
    assert bot.owner is not None
    return bot.owner


def own_bots(owner: User) -> list[ListedBot]:
    """Return *owner*'s bots, by name. Four queries."""
    bots = list(bots_of(owner).select_related("owner", "conditions").prefetch_related("tokens"))
    used = {bot.pk: [token.last_used_at for token in bot.tokens.all()] for bot in bots}
    last_used = {bot: max(filter(None, times)) for bot, times in used.items() if any(times)}
    return _listed(bots, last_used)


def _listed(bots: list[User], last_used: dict[int, datetime]) -> list[ListedBot]:
    playing = games_now(bots)
    since = timezone.now() - ONLINE_FOR
    return [
        ListedBot(
            bot=bot,
            conditions=_conditions(bot),
            is_online=(at := last_used.get(bot.pk)) is not None and at >= since,
            playing=playing.get(bot.pk, 0),
            last_used=at,
        )
        for bot in bots
    ]


def _conditions(bot: User) -> BotConditions:
    """Return the conditions that were read with *bot*, or those that every bot starts with."""
    try:
        return bot.conditions
    except BotConditions.DoesNotExist:
        return BotConditions(bot=bot)
