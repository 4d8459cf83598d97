"""The bots that others can play, and those of one owner, with what each plays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max
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
    playing = User.objects.playing().filter(kind=User.Kind.BOT)
    used = Token.objects.filter(
        last_used_at__gte=timezone.now() - LIFETIME,
        account__in=playing.exclude(conditions__opponents=BotConditions.Opponents.NOBODY),
    )
    bots = used.values("account").annotate(at=Max("last_used_at")).order_by("-at", "account")
    last_used: dict[int, datetime] = dict(bots.values_list("account", "at")[:MAX_LISTED])
    users = User.objects.select_related("owner", "conditions").in_bulk(last_used)
    return _listed([users[key] for key in last_used], last_used)


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
